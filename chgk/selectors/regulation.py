"""The regulation as of a day (§1.6): the built-in text, its amendments, what curators said about it."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from functools import cache

from django.utils import translation

from chgk.models import AmendedParagraph, Clarification, CuratorDecision, Motion, RegulationVersion
from chgk.rulebook import PARAGRAPHS, SETTINGS
from chgk.rules.regulation import LANGUAGES, Amended, Change, Wording, fold_texts
from tournaments.rulebooks import Setting
from tournaments.rules.serial import from_json


@cache
def built_in(language: str) -> dict[str, Wording]:
    """The text that Sowa brings along, in one language."""
    with translation.override(language):
        return {
            one.number: Wording(str(one.title), str(one.text), tuple(str(item) for item in one.items))
            for one in PARAGRAPHS
        }


def read_versions() -> list[RegulationVersion]:
    """All versions in their order; two queries."""
    rows = RegulationVersion.objects.select_related("motion__club__season").prefetch_related("motion__paragraphs")
    return list(rows.order_by("number"))


def version_on(versions: Sequence[RegulationVersion], day: datetime.date) -> int:
    """The number of the version that holds on that day; the first one has held from the beginning."""
    return max((one.number for one in versions if one.motion_id is not None and one.holds_from <= day), default=1)


def text_of(versions: Sequence[RegulationVersion], number: int, language: str) -> dict[str, Wording]:
    """A version of the whole text in one language. No query."""
    found = [as_amended(one.motion) for one in versions if one.motion is not None and one.number <= number]
    return fold_texts(built_in(language), found, language if language in LANGUAGES else "en")


def newest_texts() -> dict[str, dict[str, Wording]]:
    """The text of the newest version, in every language; two queries."""
    versions = read_versions()
    last = max((one.number for one in versions), default=1)
    return {language: text_of(versions, last, language) for language in LANGUAGES}


def as_amended(motion: Motion) -> list[Amended]:
    """What the motion changes. One query, none if the paragraphs are at hand."""
    return [_amended(row) for row in motion.paragraphs.all()]


def _amended(row: AmendedParagraph) -> Amended:
    texts: Mapping[str, Wording] = {language: from_json(Wording, data) for language, data in row.texts.items()}
    return Amended(row.number, Change(row.change), texts)


def amended_since(versions: Sequence[RegulationVersion], number: int) -> dict[str, int]:
    """By which version each paragraph got its wording, where that is not the first one."""
    found: dict[str, int] = {}
    for one in versions:
        if one.motion is not None and one.number <= number:
            for row in one.motion.paragraphs.all():
                found[row.number] = one.number
    return found


def read_clarifications(until: datetime.datetime | None = None) -> list[Clarification]:
    """What curators have made more precise, in the order of time; one query."""
    rows = Clarification.objects.select_related("club__season")
    return list(rows if until is None else rows.filter(made_at__lt=until))


def read_decisions(until: datetime.datetime | None = None) -> list[CuratorDecision]:
    """What curators have decided by §1.5, in the order of time; one query."""
    rows = CuratorDecision.objects.select_related("club__season", "game")
    return list(rows if until is None else rows.filter(made_at__lt=until))


def to_promulgate() -> list[Motion]:
    """Adopted amendments that are no version yet; one query."""
    rows = Motion.objects.filter(kind=Motion.Kind.AMENDMENT, state=Motion.State.ADOPTED, version=None)
    return list(rows.select_related("club__season", "club__curator").order_by("ended_at", "pk"))


def setting_named(key: str) -> Setting | None:
    """A setting of a season by its key on the form."""
    return next((setting for setting in SETTINGS if setting.key == key), None)
