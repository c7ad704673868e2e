"""A team's room in a running server: its members read it, nobody else, and who has left not a word more."""

from __future__ import annotations

import contextlib
import http.client
import http.cookiejar
import json
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

from tests.browser.people import IDS
from tests.browser.server import Server

TEAM = IDS["red"]
BEFORE, AFTER = "zz-przed-zmiana", "zz-po-zmianie"
LINKS = """
from tournaments.models import AccessLink
from tournaments.services.access_links import issue_link, link_token
from tournaments.services.actors import Actor
issue_link(game_id=1, role="host", name="Tablet", actor=Actor(key="system:test", role="system"))
for link in AccessLink.objects.filter(game=1).order_by("pk"):
    print(link.pk, link.role, link.team or "-", link.player or "-", link_token(link))
"""
NEWCOMER = f"""
from tournaments.models import Attendance, House, Lesson, Person
ala = Person.objects.create(name="Ala", house=House.objects.get(key="{TEAM}"))
Attendance.objects.bulk_create(Attendance(lesson=lesson, person=ala) for lesson in Lesson.objects.all())
print(ala.pk)
"""


class Device:
    """A device with a seat, without a browser; ``heard``: everything its streams have said."""

    def __init__(self, server: Server, link: str = "", seat: str = "") -> None:
        self.server, self.seat = server, seat
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        self.heard = ""
        self.ended = threading.Event()
        self.gets("/")
        if link:
            self.gets(f"/join/{link}/")

    def gets(self, path: str) -> str:
        try:
            with self.opener.open(self.server.url + path, timeout=60) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            with error:
                return error.read().decode()

    def posts(self, path: str, **fields: Any) -> tuple[int, dict[str, Any]]:
        token = next((one.value for one in self.cookies if one.name == "csrftoken"), "") or ""
        headers = {"X-CSRFToken": token, "Accept": "application/json", "Referer": self.server.url + "/"}
        data = urllib.parse.urlencode({"seat": self.seat, "command_id": f"c{time.monotonic_ns()}", **fields}).encode()
        try:
            with self.opener.open(urllib.request.Request(self.server.url + path, data, headers), timeout=60) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read() or b"{}")

    def listens(self, screen: str) -> Device:
        ticket = json.loads(self.gets(f"/games/1/ticket/{screen}/?seat={self.seat}"))["ticket"]
        threading.Thread(target=self._read, args=(ticket,), daemon=True).start()
        self.waits_for('"panels"')
        return self

    def _read(self, ticket: str) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        connection.request("GET", f"/live/stream?ticket={urllib.parse.quote(ticket)}")
        answer = connection.getresponse()
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException):  # the server stops
            while line := answer.readline():
                self.heard += line.decode()
        self.ended.set()
        answer.close()
        connection.close()

    def waits_for(self, text: str) -> None:
        until = time.monotonic() + 60
        while text not in self.heard:
            assert time.monotonic() < until, f"never heard {text}"
            time.sleep(0.02)


def test_the_rooms_words_reach_its_members_alone(server: Server) -> None:
    links = [line.split() for line in server.shell(LINKS).splitlines()]
    seated = {(role, team, player): Device(server, link, pk) for pk, role, team, player, link in links}
    host = next(device for (role, _, _), device in seated.items() if role == "host")
    host.seat = "host"
    assert host.posts("/games/1/start/")[0] == 200
    reds = [(role, player, device) for (role, team, player), device in seated.items() if team == TEAM]
    captain = next(device for role, _, device in reds if role == "captain")
    (_, out, leaving), (_, _, staying) = [one for one in reds if one[0] == "player"]
    others = [seated[key].listens(key[0]) for key in seated if key[1] == IDS["blue"]] + [
        host.listens("console"),
        Device(server).listens("spectator"),
        Device(server).listens("projector"),
    ]
    for device, screen in ((captain, "captain"), (leaving, "player"), (staying, "player")):
        device.listens(screen)

    assert captain.posts("/games/1/chat/", text=BEFORE, room=TEAM)[0] == 200
    for device in (captain, leaving, staying):
        device.waits_for(BEFORE)

    newcomer = server.shell(NEWCOMER).strip()
    asked = {"team": TEAM, "out": out, "newcomer": f"p{newcomer}", "reason": "chora"}
    assert host.posts("/games/1/do/", do="propose_substitution", **asked)[0] == 200
    agreed = {"out": out, "player": f"p{newcomer}", "agree": "true"}
    assert captain.posts("/games/1/do/", do="answer_substitution", **agreed)[0] == 200
    assert captain.posts("/games/1/chat/", text=AFTER, room=TEAM)[0] == 200
    staying.waits_for(AFTER)
    captain.waits_for(AFTER)
    assert leaving.ended.wait(60)
    assert '"reason":"moved"' in leaving.heard.replace(" ", "") and AFTER not in leaving.heard
    status, refused = leaving.posts("/games/1/chat/", text="jeszcze", room=TEAM)
    assert (status, refused["location"]) == (401, "/join/?why=passed_on")
    assert leaving.posts("/games/1/do/", do="answer", text="x")[0] == 401

    pages = [f"/games/1/{page}" for page in ("", "console/", "setup/", "protocol/", "record/", "draws/")]
    for device in (host, *others):
        said = device.heard + "".join(map(device.gets, pages))
        assert BEFORE not in said and AFTER not in said
    for device in (host, others[0]):
        assert device.posts("/games/1/chat/", text="szpieg", room=TEAM)[0] == 422
    for text in (BEFORE, AFTER):
        assert text not in server.log
        for table in ("tournaments_auditentry", "tournaments_gamecommand", "tournaments_gameevent"):
            assert not [row for row in server.query(f"SELECT * FROM {table}") if text in str(row)]
