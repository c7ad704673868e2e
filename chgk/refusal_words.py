"""A refusal as a page shows it: the sentence, and the paragraph with its address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from chgk import refusals
from tournaments import texts
from tournaments.rules.engine import Refusal


@dataclass(frozen=True, slots=True)
class Refused:
    """Why something was not done. ``code`` says where on a form it belongs, ``player`` whose it is, if anybody's."""

    text: str
    paragraph: str
    code: str
    player: str = ""


def refused(refusal: Refusal, names: Mapping[str, str]) -> Refused:
    """The refusal in the active language. ``names``: id of a team or player -> what it is called."""
    if not refusal.paragraph and refusal.code in texts.SENTENCES:
        return Refused(texts.explain_here(refusal), "", refusal.code)
    sentence = refusals.explain(refusal, names)
    return Refused(sentence, refusal.paragraph, refusal.code, str(refusal.params.get("player", "")))
