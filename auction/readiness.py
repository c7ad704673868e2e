"""Whether an evening can begin: a list of what is done and what is not, each line with what to do about it.

Only the rulebook forbids a start (``must``); everything else is advice (``should``). A part of the evening that has to
be prepared adds its line to ``CHECKS``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from auction import selectors
from auction.roster_changes import roster_changes
from auction.rules.parameters import Parameters
from auction.rules.special import read_weights
from auction.rules.state import Kind
from auction.services.masters import prepared_masters
from tournaments.models import AccessLink, LiveGame
from tournaments.selectors.lineups import Lineup

FEWEST_TEAMS = 2  # §7
ROUNDS = 2  # §6
IN_RESERVE = 2  # questions a round that a careful host has left


@dataclass(frozen=True, slots=True)
class Facts:
    """What the checks look at; read once for all of them."""

    game: LiveGame
    lineups: tuple[Lineup, ...]
    links: tuple[AccessLink, ...]
    presence: Mapping[str, str]
    rehearsal: LiveGame | None

    @property
    def captains(self) -> list[AccessLink]:
        """The captains' links of the teams that play."""
        playing = {team["id"] for team in self.game.setup.get("teams", [])}
        return [link for link in self.links if link.role == "captain" and link.team in playing]


@dataclass(frozen=True, slots=True)
class Check:
    """A line of the list. ``state``: ok, should (advice) or must (the rulebook forbids the start).

    ``label`` names what to do about it, at ``url``.
    """

    key: str
    state: str
    sentence: str
    label: str = ""
    url: str = ""

    @property
    def is_open(self) -> bool:
        """Whether something is left to do."""
        return self.state != "ok"


def check_readiness(facts: Facts) -> Iterator[Check]:
    """Every line, in the order in which an evening is prepared."""
    for check in CHECKS:
        yield from check(facts)


def has_date(facts: Facts) -> Iterator[Check]:
    """A date that is known, and not past."""
    planned = facts.game.planned_at
    if planned is None:
        yield Check("date", "should", _("No date is set yet."), _("Set the date"), "#date")
    elif planned.date() < timezone.now().date():
        yield Check("date", "should", _("The planned day is over."), _("Postpone the evening"), "#date")
    else:
        yield Check("date", "ok", _("The date is set."))


def has_teams(facts: Facts) -> Iterator[Check]:
    """§7: two to four houses, each as the season's roster says now."""
    number = len(facts.game.setup.get("teams", []))
    said = ngettext("%(number)d house takes part.", "%(number)d houses take part.", number) % {"number": number}
    if number < FEWEST_TEAMS:
        yield Check("teams", "must", _("Two houses at least take part (§7)."), _("Take a house in"), "#teams")
    else:
        yield Check("teams", "ok", said)


def has_rosters(facts: Facts) -> Iterator[Check]:
    """§2, §3: the game's teams are the season's."""
    by_house = {lineup.house.key: lineup for lineup in facts.lineups}
    teams = facts.game.setup.get("teams", [])
    changed = [entry["command"] for entry in teams if roster_changes(entry, by_house.get(entry["id"]))]
    if changed:
        sentence = _("The roster has changed since the teams were entered: %(teams)s.") % {"teams": ", ".join(changed)}
        yield Check("rosters", "should", sentence, _("Look at the line-ups"), "#teams")
    else:
        yield Check("rosters", "ok", _("Every team has three players and a captain, as on the roster."))


def has_captains(facts: Facts) -> Iterator[Check]:
    """Their links opened, and who is there now: a phone whose screen is live has passed the test of the device."""
    captains, links = facts.captains, reverse("auction:links", args=[facts.game.pk])
    opened = sum(link.first_used_at is not None for link in captains)
    count = {"done": opened, "all": len(captains)}
    if opened < len(captains):
        sentence = _("%(done)d of %(all)d captains have opened their link.") % count
        yield Check("opened", "should", sentence, _("Hand out the links"), links)
    else:
        yield Check("opened", "ok", _("Every captain has opened the link."))
    online = sum(facts.presence.get(link.seat_key) == "live" for link in captains)
    count = {"done": online, "all": len(captains)}
    sentence = _("%(done)d of %(all)d captains are online now; a phone that is has passed the test.") % count
    state = "ok" if captains and online == len(captains) else "should"
    yield Check("online", state, sentence, _("Test a phone"), reverse("tournaments:live_check"))


def has_questions(facts: Facts) -> Iterator[Check]:
    """Enough for both rounds, in enough categories, with some in reserve (§6, §9)."""
    game = facts.game
    per_round = Parameters.from_json(game.setup.get("rules", {})).questions_per_round
    unused = selectors.unused_questions(game=game).filter(category__name__in=game.setup.get("categories", []))
    found = Counter(unused.order_by().values_list("category__name", flat=True))
    needed, total = ROUNDS * per_round, sum(found.values())
    facts_said = {"total": total, "categories": len(found), "needed": needed}
    sentence = _("Questions: %(total)d unused, categories: %(categories)d; both rounds need %(needed)d.") % facts_said
    short = total < needed + ROUNDS * IN_RESERVE or len(found) < per_round
    if short:
        url = reverse("admin:auction_auctionquestion_changelist")
        yield Check("questions", "should", sentence, _("Add questions"), url)
    else:
        yield Check("questions", "ok", sentence)


def has_sealed_questions(facts: Facts) -> Iterator[Check]:
    """The evening's own set, out of everybody's sight."""
    if selectors.sealed_set(facts.game) is not None:
        yield Check("sealed", "ok", _("The questions of the evening are sealed."))
    else:
        url = reverse("auction:questions", args=[facts.game.pk])
        yield Check("sealed", "should", _("The questions of the evening are not sealed."), _("Choose and seal"), url)


def has_masters(facts: Facts) -> Iterator[Check]:
    """§23: who sits down for the final."""
    if prepared_masters(facts.game) is not None:
        yield Check("masters", "ok", _("The Masters of the final are named."))
    else:
        url = reverse("auction:masters", args=[facts.game.pk])
        yield Check("masters", "should", _("Nobody is named for the Masters' table yet (§23)."), _("Name them"), url)


def has_box(facts: Facts) -> Iterator[Check]:
    """§6: where black boxes are to be on the wheel, one is sealed."""
    if not read_weights(facts.game.setup)[Kind.BLACK_BOX]:
        return
    if facts.game.setup.get("boxes"):
        yield Check("box", "ok", _("The black box is sealed."))
    else:
        url = reverse("auction:boxes", args=[facts.game.pk])
        yield Check("box", "should", _("No black box is sealed: none will be on the wheel (§6)."), _("Seal it"), url)


CHECKS: tuple[Callable[[Facts], Iterator[Check]], ...] = (
    has_date,
    has_teams,
    has_rosters,
    has_questions,
    has_sealed_questions,
    has_masters,
    has_box,
    has_captains,
)
