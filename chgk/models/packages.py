"""Packages of questions: what lies in the envelopes of one game (§4.1.1)."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import LiveGame, Season


class Package(models.Model):
    """The questions of one game, the spare ones too. ``game`` is empty until they are laid on a table."""

    title = models.CharField(_("title"), max_length=200)
    season = models.ForeignKey(Season, models.PROTECT, related_name="packages", verbose_name=_("season"))
    game = models.OneToOneField(
        LiveGame, models.PROTECT, null=True, blank=True, related_name="package", verbose_name=_("game")
    )

    class Meta:
        verbose_name = _("package")
        verbose_name_plural = _("packages")
        ordering = ("season", "pk")

    def __str__(self) -> str:
        return self.title


class Question(models.Model):
    """A question with all the parts that the regulation asks for (§4.1.1)."""

    class Category(models.IntegerChoices):
        EASY = 1, _("1, easy")
        MEDIUM = 2, _("2, medium")
        HARD = 3, _("3, hard")

    package = models.ForeignKey(Package, models.CASCADE, related_name="questions", verbose_name=_("package"))
    number = models.PositiveSmallIntegerField(_("number"), help_text=_("The number on the envelope."))
    category = models.PositiveSmallIntegerField(_("category"), choices=Category.choices, default=Category.MEDIUM)
    text = models.TextField(_("question"))
    answer = models.CharField(_("answer"), max_length=300)
    accepted = models.TextField(_("accepted answers"), blank=True, help_text=_("One a line."))
    rejected = models.TextField(
        _("rejected answers"), blank=True, help_text=_("One a line: they look right and are not.")
    )
    comment = models.TextField(_("comment"), blank=True, help_text=_("How to judge, and what the answer means."))
    source = models.TextField(_("source"), help_text=_("One a line, so exact that anyone can check it."))
    authors = models.TextField(_("authors"), blank=True, help_text=_("One a line: name, town."))
    is_spare = models.BooleanField(_("spare"), default=False)

    class Meta:
        verbose_name = _("question of the club")
        verbose_name_plural = _("questions of the club")
        ordering = ("package", "number")
        constraints = (
            models.UniqueConstraint(fields=("package", "number"), name="chgk_number_once_a_package"),
            models.CheckConstraint(condition=models.Q(category__gte=1, category__lte=3), name="chgk_category_of_three"),
        )

    def __str__(self) -> str:
        # without its text: names of rows end up in histories, confirmations and messages
        return gettext("question no. %(number)s") % {"number": self.number}

    def sheet(self) -> dict[str, Any]:
        """The question as it is played: what a command carries, and the log keeps."""
        return {
            "number": self.number,
            "text": self.text,
            "answer": self.answer,
            "accepted": lines_of(self.accepted),
            "rejected": lines_of(self.rejected),
            "comment": self.comment,
            "source": self.source,
            "category": self.category,
            "authors": [author_of(line) for line in lines_of(self.authors)],
        }


def lines_of(text: str) -> list[str]:
    """The lines that say something."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def author_of(line: str) -> dict[str, str]:
    """«Name, town»; the town may be missing."""
    name, _comma, town = line.partition(",")
    return {"name": name.strip(), "town": town.strip()}
