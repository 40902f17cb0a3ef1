"""The tournament's tables in the database."""

from tournaments.models.absences import Absence
from tournaments.models.adjustments import Adjustment, TieDecision
from tournaments.models.agreements import HandAgreement, HandDispute, PostSettlement
from tournaments.models.audit import AuditEntry
from tournaments.models.bulk_acts import BulkAct
from tournaments.models.changes import RoundChange, TableRuling
from tournaments.models.clubs import Club, ClubRole
from tournaments.models.draw_jobs import DrawJob
from tournaments.models.invitations import Invitation
from tournaments.models.keying import KeyedHand, KeyingPile, KeyingSheet
from tournaments.models.merges import PlayerMerge
from tournaments.models.outbox import OutboxEvent
from tournaments.models.partnerships import Partnership, Team, TeamMember
from tournaments.models.players import Membership, Player
from tournaments.models.publishing import Publication
from tournaments.models.rounds import (
    Draw,
    Fixture,
    Leg,
    Occupancy,
    Round,
    RoundEntry,
    Seat,
    Table,
    TableLink,
)
from tournaments.models.series import MOST_NIGHTS, Series
from tournaments.models.tournaments import LARGEST_HANDICAP, Entry, LineUp, Stage, Tournament

__all__ = [
    "LARGEST_HANDICAP",
    "MOST_NIGHTS",
    "Absence",
    "Adjustment",
    "AuditEntry",
    "BulkAct",
    "Club",
    "ClubRole",
    "Draw",
    "DrawJob",
    "Entry",
    "Fixture",
    "HandAgreement",
    "HandDispute",
    "Invitation",
    "KeyedHand",
    "KeyingPile",
    "KeyingSheet",
    "Leg",
    "LineUp",
    "Membership",
    "Occupancy",
    "OutboxEvent",
    "Partnership",
    "Player",
    "PlayerMerge",
    "PostSettlement",
    "Publication",
    "Round",
    "RoundChange",
    "RoundEntry",
    "Seat",
    "Series",
    "Stage",
    "Table",
    "TableLink",
    "TableRuling",
    "Team",
    "TeamMember",
    "TieDecision",
    "Tournament",
]
