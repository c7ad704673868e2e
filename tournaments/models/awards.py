"""Rights that people win for a time."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.enums import PrivilegeKind
from tournaments.models.games import LiveGame
from tournaments.models.people import Person
from tournaments.models.seasons import Season


class Privilege(models.Model):
    """A right in the school's chat, from a moment to a moment; it can be taken away early, with a reason.

    ``holder`` and ``name`` are the player's in the game; a guest of the directors is no ``person`` of the school.
    ``withdrawn``: the game was opened again or came out otherwise, so this row has never counted.
    """

    person = models.ForeignKey(
        Person, verbose_name=_("person"), on_delete=models.PROTECT, null=True, blank=True, related_name="privileges"
    )
    holder = models.CharField(_("player in the game"), max_length=200)
    name = models.CharField(_("name"), max_length=200)
    season = models.ForeignKey(Season, verbose_name=_("season"), on_delete=models.PROTECT, related_name="privileges")
    game = models.ForeignKey(LiveGame, verbose_name=_("game"), on_delete=models.PROTECT, related_name="privileges")
    paragraph = models.CharField(_("paragraph"), max_length=20)
    kind = models.CharField(_("kind"), max_length=20, choices=PrivilegeKind)
    starts_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("until"))
    revoked_at = models.DateTimeField(_("taken away"), null=True, blank=True, editable=False)
    revoked_by = models.CharField(_("taken away by"), max_length=250, blank=True, editable=False)
    revoke_reason = models.CharField(_("reason for taking it away"), max_length=500, blank=True)
    withdrawn = models.BooleanField(_("withdrawn with its game's result"), default=False, editable=False)

    class Meta:
        verbose_name = _("privilege")
        verbose_name_plural = _("privileges")
        ordering = ["ends_at", "name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "holder", "kind"],
                condition=models.Q(withdrawn=False),
                name="one_privilege_a_player_and_game",
            ),
            models.CheckConstraint(condition=models.Q(ends_at__gt=models.F("starts_at")), name="a_privilege_lasts"),
            models.CheckConstraint(
                condition=models.Q(revoked_at=None, revoke_reason="")
                | (models.Q(revoked_at__isnull=False) & ~models.Q(revoke_reason="")),
                name="taken_away_with_a_reason",
            ),
        ]
        indexes = [models.Index(fields=["ends_at"], name="privileges_by_end")]

    def __str__(self) -> str:
        return f"{self.name}: {self.get_kind_display()}"
