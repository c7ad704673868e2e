"""The hall of fame: every crystal owl that was given, who has how many, who bears the title of Magister (§3.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from chgk.models import ClubSeason, Magister, Owl
from chgk.rules import owls as rules
from chgk.rules.best_player import Decider
from chgk.selectors.finals import Final, read_final
from tournaments.models import Person


@dataclass(frozen=True, slots=True)
class OwlGiven:
    """An owl with the final that it was won in, as that stands now. ``reason``: the curator's, who named the player."""

    owl: Owl
    final: Final | None
    reason: str

    @property
    def key(self) -> str:
        """What tells this owl from every other on a page."""
        return str(self.owl.pk)

    @property
    def name(self) -> str:
        """Whose it is, as public pages may say."""
        return name_of(self.owl)

    @property
    def in_question(self) -> bool:
        """Whether the final does not stand as won any more."""
        return self.owl.annulled_at is None and not (self.final is not None and self.final.won)

    @property
    def by_curator(self) -> bool:
        """Whether the players differed."""
        return self.owl.decided_by == Owl.Decider.CURATOR


@dataclass(frozen=True, slots=True)
class Laureate:
    """Somebody with owls. ``seasons``: the names of the seasons, oldest first."""

    name: str
    team: str  # of the last owl
    seasons: tuple[str, ...]
    magister: Magister | None

    @property
    def count(self) -> int:
        """How many owls."""
        return len(self.seasons)


@dataclass(frozen=True, slots=True)
class Proposal:
    """§3.2.2: somebody whose owls give grounds for the title. ``clubs``: the seasons whose curator may confirm it."""

    person: Person
    seasons: tuple[str, ...]
    clubs: tuple[ClubSeason, ...]


@dataclass(frozen=True, slots=True)
class HallOfFame:
    """Everything that stands in it, the newest owl first."""

    owls: tuple[OwlGiven, ...]
    annulled: tuple[OwlGiven, ...]
    laureates: tuple[Laureate, ...]
    magisters: tuple[Laureate, ...]
    proposals: tuple[Proposal, ...]


def hall_of_fame() -> HallOfFame:
    """The hall of fame. Four queries, whatever it holds."""
    rows = _owls()
    titles = {title.person_id: title for title in Magister.objects.select_related("person")}
    given = tuple(
        OwlGiven(row, read_final(row.fixture.game) if row.fixture.game is not None else None, _reason(row))
        for row in reversed(rows)
    )
    standing = [row for row in rows if row.annulled_at is None]
    laureates = _laureates(standing, titles)
    return HallOfFame(
        owls=tuple(one for one in given if one.owl.annulled_at is None),
        annulled=tuple(one for one in given if one.owl.annulled_at is not None),
        laureates=laureates,
        magisters=tuple(one for one in laureates if one.magister is not None),
        proposals=_proposals(standing, set(titles)),
    )


def magister_proposals() -> tuple[Proposal, ...]:
    """§3.2.2: everybody with three owls that stand, and no title yet. Three queries at most."""
    standing = [row for row in _owls() if row.annulled_at is None]
    return _proposals(standing, set(Magister.objects.values_list("person_id", flat=True)))


def is_ground(owl: Owl) -> bool:
    """Whether a title may rest on this owl: not while a ruling has taken the final that it was won in. No query."""
    final = read_final(owl.fixture.game) if owl.fixture.game is not None else None
    return owl.annulled_at is None and (final is None or final.won)


def name_of(owl: Owl) -> str:
    """Whose the owl is, as public pages may say."""
    return owl.person.public_name if owl.person is not None else owl.name


def _owls() -> list[Owl]:
    related = ("club__season", "fixture__game", "fixture__vote", "person")
    return list(Owl.objects.select_related(*related).order_by("given_at", "pk"))


def _reason(owl: Owl) -> str:
    vote = getattr(owl.fixture, "vote", None)
    return vote.reason if vote is not None and owl.decided_by == Owl.Decider.CURATOR else ""


def _laureates(rows: Iterable[Owl], titles: dict[int, Magister]) -> tuple[Laureate, ...]:
    """By the number of owls, then in the order of the first one; a name without a person is one of its team's."""
    found: dict[object, list[Owl]] = {}
    for row in rows:
        key: object = row.person_id if row.person_id is not None else (row.name, row.team)
        found.setdefault(key, []).append(row)
    laureates = [
        Laureate(
            name=name_of(owls[-1]),
            team=owls[-1].team,
            seasons=tuple(owl.club.season.name for owl in owls),
            magister=titles.get(owls[-1].person_id or 0),
        )
        for owls in found.values()
    ]
    return tuple(sorted(laureates, key=lambda one: -one.count))


def _proposals(rows: list[Owl], titled: set[int]) -> tuple[Proposal, ...]:
    of_people = [row for row in rows if row.person_id is not None]
    owls = [rules.Owl(str(row.person_id), str(row.pk), "", Decider(row.decided_by)) for row in of_people]
    titles = {str(pk) for pk in titled}
    enough = {proposal.player for proposal in rules.proposals(owls, titles)}  # whose finals are worth reading
    grounds_of = {str(row.pk) for row in of_people if str(row.person_id) in enough and is_ground(row)}
    proposals = rules.proposals([owl for owl in owls if owl.season in grounds_of], titles)
    if not proposals:
        return ()
    by_pk = {str(row.pk): row for row in of_people}
    newest = ClubSeason.objects.select_related("season").first()
    found = []
    for proposal in proposals:
        grounds = [by_pk[owl.season] for owl in proposal.grounds]
        clubs = {club.pk: club for club in (newest, grounds[-1].club) if club is not None}
        person = grounds[-1].person
        if person is not None:
            seasons = tuple(row.club.season.name for row in grounds)
            found.append(Proposal(person, seasons, tuple(clubs.values())))
    return tuple(found)
