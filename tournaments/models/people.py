"""Who there is: accounts, houses and people."""

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

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


class Person(models.Model):
    """Somebody who plays or leads; namesakes are different people."""

    name = models.CharField(_("name"), max_length=200)
    display_name = models.CharField(_("name on screens"), max_length=200, blank=True)
    house = models.ForeignKey(
        House, verbose_name=_("house"), on_delete=models.PROTECT, null=True, blank=True, related_name="people"
    )
    is_staff = models.BooleanField(
        _("on the school's staff"), default=False, help_text=_("Staff win no rights in the chat as Masters (§29).")
    )

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.display_name or self.name
