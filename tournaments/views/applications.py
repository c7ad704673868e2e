"""§4: pupils apply, heads read and answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.models import Application, Person, User
from tournaments.portal_forms import ApplyForm, DeclineForm
from tournaments.portal_texts import Said, say
from tournaments.rules.engine import Refusal
from tournaments.selectors.applications import (
    Tournament,
    applications_of,
    closed_teams,
    find_tournament,
    is_read,
    lines_of,
    list_applications,
    may_read_applications,
    open_tournaments,
    played_teams,
)
from tournaments.selectors.my_page import memberships
from tournaments.selectors.offices import headed_houses, person_of
from tournaments.selectors.register import own_lessons
from tournaments.services.actors import Actor, account_actor, own_actor
from tournaments.services.applications import (
    OPEN,
    accept_application,
    apply_for_team,
    decline_application,
    withdraw_application,
)
from tournaments.views.accounts import account_page


@require_http_methods(["GET", "HEAD", "POST"])
@account_page
def apply(request: HttpRequest, user: User) -> HttpResponse:
    """A word on why, and for which tournament. What keeps somebody from applying is said instead of a form."""
    person = person_of(user)
    free = _free(person, open_tournaments()) if person is not None else []
    if person is None or request.method != "POST":
        form = ApplyForm(tournaments=free, initial=request.GET.dict())
        return _apply_page(request, person, form, free)
    chosen = find_tournament(request.POST.get("tournament", ""))
    form = ApplyForm(request.POST, tournaments=free, chosen=chosen)
    if not form.is_valid() or chosen is None:
        return _apply_page(request, person, form, free)
    try:
        apply_for_team(
            person_id=person.pk,
            season_id=chosen.season.pk,
            discipline=chosen.discipline,
            words=form.cleaned_data["words"],
            actor=own_actor(user),
        )
    except Refusal as refusal:
        return _apply_page(request, person, form, free, say(refusal))
    house = person.house
    if house is not None and is_read(house):
        messages.success(request, _("Your application is on its way to the head of %(house)s.") % {"house": house})
    else:
        messages.warning(request, _("Your application is kept. Nobody at your house can read it yet: ask the school."))
    return HttpResponseRedirect(reverse("tournaments:me") + "#applications")


@require_safe
@account_page
def applications(request: HttpRequest, user: User) -> HttpResponse:
    """The applications to one's own houses; all of them for staff."""
    if not may_read_applications(user):
        raise PermissionDenied
    return _list(request, user)


@require_POST
@account_page
def deed(request: HttpRequest, user: User, application_id: int, what: str) -> HttpResponse:
    """One answer to one application, or its withdrawal."""
    handler = _DEEDS.get(what)
    if handler is None:
        raise Http404
    rows = Application.objects.select_related("person", "house__head")
    return handler(request, user, get_object_or_404(rows, pk=application_id))


def _withdraw(request: HttpRequest, user: User, application: Application) -> HttpResponse:
    if application.person.user_id != user.pk:
        raise PermissionDenied
    try:
        withdraw_application(application_id=application.pk, person_id=application.person_id, actor=own_actor(user))
    except Refusal as refusal:
        messages.error(request, say(refusal).text)
    else:
        messages.success(request, _("The application is withdrawn."))
    return HttpResponseRedirect(reverse("tournaments:me") + "#applications")


def _accept(request: HttpRequest, user: User, application: Application) -> HttpResponse:
    actor = _answering(user, application)
    try:
        accept_application(application_id=application.pk, actor=actor)
    except Refusal as refusal:
        return _list(request, user, refused=(application.pk, say(refusal)))
    messages.success(request, _("Accepted: %(name)s. The roster offers them now.") % {"name": application.person.name})
    return _back(request, application)


def _decline(request: HttpRequest, user: User, application: Application) -> HttpResponse:
    actor = _answering(user, application)
    form = DeclineForm(request.POST)
    if not form.is_valid():
        return _list(request, user, form=(application.pk, form))
    try:
        decline_application(application_id=application.pk, reason=form.cleaned_data["reason"], actor=actor)
    except Refusal as refusal:
        return _list(request, user, form=(application.pk, form), refused=(application.pk, say(refusal)))
    messages.success(request, _("Declined: %(name)s.") % {"name": application.person.name})
    return _back(request, application)


_DEEDS: dict[str, Callable[[HttpRequest, User, Application], HttpResponse]] = {
    "withdraw": _withdraw,
    "accept": _accept,
    "decline": _decline,
}


def _answering(user: User, application: Application) -> Actor:
    """Who answers: the head, a deputy in that place, a superuser. Everybody else is refused with 403."""
    mine = headed_houses(user)
    if application.house_id in mine:
        return account_actor(user, mine[application.house_id][1])
    if not user.is_superuser:
        raise PermissionDenied
    return account_actor(user)


def _back(request: HttpRequest, application: Application) -> HttpResponse:
    return HttpResponseRedirect(reverse("tournaments:applications") + f"#application-{application.pk}")


def _list(
    request: HttpRequest,
    user: User,
    *,
    form: tuple[int, DeclineForm] | None = None,
    refused: tuple[int, Said] | None = None,
) -> HttpResponse:
    """The list; 422 with what was refused at its row, as it was typed."""
    page = list_applications(user, request.GET.get("page", "1"))
    rows = []
    for line in lines_of(user, page):
        pk = line.application.pk
        typed = form[1] if form is not None and form[0] == pk else None
        said = refused[1] if refused is not None and refused[0] == pk else None
        rows.append({"line": line, "application": line.application, "form": typed or DeclineForm(), "refused": said})
    context: dict[str, Any] = {"page": page, "rows": rows, "open_form": form[0] if form is not None else None}
    status = 422 if form is not None or refused is not None else 200
    return render(request, "tournaments/portal/applications.html", context, status=status)


def _free(person: Person, tournaments: list[Tournament]) -> list[Tournament]:
    """Those for which the person has neither an open application nor a place, and whose team is not closed."""
    taken = {(row.season_id, row.discipline) for row in applications_of(person) if row.state in OPEN}
    taken |= {(row.season_id, row.discipline) for row in memberships(person)}
    if person.house is not None:
        taken |= closed_teams(person.house) | played_teams(person.house, {one.season.pk for one in tournaments})
    return [one for one in tournaments if (one.season.pk, one.discipline) not in taken]


def _apply_page(
    request: HttpRequest,
    person: Person | None,
    form: ApplyForm,
    tournaments: list[Tournament],
    refused: Said | None = None,
) -> HttpResponse:
    house = person.house if person is not None else None
    context: dict[str, Any] = {
        "person": person,
        "house": house,
        "is_read": house is not None and is_read(house),
        "lessons": own_lessons(person) if person is not None else None,
        "tournaments": tournaments,
        "form": form,
        "refused": refused,
    }
    status = 422 if refused is not None or form.is_bound else 200
    return render(request, "tournaments/portal/apply.html", context, status=status)
