"""Reads what stands around the game: wheel, feed, undo, chat, seats. Only here do the panels ask the database."""

from __future__ import annotations

from typing import Any

from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from auction import name_words, selectors
from auction.chart import Chart, looks_of, make_chart
from auction.happenings import Teller
from auction.panels.buttons import rules_url
from auction.panels.context import Around, Newcomer, Prepared
from auction.paper_words import afterwards_mark
from auction.rules.seating import is_seated, read_seat
from auction.rules.session import Session
from auction.rules.special import on_the_wheel
from auction.rules.state import Phase
from auction.services.history import read_history
from auction.services.masters import prepared_masters
from tournaments import texts
from tournaments.models import LiveGame
from tournaments.panels.around import LONGEST_FEED, closed_because, once, read_chat, read_steps, read_undone
from tournaments.panels.context import Device, FeedLine
from tournaments.panels.evening import say_held, say_plan
from tournaments.rules.audience import Audience
from tournaments.rules.draw import Choice
from tournaments.rules.rewards import Reward
from tournaments.selectors import games
from tournaments.selectors.draws import draws_now, last_draw
from tournaments.selectors.seats import game_links
from tournaments.services.ranking import compute_rewards

_LINKS = {
    "do": "tournaments:do",
    "start": "tournaments:start",
    "finish": "tournaments:finish",
    "reopen": "tournaments:reopen",
    "chat": "tournaments:chat",
    "chat_remove": "tournaments:chat_remove",
    "chat_mute": "tournaments:chat_mute",
    "chat_release": "tournaments:chat_release",
    "setup": "auction:setup",
    "edition": "auction:edition",
    "resume": "tournaments:resume",
    "substitutes": "auction:substitutes",
    "record": "auction:record",
    "draws": "auction:draws",
    "replay": "auction:replay",
    "protocol": "auction:protocol",
    "masters": "auction:masters",
    "spectator": "auction:spectator",
    "projector": "auction:projector",
}


def read_around(game: LiveGame, session: Session, screen: str, audience: Audience) -> Around:
    """What the screen needs beside the session; a handful of queries, however long the game."""
    is_host = audience.role == "host"
    names = {team.id: name_words.short_name(team.command) for team in session.game.teams}
    players = {player.id: name_words.short_name(player.name) for seat in session.seats for player in seat.players}
    teller = Teller(names, players)
    undo, redo, _no_undo = read_steps(game, teller) if is_host else (None, None, None)
    return Around(
        game_id=game.pk,
        title=game.title,
        seq=game.seq,
        now=int(timezone.now().timestamp() * 1000),
        started=game.started_at is not None,
        finished=game.finished_at is not None,
        wheel=once(game, "wheel", lambda: _wheel(game, session)),
        reserves=selectors.reserves(game=game, session=session).count() if is_host else 0,
        feed=_feed(game, session, teller) if is_host else (),
        undo=undo,
        redo=redo,
        undone=once(game, "undone", lambda: read_undone(game, teller)),
        chat=() if screen == "projector" else read_chat(game, "", host=is_host),
        room=read_chat(game, audience.team) if audience.team else (),
        draws=once(game, "draws", lambda: draws_now(game)),
        redraw=is_host and last_draw(game) != session.drawn,
        links=once(game, "links", lambda: game_addresses(game)),
        closed_because=once(game, "closed", lambda: _closed_because(game, session)),
        masters=_masters(game, session, audience),
        rewards=once(game, "rewards", lambda: _rewards(game, session)),
        chart=_chart(game, session, screen),
        held=say_held(game),
        held_why=str(game.suspension.get("reason", "")),
        conductor=game.conductor if is_host else {},
        notes=once(game, "notes", lambda: say_plan(game)),
        **(_seats(game) if is_host else {}),
    )


def game_addresses(game: LiveGame) -> dict[str, str]:
    """The addresses that a screen leads to; those that this installation does not have are left out."""
    found = {"rules": reverse("auction:rulebook")}
    for name, route in _LINKS.items():
        try:
            found[name] = reverse(route, args=[game.pk])
        except NoReverseMatch:
            continue
    return found


