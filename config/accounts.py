"""How people with a password get in: accounts are made in the backoffice, nobody signs up."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class ClosedAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Login, logout and password reset, but no registration."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Never."""
        return False
