"""Private links: a phone joins with one, without a password."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import SeatRole
from tournaments.models.games import LiveGame


class AccessLink(models.Model):
    """A seat in a game. Its token is derived from the row and the secret key (services/access_links.py), never stored.

    A reissue raises ``generation``: what was printed or sent before does not open the seat any more.
    """

    game = models.ForeignKey(LiveGame, verbose_name=_("game"), on_delete=models.PROTECT, related_name="links")
    role = models.CharField(_("role"), max_length=10, choices=SeatRole)
    team = models.CharField(_("team"), max_length=50, blank=True)
    player = models.CharField(_("player"), max_length=50, blank=True)
    name = models.CharField(_("name"), max_length=200, blank=True)
    generation = models.PositiveIntegerField(_("generation"), default=1, editable=False)
    issued_at = models.DateTimeField(_("issued"), default=timezone.now, editable=False)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True, editable=False)
    vacant = models.BooleanField(_("nobody sits here any more"), default=False, editable=False)
    first_used_at = models.DateTimeField(_("first used"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("access link")
        verbose_name_plural = _("access links")
        ordering = ["game", "role", "team", "pk"]

    def __str__(self) -> str:
        return f"{self.name or self.player or self.team or self.role} #{self.pk}"

    @property
    def is_vacant(self) -> bool:
        """Whether it is closed because its holder left the team, not because the host took it back."""
        return self.vacant and self.revoked_at is not None

    @property
    def seat_key(self) -> str:
        """How the log, the chat and the streams call whoever sits here."""
        return f"seat:{self.pk}"
