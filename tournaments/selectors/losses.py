"""What is lost when a tournament goes back to before a draw, and the rounds that were taken back."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from gameplay.models import HandRecord
from tournaments.models import Adjustment, Draw, Entry, Round, RoundChange, TableRuling, Tournament
from tournaments.selectors.consequences import EntryConsequence
from tournaments.selectors.names import entry_names
from tournaments.selectors.tables import tables_of_round


@dataclass(frozen=True, slots=True)
class LostTable:
    """A table with hands, or decided, that would count no more."""

    table_id: int
    round_number: int
    number: int
    names: tuple[str, ...]
    hands: int
    is_complete: bool
    is_decided: bool


@dataclass(frozen=True, slots=True)
class Staying:
    """What was done since the draw and stays as it is: names of who came and who left, and penalties and awards."""

    came: tuple[str, ...]
    left: tuple[str, ...]
    adjustments: int


@dataclass(frozen=True, slots=True)
class Losses:
    """What would be lost, on the results of ``version``: whoever confirms it names that version.

    ``number`` is the round before whose draw the tournament would be; ``rounds`` are the numbers of all that go.
    """

    number: int
    version: int
    rounds: tuple[int, ...]
    tables: tuple[LostTable, ...]
    entries: tuple[EntryConsequence, ...]
    staying: Staying

    @property
    def hands(self) -> int:
        """How many hands would count no more."""
        return sum(table.hands for table in self.tables)


@dataclass(frozen=True, slots=True)
class RestorePoint:
    """A moment that a tournament can go back to: just before a round was drawn."""

    number: int
    round_id: int
    status: str
    drawn_at: dt.datetime
    hands: int


def losses_of(rounds: Sequence[Round], version: int, entries: tuple[EntryConsequence, ...]) -> Losses:
    """Return what is lost with rounds, the first one first.

    That is given the version of the results and what it makes of the standings.
    """
    tables = tuple(
        LostTable(
            table_id=view.table.pk,
            round_number=round_.number,
            number=view.table.number,
            names=tuple(side.name for side in view.sides),
            hands=view.progress.hands_entered,
            is_complete=view.progress.is_complete,
            is_decided=view.ruling is not None,
        )
        for round_ in rounds
        for view in tables_of_round(round_)
        if view.progress.hands_entered or view.ruling is not None
    )
    first = rounds[0]
    numbers = tuple(round_.number for round_ in rounds)
    return Losses(first.number, version, numbers, tables, entries, _staying(first))


def is_played(rounds: Sequence[Round]) -> bool:
    """Return whether a hand counts in one of the rounds, or a table was decided."""
    hands = HandRecord.objects.filter(game__leg__table__round__in=rounds, is_current=True)
    return hands.exists() or TableRuling.objects.filter(table__round__in=rounds, revoked_at=None).exists()


def restore_points(tournament: Tournament) -> list[RestorePoint]:
    """Return what a tournament can go back to, the latest first; three queries for any number of rounds."""
    standing = Round.objects.filter(tournament=tournament).exclude(status=Round.Status.TAKEN_BACK)
    rounds = list(standing.order_by("-number"))
    drawn = dict(Draw.objects.filter(round__in=rounds, number=1).values_list("round_id", "made_at"))
    rows = HandRecord.objects.filter(game__leg__table__round__in=rounds, is_current=True)
    hands = Counter(rows.values_list("game__leg__table__round_id", flat=True))
    return [
        RestorePoint(round_.number, round_.pk, round_.status, drawn[round_.pk], hands[round_.pk]) for round_ in rounds
    ]


def _staying(first: Round) -> Staying:
    """Return what was done since a round was drawn and does not go with it."""
    since = Draw.objects.filter(round=first).order_by("number").values_list("made_at", flat=True)[0]
    entries = Entry.objects.filter(tournament=first.tournament_id).order_by("number")
    came = list(entries.filter(created_at__gt=since).values_list("pk", flat=True))
    left = list(entries.filter(withdrawn_at__gt=since).values_list("pk", flat=True))
    names = entry_names(first.tournament_id, first.tournament.club_id) if came or left else {}
    given = Adjustment.objects.filter(entry__tournament=first.tournament_id, is_current=True, made_at__gt=since)
    return Staying(
        came=tuple(names[entry] for entry in came),
        left=tuple(names[entry] for entry in left),
        adjustments=given.exclude(amount="0").count(),
    )


def reason_taken_back(round_: Round) -> str:
    """Return why a round was taken back; a draft that went with it has no reason of its own."""
    changes = RoundChange.objects.filter(round=round_, kind=RoundChange.Kind.TAKEN_BACK)
    return changes.order_by("-pk").values_list("reason", flat=True).first() or ""
