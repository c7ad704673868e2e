"""Pages for anybody who has logged in."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from tournaments.models import User

Rest = ParamSpec("Rest")
View = Callable[..., HttpResponse]
Inner = Callable[Concatenate[HttpRequest, User, Rest], HttpResponse]


def account_page(inner: Inner[Rest]) -> View:
    """Strangers are sent to the login and come back; ``inner`` gets the account. Never cached."""

    @wraps(inner)
    def view(request: HttpRequest, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        user = request.user
        assert isinstance(user, User)  # noqa: S101 - login_required
        return inner(request, user, *args, **kwargs)

    return never_cache(login_required(view))
