"""The other side: a crowd of screens (epoll) and clients that post commands (asyncio), as cheap as Python allows."""

import asyncio
import json
import re
import select
import socket
import statistics
import time

PIECE = 8192  # larger buffers cost more than they save


class Screens:
    """Open streams. Looks for a mark in what arrives and notes when each of them has it."""

    def __init__(self, port, paths):
        self.poll = select.epoll()
        self.sockets = {}
        self.tails = {}
        for path in paths:
            one = socket.create_connection(("127.0.0.1", port))
            one.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            one.setblocking(False)
            self.sockets[one.fileno()] = one
            self.tails[one.fileno()] = b""
            self.poll.register(one.fileno(), select.EPOLLIN)

    def wait_for(self, mark, seconds=30.0):
        """When each screen had the mark (perf_counter), in order of arrival."""
        missing, arrivals = set(self.sockets), []
        end = time.perf_counter() + seconds
        while missing:
            left = end - time.perf_counter()
            assert left > 0, f"{len(missing)} screens did not see {mark!r}"
            for number, _ in self.poll.poll(left):
                data = self.sockets[number].recv(PIECE)
                assert data, "a stream ended"
                seen = self.tails[number] + data
                if number in missing and mark in seen:
                    missing.discard(number)
                    arrivals.append(time.perf_counter())
                self.tails[number] = seen[-len(mark) :]
        return arrivals

    def drain(self, seconds):
        """Takes what still comes."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            for number, _ in self.poll.poll(left):
                self.sockets[number].recv(PIECE)

    def everything(self, until):
        """Reads until ``until(texts)`` holds for the whole text of each screen; answers the texts."""
        texts = {number: bytearray() for number in self.sockets}
        missing, end = set(texts), time.perf_counter() + 60
        while missing and time.perf_counter() < end:
            for number, _ in self.poll.poll(1):
                texts[number] += self.sockets[number].recv(PIECE * 8)
                if number in missing and until(texts[number]):
                    missing.discard(number)
        assert not missing, f"{len(missing)} screens did not get there"
        return [bytes(text) for text in texts.values()]

    def until_ended(self, seconds=10.0):
        """When the last stream had ended."""
        open_ones, end = set(self.sockets), time.perf_counter() + seconds
        while open_ones:
            assert time.perf_counter() < end, f"{len(open_ones)} streams did not end"
            for number, _ in self.poll.poll(1):
                if not self.sockets[number].recv(PIECE):
                    open_ones.discard(number)
                    self.poll.unregister(number)
        return time.perf_counter()

    def close(self):
        self.poll.close()
        for one in self.sockets.values():
            one.close()


def post_bytes(path, body, cookie=""):
    """A POST as it goes over the wire."""
    token = "c" * 32
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        f"Cookie: csrftoken={token}; {cookie}\r\nX-CSRFToken: {token}\r\nHX-Request: true\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body.encode()


class Poster:
    """A kept connection for single requests, blocking."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))

    def send(self, request):
        self.socket.sendall(request)

    def answer(self):
        data = b""
        while b"\r\n\r\n" not in data:
            data += self.socket.recv(PIECE)
        head, body = data.split(b"\r\n\r\n", 1)
        found = re.search(rb"content-length: (\d+)", head.lower())
        while found and len(body) < int(found[1]):
            body += self.socket.recv(PIECE)
        return int(head.split()[1]), body

    def close(self):
        self.socket.close()


async def _ask(reader, writer, request):
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
    return int(head.split(b" ", 2)[1]), await reader.readexactly(length)


def closed_loop(port, clients, seconds):
    """Each of ``clients`` (endless iterators of requests) posts, waits for the answer, posts again.

    Answers accepted per second, latencies in ms and the statuses that were not 200.
    """

    async def run(requests, end, taken, others):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for request in requests:
            begin = time.perf_counter()
            if begin >= end:
                break
            status, body = await _ask(reader, writer, request)
            if status == 200:
                taken.append((time.perf_counter() - begin) * 1000)
            else:
                others.append((status, body[:200]))
        writer.close()

    async def main():
        taken, others = [], []
        begin = time.perf_counter()
        await asyncio.gather(*(run(one, begin + seconds, taken, others) for one in clients))
        return taken, others, time.perf_counter() - begin

    taken, others, length = asyncio.run(main())
    return {
        "per_second": len(taken) / length,
        "p50": statistics.median(taken),
        "p99": statistics.quantiles(taken, n=100)[98],
        "count": len(taken),
        "errors": others,
    }


def all_at_once(port, requests):
    """Everybody has a connection open and posts in the same instant; seconds until the last answer, and the answers."""

    async def main():
        lines = [await asyncio.open_connection("127.0.0.1", port) for _ in requests]
        begin = time.perf_counter()
        answers = await asyncio.gather(*(_ask(*line, request) for line, request in zip(lines, requests, strict=True)))
        length = time.perf_counter() - begin
        for _, writer in lines:
            writer.close()
        return length, answers

    return asyncio.run(main())


def marker(number):
    """A text that does not appear by chance."""
    return f"mark-{number:06d}-"


def dumps(value):
    return json.dumps(value, separators=(",", ":"))
