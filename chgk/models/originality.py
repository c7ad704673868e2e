"""What a question is compared with (§4.1.3): reference collections, and the word forms of everything comparable.

The columns called ``stems`` are indexed by the database itself: on PostgreSQL by a GIN index on their words, on SQLite
by an FTS5 table that triggers keep. A migration that makes Django rebuild one of these tables on SQLite drops its
triggers: such a migration lays them again (``index_sqlite.TRIGGERS``; a test looks whether they are there).
"""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from chgk.models.packages import Question
from tournaments.models import LiveGame, Person


class ReferenceCollection(models.Model):
    """Questions that others have asked, loaded from a folder of files to compare ours with."""

    name = models.CharField(_("name"), max_length=200, unique=True)
    made_at = models.DateTimeField(_("made"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("reference collection")
        verbose_name_plural = _("reference collections")
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class ReferenceFile(models.Model):
    """A file of a collection, taken in as a whole; ``digest`` (SHA-256) tells whether it has changed since.

    ``game``: the questions of a game of ours whose package never lay in the bank: it came as a record.
    """

    collection = models.ForeignKey(
        ReferenceCollection, models.CASCADE, related_name="files", verbose_name=_("collection")
    )
    game = models.OneToOneField(
        LiveGame,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="reference",
        verbose_name=_("game"),
        editable=False,
    )
    path = models.CharField(_("file"), max_length=500)
    title = models.CharField(_("title"), max_length=300, blank=True)
    digest = models.CharField(max_length=64, editable=False)
    question_count = models.PositiveIntegerField(_("questions"), default=0)
    imported_at = models.DateTimeField(_("imported"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("file of a collection")
        verbose_name_plural = _("files of collections")
        ordering = ("collection", "path")
        constraints = (
            models.UniqueConstraint(fields=("collection", "path"), name="chgk_reference_path_once"),
            models.UniqueConstraint(fields=("collection", "digest"), name="chgk_reference_digest_once"),
        )

    def __str__(self) -> str:
        return self.path


class ReferenceQuestion(models.Model):
    """A question of a collection: text, answer, and where it stood."""

    file = models.ForeignKey(ReferenceFile, models.CASCADE, related_name="questions", verbose_name=_("file"))
    tour = models.CharField(_("tour"), max_length=200, blank=True)
    number = models.PositiveIntegerField(_("number"), null=True, blank=True)
    text = models.TextField(_("question"))
    answer = models.TextField(_("answer"), blank=True)
    stems = models.TextField(editable=False)

    class Meta:
        verbose_name = _("question of a collection")
        verbose_name_plural = _("questions of collections")
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.file_id}/{self.number or self.pk}"


class StemCount(models.Model):
    """In how many reference questions a stem occurs, where that is more than one; counted anew after an import."""

    stem = models.CharField(max_length=40, primary_key=True)
    questions = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("frequency of a word")
        verbose_name_plural = _("frequencies of words")

    def __str__(self) -> str:
        return self.stem


class QuestionWords(models.Model):
    """The words of a question of the club: ``stems`` of text and answer, to compare it; ``search_stems`` of all its
    parts and ``folded`` in their order, to search. As secret as the question is: read together with the permission.
    """

    question = models.OneToOneField(
        Question, models.CASCADE, primary_key=True, related_name="words", verbose_name=_("question")
    )
    stems = models.TextField(editable=False)
    search_stems = models.TextField(editable=False)
    folded = models.TextField(editable=False)
    revision = models.PositiveIntegerField(default=0, editable=False)  # of the question, when its words were taken

    class Meta:
        verbose_name = _("words of a question")
        verbose_name_plural = _("words of questions")

    def __str__(self) -> str:
        return str(self.question_id)


class Likeness(models.Model):
    """A question of the club is like another one: of the bank, or of a reference collection.

    ``settled_at``: somebody has looked at both and found them different, and says why in ``word``.
    """

    question = models.ForeignKey(Question, models.CASCADE, related_name="likenesses", verbose_name=_("question"))
    like_question = models.ForeignKey(
        Question, models.CASCADE, null=True, related_name="+", verbose_name=_("like this question of the club")
    )
    like_reference = models.ForeignKey(
        ReferenceQuestion, models.CASCADE, null=True, related_name="+", verbose_name=_("like this reference question")
    )
    similarity = models.PositiveSmallIntegerField(_("similarity"))
    found_at = models.DateTimeField(_("found"), default=timezone.now)
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    settled_by = models.CharField(_("settled by"), max_length=250, blank=True)
    word = models.CharField(_("why they differ"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("likeness")
        verbose_name_plural = _("likenesses")
        ordering = ("-similarity", "pk")
        constraints = (
            models.UniqueConstraint(fields=("question", "like_question"), name="chgk_like_question_once"),
            models.UniqueConstraint(fields=("question", "like_reference"), name="chgk_like_reference_once"),
            models.CheckConstraint(
                condition=models.Q(like_question=None) ^ models.Q(like_reference=None), name="chgk_like_one_thing"
            ),
        )

    def __str__(self) -> str:
        return f"{self.similarity} %"


class OriginalityClaim(models.Model):
    """Somebody of the club says that a question is not original, with evidence; the curator decides (§4.1.3).

    ``game`` and ``number`` as they were when the claim was made: a granted one takes the question out of its package.
    """

    class State(models.TextChoices):
        OPEN = "open", _("waits for the curator")
        GRANTED = "granted", _("not original")
        DECLINED = "declined", _("original")
        WITHDRAWN = "withdrawn", _("withdrawn")

    question = models.ForeignKey(
        Question, models.SET_NULL, null=True, related_name="claims", verbose_name=_("question")
    )
    game = models.ForeignKey(
        LiveGame, models.PROTECT, null=True, blank=True, related_name="originality_claims", verbose_name=_("game")
    )
    number = models.PositiveSmallIntegerField(_("number"), null=True, blank=True)
    claimant = models.ForeignKey(Person, models.PROTECT, related_name="+", verbose_name=_("who claims it"))
    words = models.TextField(_("evidence"))
    source = models.TextField(_("source"), blank=True)
    citations = models.JSONField(_("sources"), default=list, blank=True, editable=False)
    made_at = models.DateTimeField(_("made"), default=timezone.now)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    reason = models.TextField(_("reason"), blank=True)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    decided_by = models.CharField(_("decided by"), max_length=250, blank=True)

    class Meta:
        verbose_name = _("claim of originality")
        verbose_name_plural = _("claims of originality")
        ordering = ("-made_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("question", "claimant"), condition=models.Q(state="open"), name="chgk_open_claim_once"
            ),
        )

    def __str__(self) -> str:
        return gettext("claim no. %(number)s") % {"number": self.pk}
