"""Every kind of record in a file: the rows that it stands for, and how each of their fields is written.

The order is that of the file: a record refers only to records before it, or to an earlier one of its own kind. What is
left out of a file is named here with the reason; a test sees to it that every model and field is one or the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import models

from gameplay.models import Game, HandRecord, HandSubmission
from tournaments.models import (
    Absence,
    Adjustment,
    AuditEntry,
    BulkAct,
    Club,
    ClubRole,
    Draw,
    DrawJob,
    Entry,
    Fixture,
    HandAgreement,
    HandDispute,
    Invitation,
    KeyedHand,
    KeyingPile,
    KeyingSheet,
    Leg,
    LineUp,
    Membership,
    Occupancy,
    OutboxEvent,
    Partnership,
    Player,
    PlayerMerge,
    PostSettlement,
    Publication,
    Round,
    RoundChange,
    RoundEntry,
    Seat,
    Series,
    Stage,
    Table,
    TableLink,
    TableRuling,
    Team,
    TeamMember,
    TieDecision,
    Tournament,
)
from tournaments.selectors.files.shapes import (
    ENTRIES,
    EXPLANATION,
    MADE_FROM,
    PLAN,
    RULINGS,
    SNAPSHOT,
    STAGE_SETTINGS,
    Shape,
)

PLACE = "follows from where the line stands"
COMPUTED = "computed again from the name"
ACCOUNT = "accounts belong to an installation; the log says who, as a label"


@dataclass(frozen=True, slots=True)
class RecordKind:
    """One kind of line. ``owner`` leads from a row to the club or tournament that it belongs to.

    ``shapes`` say where ids stand in its JSON values, ``labels`` which fields name who did something.
    """

    name: str
    model: type[models.Model]
    owner: str
    left_out: Mapping[str, str] = field(default_factory=dict)
    shapes: Mapping[str, Shape] = field(default_factory=dict)
    labels: tuple[str, ...] = ()

    @property
    def fields(self) -> list[models.Field[Any, Any]]:
        """The fields that are written, without the key."""
        # The options of a model are public in all but name.
        every = self.model._meta.concrete_fields  # noqa: SLF001
        return [one for one in every if not one.primary_key and one.name not in self.left_out]


OF_CLUB = (
    RecordKind("club", Club, "pk"),
    RecordKind("player", Player, "", {"merged_into": "whoever was merged leaves as the one that stands"}),
    RecordKind("membership", Membership, "club", {"club": PLACE, "sort_key": COMPUTED, "name_key": COMPUTED}),
    RecordKind("partnership", Partnership, ""),
    RecordKind("team", Team, "club", {"club": PLACE}),
    RecordKind("team_member", TeamMember, "team__club"),
    RecordKind("series", Series, "club", {"club": PLACE}),
)
"""What a club brings along: people first. Its series only where the whole club is taken along."""

_AUDIT_LEFT_OUT = {
    "club": PLACE,
    "tournament": PLACE,
    "user": ACCOUNT,
    "link": "table links are secrets of an installation",
    "address": "personal: where somebody was when they wrote",
}
OF_TOURNAMENT = (
    RecordKind(
        "tournament", Tournament, "pk", {"club": PLACE, "taken_out_at": "what was taken out is not taken along"}
    ),
    RecordKind("stage", Stage, "tournament", {"tournament": PLACE}, {"settings": STAGE_SETTINGS}),
    RecordKind("entry", Entry, "tournament", {"tournament": PLACE}),
    RecordKind("line_up", LineUp, "entry__tournament"),
    RecordKind("absence", Absence, "entry__tournament"),
    RecordKind("round", Round, "tournament", {"tournament": PLACE}),
    RecordKind(
        "draw",
        Draw,
        "round__tournament",
        shapes={"made_from": MADE_FROM, "plan": PLAN, "explanation": EXPLANATION, "rulings": RULINGS},
    ),
    RecordKind("fixture", Fixture, "round__tournament"),
    RecordKind("round_entry", RoundEntry, "round__tournament"),
    RecordKind("table", Table, "round__tournament"),
    RecordKind("game", Game, "leg__table__round__tournament"),
    RecordKind("leg", Leg, "table__round__tournament"),
    RecordKind("seat", Seat, "round__tournament", {"round": "is that of the table"}),
    RecordKind("occupancy", Occupancy, "round__tournament", {"round": "is that of the seat"}),
    RecordKind("hand_submission", HandSubmission, "game__leg__table__round__tournament", labels=("actor",)),
    RecordKind("hand_record", HandRecord, "game__leg__table__round__tournament"),
    RecordKind("hand_agreement", HandAgreement, "record__game__leg__table__round__tournament", labels=("actor",)),
    RecordKind("hand_dispute", HandDispute, "record__game__leg__table__round__tournament"),
    RecordKind("post_settlement", PostSettlement, "submission__game__leg__table__round__tournament", labels=("actor",)),
    RecordKind("keying_sheet", KeyingSheet, "table__round__tournament", {"pile": ACCOUNT, "keyer": ACCOUNT}),
    RecordKind("keyed_hand", KeyedHand, "sheet__table__round__tournament"),
    RecordKind("table_ruling", TableRuling, "table__round__tournament"),
    RecordKind("round_change", RoundChange, "round__tournament", labels=("actor",)),
    RecordKind("adjustment", Adjustment, "entry__tournament", {"made_by": ACCOUNT}),
    RecordKind(
        "tie_decision", TieDecision, "tournament", {"tournament": PLACE, "made_by": ACCOUNT}, {"order": ENTRIES}
    ),
    RecordKind("publication", Publication, "tournament", {"tournament": PLACE}, {"snapshot": SNAPSHOT}),
    RecordKind("log", AuditEntry, "tournament", _AUDIT_LEFT_OUT),
)
"""What a tournament brings along, after the club and the people concerned."""
LOG_OF_CLUB = RecordKind("club_log", AuditEntry, "club", {**_AUDIT_LEFT_OUT, "table": PLACE})
"""The log of the club itself, without that of its tournaments; only where the whole club is taken along."""

KINDS: Mapping[str, RecordKind] = {kind.name: kind for kind in (*OF_CLUB, LOG_OF_CLUB, *OF_TOURNAMENT)}
KIND_OF_MODEL: Mapping[type[models.Model], str] = {
    kind.model: kind.name for kind in (*OF_CLUB, *OF_TOURNAMENT) if kind.model is not Club
}

MODELS_LEFT_OUT: Mapping[type[models.Model], str] = {
    ClubRole: ACCOUNT,
    Invitation: ACCOUNT,
    KeyingPile: ACCOUNT,
    TableLink: "the secret of a link belongs to an installation; new ones are printed there",
    BulkAct: "what can be undone can be undone where it was done",
    PlayerMerge: "whoever was merged leaves as the one person that they are",
    DrawJob: "the work of an installation; what came of it is a draw",
    OutboxEvent: "word to the ratings, which is written anew where the file is read",
}
ACTIONS_LEFT_OUT: Mapping[str, str] = {
    "role.": ACCOUNT,
    "invitation.": ACCOUNT,
    "file.": "says what became of a file in one installation",
    "ratings.": "tells of lists that stay where they were published",
}
"""Rows of the log that are left out, by the beginning of their action."""
