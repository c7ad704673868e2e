"""A record comes in: uploaded, judged, shown with everything that the rules refuse in it, and only then stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from auction import name_words, refusals, words
from auction.record_words import explain_unreadable
from auction.rules.recorded import Recording
from auction.services.records import (
    LARGEST_RECORD,
    LONGEST_TITLE,
    find_imported,
    import_record,
    read_upload,
    suggested_title,
)
from tournaments.models import Season, User
from tournaments.permissions import can_create_games
from tournaments.rules.records import RecordError
from tournaments.services.actors import account_actor

KEPT = 1800  # seconds that an upload waits for its confirmation
MOST_SHOWN = 200  # refusals on the page


class UploadForm(forms.Form):
    """Which record."""

    file = forms.FileField(
        label=gettext_lazy("Record"),
        help_text=gettext_lazy("A file of JSON lines as Sowa exports it, 5 MB and 50,000 lines at most."),
        widget=forms.FileInput(attrs={"accept": ".jsonl,.json,.txt,application/jsonl", "class": "form-control"}),
        error_messages={
            "required": gettext_lazy("Choose a file."),
            "empty": gettext_lazy("Line 1: the record is empty, it has no header."),
        },
    )


class ConfirmForm(forms.Form):
    """Under which title, in which season. ``digest``: what the page has shown."""

    title = forms.CharField(
        label=gettext_lazy("Title"),
        max_length=LONGEST_TITLE,
        widget=forms.TextInput(attrs={"class": "form-control"}),
    )
    season = forms.ModelChoiceField(
        label=gettext_lazy("Season"),
        queryset=Season.objects.all(),
        empty_label=None,
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    digest = forms.CharField(widget=forms.HiddenInput)


@dataclass(frozen=True, slots=True)
class Refused:
    """A line of the record that the rules refuse."""

    line: int
    text: str
    why: str
    paragraph: str


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_game(request: HttpRequest) -> HttpResponse:
    """For hosts and staff. The first POST reads the file, the second stores what has been shown."""
    user = request.user
    if not isinstance(user, User) or not can_create_games(user):
        raise PermissionDenied
    if not Season.objects.exists():
        return render(request, "auction/new_game_no_season.html")
    if request.method != "POST":
        return _upload_page(request, UploadForm())
    if "digest" in request.POST:
        return _confirm(request, user)
    return _preview(request, user)


def _preview(request: HttpRequest, user: User) -> HttpResponse:
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _upload_page(request, form)
    file = form.cleaned_data["file"]
    try:
        content = file.read(LARGEST_RECORD + 1)
        recording = read_upload(content)
    except RecordError as error:
        form.add_error("file", explain_unreadable(error))
        return _upload_page(request, form)
    cache.set(_key(user), (file.name, content), KEPT)
    initial = {
        "title": suggested_title(recording, file.name),
        "season": Season.objects.order_by("-is_current", "-pk").first(),
        "digest": recording.digest,
    }
    return _confirm_page(request, ConfirmForm(initial=initial), recording, file.name)


def _confirm(request: HttpRequest, user: User) -> HttpResponse:
    name, content = cache.get(_key(user)) or ("", b"")
    recording = read_upload(content) if content else None
    if recording is None or recording.digest != request.POST["digest"]:
        messages.error(request, _("The upload is no longer there. Choose the file once more."))
        return redirect("auction:import_game")
    form = ConfirmForm(request.POST)
    if not form.is_valid():
        return _confirm_page(request, form, recording, name)
    actor = account_actor(user)
    done = import_record(
        recording=recording,
        season=form.cleaned_data["season"],
        title=form.cleaned_data["title"],
        host=user,
        actor=actor,
        file_name=name,
    )
    cache.delete(_key(user))
    if done.repeated:
        messages.error(request, _("This record is here already: nothing was imported."))
    else:
        messages.success(request, _("The record is imported as a finished game."))
    return redirect("auction:protocol", done.game.pk)


def _upload_page(request: HttpRequest, form: UploadForm) -> HttpResponse:
    return render(request, "auction/import.html", {"form": form}, status=422 if form.errors else 200)


def _confirm_page(request: HttpRequest, form: ConfirmForm, recording: Recording, name: str) -> HttpResponse:
    refused = recording.refused
    context: dict[str, Any] = {
        "form": form,
        "file_name": name,
        "known": find_imported(recording.digest),
        "commands": sum(1 for entry in recording.entries if entry.refusal is None),
        "refused": list(_refusals(recording))[:MOST_SHOWN],
        "refused_count": len(refused),
        "is_open": recording.state["phase"] not in ("finished", "round_over"),
        "phase": refusals.PHASES.get(recording.state["phase"], recording.state["phase"]),
        "standings": sorted(recording.session.game.teams, key=lambda team: -team.points),
    }
    return render(request, "auction/import_confirm.html", context, status=422 if form.errors else 200)


def _refusals(recording: Recording) -> Iterator[Refused]:
    names = {team: name_words.short_name(name) for team, name in recording.names.items()}
    for entry in recording.refused:
        refusal = entry.refusal
        if refusal is not None:
            text = words.command_sentence(entry.command, names)
            yield Refused(entry.line, text, refusals.explain(refusal, names), refusal.paragraph)


def _key(user: User) -> str:
    return f"record-import:{user.pk}"
