"""Black boxes: sealed by the host before the game, opened when all is decided (§6)."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from auction.rules.special import MOST_BOXES
from tournaments.models import LiveGame

LONGEST_CONTENTS = 500  # letters


class BlackBox(models.Model):
    """A sealed box. From the sealing on nothing shows or changes ``contents`` and ``salt`` before ``opened_at``.

    ``commitment`` is the SHA-256 of salt and contents, public at once.
    """

    game = models.ForeignKey(LiveGame, models.PROTECT, related_name="black_boxes", verbose_name=_("game"))
    number = models.PositiveSmallIntegerField(_("number"))
    contents = models.TextField(_("contents"), max_length=LONGEST_CONTENTS, editable=False)
    salt = models.CharField(max_length=64, editable=False)
    commitment = models.CharField(_("commitment"), max_length=64, editable=False)
    sealed_at = models.DateTimeField(_("sealed"), auto_now_add=True)
    sealed_by = models.CharField(_("sealed by"), max_length=200, editable=False)
    opened_at = models.DateTimeField(_("opened"), null=True, editable=False)

    class Meta:
        verbose_name = _("black box")
        verbose_name_plural = _("black boxes")
        ordering = ("game", "number")
        constraints = (
            models.UniqueConstraint(fields=("game", "number"), name="auction_black_box_number"),
            models.CheckConstraint(
                condition=models.Q(number__gte=1, number__lte=MOST_BOXES), name="auction_black_box_few"
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id} · {self.number}"
