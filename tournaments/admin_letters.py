"""The backoffice of letters: to whom, what about, whether it went out; the text is nobody's but the reader's."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.admin_base import ReadOnlyAdmin
from tournaments.models import Letter
from tournaments.services.letters import MOST_TRIES


class StateFilter(admin.SimpleListFilter):
    """Sent, waiting, given up."""

    title = _("state")
    parameter_name = "letter"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The three states."""
        return [("sent", _("sent")), ("waiting", _("waiting")), ("given-up", _("given up"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Letter]) -> QuerySet[Letter]:
        """The letters in the chosen state."""
        states = {
            "sent": Q(sent_at__isnull=False),
            "waiting": Q(sent_at=None, tries__lt=MOST_TRIES),
            "given-up": Q(sent_at=None, tries__gte=MOST_TRIES),
        }
        return queryset.filter(states.get(self.value() or "", Q()))


@admin.register(Letter)
class LetterAdmin(ReadOnlyAdmin):
    """Letters to read about, not to read: links in them are keys."""

    list_display = ("to", "subject", "state", "written_at", "sent_at", "tries", "problem")
    list_filter = (StateFilter, "written_at")
    search_fields = ("to", "subject", "about")
    secret_fields = ("body", "claim")
    fields = ("to", "subject", "about", "state", "written_at", "sent_at", "tried_at", "tries", "problem")
    readonly_fields = ("state",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Letter]:
        """Without the texts."""
        letters: QuerySet[Letter] = super().get_queryset(request)
        return letters.defer("body")

    @admin.display(description=_("state"))
    def state(self, letter: Letter) -> str:
        """What has become of it."""
        if letter.sent_at is not None:
            return str(_("sent"))
        return str(_("given up") if letter.tries >= MOST_TRIES else _("waiting"))
