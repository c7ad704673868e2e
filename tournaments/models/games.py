"""A live game and its log. What was done is never changed; the snapshot can always be rebuilt from it."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import Role
from tournaments.models.append_only import AppendOnlyModel
from tournaments.models.seasons import Season


class LiveGame(models.Model):
    """One game.

    ``setup`` is pinned by the start. ``snapshot`` is the fold of the log as canonical JSON ("" before the start),
    ``seq`` the number of the last event in it, ``chat_seq`` the number of the last chat message.

    ``suspension`` is {} unless the evening is interrupted: ``at``, ``reason``, ``until`` (ISO times), ``links`` (what
    their links had left). ``conductor`` is {} until the console is handed over: ``key``, ``name``, ``at`` of the one
    host whose commands count. A rehearsal points at the game that it rehearses, from its first to its last day.
    """

    discipline = models.CharField(_("discipline"), max_length=30)
    season = models.ForeignKey(Season, verbose_name=_("season"), on_delete=models.PROTECT, related_name="games")
    title = models.CharField(_("title"), max_length=200)
    hosts = models.ManyToManyField(
        settings.AUTH_USER_MODEL, verbose_name=_("hosts"), blank=True, related_name="hosted_games"
    )
    setup = models.JSONField(_("setup"), default=dict, blank=True)
    for_ranking = models.BooleanField(
        _("counts for the house ranking"),
        default=True,
        help_text=_("Not for rehearsals, nor for games imported from a record."),
    )
    planned_at = models.DateTimeField(_("planned for"), null=True, blank=True)
    place = models.CharField(_("meeting place"), max_length=200, blank=True)
    note = models.CharField(_("note for everybody"), max_length=300, blank=True)
    rehearsal_of = models.OneToOneField(
        "self",
        verbose_name=_("rehearsal of"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="rehearsal",
    )
    suspension = models.JSONField(_("suspension"), default=dict, blank=True, editable=False)
    conductor = models.JSONField(_("conducting host"), default=dict, blank=True, editable=False)
    is_sealed = models.BooleanField(
        _("sealed"),
        default=False,
        editable=False,
        help_text=_("Its questions are sealed: nobody but its own hosts gets to its console."),
    )
    snapshot = models.TextField(_("snapshot"), blank=True, editable=False)
    seq = models.PositiveBigIntegerField(_("last event"), default=0, editable=False)
    chat_seq = models.PositiveBigIntegerField(_("last chat message"), default=0, editable=False)
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    started_at = models.DateTimeField(_("started"), null=True, blank=True, editable=False)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("live game")
        verbose_name_plural = _("live games")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(rehearsal_of=None) | Q(for_ranking=False), name="rehearsals_count_for_nothing"
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def is_rehearsal(self) -> bool:
        """Whether the game rehearses another one: it spends no question, counts for nothing, and can be wiped."""
        return self.rehearsal_of_id is not None

    @property
    def team_entries(self) -> list[dict[str, Any]]:
        """The teams of the setup; a game of one team against somebody else names it alone."""
        alone = self.setup.get("team")
        entries: list[dict[str, Any]] = self.setup.get("teams", [alone] if alone else [])
        return entries

    @property
    def is_suspended(self) -> bool:
        """Whether the evening is interrupted: no command is taken until it goes on."""
        return bool(self.suspension)


class Postponement(AppendOnlyModel):
    """A game's date was moved: from when, to when (None: not known yet), and why."""

    game = models.ForeignKey(LiveGame, verbose_name=_("game"), on_delete=models.PROTECT, related_name="postponements")
    before = models.DateTimeField(_("planned before"), null=True, blank=True)
    after = models.DateTimeField(_("planned after"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=300)
    decided_at = models.DateTimeField(_("decided"), default=timezone.now)
    decided_by = models.CharField(_("decided by"), max_length=50)

    class Meta(AppendOnlyModel.Meta):
        verbose_name = _("postponement")
        verbose_name_plural = _("postponements")
        ordering = ["game", "pk"]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.reason[:60]}"


class GameCommand(AppendOnlyModel):
    """A command as it was received, and its first outcome."""

    game = models.ForeignKey(LiveGame, verbose_name=_("game"), on_delete=models.PROTECT, related_name="commands")
    command = models.JSONField(_("command"))
    command_id = models.CharField(_("command id"), max_length=64)
    actor_key = models.CharField(_("actor"), max_length=50)
    actor_role = models.CharField(_("role"), max_length=10, choices=Role)
    actor_team = models.CharField(_("team"), max_length=50, blank=True)
    actor_name = models.CharField(_("name"), max_length=200, blank=True)
    device = models.CharField(_("device"), max_length=200, blank=True)
    received_at = models.DateTimeField(_("received"))
    recorded_at = models.DateTimeField(_("recorded"), default=timezone.now)
    accepted = models.BooleanField(_("accepted"))
    refusal = models.JSONField(_("refusal"), null=True, blank=True)
    first_seq = models.PositiveBigIntegerField(_("first event"), null=True, blank=True)
    last_seq = models.PositiveBigIntegerField(_("last event"), null=True, blank=True)
    seq_after = models.PositiveBigIntegerField(_("game's last event then"))

    class Meta(AppendOnlyModel.Meta):
        verbose_name = _("game command")
        verbose_name_plural = _("game commands")
        ordering = ["game", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "actor_key", "command_id"], name="one_outcome_a_command"),
        ]
        indexes = [models.Index(fields=["game", "id"], name="commands_of_a_game")]

    def __str__(self) -> str:
        return f"{self.command.get('do', '?')} #{self.pk}"


class GameEvent(AppendOnlyModel):
    """What an accepted command brought about."""

    game = models.ForeignKey(LiveGame, verbose_name=_("game"), on_delete=models.PROTECT, related_name="events")
    seq = models.PositiveBigIntegerField(_("number"))
    command = models.ForeignKey(GameCommand, verbose_name=_("command"), on_delete=models.PROTECT, related_name="events")
    kind = models.CharField(_("kind"), max_length=50)
    data = models.JSONField(_("data"))
    recorded_at = models.DateTimeField(_("recorded"), default=timezone.now)

    class Meta(AppendOnlyModel.Meta):
        verbose_name = _("game event")
        verbose_name_plural = _("game events")
        ordering = ["game", "seq"]
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="one_event_a_number")]

    def __str__(self) -> str:
        return f"{self.seq}. {self.kind}"
