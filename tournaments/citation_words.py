"""Citations in the reader's language: kinds, fields, and what each still lacks (§4.1.2)."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.rules.engine import Refusal

KINDS: Mapping[str, str | Promise] = {
    "book": _("book"),
    "periodical": _("magazine or newspaper"),
    "internet": _("page on the internet"),
    "other": _("anything else"),
}
FIELDS: Mapping[str, str | Promise] = {
    "title": _("title"),
    "author": _("author"),
    "editor": _("editor of the book"),
    "place": _("place of publication"),
    "publisher": _("publishing house"),
    "year": _("year"),
    "pages": _("pages"),
    "address": _("address"),
    "article": _("headline of the article"),
    "month": _("month"),
    "day": _("day"),
    "issue": _("issue"),
    "is_newspaper": _("a newspaper"),
    "seen": _("seen on"),
    "text": _("description"),
    "raw": _("as it was typed"),
}
SENTENCES: Mapping[str, str | Promise] = {
    "citation_field_missing": _("Not given: %(field)s."),
    "citation_field_unreadable": _("Cannot be read: %(field)s."),
    "citation_address_not_full": _("Give the whole address, as the browser shows it: not cut short, no blank inside."),
    "citation_not_identifying": _("Describe it so that nobody can doubt which source is meant."),
    "citation_field_too_long": _("Too long: %(field)s; at most %(most)s characters fit, there are %(length)s."),
    "citations_too_many": _("Name at most %(most)s sources; there are %(count)s."),
}


def explain_citation(refusal: Refusal) -> str:
    """What a citation lacks, as a sentence; with the place of the source in front where the refusal names it."""
    field = str(refusal.params.get("field", ""))
    label = gettext("author or editor") if (refusal.params.get("kind"), field) == ("book", "author") else ""
    sentence = str(SENTENCES[refusal.code]) % {**refusal.params, "field": label or FIELDS.get(field, field)}
    if "source" not in refusal.params:
        return sentence
    return gettext("Source %(number)s. %(sentence)s") % {"number": refusal.params["source"], "sentence": sentence}
