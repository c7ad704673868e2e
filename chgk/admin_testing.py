"""The backoffice of the beta-tests: lists without a word of a question, an answer, a remark or a proposal."""

from __future__ import annotations

from django.contrib import admin

from chgk.models import BlindAnswer, CategoryChange, Proposal, Remark, TestAssignment, Tester
from tournaments.admin_base import ReadOnlyAdmin


@admin.register(Tester)
class TesterAdmin(ReadOnlyAdmin):
    """Lists of testers, past rows too. The curator decides on the season's own page."""

    list_display = ("person", "club", "state", "made_at", "decided_at", "ended_at")
    list_filter = ("club__season", "state")
    list_select_related = ("person", "club__season")
    search_fields = ("person__name",)
    fields = ("person", "club", "state", "words", "made_at", "decided_at", "decided_by", "ended_at", "word")


@admin.register(TestAssignment)
class TestAssignmentAdmin(ReadOnlyAdmin):
    """Who was asked to test which package, and why that is over."""

    list_display = ("person", "package", "asked_at", "asked_by", "ended_at", "ended_why")
    list_filter = ("package__season", "ended_why")
    list_select_related = ("person", "package")
    search_fields = ("person__name",)
    fields = ("person", "package", "asked_at", "asked_by", "ended_at", "ended_why")
    secret_fields = ("words",)


class NoteAdmin(ReadOnlyAdmin):
    """What hangs on a question: by its number, never by its words."""

    list_filter = ("question__package__season",)
    list_select_related = ("question__package", "person")
    search_fields = ("question__package__title", "person__name")


@admin.register(BlindAnswer)
class BlindAnswerAdmin(NoteAdmin):
    """That somebody answered, and when."""

    list_display = ("person", "question", "attempt", "opened_at", "answered_at", "passed")
    fields = list_display
    secret_fields = ("answer", "digest", "counts", "judged")


@admin.register(Proposal)
class ProposalAdmin(NoteAdmin):
    """That somebody proposed another text for a part, and what became of it."""

    list_display = ("person", "question", "part", "state", "made_at", "decided_at", "decided_by")
    fields = list_display
    secret_fields = ("before", "after", "words", "word")


@admin.register(Remark)
class RemarkAdmin(NoteAdmin):
    """That somebody said something, and whether it is settled."""

    list_display = ("who", "question", "at", "by_tester", "settled_at", "settled_by")
    fields = list_display
    secret_fields = ("text",)


@admin.register(CategoryChange)
class CategoryChangeAdmin(ReadOnlyAdmin):
    """Which question was moved by whom."""

    list_display = ("who", "question", "before", "after", "at")
    list_filter = ("question__package__season",)
    list_select_related = ("question__package",)
    search_fields = ("question__package__title", "who")
    fields = list_display
    secret_fields = ("words",)
