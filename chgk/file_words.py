"""What readers and writers of question files have to say, as sentences for the editor (§4.1.1)."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from chgk.formats.problems import Problem

SENTENCES: Mapping[str, Promise] = {
    # what an editor should look at
    "line_not_understood": _("This line belongs to no question and no tour."),
    "label_repeated": _("«%(label)s» stands twice in this question; both texts were kept."),
    "category_unknown": _("There is no category «%(category)s»: it is 1, 2 or 3."),
    "question_without_heading": _("A question without the word «Вопрос» above it; the paragraph was taken for one."),
    "numbers_skipped": _("After question %(before)s comes question %(number)s: is one missing?"),
    "text_missing": _("Question %(number)s has no text."),
    "answer_missing": _("Question %(number)s has no answer."),
    "handout_not_closed": _("The handout of question %(number)s has no end mark; everything to the answer was taken."),
    "handout_end_guessed": _("Where the handout ends and the question begins was guessed; look at both."),
    "question_removed": _("Question %(number)s is marked as taken out."),
    "number_repeated": _("There are two questions %(number)s in this tour."),
    "number_unreadable": _("«%(number)s» is no number of a question; the counter went on."),
    "no_questions": _("No question was found in the file."),
    "editor_not_named": _("«%(text)s» is not the name of an editor; the field was left empty."),
    "note_moved": _("A note between two questions was put with the notes of its tour."),
    "directive_left_out": _("Left out, because it is no part of the question: %(text)s"),
    "footnote_left_out": _("A footnote was left out: %(text)s"),
    "image_is_link": _("A picture is only linked and was not fetched; put it into the document."),
    "image_not_taken": _("A picture was left out: it is no PNG, JPEG, GIF, BMP or WebP, or it is too large."),
    "image_without_question": _("The picture «%(name)s» stands above the first question and was left out."),
    "encoding_guessed": _("The encoding was guessed to be %(encoding)s; if the letters look wrong, try %(others)s."),
    "letters_unreadable": _("Some letters cannot be read as %(encoding)s; a sign of doubt stands in their places."),
    # why a file is not read at all
    "empty_file": _("The file is empty."),
    "not_text": _("This is no text: the file has bytes that no text has."),
    "file_too_large": _("The file is too large; at most %(most)s bytes are read."),
    "too_many_lines": _("The file has too many lines; at most %(most)s are read."),
    "line_too_long": _("This line is too long; at most %(most)s letters are read."),
    "too_many_questions": _("The file has too many questions; at most %(most)s are read. Divide it."),
    "encoding_unknown": _("There is no encoding «%(encoding)s» to choose."),
    "encoding_wrong": _("The file is not in %(encoding)s: this is the first line that does not fit."),
    "encoding_cut_off": _("The file ends in the middle of a letter: it was not copied to its end."),
    "format_unknown": _("There is no format «%(format)s» to choose."),
    "foreign_old_word": _("This is a document of old Word (.doc). Open it and save it as .docx."),
    "foreign_rtf": _("This is a document in RTF. Open it and save it as .docx."),
    "foreign_pdf": _("This is a PDF, which keeps no paragraphs. Take the document it was made from."),
    "foreign_picture": _("This is a picture. Put it into the document of the questions."),
    "foreign_zip": _("This is a packed file, but no Word document. Unpack it first."),
    "foreign_html": _("This is a web page. Copy its text into a document."),
    "docx_damaged": _("The Word document is damaged. Open it in Word and save it anew."),
    "docx_locked": _("The Word document is locked with a password. Save it without one."),
    "docx_bomb": _("The Word document would become too large when it is unpacked."),
    "docx_entities": _("The document brings definitions of its own, which no word processor writes; it is not opened."),
    "docx_too_deep": _("Tables stand in tables more than %(most)s deep. Make the document simpler."),
    # why a package is not written
    "picture_left_out": _("Question %(number)s has the picture «%(name)s», which a text file cannot hold."),
    "lost_in_format": _("«%(part)s» of question %(number)s would not come back from this format as it is."),
    "letters_not_writable": _("There are letters that this format cannot hold."),
    "picture_not_writable": _("«%(name)s» is no picture that a Word document can show."),
}
OF_THE_BANK: Mapping[str, Promise] = {  # what a disk says, and what a file may hold and the bank may not
    "cannot_open": _("The file cannot be opened: %(reason)s"),
    "part_too_long": _("«%(part)s» of question %(number)s takes at most %(most)s letters: shorten it in the file."),
    "source_too_long": _("The sources of question %(number)s are too many or too long: shorten them in the file."),
    "pictures_too_many": _("Question %(number)s has more than %(most)s pictures."),
}
FORMATS: Mapping[str, str | Promise] = {
    "rulebook_form": _("form of the rulebook"),
    "db_text": _("text of the question base"),
    "four_s": "4s",
    "docx": _("Word document"),
}

EXPORTS: Mapping[str, str | Promise] = {
    "docx": _("Word document (.docx), with pictures"),
    "four_s": _("4s, for ChGK Suite"),
    "db_text": _("text of the question base (.txt)"),
    "html": _("page that prints well (.html), with pictures"),
}
PARTS: Mapping[str, Promise] = {
    "handout": _("Handout"),
    "text": _("Question"),
    "answer": _("Answer"),
    "accepted": _("Accepted"),
    "rejected": _("Not accepted"),
    "comment": _("Comment"),
    "authors": _("Authors"),
}


def imported(count: int) -> str:
    """«3 questions have come into the package.»"""
    return ngettext(
        "%(count)s question has come into the package.", "%(count)s questions have come into the package.", count
    ) % {"count": count}


def say(problem: Problem) -> str:
    """The problem in the active language, with its line if it has one."""
    code = f"foreign_{problem.params['kind']}" if problem.code == "foreign_file" else problem.code
    params = {name: "?" if value is None else value for name, value in problem.params.items()}
    if problem.code == "part_too_long":
        params["part"] = PARTS.get(str(params["part"]), params["part"])
    template = SENTENCES.get(code) or OF_THE_BANK.get(code)
    sentence = code if template is None else str(template) % params
    return at_line(problem.line, sentence)


def at_line(line: int, text: str) -> str:
    """«line 5: …»."""
    return gettext("line %(line)s: %(text)s") % {"line": line, "text": text} if line else text


def count_questions(count: int) -> str:
    """«3 questions»."""
    return ngettext("%(count)s question", "%(count)s questions", count) % {"count": count}
