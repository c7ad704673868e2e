"""The end on every screen: what it is called, why it came, where the pot went, and what it means for the own team."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from auction import end_words, final_words, name_words, words
from auction.panels.buttons import rules_url
from auction.panels.context import Page
from auction.panels.shared import players_of
from auction.rules.ends import End, explain_end
from auction.rules.projection import TeamView
from auction.rules.state import Phase
from tournaments.rules.lineup import Player


@dataclass(frozen=True, slots=True)
class Ending:
    """The end as a screen shows it. ``crown`` stands over the team's name; ``team`` is None if nobody won."""

    code: str
    crown: str
    title: str
    why: str
    pot: str
    paragraph: str
    rules_url: str
    team: TeamView | None
    players: tuple[Player, ...] = ()


def ending_of(page: Page) -> Ending | None:
    """The end that the game stands at, or None while it runs."""
    end = end_of(page)
    if end is None:
        return None
    names = page.names
    return Ending(
        code=end.code,
        crown=_crown(page, end),
        title=title_of(page),
        why=end_words.why(end, lambda team: names.get(team, team)),
        pot=end_words.pot(end, lambda team: names.get(team, team)),
        paragraph=end.paragraph,
        rules_url=rules_url(end.paragraph),
        team=page.view.team(end.team),
        players=players_of(page, end.team) if end.team is not None else (),
    )


def end_of(page: Page) -> End | None:
    """The end itself: of the rules, or by a host who closed the game."""
    around = page.around
    return explain_end(page.session.game, page.session.ends, closed=around.finished, reason=around.closed_because)


def title_of(page: Page) -> str:
    """What the end is called in one line: the headline, unless the game was closed in the middle of something."""
    end = end_of(page)
    if end is not None and end.code == "closed_early":
        return _("The game is closed")
    if end is not None and end.code == "closed_without_final":
        return _("The first round is won by %(team)s") % {"team": name_words.team_name(page.view, page.view.finalist)}
    return words.headline(page.view)


def phase_shown(page: Page) -> str:
    """The phase that the middle of a screen shows: a closed game shows its end, wherever it stood."""
    if not page.around.started:
        return "waiting"
    return Phase.FINISHED.value if page.around.finished else page.view.phase.value


def own_end(page: Page) -> str:
    """What the end means for the audience's own team; empty for everybody else, and while the game runs."""
    end = end_of(page)
    team = page.view.mine
    if end is None or team is None:
        return ""
    house = next((one.house for one in page.session.game.teams if one.id == team.id), None)
    return final_words.own_end(page.view, end, team, house=house is not None)


def _crown(page: Page, end: End) -> str:
    if end.code == "closed_early":
        return _("Closed")
    if end.code == "closed_without_final":
        return _("Winner of the first round")
    if end.round == 1:
        return _("Into the final") if end.team else _("The end")
    return _("New Masters") if end.team != page.view.masters else _("Winner")
