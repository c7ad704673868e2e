"""A person's own page: what waits for them, their games, teams, rights, and what they choose for themselves."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import AccessLink, Person, User
from tournaments.portal_forms import LanguageForm
from tournaments.selectors import my_page
from tournaments.selectors.applications import applications_of, is_read, may_read_applications
from tournaments.selectors.calendar import events_for
from tournaments.selectors.offices import offices_of, person_of
from tournaments.selectors.register import own_lessons
from tournaments.selectors.waiting import waiting_for
from tournaments.services.access_links import link_token
from tournaments.services.actors import own_actor
from tournaments.services.calendar_feed import feed_token, renew_feed
from tournaments.services.own_data import choose_language
from tournaments.views.accounts import account_page

LONGEST_EVENING = timedelta(hours=6)  # a game that should have begun is still «tonight»


@require_safe
@account_page
def me(request: HttpRequest, user: User) -> HttpResponse:
    """One's own page; an account that is bound to nobody learns how that is done. A fixed number of queries."""
    return _page(request, user)


@require_POST
@account_page
def language(request: HttpRequest, user: User) -> HttpResponse:
    """In which language letters come; refused with 403 for an account without a person."""
    person = _person(user)
    form = LanguageForm(request.POST)
    if not form.is_valid():
        return _page(request, user, language_form=form)
    choose_language(person_id=person.pk, language=form.cleaned_data["language"], actor=own_actor(user))
    messages.success(request, _("Saved."))
    return HttpResponseRedirect(reverse("tournaments:me") + "#settings")


@require_POST
@account_page
def renew_calendar(request: HttpRequest, user: User) -> HttpResponse:
    """A new address for the calendar; whoever has the old one sees nothing any more."""
    renew_feed(person_id=_person(user).pk, actor=own_actor(user))
    messages.success(request, _("The calendar has a new address. The old one opens nothing any more."))
    return HttpResponseRedirect(reverse("tournaments:me") + "#calendar")


def _person(user: User) -> Person:
    person = person_of(user)
    if person is None:
        raise PermissionDenied
    return person


def _page(request: HttpRequest, user: User, language_form: LanguageForm | None = None) -> HttpResponse:
    now, person = timezone.now(), person_of(user)
    context: dict[str, Any] = {
        "person": person,
        "waiting": waiting_for(user, person, now),
        "offices": offices_of(user),
        "doors": my_page.doors_of(user, person),
        "reads_applications": may_read_applications(user),
        "zone": timezone.get_current_timezone_name(),
    }
    if person is not None:
        context |= _about(request, person) | {
            "language_form": language_form or LanguageForm(initial={"language": person.language}),
        }
    status = 422 if language_form is not None else 200
    return render(request, "tournaments/portal/me.html", context, status=status)


def _about(request: HttpRequest, person: Person) -> dict[str, Any]:
    now = timezone.now()
    teams = my_page.memberships(person)
    games = my_page.played_by(person, {team.season_id for team in teams})
    coming = [one for one in events_for(person) if one.is_game and one.starts_at > now - LONGEST_EVENING]
    over = {one.game.pk for one in games if one.game.finished_at is not None}
    return {
        "teams": teams,
        "seats": [(one, _address(one.link)) for one in games if one.link is not None],
        "live": [one for one in games if one.game.started_at is not None and one.game.finished_at is None],
        "coming": [one for one in coming if one.game not in over],
        "played": [one for one in games if one.game.finished_at is not None],
        "rights": my_page.rights_of(person),
        "honours": my_page.honours_of(person),
        "lessons": own_lessons(person),
        "applications": applications_of(person),
        "is_read": person.house is not None and is_read(person.house),
        "feed": request.build_absolute_uri(reverse("tournaments:calendar", args=[feed_token(person)])),
    }


def _address(link: AccessLink) -> str:
    return reverse("tournaments:join", args=[link_token(link)])