def _closed_because(game: LiveGame, session: Session) -> str:
    """The last reason that a host gave; asked only of a game that was closed before its end."""
    if game.finished_at is None or session.game.phase is Phase.FINISHED:
        return ""
    return closed_because(game)


def _masters(game: LiveGame, session: Session, audience: Audience) -> Prepared | None:
    """Asked only for those who wait for the final: a bid of the first round reaches nobody else's panels slower."""
    if session.game.masters is not None:
        return None
    themselves = audience.team is not None and not is_seated(session.seats, audience.team)
    opens = audience.role == "host" and session.game.phase is Phase.ROUND_OVER
    return once(game, "masters", lambda: _prepared(game)) if themselves or opens else None


def _prepared(game: LiveGame) -> Prepared | None:
    row = prepared_masters(game)
    return None if row is None else Prepared(read_seat(row.entry), row.entry["command"], row.entry)


def _rewards(game: LiveGame, session: Session) -> tuple[Reward, ...]:
    over = game.finished_at is not None or session.game.phase in (Phase.ROUND_OVER, Phase.FINISHED)
    return compute_rewards(game) if over and game.for_ranking else ()


def _chart(game: LiveGame, session: Session, screen: str) -> Chart | None:
    """For who looks at the result: one fold of the log, kept by its length."""
    if screen != "spectator" or game.finished_at is None or not game.snapshot:
        return None
    return make_chart(read_history(game), looks_of(session))


def _wheel(game: LiveGame, session: Session) -> tuple[Choice, ...]:
    if session.game.phase not in (Phase.READY, Phase.DRAWN):
        return ()
    return on_the_wheel(session.game, session.specials, selectors.categories_on_the_wheel(game=game, session=session))


def _feed(game: LiveGame, session: Session, teller: Teller) -> tuple[FeedLine, ...]:
    lines = games.game_feed(game, limit=LONGEST_FEED)
    return tuple(_feed_line(game, line, teller) for line in lines if not _is_hidden(session, line))


def _is_hidden(session: Session, line: games.FeedLine) -> bool:
    """Whether nobody may read of it yet: a press, before it is decided who was first (§25)."""
    duel = session.stage.duel
    if duel is None or not duel.is_collecting or line.command.command.get("do") != "press":
        return False
    return bool(line.command.command.get("at", 0) >= min(press.at for press in duel.presses))


def _feed_line(game: LiveGame, line: games.FeedLine, teller: Teller) -> FeedLine:
    command, refusal = line.command, line.refusal
    return FeedLine(
        number=command.last_seq or command.seq_after,
        text=teller.line(line.deed, line.step),
        at=command.received_at,
        team=str(command.command.get("team") or ""),
        who=" · ".join(filter(None, [command.actor_name, afterwards_mark(command.command)])),
        refused=texts.explain(game, refusal) if refusal else "",
        paragraph=refusal.paragraph if refusal else "",
        rules_url=rules_url(refusal.paragraph) if refusal else "",
        undone=line.undone,
    )


def _seats(game: LiveGame) -> dict[str, Any]:
    """Captains first: whose devices the console watches; and who came in later and has yet to open the link."""
    seats: dict[str, tuple[Device, ...]] = {}
    newcomers: list[Newcomer] = []
    for link in sorted(game_links(game), key=lambda link: link.role != "captain"):
        if not link.team or link.revoked_at is not None:
            continue
        seats[link.team] = (*seats.get(link.team, ()), Device(link.seat_key, link.name))
        if game.started_at is not None and link.issued_at > game.started_at and link.first_used_at is None:
            address = reverse("auction:link", args=[game.pk, link.pk])
            newcomers.append(Newcomer(link.team, name_words.short_name(link.name), address))
    return {"seats": seats, "newcomers": tuple(newcomers)}
