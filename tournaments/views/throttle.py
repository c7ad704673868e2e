"""How often one address may try; a school's whole building may be one address, so limits are generous."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest


def too_many(request: HttpRequest, what: str, *, most: int, seconds: int) -> bool:
    """Counts one more try and says whether it is one too many within so many seconds."""
    return count_try(f"{what}:{get_adapter().get_client_ip(request)}", seconds) > most


def count_try(what: str, seconds: int) -> int:
    """Counts one more try of that, by whomever, and says how many it has been since the first, so many seconds ago."""
    key = f"tries:{what}"
    cache.add(key, 0, seconds)
    try:
        return int(cache.incr(key))
    except ValueError:  # it ran out in this moment
        return 1
