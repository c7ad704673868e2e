"""What can be wrong with a file of the register: as a whole, or in one of its lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


class FileError(ValueError):
    """A file that cannot be read at all; ``code`` and ``params`` as in a refusal."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Problem:
    """Why the file cannot be imported as it is: in which ``line`` and which ``column`` (by letter)."""

    code: str
    line: int = 0
    column: str = ""
    heading: str = ""
    params: Mapping[str, object] = field(default_factory=dict)


def column_letter(index: int) -> str:
    """0 is A, 25 is Z, 26 is AA."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
