"""Letters about packages, to whoever has something to do next. None of them has a word of a question in it."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from chgk.models import ClubSeason, Package
from tournaments.models import Person, User
from tournaments.selectors.offices import deputies_of
from tournaments.services.letters import Words, site_address, write_letter, write_to


def tell_editor_of_assignment(package: Package) -> None:
    """The package is theirs."""
    _tell_editor(
        package,
        lambda: (
            _("You edit the package «%(title)s»") % {"title": package.title},
            _("Its questions are yours to collect and put right. Hand it in to the curator when it is ready."),
        ),
    )


def tell_editor_of_approval(package: Package) -> None:
    """Nothing more to do."""
    _tell_editor(
        package,
        lambda: (
            _("The package «%(title)s» is approved") % {"title": package.title},
            _("The curator has approved it. Its questions stay as they are from now on."),
        ),
    )


def tell_editor_of_return(package: Package) -> None:
    """What is to be put right."""
    _tell_editor(
        package,
        lambda: (
            _("The package «%(title)s» has come back") % {"title": package.title},
            _("The curator has returned it to you: %(reason)s") % {"reason": package.return_reason},
        ),
    )


def tell_editor_of_broken_seal(package: Package) -> None:
    """It is readable again."""
    _tell_editor(
        package,
        lambda: (
            _("The seal of the package «%(title)s» is broken") % {"title": package.title},
            _("The curator has broken it; the package's page says why."),
        ),
    )


def tell_curator(package: Package) -> None:
    """And whoever stands in for them: a package waits to be approved."""

    def words() -> tuple[str, str]:
        editor = package.editor.public_name if package.editor is not None else ""
        return (
            _("The package «%(title)s» waits for you") % {"title": package.title},
            _("%(editor)s has handed it in. Approve it, or return it with a reason.") % {"editor": editor},
        )

    club = ClubSeason.objects.select_related("curator").filter(season=package.season_id).first()
    if club is None:
        return
    for user in (club.curator, *deputies_of([club.curator], "curator")):
        person = Person.objects.select_related("user").filter(user=user).first()
        if person is not None:
            _write(package, person, words)
        else:
            _send(package, user, words)


def _tell_editor(package: Package, words: Words) -> None:
    if package.editor_id is not None:
        _write(package, Person.objects.select_related("user").get(pk=package.editor_id), words)


def _write(package: Package, person: Person, words: Words) -> None:
    """In the reader's language."""
    write_to(person=person, words=lambda: _with_link(package, words), about=f"package:{package.pk}")


def _send(package: Package, user: User, words: Words) -> None:
    """To an account that is bound to nobody; in the language of the site."""
    with translation.override(settings.LANGUAGE_CODE):
        subject, body = _with_link(package, words)
    write_letter(to=user.email, subject=subject, body=body, about=f"package:{package.pk}")


def _with_link(package: Package, words: Words) -> tuple[str, str]:
    subject, body = words()
    return subject, f"{body}\n\n{site_address(reverse('chgk:bank_package', args=[package.pk]))}\n"
