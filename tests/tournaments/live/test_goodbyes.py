"""The hub without a server: who leaves, who is there, and how everything ends."""

import asyncio

from tests.tournaments.live.rehearsal import HOST, RED, Bus, scenario, ticket, until
from tournaments.live import hub as hub_module
from tournaments.live.hub import Hub
from tournaments.live.tickets import SEAT_LIFETIME, now_ms


def test_kicking_a_seat_ends_its_streams_only_and_its_old_tickets(reader_class):
    async def story(hub, world, open_stream):
        old = ticket(**RED)
        kicked, host, blue = (
            open_stream(old),
            open_stream(ticket(**HOST)),
            open_stream(ticket(**{**RED, "seat": "seat:6"})),
        )
        await until(lambda: kicked.events and host.events and blue.events)
        await asyncio.sleep(0.002)
        hub.end(1, "revoked", "seat:5")
        await until(lambda: kicked.ended)
        assert kicked.events[-1] == ("bye", {"reason": "revoked", "ticket": 0})
        assert not host.ended
        assert not blue.ended
        again = open_stream(old)
        await until(lambda: again.ended)
        assert [name for name, _ in again.events] == ["bye"]
        await asyncio.sleep(0.002)
        anew = open_stream(ticket(**RED))
        await until(lambda: anew.events)
        assert anew.events[0][0] == "state"

    scenario(story, reader_class)


def test_the_end_of_a_game_comes_after_its_last_state(reader_class):
    async def story(hub, world, open_stream):
        readers = [open_stream(ticket()) for _ in range(150)] + [open_stream(ticket(**HOST)), open_stream(ticket(2))]
        await until(lambda: all(reader.events for reader in readers))
        world.seq[1] = 1
        hub.publish(1)
        world.seq[1] = 2
        hub.publish(1)
        hub.end(1, "over")
        await until(lambda: all(reader.ended for reader in readers[:-1]))
        for reader in readers[:-1]:
            assert reader.events[-1][1]["reason"] == "over"
            assert reader.seqs()[-1] == 2
        assert not readers[-1].ended

    scenario(story, reader_class)


def test_a_game_that_is_not_there(reader_class):
    async def story(hub, world, open_stream):
        reader = open_stream(ticket(99))
        await until(lambda: reader.ended)
        assert reader.events == [("bye", {"reason": "over", "ticket": 0})]
        assert world.loads == [99]

    scenario(story, reader_class)


def test_tickets_run_out_while_a_stream_is_open(reader_class, monkeypatch):
    async def story(hub, world, open_stream):
        host, public = open_stream(ticket(**HOST)), open_stream(ticket())
        await until(lambda: host.events and public.events)
        monkeypatch.setattr(hub_module, "now_ms", lambda: now_ms() + SEAT_LIFETIME)
        hub._tick()
        await until(lambda: host.ended)
        assert host.events[-1] == ("bye", {"reason": "expired", "ticket": 0})
        assert not public.ended

    scenario(story, reader_class)


def test_tabs_share_a_stream_and_leave_it_one_by_one(reader_class):
    async def story(hub, world, open_stream):
        tickets = [ticket(), ticket(), ticket(**RED), ticket(2), ticket(**{**RED, "seat": "seat:6"})]
        reader = open_stream(*tickets)
        await until(lambda: len(reader.events) == 3)  # one state a channel, not one a tab
        channels = sorted(data["channel"] for _, data in reader.events)
        assert channels == ["1/captain/captain:red/pl", "1/spectator/public/pl", "2/spectator/public/pl"]
        hub.end(1, "revoked", "seat:5")
        await until(lambda: reader.events[-1] == ("bye", {"reason": "revoked", "ticket": 2}))
        world.seq[1] = 1
        hub.publish(1)
        await until(lambda: reader.seqs()[-2:] == [1, 1])  # seat 6 still reads the captain's channel
        assert not reader.ended
        for game in (1, 2):
            hub.end(game, "over")
        await until(lambda: reader.ended)
        assert sorted(data["ticket"] for name, data in reader.events if name == "bye") == [0, 1, 2, 3, 4]

    scenario(story, reader_class)


