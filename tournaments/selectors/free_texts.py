"""Where people write what they like, and so may have written a name; and where no name can stand.

A test sees to it that every field of the database that holds letters is one or the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import orjson
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Cast

from gameplay.models import HandRecord, HandSubmission
from tournaments.models import (
    Absence,
    Adjustment,
    AuditEntry,
    BulkAct,
    Draw,
    DrawJob,
    Entry,
    Invitation,
    LineUp,
    PlayerMerge,
    PostSettlement,
    Publication,
    Round,
    RoundChange,
    Stage,
    TableRuling,
    TieDecision,
)

_OF_GAME = "game__leg__table__round__tournament__club"


@dataclass(frozen=True, slots=True)
class FreeTexts:
    """Fields of a model that may name people, and how its rows lead to their club."""

    model: type[models.Model]
    club: str
    fields: tuple[str, ...]


FREE_TEXTS = (
    FreeTexts(HandSubmission, _OF_GAME, ("payload",)),
    FreeTexts(HandRecord, _OF_GAME, ("reason",)),
    FreeTexts(Entry, "tournament__club", ("apart_group",)),
    FreeTexts(Stage, "tournament__club", ("settings",)),
    FreeTexts(LineUp, "entry__tournament__club", ("reason",)),
    FreeTexts(Absence, "entry__tournament__club", ("reason",)),
    FreeTexts(Round, "tournament__club", ("closed_because",)),
    FreeTexts(Draw, "round__tournament__club", ("made_from", "explanation", "rulings")),
    FreeTexts(DrawJob, "tournament__club", ("problem",)),
    FreeTexts(Adjustment, "entry__tournament__club", ("reason",)),
    FreeTexts(TieDecision, "tournament__club", ("reason",)),
    FreeTexts(PostSettlement, f"submission__{_OF_GAME}", ("reason",)),
    FreeTexts(TableRuling, "table__round__tournament__club", ("reason",)),
    FreeTexts(RoundChange, "round__tournament__club", ("before", "after", "reason")),
    FreeTexts(AuditEntry, "club", ("before", "after", "reason")),
    FreeTexts(BulkAct, "club", ("changed",)),
    FreeTexts(Publication, "tournament__club", ("reason", "snapshot")),
    FreeTexts(Invitation, "club", ("note",)),
    FreeTexts(PlayerMerge, "kept__memberships__club", ("reason",)),
)
NO_NAMES: Mapping[str, str] = {
    "gameplay.Game": "rules and seats",
    "tournaments.Club": "what a club calls itself",
    "tournaments.Membership": "the name itself, which is replaced",
    "tournaments.Series": "what a series is called, and how it counts",
    "tournaments.Team": "what a team calls itself",
    "tournaments.Tournament": "what an event is called, and its rules",
    "tournaments.TableLink": "a secret",
    "tournaments.HandAgreement": "an account, by its id",
    "tournaments.OutboxEvent": "ids, and errors of the program",
    "ratings.RatingPool": "what a list is called, and its figures",
    "ratings.PublishedList": "ids and figures; the reasons of corrections stand where they were given",
    "ratings.RatingRebuild": "errors of the program",
}
"""Models in which no field is written about people, with the reason."""
NO_NAMES_IN: Mapping[str, str] = {
    "actor": "an account, by its id",
    "nonce": "a secret",
    "action": "a word of the program",
    "subject": "a kind of thing, and its id",
    "brought_from": "an account, by its name",
    "movement": "a word of the program",
    "amount": "a number",
    "order": "ids",
    "made": "ids",
    "plan": "ids",
    "together": "ids",
    "closed_unagreed": "numbers of tables",
    "closed_unfinished": "numbers of tables",
    "PlayerMerge.changed": "ids",
}
"""Fields of the other models, likewise; where it is so in one model only, with its name."""


def rows_naming(texts: FreeTexts, field: str, names: set[str], club_ids: list[int]) -> Iterator[Any]:
    """Yield the rows of some clubs in whose field one of the names stands, in any case."""
    told = Q()
    for name in names:
        # As it stands in JSON, where marks are written in another way.
        for written in {name, orjson.dumps(name).decode()[1:-1]}:
            told |= Q(told__icontains=written)
    rows: Any = texts.model.objects.filter(**{f"{texts.club}__in": club_ids})  # type: ignore[attr-defined]  # all have it
    as_text: F | Cast = F(field)
    if isinstance(texts.model._meta.get_field(field), models.JSONField):  # noqa: SLF001 - the only way to ask
        as_text = Cast(field, models.TextField())
    yield from rows.annotate(told=as_text).filter(told).order_by("pk").distinct()
