"""The door of the auction's desk."""

from __future__ import annotations

from tournaments.views import hosting
from tournaments.views.hosting import Inner, Rest, View


def host_page(inner: Inner[Rest]) -> View:
    """A page of an auction game for its hosts alone."""
    return hosting.host_page("auction", inner)
