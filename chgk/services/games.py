"""Setting up a game of the club: the team of the day against the authors of a package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from chgk.models import Package, Question
from chgk.rules.parameters import FINAL_TARGET
from chgk.rules.session import open_session
from tournaments.disciplines import Json
from tournaments.models import House, LiveGame, Person, Season, User
from tournaments.models.people import table_names
from tournaments.services.access_links import issue_link
from tournaments.services.actors import Actor, account_actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock

DISCIPLINE = "chgk"


class SetupError(ValueError):
    """Why a game cannot be set up so; the message is for the person at the desk."""


def create_club_game(
    *,
    season: Season,
    team: Mapping[str, Any],
    package: Package,
    host: User,
    title: str,
    is_final: bool = False,
    rules: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
) -> LiveGame:
    """A game of the season with a link for each of the table, ready to start.

    ``team`` is an entry as :func:`team_entry` makes it. Raises :class:`SetupError` for a package that lies on another
    table or has no question, and :class:`~tournaments.rules.engine.Refusal` for a line-up that the regulation refuses
    (§2.1.2, §2.2.1, §2.2.2). A final goes to six points (§3.1.2).
    """
    with write_lock(), transaction.atomic():
        package = Package.objects.select_for_update().get(pk=package.pk)
        if package.game_id is not None:
            raise SetupError(_("The package «%(title)s» is on the table of another game.") % {"title": package.title})
        setup = {
            "rules": {**({"target": FINAL_TARGET} if is_final else {}), **(rules or {})},
            "settings": dict(settings or {}),
            "team": dict(team),
            **_envelopes(package),
        }
        open_session(setup)
        game = LiveGame.objects.create(
            discipline=DISCIPLINE, season=season, title=title, setup=setup, for_ranking=False
        )
        game.hosts.add(host)
        actor = account_actor(host)
        _seal(package, game, actor)
        for player in setup["team"]["players"]:
            issue_link(
                game_id=game.pk,
                role="captain" if player.get("captain") else "player",
                team=setup["team"]["id"],
                player=player["id"],
                name=player["name"],
                actor=actor,
            )
        details = {"title": title, "package": package.pk, "is_final": is_final}
        record_audit(actor=actor, action="create_club_game", target=f"game:{game.pk}", details=details)
    return game


def _seal(package: Package, game: LiveGame, actor: Actor) -> None:
    """What lies on a table is read by its hosts and the curator alone; a package sealed before keeps its date."""
    package.game = game
    if package.state != Package.State.SEALED:
        package.state, package.sealed_at, package.sealed_by = Package.State.SEALED, timezone.now(), actor.name
    package.save(update_fields=["game", "state", "sealed_at", "sealed_by"])


def team_entry(house: House, people: Sequence[Person], captain: Person) -> Json:
    """The team of a house as a game knows it; guests of other houses are among ``people`` (§2.1.3)."""
    names = table_names(people)
    return {
        "id": house.key,
        "command": house.name,  # nobody bids here: a house goes by its name
        "house": house.key,
        "name": house.name,
        "colour": house.colour,
        "emblem": house.emblem,
        "players": [{"id": f"p{one.pk}", "name": names[one.pk], "captain": one.pk == captain.pk} for one in people],
    }


def _envelopes(package: Package) -> Json:
    """Table and spares, by the numbers on the envelopes."""
    questions = package.questions.exclude(kind=Question.Kind.WARM_UP)  # read out before the game, in no envelope
    rows = list(questions.order_by("number").values_list("number", "is_spare"))
    table = [number for number, is_spare in rows if not is_spare]
    if not table:
        raise SetupError(_("The package «%(title)s» has no question.") % {"title": package.title})
    return {"table": table, "spares": [number for number, is_spare in rows if is_spare]}
