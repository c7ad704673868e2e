"""Invitations: the address of a token, then, without it, who is invited and how the account is bound."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from tournaments import texts
from tournaments.models import Invitation, Person, User
from tournaments.people_forms import SignUpForm
from tournaments.rules.engine import Refusal
from tournaments.selectors.offices import person_of
from tournaments.services.invitations import InvitationProblem, accept_invitation, read_invitation, sign_up
from tournaments.views.throttle import count_try, too_many

KEY = "invitation"


@never_cache
@require_safe
@sensitive_variables("token")
def open_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The address in the letter or on paper: remembered by the browser, then left, so that no history keeps it."""
    try:
        read_invitation(token)
    except InvitationProblem as problem:
        if problem.why == "unknown" and too_many(request, "unknown-invitations", most=60, seconds=600):
            return _slow_down(request)
        request.session.pop(KEY, None)
        return _secretive(_say(request, problem))
    request.session[KEY] = token
    return _secretive(HttpResponseRedirect(reverse("tournaments:invitation")))


@never_cache
@sensitive_post_parameters("password1", "password2")
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables("token")
def invitation(request: HttpRequest) -> HttpResponse:
    """Whom the browser's invitation is for: binds the account that is logged in, or makes one there and then."""
    token = str(request.session.get(KEY, ""))
    try:
        row = read_invitation(token)
        if request.method == "POST":
            if too_many(request, "invitations", most=300, seconds=3600) or _tired(row):
                return _slow_down(request)
            return _accept(request, token, row)
    except InvitationProblem as problem:
        return _say(request, problem)
    return _show(request, row, SignUpForm())


@sensitive_variables("token")
def _accept(request: HttpRequest, token: str, row: Invitation) -> HttpResponse:
    user = request.user
    if isinstance(user, User):
        try:
            person = accept_invitation(token=token, user=user)
        except Refusal as refusal:
            return _show(request, row, SignUpForm(), texts.explain_here(refusal))
        return _bound(request, person)
    form = SignUpForm(request.POST)
    if not form.is_valid():
        return _show(request, row, form)
    data = form.cleaned_data
    try:
        made, person = sign_up(token=token, username=data["username"], password=data["password1"])
    except Refusal as refusal:
        form.add_error("username", texts.explain_here(refusal))
        return _show(request, row, form)
    login(request, made, backend=settings.AUTHENTICATION_BACKENDS[0])
    return _bound(request, person)


def _bound(request: HttpRequest, person: Person) -> HttpResponse:
    request.session.pop(KEY, None)
    messages.success(request, _("Sowa knows you now: %(name)s.") % {"name": person.name})
    return HttpResponseRedirect(reverse("tournaments:my_name"))


def _show(request: HttpRequest, row: Invitation, form: SignUpForm, problem: str = "") -> HttpResponse:
    context: dict[str, Any] = {"invited": row.person, "invitation": row, "form": form, "problem": problem}
    context["other"] = person_of(request.user)
    status = 422 if form.errors or problem else 200
    return render(request, "people/invitation.html", context, status=status)


def _say(request: HttpRequest, problem: InvitationProblem) -> HttpResponse:
    """Each problem is a page of its own; 404 for what was never an invitation, 410 for what no longer is one."""
    person = problem.invitation.person if problem.invitation is not None else None
    mine = person is not None and isinstance(request.user, User) and person.user_id == request.user.pk
    context = {"why": "mine" if mine else problem.why, "invitation": problem.invitation}
    return render(request, "people/invitation_problem.html", context, status=404 if person is None else 410)


def _tired(row: Invitation) -> bool:
    """Twenty tries an hour are enough for one person, from wherever they come."""
    return count_try(f"invitation:{row.pk}", 3600) > 20


def _slow_down(request: HttpRequest) -> HttpResponse:
    response = render(request, "people/invitation_problem.html", {"why": "slow_down"}, status=429)
    response["Retry-After"] = "600"
    return response


def _secretive(response: HttpResponse) -> HttpResponse:
    """The address is the key to an account: it is not passed on; ``never_cache`` keeps it from being kept."""
    response["Referrer-Policy"] = "no-referrer"
    return response
