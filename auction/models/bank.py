"""The auction game's question bank: categories, questions, and which of them a season has seen."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from auction.rules.special import MARK
from tournaments.models import LiveGame, Season


class Category(models.Model):
    """A category of the wheel (§6, §9)."""

    name = models.CharField(_("name"), max_length=60, unique=True)
    is_active = models.BooleanField(_("on the wheel"), default=True)

    class Meta:
        verbose_name = _("category")
        verbose_name_plural = _("categories")
        ordering = ("name",)
        constraints = (
            models.CheckConstraint(
                condition=~models.Q(name__startswith=MARK),
                name="auction_category_is_no_special_lot",
                violation_error_message=_("The name of a category does not begin with a colon: special lots do."),
            ),
        )

    def __str__(self) -> str:
        return self.name


class AuctionQuestion(models.Model):
    """A question with its four variants for the hint (§19); used once an edition."""

    class RightVariant(models.IntegerChoices):
        FIRST = 1, "A"
        SECOND = 2, "B"
        THIRD = 3, "C"
        FOURTH = 4, "D"

    category = models.ForeignKey(Category, models.PROTECT, related_name="questions", verbose_name=_("category"))
    text = models.TextField(_("question"))
    answer = models.CharField(_("answer"), max_length=200)
    accepted = models.TextField(_("accepted variants"), blank=True, help_text=_("One a line."))
    comment = models.TextField(_("comment"), blank=True, help_text=_("For the host, read aloud after the verdict."))
    source = models.TextField(_("source"), help_text=_("So exact that anyone can check it."))
    variant_a = models.CharField(_("variant A"), max_length=200)
    variant_b = models.CharField(_("variant B"), max_length=200)
    variant_c = models.CharField(_("variant C"), max_length=200)
    variant_d = models.CharField(_("variant D"), max_length=200)
    right_variant = models.PositiveSmallIntegerField(_("right variant"), choices=RightVariant.choices)
    is_active = models.BooleanField(_("may be played"), default=True)
    for_rehearsal = models.BooleanField(
        _("for rehearsals"),
        default=False,
        help_text=_("Asked in rehearsals only, again and again; never on an evening."),
    )
    changed_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("question")
        verbose_name_plural = _("questions")
        ordering = ("category__name", "pk")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(right_variant__gte=1, right_variant__lte=4), name="auction_right_variant_of_four"
            ),
        )

    def __str__(self) -> str:
        # without its text: names of rows end up in histories, confirmations and messages, which outlive a seal
        return gettext("question no. %(number)s") % {"number": self.pk}

    @property
    def variants(self) -> tuple[str, str, str, str]:
        """The four variants in the order in which the hall sees them."""
        return (self.variant_a, self.variant_b, self.variant_c, self.variant_d)

    @property
    def accepted_variants(self) -> tuple[str, ...]:
        """Other answers that count, one a line in the bank."""
        return tuple(line.strip() for line in self.accepted.splitlines() if line.strip())

    def clean(self) -> None:
        """Four different variants; a hint with two equal ones would be no choice (§19)."""
        seen = [variant.strip().casefold() for variant in self.variants]
        if len(set(seen)) < len(seen):
            raise ValidationError(_("The four variants must differ from one another."))


class QuestionUse(models.Model):
    """A question that the hall has seen: it is not asked again in the season."""

    question = models.ForeignKey(AuctionQuestion, models.PROTECT, related_name="uses", verbose_name=_("question"))
    season = models.ForeignKey(Season, models.PROTECT, related_name="+", verbose_name=_("season"))
    game = models.ForeignKey(LiveGame, models.PROTECT, related_name="+", verbose_name=_("game"))
    used_at = models.DateTimeField(_("used"), auto_now_add=True)

    class Meta:
        verbose_name = _("use of a question")
        verbose_name_plural = _("uses of questions")
        constraints = (models.UniqueConstraint(fields=("question", "season"), name="auction_question_once_a_season"),)

    def __str__(self) -> str:
        return f"{self.question_id} · {self.season_id}"
