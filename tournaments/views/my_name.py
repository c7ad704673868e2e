"""What public pages call me: chosen by the person whose account it is."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import texts
from tournaments.models import User
from tournaments.people_forms import DisplayNameForm
from tournaments.rules.engine import Refusal
from tournaments.selectors.offices import person_of
from tournaments.services.actors import own_actor
from tournaments.services.people import choose_display_name


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def my_name(request: HttpRequest) -> HttpResponse:
    """The own name on public pages; an account that is nobody's is told how it becomes somebody's."""
    me = person_of(request.user)
    if me is None or not isinstance(request.user, User):
        return render(request, "people/my_name.html", {"me": None}, status=200 if request.method != "POST" else 422)
    form = DisplayNameForm(
        request.POST if request.method == "POST" else None, initial={"display_name": me.display_name}
    )
    problem = ""
    if request.method == "POST" and form.is_valid():
        try:
            actor = own_actor(request.user)
            done = choose_display_name(person_id=me.pk, text=form.cleaned_data["display_name"], actor=actor)
        except Refusal as refusal:
            problem = texts.explain_here(refusal)
        else:
            messages.success(request, _("From now on public pages call you %(name)s.") % {"name": done.public_name})
            return HttpResponseRedirect(reverse("tournaments:my_name"))
    context = {"me": me, "form": form, "problem": problem}
    return render(request, "people/my_name.html", context, status=422 if request.method == "POST" else 200)
