"""Packages of questions, from the first draft to what lies in the envelopes of one game (chapter 4)."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from chgk.models.seasons import Fixture
from tournaments.models import LiveGame, Person, Season
from tournaments.models.append_only import AppendOnlyModel


class Package(models.Model):
    """The questions of one game, the spare ones too.

    ``fixture``: which game of the calendar it is meant for; ``game``: on whose table it lies, once it has been laid.
    From :attr:`State.SEALED` on until the game is over nobody reads it but the curator and the game's own hosts, and
    every reading is a :class:`PackageReading`. ``revision`` counts what was changed in it, its questions included.
    ``handed_in_at``: it waits for the curator; ``return_reason``: why it came back, until it is handed in again.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        TESTING = "testing", _("in testing")
        APPROVED = "approved", _("approved")
        SEALED = "sealed", pgettext_lazy("package", "sealed")
        PLAYED = "played", _("played")
        ARCHIVED = "archived", _("archived")

    title = models.CharField(_("title"), max_length=200)
    season = models.ForeignKey(Season, models.PROTECT, related_name="packages", verbose_name=_("season"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.DRAFT)
    editor = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="edited_packages", verbose_name=_("editor")
    )
    fixture = models.ForeignKey(
        Fixture, models.PROTECT, null=True, blank=True, related_name="packages", verbose_name=_("for which game")
    )
    game = models.OneToOneField(
        LiveGame, models.PROTECT, null=True, blank=True, related_name="package", verbose_name=_("game")
    )
    note = models.TextField(_("note of the editor"), blank=True)
    made_at = models.DateTimeField(_("made"), default=timezone.now, editable=False)
    handed_in_at = models.DateTimeField(_("handed in on"), null=True, blank=True, editable=False)
    handed_in_by = models.CharField(_("handed in by"), max_length=250, blank=True, editable=False)
    returned_at = models.DateTimeField(_("returned on"), null=True, blank=True, editable=False)
    return_reason = models.CharField(_("why it was returned"), max_length=500, blank=True, editable=False)
    approved_at = models.DateTimeField(_("approved on"), null=True, blank=True, editable=False)
    approved_by = models.CharField(_("approved by"), max_length=250, blank=True, editable=False)
    sealed_at = models.DateTimeField(_("sealed on"), null=True, blank=True, editable=False)
    sealed_by = models.CharField(_("sealed by"), max_length=250, blank=True, editable=False)
    revision = models.PositiveIntegerField(_("revision"), default=0, editable=False)

    class Meta:
        verbose_name = _("package")
        verbose_name_plural = _("packages")
        ordering = ("season", "pk")

    def __str__(self) -> str:
        return self.title

    @property
    def is_closed(self) -> bool:
        """Whether its texts are a secret: sealed, or on the table of a game that is not over."""
        if self.game is not None and self.game.finished_at is None:
            return True
        return self.state == self.State.SEALED and self.game is None


