"""A ticket opens one channel for a while, and nothing else does."""

import pytest
from django.core import signing

from tournaments.live import tickets
from tournaments.live.tickets import SALT, TicketExpired, TicketInvalid, make_ticket, read_ticket

MINUTE = 60 * 1000


def test_a_ticket_says_who_may_see_what():
    ticket = read_ticket(make_ticket(7, "captain", "captain:red", "pl", "seat:12"))
    assert (ticket.game_id, ticket.seat) == (7, "seat:12")
    assert ticket.channel.key == "7/captain/captain:red/pl"


@pytest.mark.parametrize(
    "forged",
    [
        "",
        "nonsense",
        make_ticket(7, "spectator", "public", "pl")[:-1],
        make_ticket(7, "spectator", "public", "pl").replace(":", "x"),
        signing.dumps([7, "console", "host", "pl", "user:1", 0], salt="another salt"),
        signing.Signer(salt=SALT).sign_object("no list"),
        signing.Signer(salt=SALT).sign_object([1, 2, 3]),
        signing.Signer(salt=SALT).sign_object(["x" * 9999] * 6, compress=True),
        make_ticket(7, "spectator", "public", "pl") + "\x00",
    ],
    ids=range(9),  # signed ones differ from worker to worker
)
def test_anything_else_is_refused(forged):
    with pytest.raises(TicketInvalid):
        read_ticket(forged)


@pytest.mark.parametrize(
    ("audience", "minutes"), [("public", 12 * 60), ("host", 15), ("captain:red", 15), ("player:red", 15)]
)
def test_tickets_of_seats_live_a_quarter_of_an_hour_and_public_ones_half_a_day(monkeypatch, audience, minutes):
    begin = tickets.now_ms()
    ticket = make_ticket(7, "console", audience, "pl", "user:1")
    monkeypatch.setattr(tickets, "now_ms", lambda: begin + (minutes - 1) * MINUTE)
    assert read_ticket(ticket).audience == audience
    monkeypatch.setattr(tickets, "now_ms", lambda: begin + (minutes + 1) * MINUTE)
    with pytest.raises(TicketExpired):
        read_ticket(ticket)
