"""The rules of all games: a page to choose from, and the page of one rulebook."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.rulebooks import Rulebook, rulebooks


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Public: which rulebooks there are, each in a sentence."""
    books = [{"book": book, "address": reverse(book.page)} for book in rulebooks()]
    return render(request, "tournaments/rulebooks.html", {"books": books})


def show(request: HttpRequest, book: Rulebook) -> HttpResponse:
    """One rulebook: every paragraph has the address ``#p9`` that refusals link to."""
    return render(request, "tournaments/rulebook.html", {"book": book, "several": len(rulebooks()) > 1})
