"""The club's tables."""

from chgk.models.fireplace import LONGEST_VERSION, Favour, Version
from chgk.models.packages import Package, PackageReading, Question, QuestionImage
from chgk.models.seasons import (
    Ballot,
    BestPlayerVote,
    ClubSeason,
    Fixture,
    FixtureMove,
    Magister,
    Owl,
    TieDecision,
)

__all__ = [
    "LONGEST_VERSION",
    "Ballot",
    "BestPlayerVote",
    "ClubSeason",
    "Favour",
    "Fixture",
    "FixtureMove",
    "Magister",
    "Owl",
    "Package",
    "PackageReading",
    "Question",
    "QuestionImage",
    "TieDecision",
    "Version",
]
