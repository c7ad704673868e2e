"""The office's pages of the school's people: the list, one person with everything about them, somebody new."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments import people_words, texts
from tournaments.disciplines import discipline_name
from tournaments.enums import PersonKind
from tournaments.models import House, Invitation, MergedPerson, Person
from tournaments.people_forms import DayForm, InviteForm, PersonForm, person_initial, what_stands
from tournaments.permissions import PeopleScope, people_scope
from tournaments.qr import qr_svg
from tournaments.rules.engine import Refusal
from tournaments.rules.fields import read_number
from tournaments.selectors.holding import what_holds
from tournaments.selectors.people import find_alike, people_of_house
from tournaments.selectors.people_list import NO_HOUSE, Wanted, list_people
from tournaments.selectors.person_page import read_person, rosters_of_house
from tournaments.services import invitations, people
from tournaments.services.actors import Actor, account_actor
from tournaments.services.letters import site_address
from tournaments.views.links import only_here

MOST_OFFERED = 12
Deed = Callable[[HttpRequest, Person, Actor, forms.Form], str]


def people_door(*, office: bool) -> Callable[..., Callable[..., HttpResponse]]:
    """For whoever may read of the school's people; with ``office`` for staff alone. Strangers are sent to the login."""

    def decorate(inner: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(inner)
        def view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            scope = people_scope(request.user)
            if scope is None or (office and not scope.everybody):
                raise PermissionDenied
            return inner(request, scope, *args, **kwargs)

        return never_cache(login_required(view))

    return decorate


@require_safe
@people_door(office=False)
def people_list(request: HttpRequest, scope: PeopleScope) -> HttpResponse:
    """The school's people, or those of the head's house: searched, filtered, by pages."""
    asked = request.GET
    wanted = Wanted(
        text=asked.get("q", "")[:200],
        house=asked.get("house", ""),
        kind=asked.get("kind", "") if asked.get("kind") in PersonKind.values else "",
        lacking=asked.get("lacking", ""),
        left="left" in asked,
    )
    found = list_people(wanted, asked.get("page", "1"), None if scope.everybody else scope.houses)
    query = asked.copy()
    query.pop("page", None)
    houses = House.objects.all() if scope.everybody else House.objects.filter(pk__in=scope.houses)
    context = {"page": found, "wanted": wanted, "houses": houses, "kinds": PersonKind.choices, "no_house": NO_HOUSE}
    return render(request, "people/list.html", context | {"scope": scope, "query": query.urlencode()})


@require_safe
@people_door(office=True)
def people_search(request: HttpRequest, scope: PeopleScope) -> HttpResponse:
    """Who is meant by what has been typed so far, as choices of a field."""
    typed = next((str(text) for text in request.GET.values() if text), "")[:200]
    found = people_of_house(None, typed)[:MOST_OFFERED] if len(typed.strip()) > 1 else []
    return render(request, "people/_options.html", {"people": found})


@require_http_methods(["GET", "HEAD", "POST"])
@people_door(office=True)
def new_person(request: HttpRequest, scope: PeopleScope) -> HttpResponse:
    """Adds somebody; people of like names are asked about first."""
    form = PersonForm(request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"form": form}
    if request.method == "POST" and form.is_valid():
        others = [pk for text in request.POST.getlist("other") if (pk := read_number(text)) is not None]
        try:
            person = people.create_person(facts=form.facts(), others=others, actor=account_actor(request.user))
        except Refusal as refusal:
            context |= {"refused": texts.explain_here(refusal)}
            if refusal.code == "alike_people":
                name = str(refusal.params["name"])
                context["alike"] = [(one, people_words.why_alike(one)) for one in find_alike([name]).get(name, [])]
        else:
            messages.success(request, _("Added: %(name)s.") % {"name": person.name})
            return HttpResponseRedirect(reverse("tournaments:person", args=[person.pk]))
    return render(request, "people/new.html", context, status=422 if request.method == "POST" else 200)


@require_safe
@people_door(office=False)
def person(request: HttpRequest, scope: PeopleScope, person_id: int) -> HttpResponse:
    """Everything about one person; the number of a merged duplicate leads to who it was."""
    merged = MergedPerson.objects.select_related("person").filter(old_id=person_id).first()
    if merged is not None and scope.can_see(merged.person):
        return HttpResponseRedirect(_page(merged.person))
    return show_person(request, scope, _seen(scope, person_id))


@require_safe
@people_door(office=False)
def invitation_card(request: HttpRequest, scope: PeopleScope, person_id: int, invitation_id: int) -> HttpResponse:
    """An open invitation large, with its QR code, to be scanned or printed."""
    found = _seen(scope, person_id)
    row = get_object_or_404(Invitation, pk=invitation_id, person=found, accepted_at=None, revoked_at=None)
    if not scope.can_invite(found) or row.expires_at <= timezone.now():
        raise Http404
    address = _address(request, invitations.invitation_token(row))
    context = {"person": found, "invitation": row, "address": address, "qr": qr_svg(address)}
    return render(request, "people/card.html", context | {"only_here": only_here(request)})


@require_POST
@people_door(office=False)
def person_deed(request: HttpRequest, scope: PeopleScope, person_id: int, what: str) -> HttpResponse:
    """One decision about a person; what is refused is said on their page, with everything that was typed."""
    found = _seen(scope, person_id)
    deed, form_class = DEEDS.get(what, (None, forms.Form))
    if deed is None:
        raise Http404
    if not (scope.can_invite(found) if what in ("invite", "revoke") else scope.everybody):
        raise PermissionDenied
    form = form_class(request.POST)
    if not form.is_valid():
        return show_person(request, scope, found, what=what, form=form)
    try:
        done = deed(request, found, account_actor(request.user), form)
    except Refusal as refusal:
        return show_person(request, scope, _seen(scope, person_id), what=what, form=form, refusal=refusal)
    except Person.DoesNotExist:
        raise Http404 from None
    messages.success(request, done)
    gone = what == "delete"
    return HttpResponseRedirect(reverse("tournaments:people") if gone else f"{_page(found)}#{what}")


def show_person(
    request: HttpRequest,
    scope: PeopleScope,
    found: Person,
    *,
    what: str = "",
    form: Any = None,
    refusal: Refusal | None = None,
) -> HttpResponse:
    """The page, with what was refused and typed."""
    page = read_person(found)
    context: dict[str, Any] = {
        "page": page,
        "person": found,
        "scope": scope,
        "may_invite": scope.can_invite(found),
        "seen": people.fingerprint(found) if what != "change" else request.POST.get("seen", ""),
        "history": [people_words.say_entry(entry) for entry in page.history],
        "teams": [(member, discipline_name(member.discipline)) for member in page.memberships],
        "applications": [(one, discipline_name(one.discipline)) for one in page.applications],
        "alike": [(one, people_words.why_alike(one)) for one in page.alike],
        "form": form if what == "change" else PersonForm(initial=person_initial(found)),
        "what": what,
        "typed": request.POST,
        "problem": _problem(form, refusal),
        "today": timezone.localdate(),
    }
    if refusal is not None and refusal.code == "person_moved_on":  # the next press is made against what is shown now
        context |= {"seen": people.fingerprint(found), "stands": what_stands(form, person_initial(found))}
    if refusal is not None and refusal.code == "house_not_told":
        house = form.cleaned_data["house"]
        context |= {"problem": "", "new_house": house, "effects": _effects(found)}
    if what == "delete":
        context["held"] = what_holds(found)
    return render(request, "people/person.html", context, status=422 if what else 200)


def _problem(form: Any, refusal: Refusal | None) -> str:
    if refusal is not None:
        return texts.explain_here(refusal)
    return next((str(errors[0]) for errors in form.errors.values()), "") if form is not None else ""


def _effects(found: Person) -> list[str]:
    return people_words.house_effects(found, rosters_of_house(found))


def _change(request: HttpRequest, found: Person, actor: Actor, form: Any) -> str:
    people.change_person(
        person_id=found.pk,
        facts=form.facts(),
        seen=request.POST.get("seen", ""),
        told=read_number(request.POST.get("told", "")),
        actor=actor,
    )
    return _("Saved.")


def _consent(request: HttpRequest, found: Person, actor: Actor, form: Any) -> str:
    done = people.record_consent(person_id=found.pk, day=form.cleaned_data["day"], actor=actor)
    return _("The consent is recorded: public pages call them %(name)s.") % {"name": done.public_name}


def _withdraw(request: HttpRequest, found: Person, actor: Actor, form: Any) -> str:
    done = people.withdraw_consent(person_id=found.pk, actor=actor)
    return _("The consent is withdrawn: from now on pages call them %(name)s.") % {"name": done.public_name}


def _invite(request: HttpRequest, found: Person, actor: Actor, form: Any) -> str:
    email = form.cleaned_data["email"]
    invitations.invite_person(
        person_id=found.pk, email=email, address=lambda token: _address(request, token, by_letter=True), actor=actor
    )
    if email:
        return _("The invitation goes to %(email)s.") % {"email": email}
    return _("The invitation is ready to be shown or printed.")


def _revoke(request: HttpRequest, found: Person, actor: Actor, form: Any) -> str:
    for row in Invitation.objects.filter(person=found, accepted_at=None, revoked_at=None):
        invitations.revoke_invitation(invitation_id=row.pk, actor=actor)
    return _("The invitation is taken back.")


def _leave(request: HttpRequest, found: Person, actor: Actor, form: Any) -> str:
    people.mark_left(person_id=found.pk, day=form.cleaned_data["day"], actor=actor)
    return _("Marked as left. Everything that was played stays.")


def _return(request: HttpRequest, found: Person, actor: Actor, form: Any) -> str:
    people.mark_left(person_id=found.pk, day=None, actor=actor)
    return _("Here again.")


def _unbind(request: HttpRequest, found: Person, actor: Actor, form: Any) -> str:
    people.unbind_account(person_id=found.pk, actor=actor)
    return _("The account is taken off. They can be invited anew.")


def _delete(request: HttpRequest, found: Person, actor: Actor, form: Any) -> str:
    people.delete_person(person_id=found.pk, actor=actor)
    return _("Deleted: %(name)s.") % {"name": found.name}


DEEDS: dict[str, tuple[Deed, type[forms.Form]]] = {
    "change": (_change, PersonForm),
    "consent": (_consent, DayForm),
    "withdraw": (_withdraw, forms.Form),
    "invite": (_invite, InviteForm),
    "revoke": (_revoke, forms.Form),
    "leave": (_leave, DayForm),
    "return": (_return, forms.Form),
    "unbind": (_unbind, forms.Form),
    "delete": (_delete, forms.Form),
}


def _seen(scope: PeopleScope, person_id: int) -> Person:
    """The person, if the account may read of them; of others not even that they exist."""
    found = get_object_or_404(Person.objects.select_related("house", "user"), pk=person_id)
    if not scope.can_see(found):
        raise Http404
    return found


def _page(found: Person) -> str:
    return reverse("tournaments:person", args=[found.pk])


def _address(request: HttpRequest, token: str, *, by_letter: bool = False) -> str:
    """A letter names the site by its own address, paper by the one that the office's browser uses."""
    path = reverse("tournaments:open_invitation", args=[token])
    return site_address(path) if by_letter and settings.SOWA_URL else request.build_absolute_uri(path)
