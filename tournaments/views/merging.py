"""Merging a duplicate: whom it may be, what would move, and the decision."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments import people_words, texts
from tournaments.models import Person
from tournaments.permissions import PeopleScope
from tournaments.rules.engine import Refusal
from tournaments.rules.fields import read_number
from tournaments.selectors.people import find_alike, people_of_house
from tournaments.services.actors import account_actor
from tournaments.services.merging import merge_people, plan_merge
from tournaments.views.people import people_door

MOST_OFFERED = 30


@require_http_methods(["GET", "HEAD", "POST"])
@people_door(office=True)
def merge(request: HttpRequest, scope: PeopleScope, person_id: int) -> HttpResponse:
    """``with``: the duplicate. Without one the page offers people of like names, or those that ``q`` finds."""
    keep = get_object_or_404(Person.objects.select_related("house", "user"), pk=person_id)
    asked = request.POST if request.method == "POST" else request.GET
    if not asked.get("with"):
        return _choose(request, keep, asked.get("q", "")[:200])
    number = read_number(asked["with"])
    if number is None:
        raise Http404
    refused = ""
    try:
        if request.method == "POST":
            merge_people(keep_id=keep.pk, gone_id=number, actor=account_actor(request.user))
            messages.success(request, _("Merged. The old number leads here from now on."))
            return HttpResponseRedirect(reverse("tournaments:person", args=[keep.pk]))
    except Refusal as refusal:
        refused = texts.explain_here(refusal)
    except Person.DoesNotExist:
        raise Http404 from None
    try:
        plan = plan_merge(keep_id=keep.pk, gone_id=number)
    except Person.DoesNotExist:
        raise Http404 from None
    context = {"plan": plan, "keep": plan.keep, "gone": plan.gone, "refused": refused}
    context |= {"reasons": [texts.explain_here(refusal) for refusal in plan.refusals]}
    return render(request, "people/merge.html", context, status=422 if request.method == "POST" else 200)


def _choose(request: HttpRequest, keep: Person, text: str) -> HttpResponse:
    """Whom the duplicate may be."""
    alike = [one for one in find_alike([keep.name]).get(keep.name, []) if one.person.pk != keep.pk]
    found = [one for one in people_of_house(None, text) if one.pk != keep.pk] if text.strip() else []
    context = {
        "keep": keep,
        "q": text,
        "alike": [(one.person, people_words.why_alike(one)) for one in alike],
        "found": found[:MOST_OFFERED],
    }
    return render(request, "people/merge_choose.html", context, status=422 if request.method == "POST" else 200)