def test_nothing_is_left_when_everybody_has_gone(reader_class):
    bus = Bus()

    async def story(hub, world, open_stream):
        readers = [open_stream(ticket(**seat)) for seat in (HOST, RED, {})]
        await until(lambda: all(reader.events for reader in readers))
        assert bus.watched == {1}
        for reader in readers:
            hub.leave(reader.connection)
        assert (hub._games, hub._connections, bus.watched) == ({}, set(), set())
        hub.publish(1)
        await asyncio.sleep(0.05)
        assert world.loads == [1] * len(world.loads)

    scenario(story, reader_class, bus)


def test_the_console_sees_who_is_there(reader_class):
    async def story(hub, world, open_stream):
        host = open_stream(ticket(**HOST))
        red = open_stream(ticket(**RED))
        for _ in range(3):
            open_stream(ticket())
        await until(lambda: host.events and host.events[-1][0] == "presence")
        view = host.events[-1][1]
        assert (view["seats"], view["spectators"]) == ({"user:1": "live", "seat:5": "live"}, 3)
        assert all(name != "presence" for name, _ in red.events)
        second = open_stream(ticket(**HOST))  # gets it with its first state
        await until(lambda: [name for name, _ in second.events][:2] == ["state", "presence"])

    scenario(story, reader_class)


def test_beats_come_to_everybody_but_not_before_the_state(reader_class):
    async def story(hub, world, open_stream):
        world.slow = 0.1
        reader = open_stream(ticket())
        hub._tick()
        await until(lambda: reader.events)
        assert reader.events[0][0] == "state"
        begin = now_ms()
        hub._tick()
        await until(lambda: reader.events[-1][0] == "beat")
        assert begin <= reader.events[-1][1]["now"] <= now_ms()

    scenario(story, reader_class)


def test_goodbye_when_the_process_stops(reader_class):
    async def story(hub, world, open_stream):
        readers = [open_stream(ticket()) for _ in range(50)]
        await until(lambda: all(reader.events for reader in readers))
        hub.close_all()
        await until(lambda: all(reader.ended for reader in readers))
        assert all(reader.events[-1] == ("bye", {"reason": "restarting"}) for reader in readers)
        late = open_stream(ticket())
        await until(lambda: late.ended)

    scenario(story, reader_class)


def test_what_other_processes_say():
    async def story(hub, world, open_stream):
        host, red = open_stream(ticket(**HOST)), open_stream(ticket(**RED))
        await until(lambda: host.events and red.events)
        world.seq[1] = 5
        hub.heard(1, {})
        await until(lambda: host.seqs()[-1] == red.seqs()[-1] == 5)
        hub.heard(1, {"process": "x", "presence": {"seats": {"seat:9": "live"}, "spectators": 4}})
        await until(lambda: host.events[-1][0] == "presence" and host.events[-1][1]["seats"].get("seat:9") == "live")
        hub.heard(1, {"end": "moved", "seat": "seat:5", "at": now_ms()})
        await until(lambda: red.ended)

    scenario(story)


def test_without_a_server_nothing_is_published():
    hub = Hub()
    assert hub.publish(1) is False
    assert hub.end(1, "over") is False


def test_who_is_no_reader_any_more_gets_nothing_drawn_after_that(reader_class):
    async def story(hub, world, open_stream):
        world.readers = {"captain:red": {"seat:5", "seat:6"}}
        left, stays = open_stream(ticket(**RED)), open_stream(ticket(**{**RED, "seat": "seat:6"}))
        await until(lambda: left.events and stays.events)
        world.readers, world.seq[1] = {"captain:red": {"seat:6"}}, 1
        hub.publish(1)  # and no goodbye: it is still on its way
        await until(lambda: left.ended and stays.seqs()[-1] == 1)
        assert left.seqs() == [0]
        assert left.events[-1] == ("bye", {"reason": "moved", "ticket": 0})

    scenario(story, reader_class)


def test_a_newcomer_with_a_ticket_waits_for_a_drawing_that_knows_them(reader_class):
    async def story(hub, world, open_stream):
        world.readers = {"captain:red": {"seat:6"}}
        first = open_stream(ticket(**{**RED, "seat": "seat:6"}))
        await until(lambda: first.events)
        world.readers = {"captain:red": {"seat:5", "seat:6"}}
        newcomer, stranger = open_stream(ticket(**RED)), open_stream(ticket(**{**RED, "seat": "seat:7"}))
        await until(lambda: newcomer.events and stranger.ended)
        assert newcomer.events[0][0] == "state" and not stranger.seqs()

    scenario(story, reader_class)
