"""What is done with a question besides writing it: pictures, the editor's desk of drafts, moving, throwing away."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from chgk.bank_permissions import can_edit_package, can_edit_question
from chgk.forms_question import OfferForm, PictureForm, ReturnForm
from chgk.models import Package, Question, QuestionOffer
from chgk.pictures import picture_response
from chgk.question_page import missing_words, pictures_of
from chgk.refusal_words import refused
from chgk.selectors.bank_questions import open_packages, waiting_offers
from chgk.services.bank_pictures import LARGEST, put_image, remove_image
from chgk.services.bank_questions import delete_question, move_question
from chgk.services.question_offers import offer_question, return_offer, take_offer, withdraw_offer
from chgk.views.bank_questions import editing_door, find_question, question_actor, question_door, show_question
from tournaments.rules.engine import Refusal
from tournaments.selectors.offices import person_of


@require_safe
@question_door
def picture(request: HttpRequest, question: Question, image_id: int) -> HttpResponse:
    """A picture of a question, for whoever may read it."""
    return picture_response(get_object_or_404(question.images, pk=image_id))


@require_POST
@editing_door
def pictures(request: HttpRequest, question: Question) -> HttpResponse:
    """Adds a picture, or takes one away (``remove``). A refusal stands beside the form, which keeps the words."""
    actor = question_actor(request, question.package)
    remove = request.POST.get("remove", "")
    form = PictureForm(request.POST, request.FILES)
    try:
        if remove:
            remove_image(question_id=question.pk, image_id=_number(remove), actor=actor)
        elif form.is_valid():
            sent = form.cleaned_data["picture"]
            put_image(
                question_id=question.pk,
                name=sent.name,
                data=sent.read(LARGEST + 1),
                description=form.cleaned_data["description"],
                actor=actor,
            )
        else:
            return _pictures_page(request, question, form)
    except Refusal as refusal:
        return _pictures_page(request, question, form, refusal)
    messages.success(request, _("The picture is taken away.") if remove else _("The picture is added."))
    return redirect("chgk:bank_question", question.pk)


@require_POST
@question_door
def deed(request: HttpRequest, question: Question, what: str) -> HttpResponse:
    """``offer`` and ``withdraw`` (its author), ``delete`` and ``to-bank`` (whoever may change it)."""
    try:
        if what in ("offer", "withdraw"):
            return _offer(request, question, what)
        if not can_edit_question(request.user, question):
            raise PermissionDenied
        actor = question_actor(request, question.package)
        if what == "delete":
            package_id = question.package_id
            delete_question(question_id=question.pk, actor=actor)
            messages.success(request, _("The question is thrown away."))
            return redirect("chgk:bank_questions") if package_id is None else _to_package(package_id)
        if what != "to-bank":
            raise Http404
        package_id = question.package_id
        move_question(question_id=question.pk, package_id=None, seen=_number(request.POST.get("seen", "")), actor=actor)
    except Refusal as refusal:
        return show_question(request, find_question(question.pk), refusal)
    messages.success(request, _("The question is out of its package; its author finds it among the drafts."))
    return redirect("chgk:bank_questions") if package_id is None else _to_package(package_id)


@require_safe
@never_cache
@login_required
def offers(request: HttpRequest, package_id: int) -> HttpResponse:
    """The drafts that authors have handed in for a package: for whoever may edit it."""
    return _offers_page(request, _package(request, package_id))


@require_POST
@never_cache
@login_required
def offer_deed(request: HttpRequest, offer_id: int, what: str) -> HttpResponse:
    """The editor takes a draft or returns it with a word."""
    offer = get_object_or_404(QuestionOffer, pk=offer_id)
    package = _package(request, offer.package_id)
    actor = question_actor(request, package)
    form = ReturnForm(request.POST, key=offer.pk)
    try:
        if what == "take":
            take_offer(offer_id=offer.pk, actor=actor)
            messages.success(request, _("The draft is in the package now."))
        elif what != "return":
            raise Http404
        elif not form.is_valid():
            return _offers_page(request, package, bound=form, bound_to=offer.pk)
        else:
            return_offer(offer_id=offer.pk, word=form.cleaned_data["word"], actor=actor)
            messages.success(request, _("The draft is back with its author."))
    except Refusal as refusal:
        return _offers_page(request, package, refusal, form if what == "return" else None, offer.pk)
    return redirect("chgk:bank_offers", package.pk)


def _offer(request: HttpRequest, question: Question, what: str) -> HttpResponse:
    person = person_of(request.user)
    if person is None or question.written_by_id != person.pk:
        raise PermissionDenied
    actor = question_actor(request, None)
    if what == "withdraw":
        withdraw_offer(question_id=question.pk, actor=actor)
        messages.success(request, _("The draft is yours again."))
        return redirect("chgk:bank_question", question.pk)
    form = OfferForm(request.POST, packages=open_packages())
    if not form.is_valid():
        return show_question(request, question, offer_form=form)
    package, word = form.cleaned_data["package"], form.cleaned_data["word"]
    try:
        offer_question(question_id=question.pk, package_id=package.pk, word=word, author=person, actor=actor)
    except Refusal as refusal:
        return show_question(request, find_question(question.pk), refusal, form)
    messages.success(request, _("The draft is with the editor of «%(title)s».") % {"title": package.title})
    return redirect("chgk:bank_question", question.pk)


def _pictures_page(
    request: HttpRequest, question: Question, form: PictureForm, refusal: Refusal | None = None
) -> HttpResponse:
    context: dict[str, Any] = {
        "question": question,
        "pictures": pictures_of(question),
        "picture_form": form,
        "refused": refused(refusal, {}) if refusal is not None else None,
    }
    return render(request, "chgk/bank/question_pictures.html", context, status=422)


def _offers_page(
    request: HttpRequest,
    package: Package,
    refusal: Refusal | None = None,
    bound: ReturnForm | None = None,
    bound_to: int = 0,
) -> HttpResponse:
    lines = [
        {
            "offer": offer,
            "missing": missing_words(offer.question),
            "form": bound if bound is not None and offer.pk == bound_to else ReturnForm(key=offer.pk),
            "is_open": bound is not None and offer.pk == bound_to,
        }
        for offer in waiting_offers(package)
    ]
    context = {"package": package, "lines": lines, "refused": refused(refusal, {}) if refusal is not None else None}
    return render(request, "chgk/bank/offers.html", context, status=200 if refusal is None and bound is None else 422)


def _package(request: HttpRequest, package_id: int) -> Package:
    package = get_object_or_404(Package.objects.select_related("game", "season", "editor"), pk=package_id)
    if not can_edit_package(request.user, package):
        raise Http404
    return package


def _to_package(package_id: int) -> HttpResponse:
    return redirect("chgk:bank_package", package_id)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else -1
