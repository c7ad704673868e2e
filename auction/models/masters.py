"""Who will sit down as Masters, before they do; whom the house in their box sends."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import House, LiveGame, Person


class Masters(models.Model):
    """Who will sit down as Masters in a game's final (§23). May change until they do; each change is audited.

    ``entry`` is their table as a setup has teams: id, command, house, name, colour, emblem, players.
    """

    game = models.OneToOneField(LiveGame, models.PROTECT, related_name="masters", verbose_name=_("game"))
    entry = models.JSONField(_("table"))
    changed_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("Masters")
        verbose_name_plural = _("Masters")
        ordering = ("game",)

    def __str__(self) -> str:
        return f"{self.entry.get('command', '')} · {self.game_id}"


class BoxSeat(models.Model):
    """Somebody whom the head of the house in the Masters' box names to sit there at the next edition (§28).

    Without a row the team that won ``game`` for the house sits there. Rows are replaced together; each time is audited.
    """

    game = models.ForeignKey(LiveGame, models.PROTECT, related_name="box_seats", verbose_name=_("won in"))
    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"))
    person = models.ForeignKey(Person, models.PROTECT, related_name="box_seats", verbose_name=_("person"))
    is_captain = models.BooleanField(_("captain"), default=False)
    position = models.PositiveSmallIntegerField(_("position"), default=0)
    named_at = models.DateTimeField(_("named"), default=timezone.now)
    named_by = models.CharField(_("named by"), max_length=250)

    class Meta:
        verbose_name = _("seat in the Masters' box")
        verbose_name_plural = _("seats in the Masters' box")
        ordering = ("game", "house", "position", "pk")
        constraints = (
            models.UniqueConstraint(fields=("game", "house", "person"), name="auction_box_seat_once"),
            models.UniqueConstraint(
                fields=("game", "house"), condition=models.Q(is_captain=True), name="auction_box_one_captain"
            ),
        )

    def __str__(self) -> str:
        return f"{self.person} · {self.game_id}"
