"""The club's tables."""

from chgk.models.council import (
    ActingCaptain,
    CouncilBallot,
    CouncilRules,
    Motion,
    MotionRound,
    MotionWord,
)
from chgk.models.fireplace import LONGEST_VERSION, Favour, Version
from chgk.models.offers import QuestionOffer
from chgk.models.originality import (
    Likeness,
    OriginalityClaim,
    QuestionWords,
    ReferenceCollection,
    ReferenceFile,
    ReferenceQuestion,
    StemCount,
)
from chgk.models.packages import Package, PackageReading, Question, QuestionImage, author_of, lines_of
from chgk.models.regulation import AmendedParagraph, Clarification, CuratorDecision, RegulationVersion
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
from chgk.models.testing import BlindAnswer, CategoryChange, Proposal, Remark, TestAssignment, Tester
from chgk.models.uploads import QuestionUpload

__all__ = [
    "LONGEST_VERSION",
    "ActingCaptain",
    "AmendedParagraph",
    "Ballot",
    "BestPlayerVote",
    "BlindAnswer",
    "CategoryChange",
    "Clarification",
    "ClubSeason",
    "CouncilBallot",
    "CouncilRules",
    "CuratorDecision",
    "Favour",
    "Fixture",
    "FixtureMove",
    "Likeness",
    "Magister",
    "Motion",
    "MotionRound",
    "MotionWord",
    "OriginalityClaim",
    "Owl",
    "Package",
    "PackageReading",
    "Proposal",
    "Question",
    "QuestionImage",
    "QuestionOffer",
    "QuestionUpload",
    "QuestionWords",
    "ReferenceCollection",
    "ReferenceFile",
    "ReferenceQuestion",
    "RegulationVersion",
    "Remark",
    "StemCount",
    "TestAssignment",
    "Tester",
    "TieDecision",
    "Version",
    "author_of",
    "lines_of",
]
