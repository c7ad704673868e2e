"""§5.1, §5.3: the jury reads, speaks and votes; what it leaves open the curator decides; the ruling is announced."""

from __future__ import annotations

from appeals.rules import commands as c
from appeals.rules import events as e
from appeals.rules.state import DECIDES, JURY, WITH_THE_JURY, Appeal, Kind, Member, Phase
from appeals.rules.texts import has_letters, has_words
from tournaments.rules.engine import Refusal


def seat(appeal: Appeal, command: c.SeatJury) -> tuple[e.Event, ...]:
    """§5.1.1: three people; not once they have decided."""
    if appeal.phase not in WITH_THE_JURY:
        raise Refusal("5.1.1", "no_jury_wanted")
    if len({member.id for member in command.members}) != JURY or len(command.members) != JURY:
        raise Refusal("5.1.1", "jury_of_three")
    return (e.JurySeated(command.members, command.at),)


def recuse(appeal: Appeal, command: c.Recuse) -> tuple[e.Event, ...]:
    """§5.1.1: before the own vote, and as long as two others remain; else the member has to be replaced."""
    _require_voter(appeal, command.juror)
    if command.juror in appeal.voted:
        raise Refusal("5.3.2", "recused_after_vote")
    if len(appeal.voters) <= DECIDES:
        raise Refusal("5.1.1", "two_must_remain")
    if not has_words(command.reason):
        raise Refusal("5.1.1", "recusal_without_words")
    return (e.MemberRecused(command.juror, command.reason.strip(), command.at),)


def _require_voter(appeal: Appeal, juror: str) -> Member:
    """A member who has a vote, of a jury at work (§5.3.2)."""
    if appeal.phase not in WITH_THE_JURY:
        raise Refusal("5.3.2", "not_with_the_jury")
    member = appeal.member(juror)
    if member is None:
        raise Refusal("5.1.1", "not_a_member")
    if member.recused:
        raise Refusal("5.3.2", "member_recused")
    return member


def confirm_read(appeal: Appeal, command: c.ConfirmRead) -> tuple[e.Event, ...]:
    """§5.3.2, 1: each member."""
    _require_voter(appeal, command.juror)
    if command.juror in appeal.read:
        raise Refusal("5.3.2", "already_read")
    return (e.ReadingConfirmed(command.juror, command.at),)


def state_view(appeal: Appeal, command: c.StateView) -> tuple[e.Event, ...]:
    """§5.3.2, 2: after reading, once, before anybody votes."""
    _require_voter(appeal, command.juror)
    if command.juror not in appeal.read:
        raise Refusal("5.3.2", "not_read_yet")
    if command.juror in appeal.spoken:
        raise Refusal("5.3.2", "already_spoken")
    if not has_words(command.text):
        raise Refusal("5.3.2", "view_without_words")
    return (e.ViewStated(command.juror, command.text.strip(), command.at),)


def cast_vote(appeal: Appeal, command: c.CastVote) -> tuple[e.Event, ...]:
    """§5.3.2, 3: when all have spoken, one after the other, once."""
    _require_voter(appeal, command.juror)
    if command.juror in appeal.voted:
        raise Refusal("5.3.2", "already_voted")
    following = appeal.next_voter
    if following is None:
        silent = [member.name for member in appeal.voters if member.id not in appeal.spoken]
        raise Refusal("5.3.2", "not_all_spoken", {"names": silent})
    if following.id != command.juror:
        raise Refusal("5.3.2", "not_your_turn", {"names": [following.name]})
    return (e.VoteCast(command.juror, command.choice, command.date, command.at),)


def decide_by_curator(appeal: Appeal, command: c.Decide) -> tuple[e.Event, ...]:
    """§5.3.2, 4: only where the votes do not decide, with a reason (§1.5)."""
    if appeal.phase is not Phase.CURATOR:
        raise Refusal("5.3.2", "not_left_to_curator")
    if not has_letters(command.reason):
        raise Refusal("1.5", "decision_without_words")
    return (e.CuratorDecided(command.granted, command.reason.strip(), command.at),)


def announce(appeal: Appeal, command: c.Announce) -> tuple[e.Event, ...]:
    """Once, when it is decided; a granted «accept» says what counts from now on."""
    if appeal.phase is Phase.ANNOUNCED:
        raise Refusal("5.4.1", "already_announced")
    granted, sheet = appeal.granted, appeal.sheet
    if appeal.phase is not Phase.DECIDED or granted is None or sheet is None:
        raise Refusal("5.3.2", "not_decided")
    accepted: tuple[str, ...] = ()
    if granted and sheet.kind is Kind.ACCEPT:
        accepted = tuple(dict.fromkeys(text.strip() for text in command.accepted if has_words(text)))
        if not accepted:
            raise Refusal("5.2.2", "accepted_missing")
    return (e.RulingAnnounced(granted, accepted, command.complain_until, command.at),)
