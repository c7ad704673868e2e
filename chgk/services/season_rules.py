"""What a season's games are played with: checked when it is set, followed by games that have not started (§1.6.2.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from chgk.models import ClubSeason, Fixture
from chgk.rules.parameters import SETTINGS, TIMES, Setting, check_keys
from chgk.selectors.season_rules import rules_of
from chgk.services.desk import lock_club
from tournaments.disciplines import Json
from tournaments.models import LiveGame
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock
from tournaments.services.publishing import publish_after_commit

PARTS: Mapping[str, tuple[Setting, ...]] = {"rules": SETTINGS, "final_rules": SETTINGS, "settings": TIMES}


class SettingsError(ValueError):
    """A value that a setting of the season cannot have; the message is for the person at the desk.

    ``part``: rules, final_rules or settings; ``key``: of the setting in it.
    """

    def __init__(self, part: str, key: str, message: str) -> None:
        super().__init__(message)
        self.part = part
        self.key = key


def change_rules(
    *,
    club_id: int,
    rules: Mapping[str, Any],
    final_rules: Mapping[str, Any],
    settings: Mapping[str, Any],
    actor: Actor,
) -> ClubSeason:
    """What the season's games, its final, and both (the times) are played with, where it differs from the text.

    Games that have not started follow at once, started ones keep what they started with (§1.6.2.1). Raises
    :class:`SettingsError` for a value that a setting cannot have; refused in a closed season.
    """
    with write_lock(), transaction.atomic():
        club = lock_club(club_id)
        new = check_parts(rules=rules, final_rules=final_rules, settings=settings)
        details = {"before": {part: getattr(club, part) for part in PARTS}, "after": new}
        for part, values in new.items():
            setattr(club, part, values)
        club.save(update_fields=list(new))
        followed = [game.pk for game in _games_to_follow(club)]
        record_audit(
            actor=actor,
            action="change_rules",
            target=f"club_season:{club.pk}",
            details={**details, "games": followed},
        )
    return club


def check_parts(**parts: Mapping[str, Any]) -> dict[str, Json]:
    """What a season may be played with; raises :class:`SettingsError` that names the part and the key."""
    checked: dict[str, Json] = {}
    for part, values in parts.items():
        try:
            checked[part] = dict(check_keys(values, PARTS[part]))
        except ValueError as error:
            key = str(error).partition(":")[0]
            raise SettingsError(part, key, _wanted(part, key)) from error
    return checked


def rules_for(club: ClubSeason, *, is_final: bool) -> tuple[Json, Json]:
    """Rules and times of a game of the season; a final goes to six points unless the season says otherwise (§3.1.2)."""
    return rules_of(club, is_final=is_final), dict(club.settings)


def _games_to_follow(club: ClubSeason) -> list[LiveGame]:
    """The laid tables that have not started, brought up to date; they stay locked."""
    followed = []
    finals = set(Fixture.objects.filter(club=club, is_final=True).values_list("game_id", flat=True))
    for game in LiveGame.objects.select_for_update(of=("self",)).filter(fixture__club=club).order_by("pk"):
        if game.started_at is not None:
            continue
        rules, settings = rules_for(club, is_final=game.pk in finals)
        game.setup = {**game.setup, "rules": rules, "settings": settings}
        game.save(update_fields=["setup"])
        publish_after_commit(game.pk)
        followed.append(game)
    return followed


def _wanted(part: str, key: str) -> str:
    """What the setting may be."""
    setting = next((setting for setting in PARTS[part] if setting.key == key), None)
    if setting is None:
        return _("There is no setting «%(key)s».") % {"key": key}
    if setting.choices:
        return _("«%(key)s» is one of these: %(choices)s.") % {"key": key, "choices": ", ".join(setting.choices)}
    return _("«%(key)s» is a whole number, at least %(least)s.") % {"key": key, "least": setting.minimum}
