"""The tables of the auction game."""

from auction.models.bank import AuctionQuestion, Category, QuestionUse
from auction.models.boxes import BlackBox
from auction.models.masters import BoxSeat, Masters
from auction.models.records import ImportedRecord
from auction.models.sets import QuestionSeal, QuestionSet, ReservedQuestion, SetOpening

__all__ = [
    "AuctionQuestion",
    "BlackBox",
    "BoxSeat",
    "Category",
    "ImportedRecord",
    "Masters",
    "QuestionSeal",
    "QuestionSet",
    "QuestionUse",
    "ReservedQuestion",
    "SetOpening",
]
