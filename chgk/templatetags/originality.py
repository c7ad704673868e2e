"""``{% show_likenesses question %}``: what a question is like, on a page that its reader may read."""

from __future__ import annotations

from typing import Any

from django import template

from chgk.models import Question
from chgk.selectors.likeness_pairs import pairs_of
from chgk.views.bank_originality import can_edit
from tournaments.selectors.offices import person_of

register = template.Library()


@register.inclusion_tag("chgk/bank/originality/_likenesses.html", takes_context=True)
def show_likenesses(context: Any, question: Question) -> dict[str, Any]:
    """The pairs of one question, with what their reader may do. About ten queries."""
    request = context["request"]
    edits = can_edit(request.user, question)
    return {
        "request": request,
        "pairs": pairs_of([question], request.user, edits=edits),
        "edits": edits,
        "next": request.path,
        "question": question,
        "may_claim": person_of(request.user) is not None and question.excluded_at is None,
        "csrf_token": context.get("csrf_token"),
    }
