"""The questions of one evening: chosen, reserved for it alone, sealed; and who looked into them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from auction.models.bank import AuctionQuestion
from tournaments.models import LiveGame
from tournaments.models.append_only import AppendOnlyModel


class QuestionSet(models.Model):
    """What one game plays with. ``wanted`` and ``spares``: how many questions a category is to have, and in reserve.

    Without a seal it is a list that its hosts still change, and the game draws from the bank.
    """

    game = models.OneToOneField(LiveGame, models.CASCADE, related_name="question_set", verbose_name=_("game"))
    wanted = models.PositiveSmallIntegerField(_("questions a category"), default=2)
    spares = models.PositiveSmallIntegerField(_("spares a category"), default=2)
    sealed_at = models.DateTimeField(_("sealed"), null=True, blank=True)
    sealed_by = models.CharField(_("sealed by"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("question set")
        verbose_name_plural = _("question sets")
        ordering = ("-pk",)

    def __str__(self) -> str:
        return str(self.game)

    @property
    def is_sealed(self) -> bool:
        """Whether the game draws from it, and nobody reads it."""
        return self.sealed_at is not None


class ReservedQuestion(models.Model):
    """A question kept for one evening; no other may have it until ``released_at``.

    The seal copies it (``copy``, as it will be played) and calls it by a ``mark`` that says nothing: the draws, which
    everybody sees, name marks. ``digest`` is what the seal vouches for, with a ``salt`` that is published once it is
    played. Copy and salt leave the server by :mod:`auction.services.set_openings` only.
    """

    set = models.ForeignKey(QuestionSet, models.CASCADE, related_name="reserved", verbose_name=_("question set"))
    question = models.ForeignKey(
        AuctionQuestion, models.PROTECT, related_name="reservations", verbose_name=_("question")
    )
    is_spare = models.BooleanField(_("spare"), default=False)
    position = models.PositiveIntegerField(_("position"), default=0)
    released_at = models.DateTimeField(_("released"), null=True, blank=True)
    mark = models.CharField(_("mark"), max_length=20, blank=True)
    copy = models.JSONField(_("as it is played"), null=True, blank=True, editable=False)
    salt = models.CharField(_("salt"), max_length=32, blank=True, editable=False)
    digest = models.CharField(_("digest"), max_length=64, blank=True)

    class Meta:
        verbose_name = _("reserved question")
        verbose_name_plural = _("reserved questions")
        ordering = ("set", "position", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("question",), condition=Q(released_at=None), name="auction_question_reserved_once"
            ),
            models.UniqueConstraint(fields=("set", "question"), name="auction_question_once_a_set"),
            models.UniqueConstraint(fields=("set", "mark"), condition=~Q(mark=""), name="auction_mark_once_a_set"),
        )

    def __str__(self) -> str:
        return f"{self.set} · {self.question}"


class QuestionSeal(models.Model):
    """A promise: the SHA-256 of the questions as they were sealed. One broken before the game stays visible."""

    set = models.ForeignKey(QuestionSet, models.CASCADE, related_name="seals", verbose_name=_("question set"))
    number = models.PositiveIntegerField(_("number"))
    commitment = models.CharField(_("commitment"), max_length=64)
    lines = models.JSONField(_("what it vouches for"), default=list, editable=False)  # public after the game
    sealed_at = models.DateTimeField(_("sealed"), default=timezone.now)
    sealed_by = models.CharField(_("sealed by"), max_length=200)
    unsealed_at = models.DateTimeField(_("unsealed"), null=True, blank=True)
    unsealed_by = models.CharField(_("unsealed by"), max_length=200, blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("seal")
        verbose_name_plural = _("seals")
        ordering = ("set", "number")
        constraints = (
            models.UniqueConstraint(fields=("set", "number"), name="auction_one_seal_a_number"),
            models.UniqueConstraint(
                fields=("set",), condition=Q(unsealed_at=None), name="auction_one_standing_seal_a_set"
            ),
        )

    def __str__(self) -> str:
        return f"{self.set} · {self.commitment[:16]}"


class SetOpening(AppendOnlyModel):
    """Who looked into a sealed set, or got near it: written before anything is shown, and never taken back."""

    class Kind(models.TextChoices):
        OPENED = "opened", _("opened the set")
        NEW_HOST = "new_host", _("became a host of the game after the sealing")

    set = models.ForeignKey(QuestionSet, models.PROTECT, related_name="openings", verbose_name=_("question set"))
    kind = models.CharField(_("what"), max_length=10, choices=Kind, default=Kind.OPENED)
    who = models.CharField(_("who"), max_length=200)
    who_key = models.CharField(_("account"), max_length=50)
    at = models.DateTimeField(_("when"), default=timezone.now)
    why = models.CharField(_("reason"), max_length=500, blank=True)

    class Meta(AppendOnlyModel.Meta):
        verbose_name = _("opening of a question set")
        verbose_name_plural = _("openings of question sets")
        ordering = ["set", "pk"]

    def __str__(self) -> str:
        return f"{self.who} · {self.set}"
