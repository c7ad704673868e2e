"""What the page of an edition says: its teams as they stand, and the one thing to do next. State follows from facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from auction.readiness import Check, Facts, check_readiness
from auction.reward_words import why
from auction.roster_changes import roster_changes
from auction.words import signed
from tournaments.evening import stage_of
from tournaments.live.hub import present
from tournaments.models import AccessLink, LiveGame, Postponement
from tournaments.name_words import isolate
from tournaments.rules.lineup import Player
from tournaments.selectors.lineups import season_lineups
from tournaments.selectors.seats import game_links
from tournaments.services.ranking import compute_rewards
from tournaments.services.replay_log import load_session


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player of the game, with the seat's link as it stands."""

    name: str
    captain: bool
    opened_at: datetime | None
    presence: str  # live, stale, gone; "" if nobody has come by the link


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A house of the evening, or one that is left out of it. ``reason``: why it is."""

    id: str
    command: str
    house: str
    emblem: str
    colour: str
    players: tuple[PlayerRow, ...] = ()
    changes: tuple[str, ...] = ()  # what the season's roster says now, and the game does not
    reason: str = ""
    may_come: bool = False  # left out, and could be taken in

    @property
    def captain(self) -> PlayerRow | None:
        """Who decides for the team."""
        return next((player for player in self.players if player.captain), None)


@dataclass(frozen=True, slots=True)
class NextStep:
    """The page's primary action. With ``deed`` it is a press, else a link."""

    label: str
    why: str = ""
    url: str = ""
    deed: str = ""


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition's page."""

    stage: str  # waiting, running, suspended, finished
    playing: tuple[TeamRow, ...]
    left_out: tuple[TeamRow, ...]
    checks: tuple[Check, ...]
    postponements: tuple[Postponement, ...]
    rehearsal: LiveGame | None
    next: NextStep


def read_edition(game: LiveGame) -> Edition:
    """Everything that the page shows; a fixed number of queries, however many teams."""
    facts = Facts(
        game=game,
        lineups=tuple(season_lineups(game.season, game.discipline)),
        links=tuple(link for link in game_links(game) if link.revoked_at is None),
        presence=present(game.pk),
        rehearsal=LiveGame.objects.defer("snapshot").filter(rehearsal_of=game).first(),
    )
    stage = stage_of(game)
    checks = tuple(check_readiness(facts)) if stage == "waiting" else ()
    return Edition(
        stage=stage,
        playing=tuple(_playing(facts)),
        left_out=tuple(_left_out(facts)),
        checks=checks,
        postponements=tuple(game.postponements.order_by("pk")),
        rehearsal=facts.rehearsal,
        next=_next_step(game, stage, checks, facts.rehearsal),
    )


def _next_step(game: LiveGame, stage: str, checks: Iterable[Check], rehearsal: LiveGame | None) -> NextStep:
    match stage:
        case "finished":
            return NextStep(_("Set up the next edition"), url=f"{reverse('auction:new_game')}?after={game.pk}")
        case "suspended":
            return NextStep(_("Go on with the evening"), _("Everything is where it was; clocks wait."), deed="resume")
        case "running":
            return NextStep(_("Host console"), _("The evening is on."), url=reverse("auction:console", args=[game.pk]))
    if rehearsal is not None and rehearsal.finished_at is None:
        console = reverse("auction:console", args=[rehearsal.pk])
        return NextStep(_("Console of the rehearsal"), _("A rehearsal is open: links lead to it."), url=console)
    check = next((check for check in checks if check.is_open), None)
    if check is not None:
        return NextStep(check.label, check.sentence, url=check.url)
    start = reverse("auction:start", args=[game.pk])
    return NextStep(_("Start the game…"), _("Everybody and everything is ready."), url=start)


# --- the end ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Standing:
    """A team at the end."""

    id: str
    command: str
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class RewardLine:
    """What somebody won, and why; ``amount`` is empty where no points are won."""

    who: str
    sentence: str
    paragraph: str
    amount: str


def read_result(game: LiveGame) -> tuple[tuple[Standing, ...], tuple[RewardLine, ...]]:
    """How a finished game ended, and what it won; nothing before that."""
    if game.finished_at is None or not game.snapshot:
        return (), ()
    end = load_session(game).game
    standings = [Standing(team.id, isolate(team.command), team.points, team.id == end.winner) for team in end.teams]
    commands = {team.id: isolate(team.command) for team in end.teams}
    lines = compute_rewards(game) if game.for_ranking else ()
    rewards = [
        RewardLine(
            isolate(line.name) if line.player else commands.get(line.team, line.team),
            why(line.code),
            line.paragraph,
            signed(line.points) if line.points else "",
        )
        for line in lines
    ]
    return tuple(sorted(standings, key=lambda one: (not one.won, -one.points))), tuple(rewards)


# --- teams ------------------------------------------------------------------------------------------------------------


def _playing(facts: Facts) -> Iterable[TeamRow]:
    by_house = {lineup.house.key: lineup for lineup in facts.lineups}
    seated = _seated(facts.game)
    for entry in facts.game.setup.get("teams", []):
        lineup = by_house.get(entry["id"])
        changes = roster_changes(entry, lineup) if facts.game.started_at is None else ()
        players = seated.get(entry["id"]) or [
            Player(one["id"], one["name"], bool(one.get("captain"))) for one in entry["players"]
        ]
        yield _row(entry, players=tuple(_players(entry["id"], players, facts)), changes=changes)


def _left_out(facts: Facts) -> Iterable[TeamRow]:
    """Houses left out with a reason; those of the school that could not play, or were never asked in."""
    waiting = facts.game.started_at is None
    said = facts.game.setup.get("left_out", [])
    for left in said:
        yield _row(left["team"], reason=left["reason"], may_come=waiting)
    known = {entry["id"] for entry in (*facts.game.setup.get("teams", []), *(left["team"] for left in said))}
    for lineup in facts.lineups if waiting else ():
        if lineup.house.key not in known:
            house = lineup.house
            yield TeamRow(
                id=house.key,
                command=house.command,
                house=house.name,
                emblem=house.emblem,
                colour=house.colour,
                reason=lineup.problem or _("not asked into this game"),
                may_come=not lineup.problem,
            )


def _row(entry: Mapping[str, Any], **more: Any) -> TeamRow:
    return TeamRow(entry["id"], entry["command"], entry["name"], entry["emblem"], entry["colour"], **more)


def _seated(game: LiveGame) -> dict[str, tuple[Player, ...]]:
    """Who sits in the teams of a game that has started: substitutes, not those who were planned (§5)."""
    if game.started_at is None or not game.snapshot:
        return {}
    return {seat.team: seat.players for seat in load_session(game).seats}


def _players(team: str, players: Iterable[Player], facts: Facts) -> Iterable[PlayerRow]:
    links = {link.player: link for link in facts.links if link.team == team}
    for player in players:
        link: AccessLink | None = links.get(player.id)
        yield PlayerRow(
            name=player.name,
            captain=player.captain,
            opened_at=link.first_used_at if link is not None else None,
            presence=facts.presence.get(link.seat_key, "") if link is not None else "",
        )
