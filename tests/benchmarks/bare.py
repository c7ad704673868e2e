"""The baseline of fan-out: the least that an asyncio program can do to tell a text to a thousand sockets.

    python -m tests.benchmarks.bare      prints its port

``GET /stream`` opens a stream, ``POST /event`` writes its body to all of them, as one server-sent event.
"""

import asyncio

import uvloop

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"


class Bare(asyncio.Protocol):
    streams: set = set()

    def connection_made(self, transport):
        self.transport = transport
        self.buffer = b""

    def data_received(self, data):
        self.buffer += data
        if b"\r\n\r\n" not in self.buffer:
            return
        head, body = self.buffer.split(b"\r\n\r\n", 1)
        if head.startswith(b"GET"):
            self.buffer = b""
            self.transport.write(HEAD)
            Bare.streams.add(self.transport)
            return
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        if len(body) < length:
            return
        self.buffer = b""
        event = b"event: panels\ndata: " + body + b"\n\n"
        chunk = b"%x\r\n%s\r\n" % (len(event), event)
        for transport in Bare.streams:
            transport.write(chunk)
        self.transport.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok")

    def connection_lost(self, error):
        Bare.streams.discard(self.transport)


async def main():
    server = await asyncio.get_running_loop().create_server(Bare, "127.0.0.1", 0, backlog=4096)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(main())
