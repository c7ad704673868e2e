"""Beta-tests of packages (§4.2): who may test, who was asked, what they answered blind, said and proposed."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from chgk.models.packages import Package, Question
from chgk.models.seasons import ClubSeason
from chgk.rules.testing import Part
from tournaments.models import Person
from tournaments.models.append_only import AppendOnlyModel

LONGEST_ANSWER = 500
LONGEST_WORD = 500
LONGEST_REMARK = 4000
LONGEST_PART = 8000


class Tester(models.Model):
    """§4.2.2: somebody on the season's list of testers, or who has offered to be. Past rows stay, with their dates."""

    __test__ = False  # no case of pytest's, nor the next one

    class State(models.TextChoices):
        OFFERED = "offered", _("has offered")
        APPROVED = "approved", _("approved")
        DECLINED = "declined", _("declined")
        ENDED = "ended", _("taken off the list")

    club = models.ForeignKey(ClubSeason, models.PROTECT, related_name="testers", verbose_name=_("season of the club"))
    person = models.ForeignKey(Person, models.PROTECT, related_name="tester_of", verbose_name=_("person"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OFFERED)
    words = models.CharField(_("why they offer"), max_length=LONGEST_WORD, blank=True)
    made_at = models.DateTimeField(_("since"), default=timezone.now, editable=False)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True, editable=False)
    decided_by = models.CharField(_("decided by"), max_length=250, blank=True, editable=False)
    ended_at = models.DateTimeField(_("taken off on"), null=True, blank=True, editable=False)
    word = models.CharField(_("word of the curator"), max_length=LONGEST_WORD, blank=True)

    class Meta:
        verbose_name = _("tester")
        verbose_name_plural = _("testers")
        ordering = ("club", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("club", "person"),
                condition=Q(state__in=("offered", "approved")),
                name="chgk_tester_once_a_season",
            ),
        )

    def __str__(self) -> str:
        return f"{self.person_id}: {self.club_id}"


class TestAssignment(models.Model):
    """A tester was asked to test a package. ``ended_why`` says why the access is over, where somebody ended it."""

    __test__ = False

    class Ended(models.TextChoices):
        PLAYER = "player", _("plays the game of this package")
        DEAN = "dean", _("leads the house that plays it")
        EDITOR = "editor", _("has become its editor")
        OFF_LIST = "off_list", _("was taken off the list of testers")
        LEFT = "left", _("has left the school")
        WITHDRAWN = "withdrawn", _("is not asked any more")
        RETURNED = "returned", _("gave it back")

    package = models.ForeignKey(Package, models.CASCADE, related_name="tests", verbose_name=_("package"))
    person = models.ForeignKey(Person, models.PROTECT, related_name="package_tests", verbose_name=_("tester"))
    words = models.CharField(_("a word to them"), max_length=LONGEST_WORD, blank=True)
    asked_at = models.DateTimeField(_("asked"), default=timezone.now, editable=False)
    asked_by = models.CharField(_("asked by"), max_length=250, blank=True, editable=False)
    ended_at = models.DateTimeField(_("over since"), null=True, blank=True, editable=False)
    ended_why = models.CharField(_("why it is over"), max_length=10, choices=Ended, blank=True, editable=False)

    class Meta:
        verbose_name = _("test of a package")
        verbose_name_plural = _("tests of packages")
        ordering = ("package", "pk")
        constraints = (
            models.UniqueConstraint(fields=("package", "person"), name="chgk_one_test_a_tester_and_package"),
        )

    def __str__(self) -> str:
        return f"{self.person_id}: {self.package_id}"


