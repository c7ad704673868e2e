"""Records that come in: how a file is read, which game can read it, and what every import does alike."""

from __future__ import annotations

import codecs
import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.disciplines import Json
from tournaments.models import LiveGame
from tournaments.rules.engine import Refusal
from tournaments.rules.fields import is_text, is_whole_number
from tournaments.rules.recorded import LATEST, Entry
from tournaments.rules.records import RecordError, read_header, read_rows
from tournaments.services.imports import PlayedCommand

LARGEST_RECORD = 5 * 1024 * 1024  # bytes
MOST_LINES = 50_000
LONGEST_TITLE = 200
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class Recording(Protocol):
    """A record carried out by its game's rules. ``digest`` is the same for records that say the same."""

    @property
    def header(self) -> Mapping[str, Any]:
        """The first line."""

    @property
    def entries(self) -> Sequence[Entry]:
        """Every further line."""

    @property
    def refused(self) -> Sequence[Entry]:
        """What the rules do not allow; it changed nothing."""

    @property
    def names(self) -> Mapping[str, str]:
        """Team -> how a sentence calls it."""

    @property
    def digest(self) -> str:
        """Of what took effect."""


@dataclass(frozen=True, slots=True)
class Import:
    """What an import came to. ``repeated``: the record was there already, and ``game`` is the game that it is."""

    game: LiveGame
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Importer:
    """How a kind of game takes its records in: read the lines, store what was read, say why a line was refused."""

    read: Callable[[Iterable[bytes]], Recording]
    store: Callable[..., Import]  # recording, season, title, host, actor, file_name
    explain: Callable[[Refusal, Mapping[str, str]], str]


_importers: dict[str, Importer] = {}


def register_importer(record: str, importer: Importer) -> None:
    """Makes the records with this word in their header importable; called once a game app from ``ready()``."""
    _importers[record] = importer


def importer_for(lines: Iterable[bytes]) -> Importer:
    """Who can take in the record in these lines; a :class:`RecordError` if nobody can."""
    header = read_header(read_rows(lines))
    importer = _importers.get(header.data["record"])
    if importer is None:
        raise RecordError(header.line, "unknown kind of game")
    return importer


def split_upload(content: bytes) -> list[bytes]:
    """The lines of a file, as editors and spreadsheets save it; a :class:`RecordError` names the line to blame.

    UTF-8 with or without a mark, UTF-16 with one, line ends of any system. Nothing is guessed: a file in an old code
    page is refused, for its letters would come out wrong.
    """
    if len(content) > LARGEST_RECORD:
        raise RecordError(1, f"the record is larger than {LARGEST_RECORD // 1024 // 1024} MB")
    if content.startswith(_UTF_16):
        try:
            content = content.decode("utf-16").encode()
        except UnicodeError:
            raise RecordError(1, "not UTF-8") from None
    lines = content.split(b"\n")
    if len(lines) > MOST_LINES + 1:
        raise RecordError(MOST_LINES + 1, f"the record is longer than {MOST_LINES} lines")
    return lines


def suggested_title(recording: Recording, file_name: str = "") -> str:
    """How the record calls the game, else the file's name."""
    title = recording.header.get("title")
    if is_text(title) and title.strip():
        return title.strip()[:LONGEST_TITLE]
    return file_name.rsplit("/", 1)[-1].removesuffix(".jsonl")[:LONGEST_TITLE] or _("Imported game")


def span_of(recording: Recording) -> tuple[datetime.datetime, datetime.datetime]:
    """Start and end: as the header says, else the first and the last time in the record, else now."""
    times = [entry.at for entry in recording.entries if entry.at is not None]
    now = int(timezone.now().timestamp() * 1000)
    start = _header_time(recording.header, "started_at") or min(times, default=now)
    end = _header_time(recording.header, "finished_at") or max(times, default=start)
    return _moment(start), _moment(max(start, end))


def played_commands(
    entries: Iterable[Entry], start: datetime.datetime, dump_event: Callable[[Any], Json]
) -> Iterator[PlayedCommand]:
    """The lines as the log keeps them. A command without a time has that of the one before."""
    at = start
    for entry in entries:
        at = at if entry.at is None else _moment(entry.at)
        team = entry.command.get("team")
        yield PlayedCommand(
            command=dict(entry.command),
            command_id=f"line:{entry.line}",
            team=team if is_text(team) and len(team) <= 50 else "",
            at=at,
            events=[_split(dump_event(event)) for event in entry.events],
            refusal=entry.refusal,
        )


def _header_time(header: Mapping[str, Any], name: str) -> int | None:
    value = header.get(name)
    return value if is_whole_number(value) and 0 < value < LATEST else None


def _moment(ms: int) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(ms / 1000, tz=datetime.UTC)


def _split(data: Json) -> tuple[str, Json]:
    return data["kind"], {key: value for key, value in data.items() if key != "kind"}
