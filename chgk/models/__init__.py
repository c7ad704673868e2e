"""The club's tables."""

from chgk.models.fireplace import LONGEST_VERSION, Favour, Version
from chgk.models.originality import (
    Likeness,
    OriginalityClaim,
    QuestionWords,
    ReferenceCollection,
    ReferenceFile,
    ReferenceQuestion,
    StemCount,
)
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
    "Likeness",
    "Magister",
    "OriginalityClaim",
    "Owl",
    "Package",
    "PackageReading",
    "Question",
    "QuestionImage",
    "QuestionWords",
    "ReferenceCollection",
    "ReferenceFile",
    "ReferenceQuestion",
    "StemCount",
    "TieDecision",
    "Version",
]
