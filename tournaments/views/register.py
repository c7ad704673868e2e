"""The class register for those who keep it: lessons, one added, changed, deleted, and the grid of its marks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.enums import Mark
from tournaments.models import House, Lesson, Season
from tournaments.permissions import can_keep_register, can_manage_seasons
from tournaments.register_forms import LessonForm
from tournaments.register_texts import SHORT_MARKS, explain_register, say_counted
from tournaments.rules.engine import Refusal
from tournaments.selectors.offices import headed_houses, person_of
from tournaments.selectors.register_pages import Grid, list_lessons, read_grid, register_season
from tournaments.services.actors import account_actor
from tournaments.services.register import add_lesson, change_lesson, delete_lesson, save_marks

LETTERS: Mapping[str, str] = {"present": "p", "late": "l", "absent": "a", "excused": "e"}


def keepers_only(inner: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Staff and teachers; strangers are sent to the login, other accounts are refused with 403."""

    @wraps(inner)
    def view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not can_keep_register(request.user):
            raise PermissionDenied
        return inner(request, *args, **kwargs)

    return never_cache(login_required(view))


@require_safe
@never_cache
@login_required
def home(request: HttpRequest) -> HttpResponse:
    """Lessons of the season for its keepers; a head is led to the own house, everybody else to the own lessons."""
    if not can_keep_register(request.user):
        houses: list[House] = [house for house, _deputy in headed_houses(request.user).values()]
        if houses:
            return redirect("tournaments:house_register", houses[0].key)
        return redirect("tournaments:own_register")
    season = chosen_season(request)
    if season is None:
        return render(request, "tournaments/register/no_season.html", {"may_set_up": can_manage_seasons(request.user)})
    return render(
        request,
        "tournaments/register/lessons.html",
        {
            "season": season,
            "page": list_lessons(season, request.GET.get("page")),
            "seasons": Season.objects.all(),
            "counted": say_counted(season),
            "is_over": is_over(season),
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
@keepers_only
def new_lesson(request: HttpRequest) -> HttpResponse:
    """A lesson is added; then its grid is there."""
    season = chosen_season(request)
    if season is None:
        return render(request, "tournaments/register/no_season.html", {"may_set_up": can_manage_seasons(request.user)})
    today = timezone.localdate()
    if request.method != "POST":
        inside = (season.starts_on or today) <= today <= (season.ends_on or today)
        day = today if inside else season.ends_on or season.starts_on
        form = LessonForm(season=season, initial=LessonForm.initial_for(person_of(request.user), day))
        return _lesson_page(request, form, season)
    form = LessonForm(request.POST, season=season)
    if not form.is_valid():
        return _lesson_page(request, form, season, status=422)
    try:
        lesson = add_lesson(season_id=season.pk, actor=account_actor(request.user), **_typed(form))
    except Refusal as refusal:
        return _lesson_page(request, form, season, refusal=refusal)
    return redirect("tournaments:lesson", lesson.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@keepers_only
def edit_lesson(request: HttpRequest, lesson_id: int) -> HttpResponse:
    """Another day, subject, period or teacher."""
    lesson = find_lesson(lesson_id)
    if request.method != "POST":
        form = LessonForm(season=lesson.season, initial=LessonForm.initial_of(lesson))
        return _lesson_page(request, form, lesson.season, lesson)
    form = LessonForm(request.POST, season=lesson.season)
    if not form.is_valid():
        return _lesson_page(request, form, lesson.season, lesson, status=422)
    try:
        change_lesson(
            lesson_id=lesson_id, revision=_revision(request), actor=account_actor(request.user), **_typed(form)
        )
    except Refusal as refusal:
        return _lesson_page(request, form, lesson.season, find_lesson(lesson_id), refusal=refusal)
    return redirect("tournaments:lesson", lesson.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@keepers_only
def remove_lesson(request: HttpRequest, lesson_id: int) -> HttpResponse:
    """Says what goes with the lesson, and takes it out once that is confirmed."""
    lesson = find_lesson(lesson_id)
    context: dict[str, Any] = {"lesson": lesson, "count": lesson.attendance.count()}
    if request.method != "POST":
        return render(request, "tournaments/register/delete_lesson.html", context)
    try:
        delete_lesson(
            lesson_id=lesson_id,
            revision=_revision(request),
            confirmed=request.POST.get("confirmed") == "yes",
            actor=account_actor(request.user),
        )
    except Refusal as refusal:
        context["refused"] = explain_register(refusal)
        return render(request, "tournaments/register/delete_lesson.html", context, status=422)
    messages.success(request, _("The lesson is no longer in the register."))
    return HttpResponseRedirect(f"{reverse('tournaments:register')}?season={lesson.season_id}")


@require_http_methods(["GET", "HEAD", "POST"])
@keepers_only
def lesson(request: HttpRequest, lesson_id: int) -> HttpResponse:
    """The grid of a lesson: one row a pupil, saved as a whole."""
    found = find_lesson(lesson_id)
    if request.method != "POST":
        grid = read_grid(found, request.GET.get("house", ""), request.GET.get("page"))
        return _grid_page(request, grid, _rows(grid))
    house, page = request.POST.get("house", ""), request.POST.get("page", "")
    typed, seen = _marks(request.POST), _seen(request.POST)
    if "fill" in request.POST:
        typed = {person: mark or Mark.PRESENT.value for person, mark in typed.items()}
        grid = read_grid(found, house, page)
        return _grid_page(request, grid, _rows(grid, typed, seen), filled=True)
    try:
        saved = save_marks(
            lesson_id=lesson_id, revision=_revision(request), marks=typed, seen=seen, actor=account_actor(request.user)
        )
    except Refusal as refusal:
        if refusal.code == "lesson_gone":
            raise Http404 from None
        grid = read_grid(found, house, page)
        return _grid_page(request, grid, _rows(grid, typed, seen), refused=explain_register(refusal), status=422)
    if saved.conflicts:
        grid = read_grid(saved.lesson, house, page)
        return _grid_page(request, grid, _rows(grid, typed, seen, saved.conflicts), stale=True, status=409)
    messages.success(request, _said(saved.changed))
    if saved.gone:
        messages.error(request, _("Somebody on this page is no longer at the school; all others are saved."))
    query = QueryDict(mutable=True)
    query.update({name: value for name, value in (("house", house), ("page", page)) if value})
    return HttpResponseRedirect(f"{request.path}{'?' if query else ''}{query.urlencode()}")


def chosen_season(request: HttpRequest) -> Season | None:
    """The season that the address names; the current one without; 404 for one that does not exist."""
    number = request.GET.get("season") or request.POST.get("season") or ""
    if not number:
        return register_season()
    season = register_season(int(number)) if number.isascii() and number.isdecimal() and len(number) < 16 else None
    if season is None:
        raise Http404
    return season


def find_lesson(lesson_id: int) -> Lesson:
    """The lesson with its season and teacher; 404 if it is none."""
    found = Lesson.objects.select_related("season", "teacher").filter(pk=lesson_id).first()
    if found is None:
        raise Http404
    return found


def is_over(season: Season) -> bool:
    """Whether the season's last day lies behind us."""
    return season.ends_on is not None and season.ends_on < timezone.localdate()


def _said(changed: int) -> str:
    if not changed:
        return _("Nothing was changed: the register says the same already.")
    return ngettext("Saved: %(number)s mark.", "Saved: %(number)s marks.", changed) % {"number": changed}


def _lesson_page(
    request: HttpRequest,
    form: LessonForm,
    season: Season,
    lesson: Lesson | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "season": season, "lesson": lesson, "is_over": is_over(season)}
    if refusal is not None:
        context["refused"] = explain_register(refusal)
        context["known"] = refusal.params.get("lesson")
    return render(request, "tournaments/register/lesson_form.html", context, status=422 if refusal else status)


def _typed(form: LessonForm) -> dict[str, Any]:
    data = form.cleaned_data
    return {
        "held_on": data["held_on"],
        "subject": data["subject"],
        "period": data["period"],
        "teacher_id": data["teacher"],
    }


def _grid_page(
    request: HttpRequest, grid: Grid, rows: list[dict[str, Any]], status: int = 200, **more: Any
) -> HttpResponse:
    options: list[dict[str, Any]] = [
        {"mark": mark, "label": label, "short": SHORT_MARKS[mark], "letter": LETTERS[mark]}
        for mark, label in Mark.choices
    ]
    context = {
        "grid": grid,
        "lesson": grid.lesson,
        "season": grid.lesson.season,
        "rows": rows,
        "options": options,
        "tally": [{**option, "count": grid.tally.get(str(option["mark"]), 0)} for option in options],
        "seen": ",".join(f"{row['person'].pk}:{LETTERS.get(str(row['seen']), '')}" for row in rows),
        "is_over": is_over(grid.lesson.season),
        **more,
    }
    return render(request, "tournaments/register/grid.html", context, status=status)


def _rows(
    grid: Grid,
    typed: Mapping[int, str] | None = None,
    seen: Mapping[int, str] | None = None,
    conflicts: Mapping[int, str] | None = None,
) -> list[dict[str, Any]]:
    """A pupil a row: what is chosen (as typed, if it was touched), what the register says, what somebody else wrote."""
    rows = []
    for person in grid.page:
        now = grid.marks.get(person.pk, "")
        mine = (typed or {}).get(person.pk, now)
        before = (seen or {}).get(person.pk, now)
        row = {"person": person, "chosen": mine if mine != before else now, "seen": now}
        if conflicts is not None and person.pk in conflicts:
            row["theirs"] = Mark(now).label if now else _("no mark")
            row["mine"] = Mark(mine).label if mine in Mark.values else _("no mark")
        elif now != before:
            row["news"] = Mark(now).label if now else _("no mark")
        rows.append(row)
    return rows


def _marks(posted: QueryDict) -> dict[int, str]:
    """``mark-12=present``; whatever else a request holds is not read."""
    found = {}
    for name, value in posted.items():
        number = name.removeprefix("mark-")
        if number != name and number.isascii() and number.isdecimal() and len(number) < 16:
            found[int(number)] = str(value)
    return found


def _seen(posted: QueryDict) -> dict[int, str]:
    """``12:p,13:``: what the page showed before anything was typed."""
    marks: dict[str, str] = {letter: mark for mark, letter in LETTERS.items()}
    found = {}
    for pair in str(posted.get("seen", "")).split(","):
        number, _colon, letter = pair.partition(":")
        if number.isascii() and number.isdecimal() and len(number) < 16:
            found[int(number)] = marks.get(letter, "")
    return found


def _revision(request: HttpRequest) -> int:
    number = request.POST.get("revision", "")
    return int(number) if number.isascii() and number.isdecimal() and len(number) < 10 else -1
