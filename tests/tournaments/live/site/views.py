"""Pages of the tally, and some that show how a request came through."""

import io
import threading
import time
import uuid
from pathlib import Path

from django.db import connection
from django.http import FileResponse, HttpResponse, JsonResponse, StreamingHttpResponse
from django.template import engines
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from tests.tournaments.live.site.tally import Tally
from tournaments.live.hub import end, publish
from tournaments.live.tickets import make_ticket
from tournaments.services.play import Actor, play

PAGE = """{% load static %}<!doctype html><html lang="en" data-live="live">
<head><meta charset="utf-8"><title>{{ screen }}</title>
<script type="module" src="{% static 'js/live.js' %}"></script>
<script type="module" src="{% static 'js/keys.js' %}"></script>
{% include "_htmx.html" %}</head>
<body data-stream="{{ ticket }}" data-ticket-url="/ticket/{{ game }}/{{ screen }}/{{ audience }}/" data-seq="-1">
<section data-panel="number"></section><section data-panel="who"></section><section data-panel="last"></section>
<section data-panel="press"></section>
<form id="say" hx-post="/games/{{ game }}/add/" hx-target="#outcome"><input name="by" value="1" type="hidden">
<input id="text" name="text"><button id="send">Say</button></form>
<div id="outcome"></div><div id="live-message" hidden data-restarting="restarting" data-revoked="revoked"
 data-retrying="retrying" data-failed="failed"></div>
<div id="announcer" class="visually-hidden" aria-live="polite"></div><span data-live-age></span>
<span id="clock" data-clock data-deadline="{{ deadline }}" data-total="60000"></span>
<dialog id="keys"><p>keys</p></dialog></body></html>"""


def page(request, game_id, screen, audience):
    template = engines["django"].from_string(PAGE)
    ticket = make_ticket(game_id, screen, audience, "pl", request.GET.get("seat", ""))
    deadline = int(time.time() * 1000) + 60_000
    names = {"game": game_id, "screen": screen, "audience": audience, "ticket": ticket, "deadline": deadline}
    return HttpResponse(template.render(names, request))


def ticket(request, game_id, screen, audience):
    return JsonResponse({"ticket": make_ticket(game_id, screen, audience, "pl", request.GET.get("seat", ""))})


@csrf_exempt
def add(request, game_id):
    data = request.POST
    outcome = play(
        game_id=game_id,
        command={"do": "add", "by": int(data.get("by", 1)), "text": data.get("text", ""), "broken": "broken" in data},
        actor=Actor(key=data.get("actor", "user:1"), role="host", team=None, name="Test", device=""),
        command_id=data.get("command_id") or uuid.uuid4().hex,
        expected_seq=None,
        received_at=timezone.now(),
    )
    return HttpResponse(f"{outcome.seq}", status=200 if outcome.accepted else 422)


@csrf_exempt
def tick(request, game_id):
    """Something to show that is in no database: what the live loop costs without a command."""
    Tally.tick = request.POST["text"]
    publish(game_id)
    return HttpResponse("ok")


@csrf_exempt
def kick(request, game_id, seat):
    end(game_id, "revoked", seat)
    return HttpResponse()


@csrf_exempt
def echo(request, rest):
    response = JsonResponse(
        {
            "method": request.method,
            "path": request.path,
            "rest": rest,
            "script": request.META["SCRIPT_NAME"],
            "get": dict(request.GET.lists()),
            "post": dict(request.POST.lists())
            if request.content_type != "application/octet-stream"
            else len(request.body),
            "files": {name: [file.name, file.size] for name, file in request.FILES.items()},
            "cookies": request.COOKIES,
            "headers": dict(request.headers),
            "scheme": request.scheme,
            "addr": request.META["REMOTE_ADDR"],
            "thread": threading.current_thread().name,
            "received_at": request.META.get("sowa.received_at"),
        }
    )
    response.set_cookie("one", "1")
    response.set_cookie("two", "2")
    return response


def slow(request):
    print("slow begins", flush=True)
    time.sleep(float(request.GET.get("seconds", 1)))
    return HttpResponse("slow")


def boom(request):
    raise RuntimeError("boom")


def file(request):
    return FileResponse(io.BytesIO(b"x" * 200_000), filename="x.bin")


def streamed(request):
    return StreamingHttpResponse(iter([b"a", b"b", b"c"]))


def connections_open(request):
    """How many connections to the database this process holds (SQLite: open files)."""
    connection.ensure_connection()
    files = [entry.resolve() for entry in Path("/proc/self/fd").iterdir()]
    database = Path(connection.settings_dict["NAME"]).resolve()
    return JsonResponse({"database": files.count(database), "threads": threading.active_count()})
