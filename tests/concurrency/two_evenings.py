"""Two evenings on one server, each with names and texts that stand nowhere else: «AAA…» and «BBB…»."""

from __future__ import annotations

import contextlib
import http.cookiejar
import json
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.tournaments.live.server import Reader, Server
from tournaments.live.tickets import make_ticket

MARKS = ("AAAAAAA", "BBBBBBB")
TEAMS = ("red", "blue")
SEED = """
import json
from auction.models import AuctionQuestion, Category
from tournaments.models import House, LiveGame, Season, User
from tournaments.services.access_links import issue_link, link_token
from tournaments.services.actors import Actor
from tournaments.services.games import start_game
season = Season.objects.create(name="Season", is_current=True)
found = []
for mark in ("AAAAAAA", "BBBBBBB"):  # so long that no random token has one by chance
    names = [f"{mark}category{number}" for number in range(8)]
    for name in names:
        category = Category.objects.create(name=name)
        for number in range(4):
            AuctionQuestion.objects.create(
                category=category, text=f"{name}text{number}?", answer=f"{name}answer{number}", source=f"{name}source",
                variant_a=f"{name}a", variant_b=f"{name}b", variant_c=f"{name}c", variant_d=f"{name}d", right_variant=1,
                comment=f"{name}comment",
            )
    teams = [
        {
            "id": team, "command": f"{mark}{team}", "house": team, "name": f"{mark}house{team}", "colour": "#c0392b",
            "emblem": mark[0],
            "players": [
                {"id": f"{team}1", "name": f"{mark}captain{team}", "captain": True},
                {"id": f"{team}2", "name": f"{mark}player{team}", "captain": False},
                {"id": f"{team}3", "name": f"{mark}third{team}", "captain": False},
            ],
        }
        for team in ("red", "blue")
    ]
    setup = {
        "rules": {}, "settings": {}, "teams": teams, "categories": names,
        "special": {"hint": 0, "black_box": 0, "one_on_one": 0},
    }
    game = LiveGame.objects.create(discipline="auction", season=season, title=f"{mark}title", setup=setup)
    root = Actor(key="system:test", role="system", name="x")
    links = {"host": issue_link(game_id=game.pk, role="host", name=f"{mark}host", actor=root)}
    for entry in teams:
        for player in entry["players"]:
            role = "captain" if player["captain"] else "player"
            links[f"{role}:{player['id']}"] = issue_link(
                game_id=game.pk, role=role, team=entry["id"], player=player["id"], name=player["name"], actor=root
            )
    assert start_game(game_id=game.pk, actor=root).accepted
    tokens = {who: [link.pk, link_token(link)] for who, link in links.items()}
    found.append({"pk": game.pk, "mark": mark, "links": tokens})
print("SEEDED" + json.dumps(found))
"""


