"""The tables of the auction game."""

from auction.models.bank import AuctionQuestion, Category, QuestionUse
from auction.models.boxes import BlackBox
from auction.models.masters import BoxSeat, Masters
from auction.models.records import ImportedRecord
from auction.models.sets import QuestionSeal, QuestionSet, ReservedQuestion, SetOpening
from auction.models.uploads import BankUpload

__all__ = [
    "AuctionQuestion",
    "BankUpload",
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
