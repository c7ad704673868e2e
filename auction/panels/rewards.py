"""The end of a game explained: who gets what by which paragraph, and why others get nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from auction import name_words, reward_words, words
from auction.panels.context import Page
from auction.rules.state import Phase
from tournaments.rules.rewards import Reward, RewardKind


@dataclass(frozen=True, slots=True)
class Explained:
    """A line: the sentence, its paragraph, and the points if there are any."""

    sentence: str
    paragraph: str
    amount: str = ""


@dataclass(frozen=True, slots=True)
class RewardedTeam:
    """A team of either round; those of the first are no longer on the stage in the final."""

    id: str
    command: str
    emblem: str


@dataclass(frozen=True, slots=True)
class TeamRewards:
    """A team's lines. ``total`` is what its house gets into the ranking; None if it gets no points."""

    team: RewardedTeam
    lines: tuple[Explained, ...]
    total: int | None


def explain_rewards(page: Page) -> tuple[TeamRewards, ...]:
    """Every team's rewards, the most points first; nothing before the end.

    After the first round a final may follow: only the host sees then what closing the game would settle.
    """
    view, around = page.view, page.around
    ahead = view.phase is Phase.ROUND_OVER and view.audience.role == "host"
    if not (around.finished or view.phase is Phase.FINISHED or ahead):
        return ()
    emblems = {seat.team: seat.emblem for seat in page.session.seats}
    teams = [RewardedTeam(team.id, team.command, emblems.get(team.id, "")) for team in page.session.game.teams]
    explained = [_of_team(team, [line for line in around.rewards if line.team == team.id]) for team in teams]
    return tuple(sorted((rewards for rewards in explained if rewards.lines), key=_order))


def own_rewards(page: Page) -> tuple[TeamRewards, ...]:
    """The same for a team's phone: its own lines, also those of a team that plays no more."""
    return tuple(rewards for rewards in explain_rewards(page) if rewards.team.id == page.view.audience.team)


def _order(rewards: TeamRewards) -> tuple[bool, int]:
    return (rewards.total is None, -(rewards.total or 0))


def _of_team(team: RewardedTeam, lines: Sequence[Reward]) -> TeamRewards:
    points = [line.points for line in lines if line.kind is RewardKind.POINTS]
    return TeamRewards(team, tuple(_explain(lines)), sum(points) if points else None)


def _explain(lines: Sequence[Reward]) -> Iterator[Explained]:
    for line in lines:
        if line.player:
            continue
        amount = words.signed(line.points) if line.kind is RewardKind.POINTS else ""
        yield Explained(reward_words.why(line.code), line.paragraph, amount)
    for kind, sentence in ((RewardKind.HALF_OP, _right), (RewardKind.NOTHING, _no_right)):
        people = [line for line in lines if line.player and line.kind is kind]
        if people:
            yield Explained(sentence(people), people[0].paragraph)


def _right(people: Sequence[Reward]) -> str:
    return reward_words.half_op(people[0].weeks, [name_words.short_name(line.name) for line in people])


def _no_right(people: Sequence[Reward]) -> str:
    return reward_words.staff([name_words.short_name(line.name) for line in people])
