"""§4: somebody asks the head of their house for a place in its team; the head answers, and both are told by letter."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.disciplines import discipline_name
from tournaments.enums import AnswerState
from tournaments.models import Application, House, Person, Season, TeamMember
from tournaments.rules.engine import Refusal
from tournaments.selectors.applications import closed_teams, is_open_tournament, is_over, played_teams
from tournaments.selectors.offices import readers_of
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.letters import site_address, write_to
from tournaments.services.locks import write_lock
from tournaments.services.reasons import read_reason

LONGEST_WORDS = 1000
LONGEST_REASON = 300
OPEN = (AnswerState.SENT, AnswerState.ACCEPTED)


def apply_for_team(*, person_id: int, season_id: int, discipline: str, words: str, actor: Actor) -> Application:
    """Sends an application to the head of the person's house, and a letter where the head can be reached.

    Raises :class:`Refusal` for somebody without a house or who has left, for a tournament that takes none, for one who
    is in the team or has an application there (``application_there``: pressed twice, two tabs), and for too many words.
    """
    words = words.strip()
    with write_lock(), transaction.atomic():
        person = Person.objects.select_for_update(of=("self",)).select_related("house").get(pk=person_id)
        season = Season.objects.get(pk=season_id)
        house = _require(person, season, discipline, words)
        application = Application.objects.create(
            season=season, discipline=discipline, house=house, person=person, words=words
        )
        _audit(application, "apply_for_team", actor)
        _tell_readers(application)
    return application


def withdraw_application(*, application_id: int, person_id: int, actor: Actor) -> Application:
    """Takes an application back, also an accepted one of somebody who is in no team yet. Twice changes nothing.

    Raises :class:`Refusal` for anybody else's, and for one that was declined or has led into the team.
    """
    with write_lock(), transaction.atomic():
        application = _locked(application_id)
        if application.person_id != person_id:
            raise Refusal("", "application_not_yours")
        if application.state == AnswerState.WITHDRAWN:
            return application
        if application.state == AnswerState.DECLINED:
            raise Refusal("", "application_decided", {"name": application.decided_by})
        if _is_in_the_team(application.person_id, application.season_id, application.discipline):
            raise Refusal("", "in_the_team")
        application.state = AnswerState.WITHDRAWN
        application.save(update_fields=["state"])
        _audit(application, "withdraw_application", actor)
    return application


def accept_application(*, application_id: int, actor: Actor) -> Application:
    """The head wants them in the team: the roster's desk offers them. The caller has asked whether the actor may.

    Accepting twice changes nothing. Raises :class:`Refusal` if it was declined or withdrawn, and for somebody who has
    changed house since.
    """
    with write_lock(), transaction.atomic():
        application = _locked(application_id)
        if application.person.house_id != application.house_id and application.state == AnswerState.SENT:
            raise Refusal("", "application_elsewhere", {"name": application.person.public_name})
        return _decide(application, AnswerState.ACCEPTED, "", actor)


def decline_application(*, application_id: int, reason: str, actor: Actor) -> Application:
    """The head says no, and why; the applicant reads it. Else like :func:`accept_application`."""
    reason = read_reason(reason)
    with write_lock(), transaction.atomic():
        return _decide(_locked(application_id), AnswerState.DECLINED, reason, actor)


def _require(person: Person, season: Season, discipline: str, words: str) -> House:
    """The house whose head is asked."""
    if person.left_at is not None:
        raise Refusal("", "left_school")
    if person.house is None:
        raise Refusal("4", "no_house")
    if is_over(season, discipline):
        raise Refusal("", "applications_over")
    if not is_open_tournament(season, discipline):
        raise Refusal("", "tournament_not_open")
    if Application.objects.filter(season=season, discipline=discipline, person=person, state__in=OPEN).exists():
        raise Refusal("", "application_there")
    if _is_in_the_team(person.pk, season.pk, discipline):
        raise Refusal("", "in_the_team")
    if (season.pk, discipline) in closed_teams(person.house):
        raise Refusal("2.2.3", "team_stays", {"house": person.house.name, "discipline": discipline})
    if (season.pk, discipline) in played_teams(person.house, [season.pk]):
        raise Refusal("5", "team_has_played", {"house": person.house.name})
    if len(words) > LONGEST_WORDS:
        raise Refusal("", "words_too_long", {"limit": LONGEST_WORDS, "length": len(words)})
    return person.house


def _is_in_the_team(person: int, season: int, discipline: str) -> bool:
    return TeamMember.objects.filter(person=person, season=season, discipline=discipline).exists()


def _locked(application_id: int) -> Application:
    rows = Application.objects.select_for_update(of=("self",))
    return rows.select_related("person__user", "house", "season").get(pk=application_id)


def _decide(application: Application, state: AnswerState, reason: str, actor: Actor) -> Application:
    if application.state == state:
        return application  # pressed twice
    if application.state == AnswerState.WITHDRAWN:
        raise Refusal("", "application_gone")
    if application.state != AnswerState.SENT:
        raise Refusal("", "application_decided", {"name": application.decided_by})
    application.state, application.reason = state, reason
    application.decided_at, application.decided_by = timezone.now(), actor.name[:250]
    application.save(update_fields=["state", "reason", "decided_at", "decided_by"])
    _audit(application, f"{state}_application", actor)
    write_to(person=application.person, words=_answer(application), about=f"application:{application.pk}")
    return application


def _tell_readers(application: Application) -> None:
    for reader in readers_of(application.house):
        write_to(person=reader, words=_request(application), about=f"application:{application.pk}")


def _request(application: Application) -> Callable[[], tuple[str, str]]:
    """What a head is told: that there is one, and where; who it is as far as any page may say, and not their words."""

    def words() -> tuple[str, str]:
        names = {"house": application.house.name, "game": discipline_name(application.discipline)}
        subject = _("An application to %(house)s: %(game)s") % names
        text = _("%(name)s applies for a place in the team of %(house)s in %(game)s (%(season)s).") % {
            **names,
            "name": application.person.public_name,
            "season": application.season.name,
        }
        more = _("What they write, and your answer:")
        return subject, f"{text}\n\n{more}\n{site_address(reverse('tournaments:applications'))}\n"

    return words


def _answer(application: Application) -> Callable[[], tuple[str, str]]:
    def words() -> tuple[str, str]:
        names = {"house": application.house.name, "game": discipline_name(application.discipline)}
        if application.state == AnswerState.ACCEPTED:
            subject = _("Your application was accepted: %(game)s") % names
            text = _("The head of %(house)s wants you in the team for %(game)s. The roster itself comes later.") % names
        else:
            subject = _("Your application was declined: %(game)s") % names
            text = _("The head of %(house)s did not accept your application for %(game)s.") % names
            text += "\n\n" + _("Reason: %(reason)s") % {"reason": application.reason}
        return subject, f"{text}\n\n{site_address(reverse('tournaments:me'))}\n"

    return words


def _audit(application: Application, action: str, actor: Actor) -> None:
    details = {
        "person": application.person_id,
        "house": application.house_id,
        "season": application.season_id,
        "discipline": application.discipline,
        **({"reason": application.reason} if application.reason else {}),
    }
    record_audit(actor=actor, action=action, target=f"application:{application.pk}", details=details)
