"""The search of the bank: words in any form, phrases in quotes, and only what the account may read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from chgk.models import ClubSeason, Package, Question
from chgk.selectors.bank_search import Excerpt, Filter, excerpts_of, find_questions
from tournaments.views.answers import no_seat

PER_PAGE = 20


@dataclass(frozen=True, slots=True)
class Hit:
    """A question found."""

    question: Question
    excerpts: tuple[Excerpt, ...]


@never_cache
@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """``?q=``, ``state``, ``category``, ``season``, ``author``, ``page``. For accounts; each finds what it may read."""
    if not request.user.is_authenticated:
        return no_seat(request, host=True)
    chosen = Filter.of(request.GET)
    query = chosen.query
    page = Paginator(find_questions(chosen, request.user), PER_PAGE).get_page(request.GET.get("page"))
    address = request.GET.copy()
    address.pop("page", None)
    context: dict[str, Any] = {
        "chosen": chosen,
        "hits": [Hit(question, tuple(excerpts_of(question, query))) for question in page],
        "page": page,
        "query": address.urlencode(),
        "too_short": bool(chosen.text) and query.is_empty,
        "states": Package.State.choices,
        "categories": Question.Category.choices,
        "seasons": list(ClubSeason.objects.select_related("season")),
    }
    return render(request, "chgk/bank/search.html", context)
