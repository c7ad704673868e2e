"""The house ranking's ledger: what each house won and why. A sum is never stored, an entry never changed."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import EntryKind
from tournaments.models.append_only import AppendOnlyModel
from tournaments.models.games import LiveGame
from tournaments.models.people import House
from tournaments.models.seasons import Season


class LedgerEntry(AppendOnlyModel):
    """One line. A game's lines are what its log folds to; a decision's reason is in the words of who took it.

    An entry is put right by a counter-entry (``corrects``) that takes its points back, and by a new one, if any.
    ``reason`` is ``{"code": …}`` for the discipline to put into words, or ``{"text": …}``.
    """

    season = models.ForeignKey(Season, verbose_name=_("season"), on_delete=models.PROTECT, related_name="ledger")
    house = models.ForeignKey(House, verbose_name=_("house"), on_delete=models.PROTECT, related_name="ledger")
    game = models.ForeignKey(
        LiveGame, verbose_name=_("game"), on_delete=models.PROTECT, null=True, blank=True, related_name="ledger"
    )
    paragraph = models.CharField(_("paragraph"), max_length=20, blank=True)
    points = models.BigIntegerField(_("points"))
    kind = models.CharField(_("kind"), max_length=10, choices=EntryKind)
    reason = models.JSONField(_("reason"))
    entered_at = models.DateTimeField(_("entered"), default=timezone.now)
    entered_by = models.CharField(_("entered by"), max_length=50)
    corrects = models.OneToOneField(
        "self", verbose_name=_("takes back"), on_delete=models.PROTECT, null=True, blank=True, related_name="counter"
    )

    class Meta(AppendOnlyModel.Meta):
        verbose_name = _("ranking entry")
        verbose_name_plural = _("ranking entries")
        ordering = ["season", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind="counter", corrects__isnull=False)
                | (~models.Q(kind="counter") & models.Q(corrects=None)),
                name="a_counter_entry_takes_one_back",
            ),
            models.CheckConstraint(
                condition=~models.Q(kind="masters") | models.Q(points=0), name="the_masters_title_is_no_points"
            ),
        ]
        indexes = [models.Index(fields=["season", "house"], name="ledger_of_a_season")]

    def __str__(self) -> str:
        return f"{self.house} {self.points:+d}"
