"""What has changed on the season's roster since a game's teams were entered, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.name_words import isolate
from tournaments.selectors.lineups import Lineup


def roster_changes(entry: Mapping[str, Any], lineup: Lineup | None) -> tuple[str, ...]:
    """In which ways the season's roster differs from the game's team; empty if it does not."""
    if lineup is None or lineup.problem:
        return (_("now: %(problem)s") % {"problem": lineup.problem if lineup else _("no team in this season (§7)")},)
    now = {f"p{member.person_id}": member for member in lineup.members}
    was = {player["id"]: player for player in entry["players"]}
    came = [isolate(str(member.person)) for key, member in now.items() if key not in was]
    went = [isolate(player["name"]) for key, player in was.items() if key not in now]
    captains = [[key for key, player in was.items() if player.get("captain")]]
    captains.append([key for key, member in now.items() if member.is_captain])
    found = []
    if came:
        found.append(_("in: %(names)s") % {"names": ", ".join(came)})
    if went:
        found.append(_("out: %(names)s") % {"names": ", ".join(went)})
    if captains[0] != captains[1]:
        names = ", ".join(isolate(str(now[key].person)) for key in captains[1])
        found.append(_("captain: %(names)s") % {"names": names})
    return tuple(found)
