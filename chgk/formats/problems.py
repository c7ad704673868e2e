"""What a reader has to say about a file: values with a code and a line, put into words by the surface."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from chgk.formats.package import ParsedPackage


@dataclass(frozen=True, slots=True)
class Problem:
    """Something to look at. ``line`` counts from 1; 0: the file as a whole. ``is_fatal``: nothing could be read."""

    code: str
    line: int = 0
    params: Mapping[str, object] = field(default_factory=dict)
    is_fatal: bool = False


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that belongs to nothing: shown to the editor, never dropped."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A file as it was read: ``format`` and ``encoding`` are what was taken, ``confidence`` (0 to 1) how sure."""

    package: ParsedPackage = field(default_factory=ParsedPackage)
    problems: tuple[Problem, ...] = ()
    unread: tuple[Unread, ...] = ()
    format: str = ""
    encoding: str = ""
    confidence: float = 1.0

    @property
    def is_readable(self) -> bool:
        """Whether the package is what the file holds, as far as it was understood."""
        return not any(problem.is_fatal for problem in self.problems)


class FormatError(Exception):
    """A file cannot be read, or a package cannot be written without losing something; ``problems`` say what."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(", ".join(problem.code for problem in self.problems))


def fatal(code: str, line: int = 0, **params: object) -> FormatError:
    """The error that ends a reading."""
    return FormatError([Problem(code, line, params, is_fatal=True)])
