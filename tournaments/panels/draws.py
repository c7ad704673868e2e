"""The line about draws on every screen: what has been promised, what has been published, who has joined in."""

from __future__ import annotations

from django.template.loader import render_to_string

from tournaments.panels.context import Around, trimmed

SHORT = 16  # digits of a promise on a phone; the page of draws shows all


def draws_panel(around: Around, role: str, team: str | None) -> str:
    """The line for ``role`` of ``team``; empty before the start. A captain's carries what tells the device to add its
    nonce.
    """
    draws = around.draws
    if draws is None:
        return ""
    joins = role == "captain" and draws.takes_nonces and not around.finished
    has_joined = team is not None and team in draws.joined
    context = {
        "draws": draws,
        "links": around.links,
        "short": (draws.seed or draws.commitment)[:SHORT],
        "add_nonce_for": draws.commitment if joins and not has_joined else "",
        "has_joined": has_joined and role == "captain",
    }
    return trimmed(render_to_string("live/parts/_draws.html", context))
