"""Server-sent events as ASGI messages, encoded once and handed to every receiver as they are."""

from __future__ import annotations

import json
from typing import Any

Frame = dict[str, Any]


def frame(*chunks: bytes, last: bool = False) -> Frame:
    """A piece of a response body; ``last`` ends the response."""
    return {"type": "http.response.body", "body": b"".join(chunks), "more_body": not last}


def encode(name: str, data: object, event_id: str = "") -> bytes:
    """One event. JSON escapes line ends, so the data is always a single ``data:`` line."""
    head = f"id: {event_id}\n" if event_id else ""
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"{head}event: {name}\ndata: {body}\n\n".encode("utf-8", "replace")


def event(name: str, data: object, event_id: str = "") -> Frame:
    """One event as a message."""
    return frame(encode(name, data, event_id))
