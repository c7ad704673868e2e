"""What a page of rules and a form of settings are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise

Text = str | Promise
Value = int | bool | str


class Choice(NamedTuple):
    """One possible reading: the value kept with the game, its name, what it means at the table."""

    value: bool | str
    label: Text
    explanation: Text


@dataclass(frozen=True)
class Setting:
    """A parameter of a game. ``paragraph`` is where it is explained; whole numbers have bounds, the others choices.

    ``fixed``: the text itself says this number, so that only an amendment of the text can say another one.
    """

    key: str
    paragraph: str
    label: Text
    help: Text
    kind: str  # "int", "bool" or "choice"
    default: Value
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[Choice, ...] = ()
    fixed: bool = False

    def in_words(self, value: Value) -> Value | Text:
        """A value as people read it: the name of a reading, or the number."""
        return next((choice.label for choice in self.choices if choice.value == value), value)


@dataclass(frozen=True)
class Paragraph:
    """One paragraph. ``reading`` is empty where the rulebook leaves nothing open, ``text`` above further paragraphs.

    Where an item of the text is a list of its own, it stands in ``items``.
    """

    number: str
    title: Text
    text: Text = ""
    reading: Text = ""
    settings: tuple[str, ...] = ()
    items: tuple[Text, ...] = ()

    @property
    def depth(self) -> int:
        """How far down: 0 for "9" and "3.1", 1 for "3.1.4", 2 for "1.6.2.1"."""
        return max(0, self.number.count(".") - 1)


@dataclass(frozen=True)
class Section:
    """Paragraphs that belong together on the page; ``number`` only where the rulebook counts its chapters."""

    slug: str
    title: Text
    paragraphs: tuple[Paragraph, ...]
    number: str = ""


@dataclass(frozen=True)
class Rulebook:
    """A game's rules on a page of their own. ``page`` is the name of its address; ``summary`` says which game it is."""

    page: str
    title: Text
    summary: Text
    lead: Text
    note: Text
    sections: tuple[Section, ...]
    settings: tuple[Setting, ...]

    def grouped_settings(self) -> Iterator[tuple[Section, list[Setting]]]:
        """The settings by sections of the rulebook; a section without any is left out."""
        for section in self.sections:
            numbers = {paragraph.number for paragraph in section.paragraphs}
            settings = [setting for setting in self.settings if setting.paragraph in numbers]
            if settings:
                yield section, settings
