"""Letters of the council: to captains what they are asked for, to the curator what follows. None of them tells a count
before the vote is over, none a choice.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from chgk.models import ClubSeason, Motion, MotionRound
from chgk.rules.council import Voice
from tournaments.models import Person, User
from tournaments.selectors.offices import deputies_of
from tournaments.services.letters import Words, site_address, write_letter, write_to


def tell_council_of_motion(motion: Motion, voices: Iterable[Voice], *, but: Person | None = None) -> None:
    """Something was put before the council; to everybody but who did it."""
    mover = None if but is None else but.pk
    _tell(
        [voice for voice in voices if voice.person != mover],
        motion,
        lambda: (
            _("A motion for the council of captains: %(title)s") % _values(motion),
            _("The council talks it over before it votes. Read it and say what you think."),
        ),
    )
    if but is None:
        return
    tell_curator(
        motion,
        lambda: (
            _("A motion for the council of captains: %(title)s") % _values(motion),
            _("The council talks it over before it votes. Put it to the vote when it is ready."),
        ),
    )


def tell_council_of_vote(round_: MotionRound, voices: Iterable[Voice]) -> None:
    """Your voice is asked for."""
    _tell(
        voices,
        round_.motion,
        lambda: (
            _("The council votes: %(title)s") % _values(round_.motion),
            _("Your voice is asked for until %(closes)s. A ballot is cast once.") % {"closes": when(round_.closes_at)},
        ),
    )


def remind_of_vote(round_: MotionRound, voices: Iterable[Voice]) -> None:
    """A day before the end, to whoever has not voted."""
    _tell(
        voices,
        round_.motion,
        lambda: (
            _("The council's vote ends soon: %(title)s") % _values(round_.motion),
            _("Your voice is asked for until %(closes)s. A ballot is cast once.") % {"closes": when(round_.closes_at)},
        ),
    )


def tell_of_result(round_: MotionRound, voices: Iterable[Voice]) -> None:
    """The vote is over: what came of it stands on the page."""
    motion = round_.motion

    def words() -> tuple[str, str]:
        said = {
            Motion.State.ADOPTED: _("The council has adopted the motion."),
            Motion.State.REJECTED: _("The council has rejected the motion."),
        }.get(
            Motion.State(motion.state), _("Too few captains voted: nothing is decided, and the vote can be repeated.")
        )
        return _("The council has voted: %(title)s") % _values(motion), said

    _tell(voices, motion, words)
    tell_curator(motion, words)


def tell_captains(voices: Iterable[Voice], words: Words, about: str = "") -> None:
    """A letter to every captain in their own language."""
    people = Person.objects.select_related("user").filter(pk__in=[voice.person for voice in voices])
    for person in people:
        write_to(person=person, words=words, about=about)


def tell_curator(motion: Motion, words: Words) -> None:
    """To the curator, and to whoever stands in for them."""
    about = f"motion:{motion.pk}"
    curator = User.objects.get(pk=ClubSeason.objects.values_list("curator", flat=True).get(pk=motion.club_id))
    for user in (curator, *deputies_of([curator], "curator")):
        person = Person.objects.select_related("user").filter(user=user).first()
        if person is not None:
            write_to(person=person, words=_linked(motion, words), about=about)
        elif user.email:
            with translation.override(settings.LANGUAGE_CODE):
                subject, body = _linked(motion, words)()
            write_letter(to=user.email, subject=subject, body=body, about=about)


def when(moment: datetime.datetime) -> str:
    """A moment by the school's clocks."""
    return date_format(timezone.localtime(moment, timezone.get_default_timezone()), "j E Y, H:i")


def _tell(voices: Iterable[Voice], motion: Motion, words: Words) -> None:
    tell_captains(voices, _linked(motion, words), f"motion:{motion.pk}")


def _linked(motion: Motion, words: Words) -> Callable[[], tuple[str, str]]:
    """The page has the rest."""

    def linked() -> tuple[str, str]:
        subject, body = words()
        return subject, f"{body}\n\n{site_address(reverse('chgk:motion', args=[motion.pk]))}\n"

    return linked


def _values(motion: Motion) -> dict[str, str]:
    return {"title": motion.title}
