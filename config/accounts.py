"""How people with a password get in: accounts are made in the backoffice, nobody signs up."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth import get_user_model
from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest


class PersonBackend(ModelBackend):
    """Reads with an account whose it is, in one query: every page says so in its menu."""

    def get_user(self, user_id: Any) -> Any:
        """The account of a session; None if it may not log in any more."""
        user = get_user_model()._default_manager.select_related("person").filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None


class ClosedAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Login, logout and password reset, but no registration."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Never."""
        return False