class Question(models.Model):
    """A question with the parts that the regulation asks for (§4.1.1); a draft may lack some of them.

    Without a ``package`` it lies in the bank: a draft of its author, or one that was taken out of its package.
    ``citations``: its sources as :func:`tournaments.rules.citations.as_json` writes them, confirmed by whoever edited
    them; ``source`` is what was typed, one a line, and what a game shows.
    """

    class Category(models.IntegerChoices):
        EASY = 1, _("1, easy")
        MEDIUM = 2, _("2, medium")
        HARD = 3, _("3, hard")

    class Kind(models.TextChoices):  # the values are those of chgk.formats.package.Kind
        ORDINARY = "ordinary", _("ordinary")
        WARM_UP = "warm-up", _("warm-up")
        DUPLET = "duplet", _("duplet")
        BLITZ = "blitz", _("blitz")

    package = models.ForeignKey(
        Package, models.CASCADE, null=True, blank=True, related_name="questions", verbose_name=_("package")
    )
    number = models.PositiveSmallIntegerField(
        _("number"), null=True, blank=True, help_text=_("The number on the envelope.")
    )
    category = models.PositiveSmallIntegerField(
        _("category"), choices=Category.choices, default=Category.MEDIUM, null=True, blank=True
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.ORDINARY)
    text = models.TextField(_("question"), blank=True)
    handout = models.TextField(_("handout"), blank=True, help_text=_("A text that the table gets to read."))
    answer = models.CharField(_("answer"), max_length=1000, blank=True)
    accepted = models.TextField(_("accepted answers"), blank=True, help_text=_("One a line."))
    rejected = models.TextField(
        _("rejected answers"), blank=True, help_text=_("One a line: they look right and are not.")
    )
    comment = models.TextField(_("comment"), blank=True, help_text=_("How to judge, and what the answer means."))
    source = models.TextField(_("source"), blank=True, help_text=_("One a line, so exact that anyone can check it."))
    citations = models.JSONField(_("sources"), default=list, blank=True, editable=False)
    authors = models.TextField(_("authors"), blank=True, help_text=_("One a line: name, town."))
    written_by = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="questions", verbose_name=_("whose draft")
    )
    is_spare = models.BooleanField(_("spare"), default=False)
    excluded_at = models.DateTimeField(_("found not original"), null=True, blank=True, editable=False)
    revision = models.PositiveIntegerField(_("revision"), default=0, editable=False)
    changed_at = models.DateTimeField(_("changed"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("question of the club")
        verbose_name_plural = _("questions of the club")
        ordering = ("package", "number")
        constraints = (
            models.UniqueConstraint(fields=("package", "number"), name="chgk_number_once_a_package"),
            models.CheckConstraint(condition=models.Q(category__gte=1, category__lte=3), name="chgk_category_of_three"),
            models.CheckConstraint(
                condition=models.Q(package=None) | models.Q(number__isnull=False), name="chgk_number_in_a_package"
            ),
        )

    def __str__(self) -> str:
        # without its text: names of rows end up in histories, confirmations and messages
        if self.number is None:
            return gettext("draft no. %(number)s") % {"number": self.pk}
        return gettext("question no. %(number)s") % {"number": self.number}

    @property
    def is_closed(self) -> bool:
        """Whether its text is a secret (see :attr:`Package.is_closed`)."""
        return self.package is not None and self.package.is_closed

    def sheet(self) -> dict[str, Any]:
        """The question as it is played: what a command carries, and the log keeps. One query, for its pictures."""
        sheet: dict[str, Any] = {
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
        if self.handout:
            sheet["handout"] = self.handout
        pictures = self.images.values("digest", "width", "height", "description") if self.pk else ()
        if pictures:
            sheet["pictures"] = list(pictures)
        return sheet


class QuestionImage(models.Model):
    """A picture handed out to the table. ``data`` was decoded and written anew by the server: no metadata, no tricks.

    It lies in the database, so that it is a secret exactly as long as its question is one.
    """

    question = models.ForeignKey(Question, models.CASCADE, related_name="images", verbose_name=_("question"))
    position = models.PositiveSmallIntegerField(_("position"), default=0)
    name = models.CharField(_("file"), max_length=200)
    description = models.CharField(
        _("description"), max_length=300, blank=True, help_text=_("For whoever cannot see it, without the answer.")
    )
    media_type = models.CharField(_("type"), max_length=20)
    width = models.PositiveIntegerField(_("width in pixels"))
    height = models.PositiveIntegerField(_("height in pixels"))
    data = models.BinaryField(_("picture"), editable=False)
    digest = models.CharField(max_length=64, editable=False)  # SHA-256 of ``data``

    class Meta:
        verbose_name = _("picture of a question")
        verbose_name_plural = _("pictures of questions")
        ordering = ("question", "position", "pk")

    def __str__(self) -> str:
        return gettext("picture no. %(number)s") % {"number": self.pk}


class PackageReading(AppendOnlyModel):
    """Who read a sealed package, or carried it out of Sowa: written before anything is shown, never taken back."""

    class What(models.TextChoices):
        OPENED = "opened", _("opened the package")
        BOOKLET = "booklet", _("opened the host's booklet")
        EXPORT = "export", _("exported it")

    package = models.ForeignKey(Package, models.PROTECT, related_name="readings", verbose_name=_("package"))
    what = models.CharField(_("what"), max_length=10, choices=What)
    who = models.CharField(_("who"), max_length=250)
    who_key = models.CharField(_("account"), max_length=50)
    at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta(AppendOnlyModel.Meta):
        verbose_name = _("reading of a package")
        verbose_name_plural = _("readings of packages")
        ordering = ("package", "pk")

    def __str__(self) -> str:
        return f"{self.who} · {self.package_id}"


def lines_of(text: str) -> list[str]:
    """The lines that say something."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def author_of(line: str) -> dict[str, str]:
    """«Name, town»; the town may be missing."""
    name, _comma, town = line.partition(",")
    return {"name": name.strip(), "town": town.strip()}
