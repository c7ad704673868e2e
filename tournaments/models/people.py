"""Who there is: accounts, houses and people."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tournaments.enums import DeputyOffice, PersonKind
from tournaments.models.append_only import AppendOnlyModel
from tournaments.rules.names import shorten_name, tell_apart, tells_the_whole

validate_colour = RegexValidator(r"\A#[0-9a-fA-F]{6}\Z", _("A colour is written like #c0392b."))


class User(AbstractUser):
    """An account with a password: hosts, heads of houses, staff. Players need none."""

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")


class House(models.Model):
    """A house of the school. ``command`` is the word that its captain bids with, unless a game says otherwise."""

    key = models.SlugField(
        _("key"),
        max_length=50,
        unique=True,
        allow_unicode=True,
        blank=True,
        help_text=_("Left empty: made of the name."),
    )
    name = models.CharField(_("name"), max_length=200)
    command = models.CharField(_("command word"), max_length=50)
    colour = models.CharField(_("colour"), max_length=7, default="#555555", validators=[validate_colour])
    emblem = models.CharField(_("emblem"), max_length=16, blank=True, help_text=_("A letter or an emoji."))
    position = models.PositiveSmallIntegerField(_("position"), default=0)
    head = models.ForeignKey(
        "tournaments.Person",
        verbose_name=_("head"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="headed_houses",
        help_text=_("Reads the house's applications and names its teams."),
    )

    class Meta:
        verbose_name = _("house")
        verbose_name_plural = _("houses")
        ordering = ["position", "name"]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Saves; a house without a key gets one of its name, whatever letters that is written in."""
        if not self.key:
            stem = slugify(self.name, allow_unicode=True)[:40].strip("-_") or "house"
            self.key, number = stem, 2
            while House.objects.filter(key=self.key).exclude(pk=self.pk).exists():
                self.key, number = f"{stem}-{number}", number + 1
        super().save(*args, **kwargs)

    @property
    def leader(self) -> Person | None:
        """The head, who leads the house while at the school; None also once the head has left it."""
        return self.head if self.head is not None and self.head.left_at is None else None


class Person(models.Model):
    """Somebody who plays, leads or teaches, with or without an account; namesakes are different people.

    ``display_name`` is what the person chose for public pages. A pupil's full name is public only with the consent that
    the school has recorded (``consented_at``); see :attr:`public_name`.
    """

    name = models.CharField(_("name"), max_length=200)
    display_name = models.CharField(_("name on screens"), max_length=200, blank=True)
    kind = models.CharField(
        _("kind"),
        max_length=10,
        choices=PersonKind,
        default=PersonKind.PUPIL,
        help_text=_("Staff win no rights in the chat as Masters (§29)."),
    )
    house = models.ForeignKey(
        House, verbose_name=_("house"), on_delete=models.PROTECT, null=True, blank=True, related_name="people"
    )
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        verbose_name=_("account"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="person",
    )
    email = models.EmailField(_("e-mail"), blank=True)
    language = models.CharField(_("language of letters"), max_length=5, blank=True, choices=settings.LANGUAGES)
    consented_at = models.DateField(
        _("consent to the full name"),
        null=True,
        blank=True,
        help_text=_("The day on which the school recorded that the full name may stand on public pages."),
    )
    consent_by = models.CharField(_("consent recorded by"), max_length=250, blank=True, editable=False)
    left_at = models.DateField(_("left the school"), null=True, blank=True)
    feed_generation = models.PositiveIntegerField(default=1, editable=False)  # of the calendar's address

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        """For hosts, the own head, the curator and the office; everybody else reads :attr:`public_name`."""
        return self.display_name or self.name

    @property
    def is_staff(self) -> bool:
        """Whether they are on the school's staff (§29)."""
        return self.kind == PersonKind.STAFF

    @property
    def is_sheltered(self) -> bool:
        """Whether the full name may stand on no public page: a pupil's, while the school has recorded no consent."""
        return self.kind == PersonKind.PUPIL and self.consented_at is None

    @property
    def public_name(self) -> str:
        """What public pages may call them: the chosen name, the full one with consent, else the last name's initial.

        A chosen name is passed over while it gives away a full name that may not be public: kind, consent or the name
        itself may have changed since it was chosen.
        """
        if self.display_name and not (self.is_sheltered and tells_the_whole(self.display_name, self.name)):
            return self.display_name
        return shorten_name(self.name) if self.is_sheltered else self.name

    def name_beside(self, taken: Collection[str]) -> str:
        """The public name, told apart from those that others at the same table have."""
        return tell_apart(self.public_name, self.name if self.public_name == shorten_name(self.name) else "", taken)


def table_names(people: Iterable[Person]) -> dict[int, str]:
    """What public pages call the people of one table, by their numbers: nobody like another."""
    names: dict[int, str] = {}
    for person in people:
        names[person.pk] = person.name_beside(names.values())
    return names


class MergedPerson(AppendOnlyModel):
    """A duplicate that was found to be somebody else's row. Logs and records go on naming it by its old number."""

    old_id = models.BigIntegerField(_("old number"), unique=True)
    old_name = models.CharField(_("old name"), max_length=200)
    person = models.ForeignKey(
        Person, verbose_name=_("person"), on_delete=models.PROTECT, related_name="merged", db_index=True
    )
    merged_at = models.DateTimeField(_("merged"), default=timezone.now)
    merged_by = models.CharField(_("merged by"), max_length=250)

    class Meta(AppendOnlyModel.Meta):
        verbose_name = _("merged duplicate")
        verbose_name_plural = _("merged duplicates")
        ordering = ["-merged_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.old_name} → {self.person}"


class Invitation(models.Model):
    """A link that binds an account to a person. Its token is derived from the row and the secret key, never stored."""

    person = models.ForeignKey(Person, verbose_name=_("person"), on_delete=models.PROTECT, related_name="invitations")
    made_at = models.DateTimeField(_("made"), default=timezone.now, editable=False)
    made_by = models.CharField(_("made by"), max_length=250, editable=False)
    sent_to = models.EmailField(_("sent to"), blank=True)
    expires_at = models.DateTimeField(_("expires"))
    accepted_at = models.DateTimeField(_("accepted"), null=True, blank=True, editable=False)
    revoked_at = models.DateTimeField(_("taken back"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["person"],
                condition=models.Q(accepted_at=None, revoked_at=None),
                name="one_open_invitation_a_person",
            )
        ]

    def __str__(self) -> str:
        return f"{self.person} #{self.pk}"


class Deputy(models.Model):
    """Who acts for a curator, a head or a host in everything of that office, from a moment to a moment."""

    office = models.CharField(_("office"), max_length=10, choices=DeputyOffice)
    principal = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("in the place of"), on_delete=models.PROTECT, related_name="deputies"
    )
    deputy = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("deputy"), on_delete=models.PROTECT, related_name="deputy_for"
    )
    starts_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("until"))
    note = models.CharField(_("note"), max_length=300, blank=True)
    named_at = models.DateTimeField(_("named"), default=timezone.now, editable=False)
    ended_at = models.DateTimeField(_("ended early"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("deputy")
        verbose_name_plural = _("deputies")
        ordering = ["-starts_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(ends_at__gt=models.F("starts_at")), name="a_deputy_has_a_time"),
            models.CheckConstraint(condition=~models.Q(deputy=models.F("principal")), name="no_deputy_of_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.deputy} ({self.get_office_display()})"

    def is_over(self, now: datetime) -> bool:
        """Whether the deputy's time has passed, or was ended."""
        return self.ends_at <= now or (self.ended_at is not None and self.ended_at <= now)
