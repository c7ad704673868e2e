"""What the pages of the bank say about a table: its columns, what is wrong with a line, why it was not taken."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from auction.formats import bank_table as table
from tournaments.register_files.problems import FileError, Problem
from tournaments.register_texts import SENTENCES as OF_TABLES
from tournaments.register_texts import explain_problem, place_of

PARTS: Mapping[str, Promise] = {
    table.CATEGORY: _("category"),
    table.QUESTION: _("question"),
    table.ANSWER: _("answer"),
    table.ACCEPTED: _("accepted variants"),
    table.VARIANTS[0]: _("variant A"),
    table.VARIANTS[1]: _("variant B"),
    table.VARIANTS[2]: _("variant C"),
    table.VARIANTS[3]: _("variant D"),
    table.RIGHT: _("right variant"),
    table.COMMENT: _("comment"),
    table.SOURCE: _("source"),
}
SENTENCES: Mapping[str, Promise] = {
    "cell_missing": _("«%(part)s» is empty."),
    "cell_too_long": _("«%(part)s» is longer than %(limit)s letters."),
    "category_is_a_mark": _("The name of a category does not begin with a colon: special lots do."),
    "variants_equal": _("The four variants must differ from one another."),
    "right_unknown": _("«%(right)s» names none of the four variants: write A, B, C or D."),
    "right_not_one": _("It is not clear which variant is right: none or several equal the answer «%(answer)s»."),
    "answer_not_right": _("The answer «%(answer)s» is another variant than the one that is called right."),
    "question_twice": _("The question stands in line %(first)s already."),
    "no_headings": _("No row with headings was found: category, question, answer, variants A to D, source."),
    "heading_missing": _("There is no column «%(part)s»."),
    "heading_twice": _("There are two columns «%(part)s»."),
    "letters_not_in_encoding": _("There are letters in it that a file of this kind cannot hold."),
    "not_kept": _("This question would not come back from the file as it is; put it right in the bank first."),
}


def say(problem: Problem) -> str:
    """What is wrong, beginning with its line and column."""
    if problem.code in OF_TABLES and problem.code not in SENTENCES:
        return explain_problem(problem)
    return " ".join(filter(None, [place_of(problem), _sentence(problem.code, problem.params)]))


def explain_writing(error: FileError) -> str:
    """Why the bank could not be written."""
    line = error.params.get("line", 0)
    return say(Problem(error.code, line if isinstance(line, int) else 0, params=error.params))


def imported(count: int) -> str:
    """«3 questions have come into the bank.»"""
    return ngettext(
        "%(count)s question has come into the bank.", "%(count)s questions have come into the bank.", count
    ) % {"count": count}


def _sentence(code: str, params: Mapping[str, object]) -> str:
    values = {name: PARTS.get(str(value), value) if name == "part" else value for name, value in params.items()}
    return str(SENTENCES[code]) % values
