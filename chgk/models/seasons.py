"""A season of the club: its calendar, what the curator decided, and who went home with a crystal owl (chapter 3)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import LiveGame, Person, Season, Team
from tournaments.models.append_only import AppendOnlyModel


class ClubSeason(models.Model):
    """A season that the club plays. Its teams are the :class:`Team` rows of its ``season`` and of this discipline.

    ``rules`` and ``final_rules`` are keys of :class:`chgk.rules.parameters.Parameters` that differ from the text, for
    the season's games and for its final; ``settings`` are the times. Games that have started keep theirs (§1.6.2.1).
    """

    season = models.OneToOneField(Season, models.PROTECT, related_name="club", verbose_name=_("season"))
    curator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="curated_seasons", verbose_name=_("curator")
    )
    rules = models.JSONField(_("rules"), default=dict, blank=True)
    final_rules = models.JSONField(_("rules of the final"), default=dict, blank=True)
    settings = models.JSONField(_("settings"), default=dict, blank=True)
    opened_at = models.DateTimeField(_("opened"), default=timezone.now, editable=False)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("season of the club")
        verbose_name_plural = _("seasons of the club")
        ordering = ("-opened_at", "-pk")

    def __str__(self) -> str:
        return self.season.name


class Fixture(models.Model):
    """A game in the season's calendar: a team's own (§3.1.1), or the final, whose team is known last (§3.1.2).

    ``game`` is empty until the table is laid: questions and the line-up of the day.
    """

    club = models.ForeignKey(ClubSeason, models.PROTECT, related_name="fixtures", verbose_name=_("season of the club"))
    number = models.PositiveSmallIntegerField(_("number"))
    is_final = models.BooleanField(_("final"), default=False)
    team = models.ForeignKey(
        Team, models.PROTECT, null=True, blank=True, related_name="fixtures", verbose_name=_("team")
    )
    game = models.OneToOneField(
        LiveGame, models.PROTECT, null=True, blank=True, related_name="fixture", verbose_name=_("game")
    )
    planned_at = models.DateTimeField(_("planned for"), null=True, blank=True)
    place = models.CharField(_("meeting place"), max_length=200, blank=True)
    no_show_at = models.DateTimeField(_("team did not come"), null=True, blank=True, editable=False)
    no_show_reason = models.CharField(_("what happened"), max_length=300, blank=True, editable=False)
    no_show_by = models.CharField(_("recorded by"), max_length=250, blank=True, editable=False)

    class Meta:
        verbose_name = _("game of the calendar")
        verbose_name_plural = _("games of the calendar")
        ordering = ("club", "is_final", "number")
        constraints = (
            models.UniqueConstraint(fields=("club", "number"), name="chgk_fixture_number_once"),
            models.UniqueConstraint(
                fields=("club", "team"), condition=models.Q(is_final=False), name="chgk_one_game_a_team"
            ),
            models.UniqueConstraint(fields=("club",), condition=models.Q(is_final=True), name="chgk_one_final"),
            models.CheckConstraint(
                condition=models.Q(no_show_at=None) | ~models.Q(no_show_reason=""), name="chgk_no_show_has_a_reason"
            ),
        )

    def __str__(self) -> str:
        return gettext("final") if self.is_final else gettext("game %(number)s") % {"number": self.number}


class FixtureMove(AppendOnlyModel):
    """A date of the calendar was moved: from when, to when (None: not known yet), and why."""

    fixture = models.ForeignKey(Fixture, models.PROTECT, related_name="moves", verbose_name=_("game of the calendar"))
    before = models.DateTimeField(_("planned before"), null=True, blank=True)
    after = models.DateTimeField(_("planned after"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=300)
    decided_at = models.DateTimeField(_("decided"), default=timezone.now)
    decided_by = models.CharField(_("decided by"), max_length=250)

    class Meta(AppendOnlyModel.Meta):
        verbose_name = _("moved date")
        verbose_name_plural = _("moved dates")
        ordering = ("fixture", "pk")

    def __str__(self) -> str:
        return f"{self.fixture_id}: {self.reason[:60]}"


class TieDecision(AppendOnlyModel):
    """§3.1.2, §1.5: whom of the teams that were equal in everything the curator sent to the final, and why.

    ``among``: the house keys that were tied then; the newest row for the present tie holds.
    """

    club = models.ForeignKey(ClubSeason, models.PROTECT, related_name="decisions", verbose_name=_("season of the club"))
    team = models.CharField(_("team"), max_length=50)
    among = models.JSONField(_("among"))
    reason = models.CharField(_("reason"), max_length=500)
    decided_at = models.DateTimeField(_("decided"), default=timezone.now)
    decided_by = models.CharField(_("decided by"), max_length=250)

    class Meta(AppendOnlyModel.Meta):
        verbose_name = _("decision on a tie")
        verbose_name_plural = _("decisions on ties")
        ordering = ("club", "pk")

    def __str__(self) -> str:
        return f"{self.club_id}: {self.team}"


class BestPlayerVote(models.Model):
    """§3.2.3, §3.2.4: the players of the champion name the best player of the final.

    ``players``: ``[{"id", "name"}]`` of the final's line-up. ``agreed`` is kept once the vote is over, because the
    ballots are wiped then: nobody reads them afterwards.
    """

    fixture = models.OneToOneField(Fixture, models.PROTECT, related_name="vote", verbose_name=_("final"))
    players = models.JSONField(_("players"))
    opened_at = models.DateTimeField(_("opened"), default=timezone.now)
    over_at = models.DateTimeField(_("over"), null=True, blank=True)
    closed_by = models.CharField(_("closed early by"), max_length=250, blank=True)
    agreed = models.CharField(_("named by the players"), max_length=50, blank=True)
    named = models.CharField(_("named by the curator"), max_length=50, blank=True)
    reason = models.CharField(_("curator's reason"), max_length=500, blank=True)
    named_by = models.CharField(_("decided by"), max_length=250, blank=True)
    named_at = models.DateTimeField(_("decided"), null=True, blank=True)

    class Meta:
        verbose_name = _("vote on the best player")
        verbose_name_plural = _("votes on the best player")
        ordering = ("fixture",)

    def __str__(self) -> str:
        return f"#{self.pk}"


class Ballot(models.Model):
    """Who has voted. ``choice`` is secret and is wiped when the vote is over; no page, log or backoffice shows it."""

    vote = models.ForeignKey(
        BestPlayerVote, models.PROTECT, related_name="ballots", verbose_name=_("vote on the best player")
    )
    voter = models.CharField(_("voter"), max_length=50)
    choice = models.CharField(_("choice"), max_length=50, blank=True, editable=False)
    cast_at = models.DateTimeField(_("cast"), default=timezone.now)

    class Meta:
        verbose_name = _("ballot")
        verbose_name_plural = _("ballots")
        ordering = ("vote", "pk")
        constraints = (models.UniqueConstraint(fields=("vote", "voter"), name="chgk_one_ballot_a_voter"),)

    def __str__(self) -> str:
        return f"{self.vote_id}: {self.voter}"


class Owl(models.Model):
    """§3.2.1: the crystal owl of a season. If a ruling changes the champion it is annulled, with a reason; it stays."""

    class Decider(models.TextChoices):
        PLAYERS = "players", _("the players' ballots")
        CURATOR = "curator", _("the curator")

    club = models.ForeignKey(ClubSeason, models.PROTECT, related_name="owls", verbose_name=_("season of the club"))
    fixture = models.ForeignKey(Fixture, models.PROTECT, related_name="owls", verbose_name=_("final"))
    person = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="owls", verbose_name=_("person")
    )
    name = models.CharField(_("name"), max_length=200)
    team = models.CharField(_("team"), max_length=200)
    decided_by = models.CharField(_("decided by"), max_length=10, choices=Decider)
    given_at = models.DateTimeField(_("given"), default=timezone.now)
    annulled_at = models.DateTimeField(_("annulled"), null=True, blank=True, editable=False)
    annul_reason = models.CharField(_("reason for annulling it"), max_length=500, blank=True, editable=False)

    class Meta:
        verbose_name = _("crystal owl")
        verbose_name_plural = _("crystal owls")
        ordering = ("given_at", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("club",), condition=models.Q(annulled_at=None), name="chgk_one_owl_a_season"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Magister(models.Model):
    """§3.2.2: the title that three crystal owls give grounds for, confirmed by a curator."""

    person = models.OneToOneField(Person, models.PROTECT, related_name="magister", verbose_name=_("person"))
    confirmed_at = models.DateTimeField(_("confirmed"), default=timezone.now)
    confirmed_by = models.CharField(_("confirmed by"), max_length=250)

    class Meta:
        verbose_name = _("Magister of the game")
        verbose_name_plural = _("Magisters of the game")
        ordering = ("confirmed_at",)

    def __str__(self) -> str:
        return str(self.person)
