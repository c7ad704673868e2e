"""The questions of an evening: its hosts choose them, seal them, and open the seal only before witnesses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from auction import question_pages as pages
from auction.permissions import why_kept_out
from auction.services import question_sets, seals
from tournaments import texts
from tournaments.models import LiveGame, User
from tournaments.rules.engine import Refusal

Rest = ParamSpec("Rest")
Inner = Callable[Concatenate[HttpRequest, LiveGame, User, Rest], HttpResponse]


def keeper_page(inner: Inner[Rest]) -> Callable[..., HttpResponseBase]:
    """Strangers are sent to the login; whoever is no host, or plays, is told why not, with 403. Nothing is cached."""

    @wraps(inner)
    def view(request: HttpRequest, game_id: int, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        game = get_object_or_404(LiveGame.objects.select_related("season"), pk=game_id, discipline="auction")
        refusal = why_kept_out(request.user, game)
        if refusal is not None or not isinstance(request.user, User):
            context = {"game": game, **_why(game, refusal or Refusal("", "questions_hosts_only", {}))}
            return render(request, "auction/questions_refused.html", context, status=403)
        return inner(request, game, request.user, *args, **kwargs)

    return never_cache(login_required(view))


@require_safe
@keeper_page
def questions(request: HttpRequest, game: LiveGame, user: User) -> HttpResponse:
    """The list, or the seal on it."""
    return _page(request, game)


@require_safe
@keeper_page
def pick(request: HttpRequest, game: LiveGame, user: User, number: int) -> HttpResponse:
    """What the bank has of a category, to pick from by hand."""
    page = pages.read_page(game)
    category = next((one for one in page.categories if one.number == number), None)
    if category is None:
        raise Http404
    if game.started_at is not None or game.is_sealed:
        return redirect("auction:questions", game.pk)
    words = request.GET.get("q", "")[:100]
    context = {"game": game, "category": category, "words": words}
    found = pages.pickable(game, category.name, words)
    return render(request, "auction/questions_pick.html", {**context, "found": found, "most": pages.LONGEST_PICK})


@require_POST
@keeper_page
def change(request: HttpRequest, game: LiveGame, user: User) -> HttpResponse:
    """One change of the list: by chance, by hand, back into the bank, or how many are wanted."""
    data = request.POST
    where = f"{reverse('auction:questions', args=[game.pk])}#{data.get('at', '')[:20]}"
    try:
        match data.get("do"):
            case "propose":
                added = question_sets.propose_questions(game_id=game.pk, user=user)
                messages.success(request, _added(added))
            case "choose":
                question_sets.choose_question(
                    game_id=game.pk, question_id=_whole(data, "question"), is_spare=data.get("spare") == "1", user=user
                )
            case "back":
                question_sets.put_question_back(game_id=game.pk, question_id=_whole(data, "question"), user=user)
            case "sizes":
                question_sets.change_sizes(
                    game_id=game.pk, wanted=_whole(data, "wanted"), spares=_whole(data, "spares"), user=user
                )
            case _:
                return HttpResponse(status=400)
    except Refusal as refusal:
        messages.error(request, texts.explain(game, refusal))
    if data.get("stay", "").isdigit():
        where = f"{reverse('auction:pick_questions', args=[game.pk, int(data['stay'])])}?q={data.get('q', '')[:100]}"
    return redirect(where)


@require_POST
@keeper_page
def seal(request: HttpRequest, game: LiveGame, user: User) -> HttpResponse:
    """From now on nobody reads them."""
    try:
        seals.seal_set(game_id=game.pk, seen=request.POST.get("seen", ""), user=user)
    except Refusal as refusal:
        messages.error(request, texts.explain(game, refusal))
    else:
        messages.success(request, _("The questions are sealed."))
    return redirect("auction:questions", game.pk)


@require_POST
@keeper_page
def unseal(request: HttpRequest, game: LiveGame, user: User) -> HttpResponse:
    """Before the start, with a reason that everybody reads."""
    reason = request.POST.get("reason", "")
    try:
        seals.unseal_set(game_id=game.pk, reason=reason, user=user)
    except Refusal as refusal:
        return _page(request, game, refused={"unseal": _why(game, refusal)}, typed={"unseal": reason})
    messages.success(request, _("The seal is broken. Choose anew, then seal again."))
    return redirect("auction:questions", game.pk)


@require_POST
@keeper_page
def open_questions(request: HttpRequest, game: LiveGame, user: User) -> HttpResponse:
    """The texts, for this answer only: it is written down first, and coming back to the page opens nothing."""
    why = request.POST.get("why", "")
    try:
        opening = seals.open_set(game_id=game.pk, why=why, user=user)
    except Refusal as refusal:
        return _page(request, game, refused={"open": _why(game, refusal)}, typed={"open": why})
    return _page(request, game, opened=pages.by_category(seals.read_opened(opening)))


def _page(
    request: HttpRequest,
    game: LiveGame,
    *,
    opened: Any = None,
    refused: dict[str, Any] | None = None,
    typed: dict[str, str] | None = None,
) -> HttpResponse:
    game.refresh_from_db(fields=["is_sealed", "started_at"])
    page = pages.read_page(game)
    context = {
        "game": game,
        "page": replace(page, opened=opened) if opened else page,
        "state": page.state,
        "refused": refused or {},
        "typed": typed or {},
        "most": question_sets.MOST_A_CATEGORY,
    }
    return render(request, "auction/questions.html", context, status=422 if refused else 200)


def _why(game: LiveGame, refusal: Refusal) -> dict[str, Any]:
    return {"sentence": texts.explain(game, refusal), "rules_url": texts.rules_url(game, refusal), "refusal": refusal}


def _added(count: int) -> str:
    if not count:
        return _("Nothing was added: the list is full, or the bank has nothing more.")
    return ngettext(
        "%(count)d question was drawn from the bank.", "%(count)d questions were drawn from the bank.", count
    ) % {"count": count}


def _whole(data: Any, name: str) -> int:
    text = data.get(name, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Refusal("6", "not_a_number", {"text": text[:40]})
    return int(text)
