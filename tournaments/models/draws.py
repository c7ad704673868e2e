"""Draws that can be checked: the secret seeds. All that is public about them stands in the games' logs."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.games import LiveGame


class DrawSeed(models.Model):
    """The seed of a series of draws. It is secret until ``revealed_at``: only ``published_seed`` may leave the server.

    ``nonces`` are what the captains' devices added, by team; ``draws`` counts those made, the undone ones too.
    An abandoned seed (the round did not end with it) is revealed all the same, with a ``reason``.
    """

    class Reason(models.TextChoices):
        CLOSED = "closed", _("the game was closed before the round was over")
        UNDONE = "undone", _("an undo led out of the round")

    game = models.ForeignKey(LiveGame, verbose_name=_("game"), on_delete=models.PROTECT, related_name="draw_seeds")
    series = models.PositiveIntegerField(_("series"))
    round = models.PositiveIntegerField(_("round"))
    commitment = models.CharField(_("commitment"), max_length=64)
    seed = models.CharField(_("seed"), max_length=64, editable=False)
    nonces = models.JSONField(_("nonces"), default=dict, editable=False)
    draws = models.PositiveIntegerField(_("draws made"), default=0)
    made_at = models.DateTimeField(_("made"), default=timezone.now)
    revealed_at = models.DateTimeField(_("revealed"), null=True, blank=True)
    abandoned_at = models.DateTimeField(_("abandoned"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=20, choices=Reason, blank=True)

    class Meta:
        verbose_name = _("seed of draws")
        verbose_name_plural = _("seeds of draws")
        ordering = ["game", "series"]
        constraints = [
            models.UniqueConstraint(fields=["game", "series"], name="one_seed_a_series"),
            models.UniqueConstraint(fields=["game"], condition=Q(revealed_at=None), name="one_secret_seed_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.series}: {self.commitment[:16]}"

    @property
    def is_secret(self) -> bool:
        """Whether draws are still made with it."""
        return self.revealed_at is None

    @property
    def published_seed(self) -> str:
        """The seed once it is public, before that nothing."""
        return "" if self.is_secret else self.seed
