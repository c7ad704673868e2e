"""The tables of appeals."""

from appeals.models.appeals import Appeal, AppealEvent, AppealRules
from appeals.models.juries import CouncilVote, Jury, JurySeat

__all__ = ["Appeal", "AppealEvent", "AppealRules", "CouncilVote", "Jury", "JurySeat"]
