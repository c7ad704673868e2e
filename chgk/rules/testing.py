"""§4.2: who may test a package, what a tester may read when, and how two texts differ."""

from __future__ import annotations

import difflib
import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.rules.engine import Refusal
from tournaments.rules.likeness import normalise


class Part(StrEnum):
    """A part of a question that a tester may propose to change."""

    TEXT = "text"
    HANDOUT = "handout"
    ANSWER = "answer"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    COMMENT = "comment"
    SOURCE = "source"


class Bar(StrEnum):
    """Why somebody may not test a package; the values are those of ``TestAssignment.Ended``."""

    PLAYER = "player"
    DEAN = "dean"
    EDITOR = "editor"
    OFF_LIST = "off_list"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Bars:
    """What keeps people from testing a package: who plays its game and leads the house that does, its editor.

    ``players``, ``deans``: by person, what the team's house is called. ``listed``: whom the curator has approved.
    """

    players: Mapping[int, str] = field(default_factory=dict)
    deans: Mapping[int, str] = field(default_factory=dict)
    editor: int | None = None
    listed: frozenset[int] = frozenset()


def bar_of(person: int, bars: Bars, *, left: bool = False) -> tuple[Bar, str] | None:
    """The first reason why this person may not test the package, with the house it is about; None if there is none."""
    if person in bars.players:
        return Bar.PLAYER, bars.players[person]
    if person in bars.deans:
        return Bar.DEAN, bars.deans[person]
    if person == bars.editor:
        return Bar.EDITOR, ""
    if left:
        return Bar.LEFT, ""
    if person not in bars.listed:
        return Bar.OFF_LIST, ""
    return None


def check_tester(person: int, bars: Bars, *, left: bool = False) -> None:
    """§4.2.1, §4.2.2: refused for whoever has a part in the game or the package, or is not on the curator's list."""
    found = bar_of(person, bars, left=left)
    if found is None:
        return
    bar, house = found
    if bar is Bar.PLAYER:
        raise Refusal("4.2.1", "tester_plays", {"house": house})
    if bar is Bar.DEAN:
        raise Refusal("4.2.1", "tester_leads_house", {"house": house})
    if bar is Bar.EDITOR:
        raise Refusal("4.2.1", "tester_is_editor")
    if bar is Bar.LEFT:
        raise Refusal("4.2.2", "tester_has_left")
    raise Refusal("4.2.2", "tester_not_listed")


def wrote(names: Iterable[str], authors: Iterable[str]) -> bool:
    """Whether one of somebody's names stands among the authors, in whatever case and order of its words."""
    own = {_key(name) for name in names} - {()}
    return any(_key(author) in own for author in authors)


def _key(name: str) -> tuple[str, ...]:
    return tuple(sorted(normalise(name).split()))


def read_digest(parts: Iterable[str], pictures: Iterable[str] = ()) -> str:
    """What a blind answer depends on: the text, the handout and the answers of a question, as one short word."""
    whole = hashlib.sha256()
    for part in (*parts, "pictures", *pictures):
        whole.update(part.encode("utf-8", "surrogatepass"))
        whole.update(b"\x00")
    return whole.hexdigest()


# --- how two texts differ ---------------------------------------------------------------------------------------------

_WORD = re.compile(r"\s+|\w+|[^\w\s]")
MOST_WORDS = 4000  # of both texts; beyond it what is alike at both ends is found, and the rest is one change


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text: ``kind`` is ``same``, ``gone`` or ``new``."""

    kind: str
    text: str


def word_diff(before: str, after: str) -> tuple[Piece, ...]:
    """The way from one text to the other, word by word; all that is not ``new`` is ``before``, to the letter.

    A change goes on over the blanks between changed words, so that it reads as one.
    """
    pieces: list[Piece] = []
    gone = new = blank = ""
    for kind, text in _steps(_WORD.findall(before), _WORD.findall(after)):
        if kind == "gone":
            gone, new, blank = f"{gone}{blank}{text}", f"{new}{blank}", ""
        elif kind == "new":
            gone, new, blank = f"{gone}{blank}", f"{new}{blank}{text}", ""
        elif (gone or new) and text.isspace():
            blank += text
        else:
            pieces += _change(gone, new)
            pieces.append(Piece("same", f"{blank}{text}"))
            gone = new = blank = ""
    return tuple(piece for piece in (*pieces, *_change(gone, new), Piece("same", blank)) if piece.text)


def _change(gone: str, new: str) -> list[Piece]:
    """What is in both at either end is a blank that was gone over."""
    head = len(gone) - len(gone.lstrip()) if gone.strip() and gone[:1] == new[:1] else 0
    lead = gone[:head] if gone[:head] == new[:head] else ""
    return [Piece("same", lead), Piece("gone", gone[len(lead) :]), Piece("new", new[len(lead) :])]


def _steps(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, str]]:
    if len(old) + len(new) > MOST_WORDS:
        yield from _ends(old, new)
        return
    for tag, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            yield "same", "".join(old[a:b])
        else:
            yield "gone", "".join(old[a:b])
            yield "new", "".join(new[c:d])


def _ends(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, str]]:
    """In linear time: what is alike at the beginning and at the end."""
    most = min(len(old), len(new))
    head = next((at for at in range(most) if old[at] != new[at]), most)
    tail = next((at for at in range(most - head) if old[-1 - at] != new[-1 - at]), most - head)
    yield "same", "".join(old[:head])
    yield "gone", "".join(old[head : len(old) - tail])
    yield "new", "".join(new[head : len(new) - tail])
    yield "same", "".join(old[len(old) - tail :])


# --- proposals --------------------------------------------------------------------------------------------------------

NEEDED = frozenset({Part.TEXT, Part.ANSWER})  # a question that lost one of these would be none
ONE_LINE = frozenset({Part.ANSWER})


def tidy(part: Part, text: str) -> str:
    """A part as it is stored: line breaks of one kind, no white space around it; of the answer one line."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    if part in ONE_LINE:
        return " ".join(plain.split())
    return "\n".join(line.rstrip() for line in plain.strip().split("\n"))


def check_proposal(part: Part, before: str, after: str, longest: int) -> None:
    """Refused if it changes nothing, takes away what a question needs, or is too long for its place."""
    if before == after:
        raise Refusal("4.2.3", "proposal_changes_nothing")
    if part in NEEDED and not any(letter.isalnum() for letter in after):
        raise Refusal("4.2.3", "proposal_takes_away")
    if len(after) > longest:
        raise Refusal("4.2.3", "proposal_too_long", {"length": len(after), "longest": longest})


# --- figures ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Share:
    """How blind answers came out: ``right`` of ``judged``; ``waiting``: answered, and nobody has said yet."""

    right: int = 0
    judged: int = 0
    waiting: int = 0

    @property
    def percent(self) -> int | None:
        """Rounded half up; None while nothing is judged."""
        return (200 * self.right + self.judged) // (2 * self.judged) if self.judged else None


def share_of(verdicts: Collection[bool | None]) -> Share:
    """The share that would count: one verdict an answer, None where nobody has said."""
    judged = [verdict for verdict in verdicts if verdict is not None]
    return Share(sum(judged), len(judged), len(verdicts) - len(judged))
