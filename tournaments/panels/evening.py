"""What every screen says of the evening itself: when it begins, who is left out, that it is suspended."""

from __future__ import annotations

import datetime

from django.utils.translation import gettext as _

from tournaments.models import LiveGame
from tournaments.name_words import isolate
from tournaments.texts import say_moment


def say_held(game: LiveGame) -> str:
    """Since when the evening is suspended, and when it goes on if that is known; "" while it is not suspended."""
    if not game.suspension or game.finished_at is not None:
        return ""
    since = say_moment(datetime.datetime.fromisoformat(game.suspension["at"]))
    said = _("The evening has been suspended since %(since)s.") % {"since": since}
    until = game.suspension.get("until")
    if not until:
        return said
    goes_on = say_moment(datetime.datetime.fromisoformat(until))
    return f"{said} " + _("It goes on %(until)s.") % {"until": goes_on}


def say_plan(game: LiveGame) -> tuple[str, ...]:
    """Before the start: date and place, the note for everybody, why it was postponed, who does not play. One query."""
    if game.started_at is not None:
        return ()
    said = []
    if game.planned_at is not None:
        parts = [say_moment(game.planned_at), game.place]
        said.append(" · ".join(filter(None, parts)))
    elif game.place:
        said.append(game.place)
    last = game.postponements.order_by("-pk").first()
    if last is not None:
        said.append(_("Postponed: %(reason)s") % {"reason": isolate(last.reason)})
    if game.note:
        said.append(isolate(game.note))
    for left in game.setup.get("left_out", []):
        facts = {"team": isolate(left["team"]["command"]), "reason": isolate(left["reason"])}
        said.append(_("%(team)s: left out (%(reason)s)") % facts)
    return tuple(said)
