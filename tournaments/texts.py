"""Refusals of the live loop itself as sentences; those of a game's rules belong to its discipline."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.disciplines import discipline_for
from tournaments.models import LedgerEntry, LiveGame
from tournaments.people_texts import SENTENCES as PEOPLE_SENTENCES
from tournaments.rules.engine import Refusal

SENTENCES: Mapping[str, str] = {
    "not_started": gettext_noop("The game has not started yet."),
    "already_started": gettext_noop("The game has started: its settings are pinned."),
    "bad_setup": gettext_noop("The game cannot be played with these settings: %(reason)s"),
    "game_over": gettext_noop("The game is over."),
    "game_moved_on": gettext_noop("The game has moved on since you saw it. Look at the screen and press again."),
    "host_only": gettext_noop("Only the host may do this."),
    "suspended": gettext_noop("The evening has been suspended since %(since)s."),
    "handed_over": gettext_noop("%(name)s hosts now."),
    "console_moved_on": gettext_noop("The console has changed hands since you saw it: %(name)s hosts now."),
    "not_a_host": gettext_noop("The console cannot be handed to %(name)s: only to staff and to hosts of this season."),
    "not_yours_to_take": gettext_noop("Only a host of this game can take the console back."),
    "name_missing": gettext_noop("Say who takes over: the name stands in the log."),
    "postpone_instead": gettext_noop("The date has been announced: postpone it, with a reason."),
    "not_a_rehearsal": gettext_noop("This is no rehearsal. What was played stays."),
    "rehearsal_of_rehearsal": gettext_noop("This is a rehearsal already."),
    "nothing_to_undo": gettext_noop("There is nothing to undo."),
    "nothing_to_redo": gettext_noop("There is nothing to redo."),
    "nonce_of_a_captain": gettext_noop("Only a captain's device adds to the draws."),
    "nonce_unreadable": gettext_noop("A nonce has 32 small hexadecimal digits."),
    "nonce_too_late": gettext_noop("The draws of this round have begun: nothing can be added to them any more."),
    "nonce_there_already": gettext_noop("Your team has already added its nonce to the draws of this round."),
    "nothing_to_draw": gettext_noop("No round with draws is going on."),
    "message_empty": gettext_noop("The message is empty."),
    "message_too_long": gettext_noop("The message has %(length)s characters; at most %(limit)s fit."),
    "not_your_room": gettext_noop("This is another team's room."),
    "room_of_the_team": gettext_noop("A team's room is the team's own: the host neither reads nor writes there."),
    "captain_only": gettext_noop("Only the captain may do this."),
    "seat_gone": gettext_noop("This seat is no longer yours."),
    "voice_muted": gettext_noop("The host has muted you in the chat. Bids and answers still count."),
    "host_not_muted": gettext_noop("A host cannot be muted."),
    "reason_missing": gettext_noop("This needs a reason in words: others will read it."),
    "privilege_gone": gettext_noop("%(name)s no longer has this right: it has been taken away already."),
    "privilege_over": gettext_noop("%(name)s no longer has this right: its time is over."),
    "entry_without_points": gettext_noop("A decision gives or takes points: from 1 to %(limit)s."),
    "entry_not_by_hand": gettext_noop("This entry follows its game. Open the game again and put the game right."),
    "entry_already_countered": gettext_noop("This entry has been taken back already."),
    **PEOPLE_SENTENCES,
}
_ENTRY_REASONS: Mapping[str, str] = {
    "game_reopened": gettext_noop("Taken back: the game was opened again."),
    "game_came_out_otherwise": gettext_noop("Taken back: the game came out otherwise."),
}


def explain(game: LiveGame, refusal: Refusal) -> str:
    """The refusal as a sentence in the active language."""
    sentence = SENTENCES.get(refusal.code)
    if sentence is not None and not refusal.paragraph:
        return _(sentence) % _readable(refusal)
    return discipline_for(game.discipline).explain(game, refusal)


def _readable(refusal: Refusal) -> dict[str, object]:
    """What stands in the sentence; moments come as ISO times and are read in the school's time zone."""
    params = dict(refusal.params)
    if "since" in params:
        params["since"] = say_moment(datetime.datetime.fromisoformat(str(params["since"])))
    return params


def say_moment(moment: datetime.datetime) -> str:
    """A date with its time, in the school's time zone and the active language."""
    return date_format(timezone.localtime(moment), "j E Y, H:i")


def rules_url(game: LiveGame, refusal: Refusal) -> str:
    """Where the refusal's paragraph stands on the rulebook page; "" if no paragraph is behind it."""
    return discipline_for(game.discipline).rules_url(refusal.paragraph) if refusal.paragraph else ""


def explain_here(refusal: Refusal) -> str:
    """A refusal of Sowa's own, with no game behind it, as a sentence in the active language."""
    return _(SENTENCES[refusal.code]) % refusal.params


def explain_entry(entry: LedgerEntry) -> str:
    """Why an entry of the house ranking was made, as a sentence in the active language."""
    code = entry.reason.get("code", "")
    if code in _ENTRY_REASONS:
        return _(_ENTRY_REASONS[code])
    if entry.game is None:
        return str(entry.reason.get("text", ""))
    return discipline_for(entry.game.discipline).explain_reward(code)


def entry_rules_url(entry: LedgerEntry) -> str:
    """Where the entry's paragraph stands on the rulebook page; "" without one."""
    if entry.game is None or not entry.paragraph:
        return ""
    return discipline_for(entry.game.discipline).rules_url(entry.paragraph)
