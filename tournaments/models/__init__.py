"""The tables."""

from tournaments.models.access import AccessLink
from tournaments.models.audit import AuditEntry
from tournaments.models.awards import Privilege
from tournaments.models.chat import ChatMessage, ChatMute
from tournaments.models.draws import DrawSeed
from tournaments.models.games import GameCommand, GameEvent, LiveGame, Postponement
from tournaments.models.letters import Letter
from tournaments.models.people import Deputy, House, Invitation, MergedPerson, Person, User
from tournaments.models.ranking import LedgerEntry
from tournaments.models.register import Attendance, Lesson, RegisterUpload
from tournaments.models.rosters import Application, GuestInvitation, RosterCall
from tournaments.models.seasons import Season, Team, TeamMember

__all__ = [
    "AccessLink",
    "Application",
    "Attendance",
    "AuditEntry",
    "ChatMessage",
    "ChatMute",
    "Deputy",
    "DrawSeed",
    "GameCommand",
    "GameEvent",
    "GuestInvitation",
    "House",
    "Invitation",
    "LedgerEntry",
    "Lesson",
    "Letter",
    "LiveGame",
    "MergedPerson",
    "Person",
    "Postponement",
    "Privilege",
    "RegisterUpload",
    "RosterCall",
    "Season",
    "Team",
    "TeamMember",
    "User",
]
