"""What the tables of the club tell."""

from chgk.selectors.questions import citations_of, find_question, missing_of
from chgk.selectors.rosters import read_roster, read_rosters
from chgk.selectors.seasons import (
    Calendar,
    Slot,
    SlotState,
    current_club_season,
    finalist,
    read_calendar,
    season_outcome,
    season_table,
    team_names,
)

__all__ = [
    "Calendar",
    "Slot",
    "SlotState",
    "citations_of",
    "current_club_season",
    "finalist",
    "find_question",
    "missing_of",
    "read_calendar",
    "read_roster",
    "read_rosters",
    "season_outcome",
    "season_table",
    "team_names",
]
