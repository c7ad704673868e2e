"""The council of captains: who stands in for a captain, motions, rounds of voting, ballots, words."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from chgk.models.seasons import ClubSeason
from tournaments.models import Person, Team
from tournaments.models.append_only import AppendOnlyModel


class CouncilRules(models.Model):
    """What a season settles about its council, where it differs: :class:`chgk.rules.council.Settings`."""

    club = models.OneToOneField(
        ClubSeason, models.PROTECT, related_name="council_rules", verbose_name=_("season of the club")
    )
    values = models.JSONField(_("settings"), default=dict, blank=True)
    changed_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("settings of the council")
        verbose_name_plural = _("settings of councils")

    def __str__(self) -> str:
        return str(self.club)


class ActingCaptain(models.Model):
    """§2.2.2: another player leads the team for a time, in the council too. Ended early, ``ends_at`` says so."""

    club = models.ForeignKey(
        ClubSeason, models.PROTECT, related_name="acting_captains", verbose_name=_("season of the club")
    )
    team = models.ForeignKey(Team, models.PROTECT, related_name="acting_captains", verbose_name=_("team"))
    person = models.ForeignKey(Person, models.PROTECT, related_name="captain_for", verbose_name=_("person"))
    starts_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("to"))
    reason = models.CharField(_("reason"), max_length=300)
    named_at = models.DateTimeField(_("named"), default=timezone.now)
    named_by = models.CharField(_("named by"), max_length=250)
    ended_by = models.CharField(_("ended early by"), max_length=250, blank=True)

    class Meta:
        verbose_name = _("acting captain")
        verbose_name_plural = _("acting captains")
        ordering = ("team", "starts_at")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(ends_at__gte=models.F("starts_at")), name="chgk_acting_ends_after_it_starts"
            ),
        )

    def __str__(self) -> str:
        return f"{self.team}: {self.person}"


class Motion(models.Model):
    """What the council is asked to decide. ``subject`` names what another app decides by it («jury:7»)."""

    class Kind(models.TextChoices):
        AMENDMENT = "amendment", _("amendment")
        JURY = "jury", _("jury")
        COMPLAINT = "complaint", _("complaint")
        OTHER = "other", _("other")

    class State(models.TextChoices):
        DISCUSSION = "discussion", _("in discussion")
        VOTE = "vote", _("being voted on")
        ADOPTED = "adopted", _("adopted")
        REJECTED = "rejected", _("rejected")
        UNDECIDED = "undecided", _("undecided: too few voted")
        WITHDRAWN = "withdrawn", _("withdrawn")

    club = models.ForeignKey(ClubSeason, models.PROTECT, related_name="motions", verbose_name=_("season of the club"))
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    title = models.CharField(_("title"), max_length=200)
    text = models.TextField(_("text"), blank=True)
    subject = models.CharField(_("subject"), max_length=60, blank=True, editable=False)
    mover = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="motions", verbose_name=_("moved by the captain")
    )
    moved_by = models.CharField(_("moved by"), max_length=250)
    moved_at = models.DateTimeField(_("moved"), default=timezone.now)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.DISCUSSION)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    note = models.CharField(_("how it ended"), max_length=500, blank=True)
    command_id = models.CharField(max_length=64, blank=True, editable=False)

    class Meta:
        verbose_name = _("motion")
        verbose_name_plural = _("motions")
        ordering = ("-moved_at", "-pk")
        constraints = (
            models.UniqueConstraint(fields=("club", "number"), name="chgk_motion_number_once"),
            models.UniqueConstraint(
                fields=("subject",),
                condition=~models.Q(subject="") & ~models.Q(state="withdrawn"),
                name="chgk_one_motion_a_subject",
            ),
            models.UniqueConstraint(
                fields=("club", "command_id"), condition=~models.Q(command_id=""), name="chgk_motion_gesture_once"
            ),
        )

    def __str__(self) -> str:
        return gettext("motion %(number)s") % {"number": self.number}

    @property
    def is_open(self) -> bool:
        """Whether the council still has it before it."""
        return self.state in (self.State.DISCUSSION, self.State.VOTE, self.State.UNDECIDED)

    @property
    def is_decided(self) -> bool:
        """Whether the council has said yes or no."""
        return self.state in (self.State.ADOPTED, self.State.REJECTED)


class MotionRound(models.Model):
    """A vote on a motion. ``voices`` is the council as it was at the opening; the counts are empty until the close.

    ``rule``: how it is decided (:func:`chgk.rules.council.dump_rule`). ``decision`` is empty for a vote that was
    broken off.
    """

    motion = models.ForeignKey(Motion, models.PROTECT, related_name="rounds", verbose_name=_("motion"))
    number = models.PositiveSmallIntegerField(_("round"))
    secret = models.BooleanField(_("secret"), default=False)
    rule = models.JSONField(_("rule"))
    voices = models.JSONField(_("council"))
    opened_at = models.DateTimeField(_("opened"))
    opened_by = models.CharField(_("opened by"), max_length=250)
    closes_at = models.DateTimeField(_("closes"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    in_favour = models.PositiveSmallIntegerField(_("in favour"), null=True, blank=True)
    against = models.PositiveSmallIntegerField(_("against"), null=True, blank=True)
    abstained = models.PositiveSmallIntegerField(_("abstained"), null=True, blank=True)
    decision = models.CharField(_("decision"), max_length=10, blank=True)
    reminded_at = models.DateTimeField(_("reminded"), null=True, blank=True)

    class Meta:
        verbose_name = _("vote of the council on a motion")
        verbose_name_plural = _("votes of the council on motions")
        ordering = ("motion", "number")
        constraints = (
            models.UniqueConstraint(fields=("motion", "number"), name="chgk_round_number_once"),
            models.UniqueConstraint(
                fields=("motion",), condition=models.Q(closed_at=None), name="chgk_one_open_round_a_motion"
            ),
        )

    def __str__(self) -> str:
        return f"#{self.motion_id}.{self.number}"


class CouncilBallot(models.Model):
    """Which team has voted. ``choice`` is sealed while the vote goes on; then open, or wiped where it is secret."""

    round = models.ForeignKey(MotionRound, models.PROTECT, related_name="ballots", verbose_name=_("vote"))
    team = models.ForeignKey(Team, models.PROTECT, related_name="+", verbose_name=_("team"))
    person = models.ForeignKey(Person, models.PROTECT, related_name="council_ballots", verbose_name=_("captain"))
    name = models.CharField(_("name"), max_length=200)
    choice = models.CharField(_("choice"), max_length=50, blank=True, editable=False)
    cast_at = models.DateTimeField(_("cast"), default=timezone.now)
    command_id = models.CharField(max_length=64, blank=True, editable=False)

    class Meta:
        verbose_name = _("ballot of a captain")
        verbose_name_plural = _("ballots of captains")
        ordering = ("round", "team")
        constraints = (models.UniqueConstraint(fields=("round", "team"), name="chgk_one_ballot_a_team"),)

    def __str__(self) -> str:
        return f"{self.round_id}: {self.team_id}"


class MotionWord(AppendOnlyModel):
    """What a captain or the curator said about a motion; ``answers`` another one."""

    motion = models.ForeignKey(Motion, models.PROTECT, related_name="words", verbose_name=_("motion"))
    answers = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="replies", verbose_name=_("answers")
    )
    text = models.TextField(_("text"))
    author_key = models.CharField(_("author"), max_length=50)
    author_name = models.CharField(_("name"), max_length=200)
    as_curator = models.BooleanField(_("the curator"), default=False)
    command_id = models.CharField(max_length=64, editable=False)
    said_at = models.DateTimeField(_("said"), default=timezone.now)

    class Meta(AppendOnlyModel.Meta):
        verbose_name = _("word on a motion")
        verbose_name_plural = _("words on motions")
        ordering = ("motion", "pk")
        constraints = (
            models.UniqueConstraint(fields=("motion", "author_key", "command_id"), name="chgk_word_gesture_once"),
        )

    def __str__(self) -> str:
        return f"{self.motion_id}: {self.text[:40]}"
