"""What the council's pages show: its composition, motions as whoever asks may read them, votes without a count."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language

from chgk import council_words as words
from chgk.models import ActingCaptain, ClubSeason, Motion, MotionRound, MotionWord
from chgk.rules.council import CLUB, COUNCIL, EVERYBODY, Choice, Settings, Voice, load_rule, rule_for
from chgk.rules.regulation import LANGUAGES, Change, Difference, differences, fold_texts
from chgk.selectors.council import VoterLine, kind_of, read_acting, voices_of, voter_lines
from chgk.selectors.regulation import as_amended, read_versions, text_of
from chgk.services.council_subjects import subject_of
from tournaments.models import Person
from tournaments.rules.votes import Rule


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody before the council: a captain of it, the curator, one of the club, or a stranger."""

    person: Person | None = None
    voice: Voice | None = None
    curates: bool = False

    @property
    def in_council(self) -> bool:
        """Whether the council's business is theirs."""
        return self.voice is not None or self.curates

    def may_read(self, motion: Motion) -> bool:
        """Members of the club read every motion, strangers what is decided.

        A complaint is the council's alone until its finding is written down (§5.4.2).
        """
        if self.in_council:
            return True
        if motion.kind == Motion.Kind.COMPLAINT:
            return motion.is_decided and bool(motion.note)
        return self.person is not None or motion.is_decided

    def may_read_words(self, motion: Motion, settings: Settings) -> bool:
        """The discussion is the council's own unless the season says otherwise."""
        if self.in_council:
            return True
        if settings.words_for == CLUB:
            return self.person is not None
        return settings.words_for == EVERYBODY and self.may_read(motion)

    def may_read_names(self, settings: Settings) -> bool:
        """Strangers read captains' names where the season says so."""
        return self.in_council or self.person is not None or settings.names_public


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A vote as a page shows it."""

    round: MotionRound
    lines: list[tuple[VoterLine, str]]
    figures: str
    decision: str
    waiting: str
    needed: list[str]

    @property
    def is_open(self) -> bool:
        """Whether it goes on."""
        return self.round.closed_at is None


@dataclass(frozen=True, slots=True)
class Thread:
    """A word with its answers."""

    word: MotionWord
    answers: list[MotionWord]


def read_council(club: ClubSeason, voices: tuple[Voice, ...], motions: list[Motion], reader: Reader) -> dict[str, Any]:
    """The context of a season's council: who is in it, what lies before it, what it has done."""
    shown = [motion for motion in motions if reader.may_read(motion)]
    return {
        "voices": voices,
        "open_motions": [motion_line(motion, reader) for motion in shown if motion.is_open],
        "past_motions": [motion_line(motion, reader) for motion in shown if not motion.is_open],
    }


@dataclass(frozen=True, slots=True)
class MotionLine:
    """A motion in a list. ``asked``: whether this reader's voice is still missing."""

    motion: Motion
    kind: str
    state: str
    figures: str
    closes_at: datetime.datetime | None
    asked: bool


def motion_line(motion: Motion, reader: Reader) -> MotionLine:
    """No query if the rounds are prefetched."""
    rounds = list(motion.rounds.all())
    going = next((one for one in rounds if one.closed_at is None), None)
    figures = words.round_figures(rounds[-1]) if rounds and going is None else ""
    asked = going is not None and _is_asked(going, reader.voice)
    kind = str(words.KINDS[kind_of(motion)])
    closes = None if going is None else going.closes_at
    return MotionLine(motion, kind, words.state_word(motion), figures, closes, asked)


def _is_asked(round_: MotionRound, voice: Voice | None) -> bool:
    if voice is None or voice.team not in {one.team for one in voices_of(round_)}:
        return False
    return voice.team not in {ballot.team_id for ballot in round_.ballots.all()}


def read_motion(motion: Motion, voices: tuple[Voice, ...], settings: Settings, reader: Reader) -> dict[str, Any]:
    """The context of a motion's page."""
    rounds = list(motion.rounds.all())
    going = next((one for one in rounds if one.closed_at is None), None)
    kind = kind_of(motion)
    rule = load_rule(going.rule) if going is not None else rule_for(kind, settings)
    whole = len(going.voices) if going is not None else len(voices)
    subject = subject_of(motion)
    mine = None if going is None or reader.voice is None else _is_asked(going, reader.voice)
    return {
        "kind": words.KINDS[kind],
        "paragraph": words.PARAGRAPHS[kind],
        "state": words.state_word(motion),
        "secret": going.secret if going is not None else settings.is_secret(kind),
        "rounds": [_round(one, load_rule(one.rule)) for one in reversed(rounds)],
        "going": going,
        "needed": words.needed_words(rule, whole) if whole else [],
        "asked": bool(mine),
        "has_voted": mine is False and going is not None and _was_called(going, reader.voice),
        "choices": [(choice.value, words.BALLOT[choice]) for choice in Choice],
        "threads": _threads(motion) if reader.may_read_words(motion, settings) else None,
        "words_for": words.READER_WORDS[settings.words_for],
        "words_closed": settings.words_for == COUNCIL,
        "names": reader.may_read_names(settings),
        "differences": amendment_differences(motion),
        "subject_url": "" if subject is None else subject.address(motion),
    }


def _was_called(round_: MotionRound, voice: Voice | None) -> bool:
    return voice is not None and voice.team in {one.team for one in voices_of(round_)}


def _round(round_: MotionRound, rule: Rule) -> RoundLine:
    lines = voter_lines(round_)
    waiting = sum(not line.voted for line in lines)
    shown = [(line, "" if line.choice is None else str(words.CHOICES[line.choice])) for line in lines]
    return RoundLine(
        round_,
        shown,
        words.round_figures(round_),
        words.round_decision(round_),
        words.waiting_words(waiting),
        words.needed_words(rule, len(lines)),
    )


def _threads(motion: Motion) -> list[Thread]:
    found = list(motion.words.order_by("pk"))
    return [
        Thread(word, [answer for answer in found if answer.answers_id == word.pk])
        for word in found
        if word.answers_id is None
    ]


def amendment_differences(motion: Motion) -> list[Difference]:
    """What an amendment changes, against the text it was, or would be, put into; in the reader's language."""
    if motion.kind != Motion.Kind.AMENDMENT:
        return []
    language = _language()
    versions = read_versions()
    before = [one for one in versions if one.motion_id != motion.pk]
    own = next((one.number for one in versions if one.motion_id == motion.pk), None)
    number = own - 1 if own is not None else max((one.number for one in before), default=1)
    base = text_of(before, number, language)
    amended = as_amended(motion)
    after = fold_texts(base, [[one for one in amended if one.change is Change.REPEALED or one.texts]], language)
    changed = {one.number for one in amended}
    return [one for one in differences(base, after) if one.number in changed]


def _language() -> str:
    language = (get_language() or "en")[:2]
    return language if language in LANGUAGES else "en"


def acting_lines(club: ClubSeason, now: datetime.datetime | None = None) -> list[ActingCaptain]:
    """Stand-ins of now and later."""
    now = now or timezone.now()
    return [row for row in read_acting(club) if row.ends_at > now]
