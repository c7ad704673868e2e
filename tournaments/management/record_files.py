"""Reading record files, and saying in one line what is wrong with them: for the commands that take records."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def lines_of(name: str) -> Iterator[Iterable[bytes | str]]:
    """The lines of a file («-»: standard input) as bytes: only a line feed ends one, and a bad one can be named."""
    if name == "-":
        yield getattr(sys.stdin, "buffer", sys.stdin)
    else:
        with Path(name).open("rb") as file:
            yield file


@contextmanager
def quiet_without_reader() -> Iterator[None]:
    """A reader who has seen enough («| head») ends the command as such a reader ends any: without a traceback."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else the interpreter complains at its end
        sys.exit(128 + 13)  # as if by SIGPIPE


def one_line(text: str) -> str:
    """What a hostile record says, without control characters: one line stays one line."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
