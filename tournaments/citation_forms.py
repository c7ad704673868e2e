"""The form of sources: rows that each hold one citation, whatever the kind; questions and appeals share it.

Nothing typed is lost: fields of another kind than the chosen one travel along hidden. Without JavaScript the same
buttons send the whole form, and the page comes back with one row more or fewer (:meth:`CitationRows.act`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from django.utils.dates import MONTHS
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tournaments.citation_words import FIELDS, KINDS, explain_citation
from tournaments.rules.citation_proposals import propose_citation
from tournaments.rules.citation_references import as_reference
from tournaments.rules.citation_sizes import MOST_CITATIONS, judge_sizes, longest_of
from tournaments.rules.citations import KINDS as TYPES
from tournaments.rules.citations import Citation, check_citation, kind_of

PREFIX = "source"
SHOWN: Mapping[str, tuple[str, ...]] = {
    "book": ("author", "editor", "title", "place", "publisher", "year", "pages", "address"),
    "periodical": ("title", "article", "author", "year", "month", "day", "issue", "pages", "is_newspaper", "address"),
    "internet": ("address", "title", "seen"),
    "other": ("text",),
}
NAMES = tuple(dict.fromkeys(name for names in SHOWN.values() for name in names))
NEEDED = frozenset({("book", name) for name in ("title", "place", "publisher", "year", "pages")}).union(
    ("periodical", name) for name in ("title", "article", "year", "month", "pages")
) | {("internet", "address"), ("other", "text")}
_SHORT = frozenset({"year", "pages", "month", "day", "issue", "seen"})
_TICKED = "1"


@dataclass(frozen=True, slots=True)
class Problem:
    """What a field lacks, with its paragraph."""

    text: str
    paragraph: str


@dataclass(frozen=True, slots=True)
class RowField:
    """A field of one source, as its template shows it."""

    name: str  # the citation's own: «publisher»
    html_name: str
    label: str | Promise
    value: str
    longest: int
    is_needed: bool
    is_short: bool
    problem: Problem | None

    @property
    def months(self) -> list[tuple[str, str, bool]]:
        """The choices of a month: number, name, whether it is chosen."""
        found = [(str(number), str(name), str(number) == self.value) for number, name in MONTHS.items()]
        if self.value and not any(chosen for _number, _name, chosen in found):
            found.append((self.value, self.value, True))  # what was sent stays, and is called unreadable
        return found


@dataclass
class CitationRow:
    """One source while somebody fills it in. ``values``: what was typed, by field, also for other kinds."""

    place: int
    kind: str = "book"
    values: dict[str, str] = field(default_factory=dict)
    raw: str = ""
    is_proposed: bool = False

    @property
    def prefix(self) -> str:
        """Of the names of its fields."""
        return f"{PREFIX}-{self.place}"

    @property
    def is_blank(self) -> bool:
        """Whether nobody has typed anything."""
        return not self.raw.strip() and not any(value.strip() for value in self.values.values())

    @cached_property
    def citation(self) -> Citation:
        """What the fields say."""
        kind = TYPES[self.kind]
        names = {one.name for one in fields(kind)} - {"raw"}
        read = {name: _read(name, value) for name, value in self.values.items() if name in names}
        return kind(**read, raw=self.raw.strip())

    @cached_property
    def problems(self) -> dict[str, Problem]:
        """What the regulation, or the size of the page, has against each field; nothing against a blank row."""
        found: dict[str, Problem] = {}
        for refusal in () if self.is_blank else (*judge_sizes(self.citation), *check_citation(self.citation)):
            found.setdefault(str(refusal.params["field"]), Problem(explain_citation(refusal), refusal.paragraph))
        return found

    @property
    def fields(self) -> Iterator[RowField]:
        """The fields of its kind, in the order of the form."""
        for name in SHOWN[self.kind]:
            label = _("author or editor") if (self.kind, name) == ("book", "author") else FIELDS[name]
            yield RowField(
                name,
                f"{self.prefix}-{name}",
                FIELDS[name] if self.values.get("editor", "").strip() else label,
                self.values.get(name, ""),
                longest_of(name),
                (self.kind, name) in NEEDED,
                name in _SHORT,
                self.problems.get(name),
            )

    @property
    def hidden(self) -> Iterator[tuple[str, str]]:
        """What was typed for another kind."""
        for name, value in self.values.items():
            if value and name not in SHOWN[self.kind]:
                yield f"{self.prefix}-{name}", value

    @property
    def raw_problem(self) -> Problem | None:
        """The typed text may be too long, nothing else."""
        return self.problems.get("raw")

    @property
    def reference(self) -> str:
        """As it is printed in Russian, the language of the club's questions."""
        return "" if self.is_blank else as_reference(self.citation, "ru")

    @property
    def kinds(self) -> list[tuple[str, str | Promise, bool]]:
        """The choices of its kind."""
        return [(kind, name, kind == self.kind) for kind, name in KINDS.items()]


