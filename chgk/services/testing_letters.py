"""Letters about beta-tests. None of them holds a word of a question, nor the title of a package: titles may tell."""

from __future__ import annotations

import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from chgk.models import Package, TestAssignment, Tester
from tournaments.services.letters import site_address, write_to


def tell_approved(row: Tester) -> None:
    """On the season's list of testers."""
    season = {"season": row.club.season.name}

    def words() -> tuple[str, str]:
        subject = _("You are on the list of testers: %(season)s") % season
        body = _(
            "The curator has put you on the list of those who test the questions of %(season)s before they are played. "
            "Editors write to you when they want a package tested."
        )
        return subject, f"{body % season}\n\n{_my_tests()}\n"

    write_to(person=row.person, words=words, about=f"tester:{row.pk}")


def tell_declined(row: Tester) -> None:
    """Not on the list, with the curator's word."""
    facts = {"season": row.club.season.name, "word": row.word}

    def words() -> tuple[str, str]:
        body = _("The curator thanks you for offering to test the questions of %(season)s and declines:\n\n%(word)s\n")
        return _("About your offer to test: %(season)s") % facts, body % facts

    write_to(person=row.person, words=words, about=f"tester:{row.pk}")


def ask_to_test(test: TestAssignment) -> None:
    """A package waits to be tested; the page has the rest."""
    facts = {
        "who": test.asked_by,
        "season": test.package.season.name,
        "words": f"«{test.words}»\n\n" if test.words else "",
        "link": site_address(reverse("chgk:bank_test", args=[test.package_id])),
    }

    def words() -> tuple[str, str]:
        body = _(
            "%(who)s asks you to test a package of questions for %(season)s. You answer each question first, then you "
            "see the answer and say what you think. Please show the questions to nobody.\n\n%(words)s%(link)s\n"
        )
        return _("A package to test: %(season)s") % facts, body % facts

    write_to(person=test.person, words=words, about=f"package:{test.package_id}")


def tell_editor_of_end(test: TestAssignment) -> None:
    """A tester may not test the package any more, for a reason that nobody pressed a button for."""
    editor = test.package.editor
    if editor is None:
        return
    link = site_address(reverse("chgk:bank_package_tests", args=[test.package_id]))

    def words() -> tuple[str, str]:
        facts = {"name": test.person.public_name, "why": test.get_ended_why_display(), "link": link}
        body = _("%(name)s cannot test your package any more: %(why)s. What was answered so far is kept.\n\n%(link)s\n")
        return _("A tester less: %(name)s") % facts, body % facts

    write_to(person=editor, words=words, about=f"package:{test.package_id}")


def tell_editor_of_news(
    package: Package, *, answers: int, remarks: int, proposals: int, changes: int, day: datetime.date
) -> bool:
    """What testers did since yesterday, in numbers; once a day and package. Whether a letter was written."""
    editor = package.editor
    if editor is None:
        return False
    link = site_address(reverse("chgk:bank_package_tests", args=[package.pk]))
    figures = {"answers": answers, "remarks": remarks, "proposals": proposals, "changes": changes, "link": link}

    def words() -> tuple[str, str]:
        body = _(
            "Since yesterday the testers of your package have added this.\n\n"
            "Answers: %(answers)s\nRemarks: %(remarks)s\nProposals: %(proposals)s\nChanged categories: %(changes)s"
            "\n\n%(link)s\n"
        )
        return _("News from your testers"), body % figures

    mark = f"tests:{package.pk}:{editor.pk}:{day.isoformat()}"
    return write_to(person=editor, words=words, about=f"package:{package.pk}", once=mark) is not None


def _my_tests() -> str:
    return site_address(reverse("chgk:bank_tests"))
