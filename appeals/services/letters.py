"""Letters about appeals: to whoever has something to do next. None of them tells a view or a vote."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from appeals.models import Appeal, Jury
from appeals.selectors.folds import read_state
from appeals.selectors.people import person_of_id
from chgk.models import ClubSeason, Motion
from chgk.selectors.council import council_at
from tournaments.models import Person, User
from tournaments.selectors.offices import deputies_of
from tournaments.services.letters import Words, site_address, write_letter, write_to, write_to_accounts


def tell_curator_of_filing(row: Appeal) -> None:
    """An appeal waits to be received or sent back."""

    def words() -> tuple[str, str]:
        return (
            _("%(appeal)s was filed") % {"appeal": row},
            _(
                "%(team)s appeal against question %(question)s of their game. Receive the appeal or return it for a "
                "formal fault. The jury has to decide by %(deadline)s."
            )
            % {"team": _team(row), "question": row.question, "deadline": _when(row.decide_by)},
        )

    _tell_curator(row.club, row, words)


def tell_captain_of_receipt(row: Appeal) -> None:
    """It is on its way."""
    _tell_captain(
        row,
        lambda: (
            _("%(appeal)s was received") % {"appeal": row},
            _("The jury considers it and decides by %(deadline)s.") % {"deadline": _when(row.decide_by)},
        ),
    )


def tell_captain_of_return(row: Appeal) -> None:
    """What has to be put right, with the paragraph."""
    fault = read_state(row).fault
    if fault is None:
        return
    values = {"paragraph": fault.paragraph, "reason": fault.reason}
    _tell_captain(
        row,
        lambda: (
            _("%(appeal)s was returned") % {"appeal": row},
            _(
                "It has a formal fault (§%(paragraph)s): %(reason)s\n"
                "Put it right and file it again; the week starts anew."
            )
            % values,
        ),
    )


def tell_jurors_of_appeal(row: Appeal) -> None:
    """Read it, state your view."""
    for member in read_state(row).voters:
        _tell(
            person_of_id(member.id),
            row,
            lambda: (
                _("%(appeal)s: your view is asked for") % {"appeal": row},
                _("Please read the appeal and state your view. The jury decides by %(deadline)s.")
                % {"deadline": _when(row.decide_by)},
            ),
        )


def tell_next_voter(row: Appeal, juror: str) -> None:
    """Your turn."""
    _tell(
        person_of_id(juror),
        row,
        lambda: (
            _("%(appeal)s: your vote is asked for") % {"appeal": row},
            _("All members have stated their views, and it is your turn to vote. The jury decides by %(deadline)s.")
            % {"deadline": _when(row.decide_by)},
        ),
    )


def tell_curator_of_votes(row: Appeal) -> None:
    """The jury is done. What came of it stands on the page alone."""
    _tell_curator(
        row.club,
        row,
        lambda: (
            _("%(appeal)s: the jury has voted") % {"appeal": row},
            _("All votes are there. Look at what they come to, and announce the ruling."),
        ),
    )


def tell_of_ruling(row: Appeal) -> None:
    """To the captain and the members; the ruling is public now."""

    def words() -> tuple[str, str]:
        granted = read_state(row).granted
        told = _("The appeal was granted.") if granted else _("The appeal was denied.")
        return _("%(appeal)s: the ruling") % {"appeal": row}, told

    _tell_captain(row, words)
    for member in read_state(row).members:
        _tell(person_of_id(member.id), row, words)


def tell_council_of_jury(jury: Jury, motion: Motion) -> None:
    """The captains vote on it (§5.1.2)."""
    names = ", ".join(seat.person.public_name for seat in jury.seats.select_related("person"))
    for captain in _captains(jury.club):
        _tell(
            captain,
            None,
            lambda: (
                _("The council votes on the appeals jury"),
                _("The curator proposes for the appeals jury: %(names)s. The council of captains confirms it.")
                % {"names": names}
                + f"\n\n{site_address(reverse('chgk:motion', args=[motion.pk]))}\n",
            ),
        )


def tell_council_of_complaint(row: Appeal) -> None:
    """The council hears it (§5.4.2)."""
    text = read_state(row).complaints[-1].text
    for captain in _captains(row.club):
        _tell(
            captain,
            row,
            lambda: (
                _("A complaint about the jury's procedure: %(appeal)s") % {"appeal": row},
                _("The council of captains hears the complaint:\n%(text)s") % {"text": text},
            ),
        )
    _tell_curator(
        row.club,
        row,
        lambda: (
            _("A complaint about the jury's procedure: %(appeal)s") % {"appeal": row},
            _("Call the council of captains to hear it."),
        ),
    )


def remind(row: Appeal) -> None:
    """To the members who have still something to do, before the week is over."""
    state = read_state(row)
    following = state.next_voter
    for member in state.voters:
        owes_view = member.id not in state.spoken
        if owes_view or (following is not None and following.id == member.id):
            _tell(
                person_of_id(member.id),
                row,
                lambda: (
                    _("%(appeal)s: the time is running out") % {"appeal": row},
                    _("The jury decides by %(deadline)s, and waits for you.") % {"deadline": _when(row.decide_by)},
                ),
            )


def remind_curator(row: Appeal) -> None:
    """What lies with the curator, or is overdue."""
    _tell_curator(
        row.club,
        row,
        lambda: (
            _("%(appeal)s: the time is running out") % {"appeal": row},
            _("The decision is due by %(deadline)s.") % {"deadline": _when(row.decide_by)},
        ),
    )


def _tell_captain(row: Appeal, words: Words) -> None:
    """The person, or the account that wrote the sheet; a seat has no address."""
    if row.captain is not None:
        _tell(row.captain, row, words)
    elif row.author is not None:
        _send(row.author.email, row, words)


def _tell_curator(club: ClubSeason, row: Appeal, words: Words) -> None:
    """And to whoever stands in for the curator."""
    curator = User.objects.get(pk=club.curator_id)
    users = [curator, *deputies_of([curator], "curator")]
    write_to_accounts(users=users, words=lambda: _with_link(row, words), about=_about(row))


def _tell(person: Person | None, row: Appeal | None, words: Words) -> None:
    """In the reader's language."""
    if person is not None:
        write_to(person=person, words=lambda: _with_link(row, words), about=_about(row))


def _send(address: str, row: Appeal, words: Words) -> None:
    """To an account that is bound to no person; in the language of the site."""
    with translation.override(settings.LANGUAGE_CODE):
        subject, body = _with_link(row, words)
    write_letter(to=address, subject=subject, body=body, about=_about(row))


def _with_link(row: Appeal | None, words: Words) -> tuple[str, str]:
    """The page has the rest."""
    subject, body = words()
    if row is None:
        return subject, body
    return subject, f"{body}\n\n{site_address(reverse('appeals:appeal', args=[row.pk]))}\n"


def _about(row: Appeal | None) -> str:
    return "" if row is None else f"appeal:{row.pk}"


def _captains(club: ClubSeason) -> Iterable[Person]:
    """Whoever has a voice in the council now: an acting captain, too."""
    voices = council_at(club, timezone.now())
    return Person.objects.select_related("user").filter(pk__in=[voice.person for voice in voices]).order_by("pk")


def _team(row: Appeal) -> str:
    return str(row.game.setup["team"]["name"])


def _when(moment: datetime.datetime | None) -> str:
    if moment is None:
        return ""
    return date_format(timezone.localtime(moment, timezone.get_default_timezone()), "j E Y, H:i")