class BlindAnswer(models.Model):
    """What a tester answered to a question, knowing nothing but its text and handout.

    The row is there since the text was opened; from ``answered_at`` on it does not change. ``digest``: what was read,
    so that a question that was changed since can be answered anew (``attempt``). ``counts``: whether the answer would
    count, as the tester sees it; ``judged``: as the editor does.
    """

    question = models.ForeignKey(Question, models.CASCADE, related_name="blind_answers", verbose_name=_("question"))
    person = models.ForeignKey(Person, models.PROTECT, related_name="blind_answers", verbose_name=_("tester"))
    attempt = models.PositiveSmallIntegerField(_("attempt"), default=1)
    digest = models.CharField(max_length=64, editable=False)
    opened_at = models.DateTimeField(_("opened"), default=timezone.now, editable=False)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True, editable=False)
    passed = models.BooleanField(_("no answer"), default=False)
    answer = models.CharField(_("answer"), max_length=LONGEST_ANSWER, blank=True)
    counts = models.BooleanField(_("would count, says the tester"), null=True, blank=True)
    judged = models.BooleanField(_("would count, says the editor"), null=True, blank=True)
    judged_by = models.CharField(_("judged by"), max_length=250, blank=True, editable=False)

    class Meta:
        verbose_name = _("blind answer")
        verbose_name_plural = _("blind answers")
        ordering = ("question", "person", "attempt")
        constraints = (
            models.UniqueConstraint(fields=("question", "person", "attempt"), name="chgk_blind_answer_once"),
        )

    def __str__(self) -> str:
        return f"{self.person_id}: {self.question_id}"

    @property
    def would_count(self) -> bool | None:
        """The editor's word before the tester's; a pass counts for nothing; None while nobody has said."""
        if self.answered_at is None:
            return None
        if self.passed:
            return False
        return self.counts if self.judged is None else self.judged

    @property
    def seconds(self) -> int:
        """How long it took from opening the text to the answer."""
        return 0 if self.answered_at is None else max(0, round((self.answered_at - self.opened_at).total_seconds()))


class Proposal(models.Model):
    """§4.2.3: another text for one part of a question. ``before`` is what stood there when it was proposed."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        TAKEN = "taken", _("taken")
        BY_HAND = "by_hand", _("taken by hand")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    question = models.ForeignKey(Question, models.CASCADE, related_name="proposals", verbose_name=_("question"))
    person = models.ForeignKey(Person, models.PROTECT, related_name="proposals", verbose_name=_("tester"))
    part = models.CharField(_("part"), max_length=10, choices=[(part.value, part.value) for part in Part])
    before = models.TextField(_("before"), blank=True)
    after = models.TextField(_("after"), blank=True)
    words = models.CharField(_("why"), max_length=LONGEST_WORD, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    made_at = models.DateTimeField(_("made"), default=timezone.now, editable=False)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True, editable=False)
    decided_by = models.CharField(_("decided by"), max_length=250, blank=True, editable=False)
    word = models.CharField(_("word of the editor"), max_length=LONGEST_WORD, blank=True)

    class Meta:
        verbose_name = _("proposal of a tester")
        verbose_name_plural = _("proposals of testers")
        ordering = ("question", "pk")

    def __str__(self) -> str:
        return f"#{self.pk}"


class Remark(models.Model):
    """§4.2.3: a remark on a question, the first of its thread (``thread`` empty) or a reply in it.

    Whether a thread is settled is said by its first remark.
    """

    question = models.ForeignKey(Question, models.CASCADE, related_name="remarks", verbose_name=_("question"))
    thread = models.ForeignKey(
        "self", models.CASCADE, null=True, blank=True, related_name="replies", verbose_name=_("thread")
    )
    person = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="test_remarks", verbose_name=_("tester")
    )
    who = models.CharField(_("who"), max_length=250)
    text = models.TextField(_("remark"))
    by_tester = models.BooleanField(_("by a tester"), default=True)
    at = models.DateTimeField(_("when"), default=timezone.now, editable=False)
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True, editable=False)
    settled_by = models.CharField(_("settled by"), max_length=250, blank=True, editable=False)

    class Meta:
        verbose_name = _("remark of a test")
        verbose_name_plural = _("remarks of tests")
        ordering = ("question", "pk")

    def __str__(self) -> str:
        return f"#{self.pk}"


class CategoryChange(AppendOnlyModel):
    """§4.2.3: a tester put a question into another category, at their own discretion; in force at once."""

    question = models.ForeignKey(Question, models.CASCADE, related_name="category_changes", verbose_name=_("question"))
    before = models.PositiveSmallIntegerField(_("category before"), null=True)
    after = models.PositiveSmallIntegerField(_("category after"))
    words = models.CharField(_("why"), max_length=LONGEST_WORD, blank=True)
    who = models.CharField(_("who"), max_length=250)
    who_key = models.CharField(_("account"), max_length=50)
    at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta(AppendOnlyModel.Meta):
        verbose_name = _("change of a category by a tester")
        verbose_name_plural = _("changes of categories by testers")
        ordering = ("question", "pk")

    def __str__(self) -> str:
        return f"{self.question_id}: {self.before} → {self.after}"
