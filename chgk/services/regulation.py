"""The regulation: approved by the curator, amended by the council, clarified during a season (§1.5, §1.6)."""

from __future__ import annotations

import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from chgk.models import Clarification, ClubSeason, CuratorDecision, Fixture, Motion, RegulationVersion
from chgk.rulebook import FINAL, GAME_SETTINGS, TIME_SETTINGS
from chgk.rules.parameters import FINAL_TARGET, Parameters
from chgk.rules.regulation import check_changes
from chgk.selectors.council import council_at
from chgk.selectors.regulation import as_amended, newest_texts, setting_named
from chgk.services.council import lock_motion
from chgk.services.council_letters import tell_captains, when
from chgk.services.council_subjects import matters_of
from chgk.services.desk import decider, lock_club
from chgk.services.season_rules import change_rules
from tournaments.models import LiveGame
from tournaments.rulebooks import Setting
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.letters import Words, site_address
from tournaments.services.locks import take_turns, write_lock

LONGEST_TEXT, LONGEST_REASON = 4000, 1000


def approve_regulation(*, club_id: int, actor: Actor, now: datetime.datetime | None = None) -> RegulationVersion:
    """§1.6.1: the curator puts the first version into force, once for all seasons. Twice is once."""
    now = now or timezone.now()
    with write_lock(), transaction.atomic():
        club = lock_club(club_id)
        take_turns("regulation")
        first = RegulationVersion.objects.filter(number=1).first()
        if first is not None:
            return first
        row = RegulationVersion.objects.create(
            number=1, holds_from=_today(now), promulgated_at=now, promulgated_by=decider(actor)
        )
        record_audit(actor=actor, action="approve_regulation", target=f"club_season:{club.pk}", details={})
    return row


def promulgate(
    *, motion_id: int, holds_from: datetime.date | None, actor: Actor, now: datetime.datetime | None = None
) -> RegulationVersion:
    """§1.6.3: the amendment that the council has adopted becomes the next version, from a day on. Twice is once.

    The curator has no veto, and no way round the council. Refused for what is no adopted amendment, for a day in the
    past (§1.6.2.1) or before the last version's, before the first version was approved, and where the text has been
    changed meanwhile so that the amendment does not fit it any more.
    """
    now = now or timezone.now()
    with write_lock(), transaction.atomic():
        motion = lock_motion(motion_id)
        take_turns("regulation")
        known = RegulationVersion.objects.filter(motion=motion).first()
        if known is not None:
            return known
        if motion.kind != Motion.Kind.AMENDMENT or motion.state != Motion.State.ADOPTED:
            raise Refusal("1.6.3", "not_adopted", {"number": motion.number})
        last = RegulationVersion.objects.order_by("-number").first()
        if last is None:
            raise Refusal("1.6.1", "regulation_not_approved", {})
        if holds_from is None:
            raise Refusal("1.6.2.1", "day_missing", {})
        if holds_from < _today(now):
            raise Refusal("1.6.2.1", "day_in_the_past", {})
        if last.motion_id is not None and holds_from < last.holds_from:
            raise Refusal("1.6.3", "day_before_last_version", {"day": last.holds_from.isoformat()})
        check_changes(newest_texts(), as_amended(motion))
        row = RegulationVersion.objects.create(
            number=last.number + 1,
            motion=motion,
            holds_from=holds_from,
            promulgated_at=now,
            promulgated_by=decider(actor),
        )
        details = {"version": row.number, "holds_from": holds_from.isoformat()}
        record_audit(actor=actor, action="promulgate_amendment", target=f"motion:{motion.pk}", details=details)
        _tell(motion.club, now, lambda: _promulgated(row))
    return row


def clarify(
    *,
    club_id: int,
    paragraph: str,
    text: str,
    setting: str = "",
    value: Any = None,
    actor: Actor,
    command_id: str = "",
    now: datetime.datetime | None = None,
) -> Clarification:
    """§1.6.2: the curator makes a paragraph more precise from this moment on; with a ``setting``, sets it too.

    Games that have started keep what they are played with (§1.6.2.1). Refused for an unknown paragraph, without words,
    for a setting of another paragraph, for a number that the text fixes (that takes an amendment), for a setting that
    says so already, in a closed season. Raises what :func:`change_rules` raises for a value that cannot be.
    """
    now = now or timezone.now()
    with write_lock(), transaction.atomic():
        club = lock_club(club_id)
        known = Clarification.objects.filter(club=club, command_id=command_id).first() if command_id else None
        if known is not None:
            return known
        _require_paragraph(paragraph)
        _require_words(text)
        before = None
        if setting:
            before = _set(club, paragraph, setting, value, actor)
        row = Clarification.objects.create(
            club=club,
            paragraph=paragraph,
            text=text.strip()[:LONGEST_TEXT],
            setting=setting,
            value=value if setting else None,
            before=before,
            made_at=now,
            made_by=decider(actor),
            command_id=command_id[:64],
        )
        details = {"paragraph": paragraph, "setting": setting, "value": row.value, "before": before}
        record_audit(actor=actor, action="clarify_regulation", target=f"club_season:{club.pk}", details=details)
        _tell(club, now, lambda: _clarified(row))
    return row


