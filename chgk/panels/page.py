"""One screen of one audience, about to be rendered; and what all screens show: the state for the script, the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from chgk import addresses, refusals, words
from chgk.panels.table import Table, make_table
from chgk.rules import moves
from chgk.rules.fireplace import discussed_question
from chgk.rules.projection import View
from chgk.rules.session import Session
from chgk.selectors.fireplace import VersionLine
from chgk.selectors.votes import VoteNow
from tournaments.panels.buttons import UNREPEATABLE, Buttons
from tournaments.panels.chat import chat_panel
from tournaments.panels.context import Around, trimmed
from tournaments.panels.draws import draws_panel
from tournaments.rules.engine import Refusal


@dataclass(frozen=True, slots=True)
class State:
    """What the page's script mirrors on its <main>: data attributes, all of them public to the audience."""

    phase: str
    lot: str  # which spin this is: the top turns once for each
    may: str  # which of the page's own inputs are in use now
    answerer: str = ""
    captain: str = ""  # whose the captain's buttons are today
    verdict: str = ""
    cue: str = ""  # what a sound belongs to; changes once a happening
    announce: str = ""
    consulting: bool = False  # the table talks it over: its room stands out


@dataclass(frozen=True, slots=True)
class Page:
    """Templates get ``view`` and prepared words only; ``session`` is for asking the rules what is possible."""

    view: View
    session: Session
    around: Around
    screen: str
    versions: tuple[VersionLine, ...] = ()  # of the question on the stage; read for the table's own screens alone
    vote: VoteNow | None = None  # of a final that is over
    ruling: str = ""  # the one that has just been made, in words
    appealed: Mapping[Any, Any] = field(default_factory=dict)  # questions with an appeal's ruling: its number
    buttons: Buttons = field(init=False)

    def __post_init__(self) -> None:
        buttons = Buttons(
            seq=self.around.seq,
            why_not=lambda command: moves.why_not(self.session, command),
            explain=self.explain,
            rules_url=addresses.rules_url,
            held=self.around.held,
            unrepeatable=UNREPEATABLE | {"ask"},
        )
        object.__setattr__(self, "buttons", buttons)

    def explain(self, refusal: Refusal) -> str:
        """A refusal as a sentence."""
        names = {player.id: player.name for player in self.view.seat.players}
        return refusals.explain(refusal, {**names, self.view.seat.team: self.view.seat.name})

    @property
    def phase(self) -> str:
        """Which part of a question is on; a game closed before its end is over, too."""
        if self.around.finished:
            return "over"
        return words.phase(self.view, started=self.around.started)

    @property
    def headline(self) -> str:
        """What happens now, in one line for everybody."""
        if self.phase == "over":
            return words.ending_title(self.view)
        return words.headline(self.view, started=self.around.started)

    @property
    def takes_commands(self) -> bool:
        """Whether a press can count now."""
        return self.around.started and not self.around.finished and not self.around.held

    def state(self, may: tuple[str, ...] = ()) -> State:
        """The state of the page."""
        view, phase = self.view, self.phase
        running = view.clock is not None and view.clock.deadline is not None
        return State(
            phase=phase,
            lot=self.spin,
            may=" ".join(may) if self.takes_commands else "",
            answerer=view.answerer.id if view.answerer else "",
            captain=view.captain.id if view.captain else "",
            verdict=self.verdict,
            cue=self._cue(phase),
            announce=f"{self.headline}." if self.around.started else "",
            consulting=running and view.audience.is_table and view.answer is None,
        )

    @property
    def takes_versions(self) -> bool:
        """Whether the table's scratch list is open on this screen (§3.1.5)."""
        return self.view.audience.is_table and self.takes_commands and discussed_question(self.session) is not None

    @property
    def spin(self) -> str:
        """What tells this spin of the top from every other."""
        drawn = self.session.drawn
        number = "" if self.view.sheet is None else self.view.sheet.number
        return "" if drawn is None else f"{drawn[0]}.{drawn[1]}-{number}"

    @property
    def verdict(self) -> str:
        """Right or wrong, while the last verdict stands on the stage."""
        result = self.view.result
        if result is None or result.removed or self.view.is_open:
            return ""
        return "right" if result.correct else "wrong"

    def _cue(self, phase: str) -> str:
        """The name of the last happening that has a sound, with what tells it from the one before."""
        number = "" if self.view.sheet is None else self.view.sheet.number
        match phase:
            case "envelope":
                return f"wheel:{self.spin}"
            case "reading" | "discussion" | "answer":
                return f"question:{number}"
            case "over" if self.verdict == "":
                return f"winner:{self.view.winner}" if self.view.winner else ""
            case "ready" | "over" if self.verdict:
                return f"{self.verdict}:{number}-{self.view.played}"
            case _:
                return ""

    def table(self) -> Table:
        """The round table with its envelopes and the top."""
        view = self.view
        number = None if view.sheet is None else view.sheet.number
        return make_table(view.table, view.envelopes, number, is_open=view.is_open)

    def panel(self, template: str, **context: object) -> SafeString:
        """A panel's HTML."""
        context = {
            "view": self.view,
            "around": self.around,
            "links": self.around.links,
            "screen": self.screen,
            "vote": self.vote,
            "ruling": self.ruling,
            **context,
        }
        return trimmed(render_to_string(f"{template}.html", context))

    def draws_line(self) -> str:
        """What has been promised and published about the draws; a captain's carries what makes the device join in."""
        audience = self.view.audience
        return draws_panel(self.around, audience.role, audience.team)

    def chat(self, *, host: bool = False, room: bool = False, captain: bool = False) -> str:
        """The Great Hall, or the table's own room."""
        return chat_panel(self.around, host=host, room=room, captain=captain)
