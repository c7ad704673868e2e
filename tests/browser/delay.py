"""A slow line to the server: a port of its own, behind which everything takes longer on its way."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator

CHUNK = 64 * 1024


class SlowLine:
    """Relays TCP to ``port`` of this machine and keeps every byte back for ``delay`` seconds, in each direction."""

    def __init__(self, port: int, delay: float) -> None:
        self._target = port
        self._delay = delay
        self._loop = asyncio.new_event_loop()
        self._server: asyncio.Server | None = None
        self._ready = threading.Event()
        self._writers: set[asyncio.StreamWriter] = set()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(10), "the slow line did not open"

    @property
    def url(self) -> str:
        """The address of the home page at the near end, without the last slash."""
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def closes(self) -> None:
        """Hangs up on everybody."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._server = self._loop.run_until_complete(asyncio.start_server(self._relay, "127.0.0.1", 0))
        self._ready.set()
        self._loop.run_forever()
        self._server.close()
        self._loop.run_until_complete(self._hang_up())
        self._loop.close()

    async def _hang_up(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        rest = asyncio.all_tasks(self._loop) - {asyncio.current_task(self._loop)}
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    async def _relay(self, near_reader: asyncio.StreamReader, near_writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            near_writer.close()
            return
        self._writers |= {near_writer, far_writer}
        there = asyncio.create_task(self._carry(near_reader, far_writer))
        back = asyncio.create_task(self._carry(far_reader, near_writer))
        await asyncio.gather(there, back, return_exceptions=True)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """In order, each chunk ``delay`` after it came; the end of the connection is late, too."""
        on_their_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        arriving = asyncio.create_task(self._arrive(on_their_way, writer))
        data = b"."
        while data:
            try:
                data = await reader.read(CHUNK)
            except OSError:
                data = b""
            on_their_way.put_nowait((self._loop.time() + self._delay, data))
        await arriving

    async def _arrive(self, on_their_way: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter) -> None:
        while True:
            due, data = await on_their_way.get()
            await asyncio.sleep(max(0.0, due - self._loop.time()))
            if not data:
                break
            writer.write(data)
        with contextlib.suppress(OSError):
            writer.close()


@contextlib.contextmanager
def slow_line(port: int, delay: float) -> Iterator[SlowLine]:
    """A line that closes again."""
    line = SlowLine(port, delay)
    try:
        yield line
    finally:
        line.closes()