def decide_priority(
    *,
    club_id: int,
    scope: str,
    matter: str = "",
    paragraph: str = "",
    text: str,
    reason: str,
    actor: Actor,
    command_id: str = "",
    now: datetime.datetime | None = None,
) -> CuratorDecision:
    """§1.5: while the tournament is on, the curator's word outranks the others; it is recorded with reason and scope.

    ``scope``: "season", "game:7", "matter" (said in ``matter``), or what another app names (an appeal). Refused for a
    ruling that was announced (§5.4.1), for a scope that the season does not have, without words, in a closed season.
    """
    now = now or timezone.now()
    with write_lock(), transaction.atomic():
        club = lock_club(club_id)
        known = CuratorDecision.objects.filter(club=club, command_id=command_id).first() if command_id else None
        if known is not None:
            return known
        game, named = _scope(club, scope, matter)
        if paragraph:
            _require_paragraph(paragraph)
        _require_words(text)
        _require_words(reason)
        row = CuratorDecision.objects.create(
            club=club,
            game=game,
            matter=named[:200],
            paragraph=paragraph,
            text=text.strip()[:LONGEST_TEXT],
            reason=reason.strip()[:LONGEST_REASON],
            made_at=now,
            made_by=decider(actor),
            command_id=command_id[:64],
        )
        details = {"scope": scope, "decision": row.pk}
        record_audit(actor=actor, action="decide_by_priority", target=f"club_season:{club.pk}", details=details)
        _tell(club, now, lambda: (_("A decision of the curator"), f"{row.text}\n\n{row.reason}"))
    return row


def _scope(club: ClubSeason, scope: str, matter: str) -> tuple[LiveGame | None, str]:
    if scope == "season":
        return None, ""
    if scope == "matter":
        _require_words(matter)
        return None, " ".join(matter.split())
    kind, _colon, number = scope.partition(":")
    if kind == "game" and number.isascii() and number.isdigit() and len(number) < 10:
        fixture = Fixture.objects.filter(club=club, game=int(number)).select_related("game").first()
        if fixture is not None:
            return fixture.game, ""
    found = next((one for one in matters_of(club) if one.key == scope), None)
    if found is None:
        raise Refusal("1.5", "scope_unknown", {})
    if found.is_final:
        raise Refusal("5.4.1", "ruling_is_final", {"matter": found.label})
    return None, found.label


def _set(club: ClubSeason, paragraph: str, key: str, value: Any, actor: Actor) -> Any:
    """Changes one setting of the season; answers with what it was."""
    setting = setting_named(key)
    if setting is None or setting.paragraph != paragraph:
        raise Refusal("1.6.2", "setting_of_another_paragraph", {"number": paragraph})
    if setting.fixed:
        raise Refusal("1.6.2", "number_is_fixed", {"number": setting.paragraph})
    before = value_now(club, setting)
    if before == value:
        raise Refusal("1.6.2", "setting_says_so", {})
    parts: dict[str, dict[str, Any]] = {
        "rules": dict(club.rules), "final_rules": dict(club.final_rules), "settings": dict(club.settings)
    }  # fmt: skip
    part, name = part_of(setting)
    parts[part][name] = value
    change_rules(club_id=club.pk, actor=actor, **parts)
    return before


def part_of(setting: Setting) -> tuple[str, str]:
    """In which part of a season's rules a setting stands, and under which name there."""
    if setting in TIME_SETTINGS:
        return "settings", setting.key
    return ("rules", setting.key) if setting in GAME_SETTINGS else ("final_rules", setting.key.removeprefix(FINAL))


def value_now(club: ClubSeason, setting: Setting) -> Any:
    """What the season says at this moment."""
    part, name = part_of(setting)
    if part == "settings":
        return club.settings.get(name, setting.default)
    target = {"target": FINAL_TARGET} if part == "final_rules" else {}
    return Parameters.from_json({**target, **getattr(club, part)}).pinned()[name]


def _require_paragraph(number: str) -> None:
    if number not in newest_texts()["en"]:
        raise Refusal("1.6.2", "paragraph_unknown", {"number": number})


def _require_words(text: str) -> None:
    if not any(letter.isalpha() for letter in text):
        raise Refusal("1.5", "reason_without_words")


def _today(now: datetime.datetime) -> datetime.date:
    return timezone.localdate(now, timezone.get_default_timezone())


def _tell(club: ClubSeason, now: datetime.datetime, words: Words) -> None:
    def linked() -> tuple[str, str]:
        subject, body = words()
        return subject, f"{body}\n\n{site_address('/rules/chgk/')}\n"

    tell_captains(council_at(club, now), linked, f"club_season:{club.pk}")


def _promulgated(row: RegulationVersion) -> tuple[str, str]:
    said = _("The regulation has been amended: version %(number)s") % {"number": row.number}
    return said, _("The new wording holds from %(day)s.") % {"day": date_format(row.holds_from, "j E Y")}


def _clarified(row: Clarification) -> tuple[str, str]:
    said = _("The curator has clarified §%(paragraph)s of the regulation") % {"paragraph": row.paragraph}
    holds = _("It holds from %(moment)s; games that have started are not affected.") % {"moment": when(row.made_at)}
    return said, f"{row.text}\n\n{holds}"