class Visitor:
    """A browser without a screen, in one or more seats."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def asks(self, path: str, fields: Mapping[str, object] | None = None) -> tuple[int, str]:
        """(status, text) of a GET, or of a POST with ``fields``; redirects are followed."""
        data = None if fields is None else urllib.parse.urlencode(fields).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.server.port}{path}", data)
        request.add_header("Accept", "application/json" if fields is not None else "text/html")
        token = next((cookie.value for cookie in self.cookies if cookie.name == "csrftoken"), None)
        if token:
            request.add_header("X-CSRFToken", token)
        try:
            with self._opener.open(request, timeout=60) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


@dataclass
class Evening:
    """One of the two games. ``said``: what came back to its people, beside the streams."""

    server: Server
    pk: int
    mark: str
    links: dict[str, tuple[int, str]]
    people: dict[str, Visitor] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    streams: dict[str, Wire] = field(default_factory=dict)
    seq: int = 0

    def arrives(self, servers: list[Server]) -> None:
        """Everybody takes a seat, at this process or that."""
        for number, (who, (_pk, token)) in enumerate(sorted(self.links.items())):
            visitor = self.people[who] = Visitor(servers[number % len(servers)])
            status, page = visitor.asks(f"/join/{token}/")
            assert status == 200, (who, status)
            self.said.append(page)

    def listens(self, servers: list[Server]) -> None:
        """A stream for every kind of screen, at each process."""
        kinds = [("console", "host", f"seat:{self.links['host'][0]}"), ("spectator", "public", ""),
                 ("projector", "public", "")]  # fmt: skip
        for who, (pk, _token) in self.links.items():
            if who != "host":
                role, player = who.split(":")
                kinds.append((role, f"{role}:{player[:-1]}", f"seat:{pk}"))
        for place, server in enumerate(servers):
            for screen, audience, seat in kinds:
                ticket = make_ticket(self.pk, screen, audience, "pl", seat)
                self.streams[f"{place} {screen} {audience} {seat}"] = Wire(server.stream(ticket))

    def gives(self, who: str, do: str, **fields: object) -> tuple[int, str]:
        """A command from a seat of this game."""
        seat = "host" if who == "host" else self.links[who][0]
        form = {"seat": seat, "do": do, "command_id": uuid.uuid4().hex, "expected_seq": self.seq, **fields}
        status, answer = self.people[who].asks(f"/games/{self.pk}/do/", form)
        if status == 200:
            self.seq = json.loads(answer)["seq"]
        self.said.append(answer)
        return status, answer

    def does(self, who: str, do: str, **fields: object) -> None:
        """One that must be accepted."""
        status, answer = self.gives(who, do, **fields)
        assert status == 200, (self.mark, who, do, answer)

    def chats(self, who: str, text: str, room: str = "") -> None:
        """A line in the hall, or in the team's own room."""
        form = {"seat": self.links[who][0], "text": text, "room": room, "command_id": uuid.uuid4().hex}
        status, answer = self.people[who].asks(f"/games/{self.pk}/chat/", form)
        assert status == 200, answer
        self.said.append(answer)

    def plays_lot(self, number: int) -> None:
        """A lot from the draw to the verdict, with talk, a refusal, an undo and a clock."""
        self.does("host", "draw")
        self.does("host", "open")
        self.chats("captain:red1", f"{self.mark}hall{number}")
        self.chats("player:red2", f"{self.mark}room{number}", room="red")
        self.does("captain:red1", "say", text=f"{self.mark}red {10 + number}")
        assert self.gives("captain:blue1", "say", text=f"{self.mark}blue nonsense")[0] == 422
        self.does("captain:blue1", "bid", points=12 + number)
        self.does("host", "undo")
        self.does("captain:blue1", "bid", points=12 + number)
        self.does("host", "close", excused="red")
        self.does("host", "show_question")
        self.does("host", "clock", action="start")
        self.does("captain:blue1", "answer", text=f"{self.mark}typed{number}")
        self.does("host", "judge", correct="true")

    def looks(self) -> None:
        """Every page of the game, as everybody sees it."""
        for who, visitor in self.people.items():
            own = f"seat/{self.links[who][0]}/"
            paths = ["", "screen/", "draws/", "setup/", "console/", own, "record/", "protocol/"]
            self.said += [visitor.asks(f"/games/{self.pk}/{path}")[1] for path in paths]

    def everything(self) -> str:
        """All that anybody of this game has received."""
        return "\n".join([*self.said, *(wire.text for wire in self.streams.values())])

    def closes(self) -> None:
        """Hangs up."""
        for wire in self.streams.values():
            wire.closes()


class Wire:
    """Everything that came over one stream."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self.events: list[tuple[str, Any]] = []
        self.ended = threading.Event()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    @property
    def text(self) -> str:
        """What it said, as text."""
        return json.dumps(self.events, ensure_ascii=False)

    def names(self) -> set[str]:
        """The kinds of events."""
        return {name for name, _data in self.events}

    def waits_for(self, seq: int, timeout: float = 60) -> None:
        """Until the stream has come so far in the game's log."""
        until = time.monotonic() + timeout
        while max((data.get("seq", -1) for _name, data in list(self.events)), default=-1) < seq:
            assert time.monotonic() < until, f"not at {seq} yet"
            time.sleep(0.05)

    def _read(self) -> None:
        try:
            for name, data, _number in self._reader.events(timeout=300):
                self.events.append((name, data))
        except (OSError, ValueError):
            pass
        self.ended.set()

    def closes(self) -> None:
        """Hangs up."""
        with contextlib.suppress(OSError):
            self._reader.socket.shutdown(2)
        self._thread.join(timeout=10)
        self._reader.close()


def read_seeded(output: str) -> list[dict[str, Any]]:
    """What SEED printed."""
    found = re.search(r"SEEDED(.*)", output)
    assert found, output
    seeded: list[dict[str, Any]] = json.loads(found[1])
    return seeded
