"""The tables."""

from tournaments.models.access import AccessLink
from tournaments.models.audit import AuditEntry
from tournaments.models.awards import Privilege
from tournaments.models.chat import ChatMessage, ChatMute
from tournaments.models.draws import DrawSeed
from tournaments.models.games import GameCommand, GameEvent, LiveGame, Postponement
from tournaments.models.people import House, Person, User
from tournaments.models.ranking import LedgerEntry
from tournaments.models.seasons import Season, Team, TeamMember

__all__ = [
    "AccessLink",
    "AuditEntry",
    "ChatMessage",
    "ChatMute",
    "DrawSeed",
    "GameCommand",
    "GameEvent",
    "House",
    "LedgerEntry",
    "LiveGame",
    "Person",
    "Postponement",
    "Privilege",
    "Season",
    "Team",
    "TeamMember",
    "User",
]
