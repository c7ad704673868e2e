"""The rulebooks of this installation: each game app brings its own, the page of rules knows none of them."""

from tournaments.rulebooks.shapes import Choice, Paragraph, Rulebook, Section, Setting, Text, Value

__all__ = ["Choice", "Paragraph", "Rulebook", "Section", "Setting", "Text", "Value", "register_rulebook", "rulebooks"]

_known: dict[str, Rulebook] = {}


def register_rulebook(book: Rulebook) -> None:
    """Makes a rulebook known to the page that chooses between them."""
    _known[book.page] = book


def rulebooks() -> list[Rulebook]:
    """Every rulebook, in the order in which the games were installed."""
    return list(_known.values())