class CitationRows:
    """All sources of a question or an appeal on a form. ``pasted``: the box for a source copied from somewhere."""

    def __init__(self, rows: Iterable[CitationRow] = (), pasted: str = "") -> None:
        self.rows = list(rows)
        self.pasted = pasted
        self._number()

    @classmethod
    def of(cls, citations: Iterable[Citation]) -> CitationRows:
        """Stored citations; without any, an empty row to begin with."""
        rows = [_row_of(citation) for citation in citations]
        return cls(rows or [CitationRow(1)])

    @classmethod
    def posted(cls, data: Mapping[str, Any]) -> CitationRows:
        """What a form sent. What makes no sense in it counts as not sent."""
        count = str(data.get(f"{PREFIX}-count", ""))
        rows = int(count) if count.isascii() and count.isdigit() and len(count) <= 3 else 0
        found = [_row_from(data, place) for place in range(1, min(rows, MOST_CITATIONS + 1) + 1)]
        return cls(found, _clean(data.get(f"{PREFIX}-pasted", "")))

    def act(self, what: str) -> None:
        """A button of the form: ``add``, ``propose``, ``remove-3``; any other leaves the rows as they are."""
        if what.startswith("remove-"):
            self.rows = [row for row in self.rows if what != f"remove-{row.place}"]
        elif what == "propose":
            self.take_pasted()
        if what == "add" or not self.rows:
            self.rows.append(CitationRow(0))
        self._number()

    def take_pasted(self) -> bool:
        """Each line of what was pasted becomes a row that waits to be looked through. Whether there was any."""
        lines = [line.strip() for line in self.pasted.splitlines() if line.strip()]
        if not lines:
            return False
        room = MOST_CITATIONS - sum(not row.is_blank for row in self.rows)
        taken, left = lines[: max(room, 0)], lines[max(room, 0) :]
        self.rows = [row for row in self.rows if not row.is_blank]
        self.rows += [_row_of(propose_citation(line), is_proposed=True) for line in taken]
        self.pasted = "\n".join(left)
        self._number()
        return True

    @property
    def citations(self) -> list[Citation]:
        """Of all rows in which something stands."""
        return [row.citation for row in self.rows if not row.is_blank]

    @property
    def is_full(self) -> bool:
        """Whether no more rows are taken."""
        return len(self.rows) >= MOST_CITATIONS

    def _number(self) -> None:
        for place, row in enumerate(self.rows, 1):
            row.place = place


def _row_of(citation: Citation, *, is_proposed: bool = False) -> CitationRow:
    values = {}
    for one in fields(citation):
        value = getattr(citation, one.name)
        if one.name != "raw" and value not in (None, "", False):
            values[one.name] = _TICKED if value is True else str(value)
    return CitationRow(1, kind_of(citation), values, citation.raw, is_proposed)


def _row_from(data: Mapping[str, Any], place: int) -> CitationRow:
    prefix = f"{PREFIX}-{place}"
    kind = str(data.get(f"{prefix}-kind", ""))
    values = {name: _clean(data.get(f"{prefix}-{name}", "")) for name in NAMES}
    sent = {name: value for name, value in values.items() if value}
    raw, proposed = _clean(data.get(f"{prefix}-raw", "")), data.get(f"{prefix}-proposed") == _TICKED
    return CitationRow(place, kind if kind in KINDS else "book", sent, raw, proposed)


def _clean(value: object) -> str:
    """As it was typed; a NUL, which no keyboard types and no database keeps, is left out."""
    return str(value).replace("\x00", "")


def _read(name: str, value: str) -> Any:
    text = value.strip()
    if name == "is_newspaper":
        return bool(text)
    if name in ("month", "day"):
        if not text:
            return None
        return int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else 0
    return text
