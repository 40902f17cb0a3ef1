"""How standings, publications and an entry's results look as JSON."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.adjustments import AdjustmentOutput, DecisionOutput
from tournaments.api.outputs import TableOutput, table
from tournaments.movements.registry import MOVEMENTS
from tournaments.selectors.entry_page import EntryPage
from tournaments.selectors.explanations import Explained
from tournaments.selectors.publications import PublishedStandings
from tournaments.selectors.standings import StandingRow, Standings
from tournaments.standings.documents import working_to_json
from tournaments.standings.presets import PRESETS, preset_for
from tournaments.standings.rules import criteria_to_json, fraction_to_json


class FigureOutput(serializers.Serializer[Any]):
    """A figure, exact (a whole number or a fraction as text) and as it is shown."""

    exact = serializers.JSONField()
    shown = serializers.CharField()


class StandingRowOutput(serializers.Serializer[Any]):
    """An entry's line."""

    rank = serializers.CharField()
    entry_id = serializers.IntegerField()
    entry_number = serializers.IntegerField()
    entry_name = serializers.CharField()
    withdrawn = serializers.BooleanField()
    values = serializers.DictField(child=FigureOutput())
    tables_played = serializers.IntegerField()
    sit_outs = serializers.IntegerField()
    forfeits = serializers.IntegerField()
    absences = serializers.IntegerField()
    cancelled = serializers.BooleanField(help_text="Nothing counts of it, because it withdrew early.")


class LineOutput(serializers.Serializer[Any]):
    """What one round, or one penalty or award, adds to a figure; docs/standings.md describes the fields."""

    kind = serializers.CharField()
    round = serializers.IntegerField(allow_null=True)
    opponents = serializers.ListField(child=serializers.IntegerField())
    strengths = serializers.ListField(child=serializers.JSONField())
    factor = serializers.JSONField(allow_null=True)
    scored = serializers.ListField(child=serializers.JSONField())
    amount = serializers.JSONField()
    left_out = serializers.CharField()
    reason = serializers.CharField()
    start = serializers.IntegerField(required=False)


class WorkingOutput(serializers.Serializer[Any]):
    """How a figure came about: the lines that are not left out add up to it, divided by ``divisor`` if there is one."""

    column = serializers.CharField()
    value = serializers.JSONField(allow_null=True)
    lines = LineOutput(many=True)
    divisor = serializers.IntegerField(required=False)
    among = serializers.ListField(child=serializers.IntegerField(), required=False)
    why_not = serializers.CharField(required=False)


class SeparationOutput(serializers.Serializer[Any]):
    """What puts an entry above the next."""

    column = serializers.CharField()
    value = serializers.JSONField()
    next = serializers.JSONField()
    among = serializers.ListField(child=serializers.IntegerField())


class EntryStandingOutput(serializers.Serializer[Any]):
    """The rank of an entry with the working of every figure, first those that rank, in their order."""

    rank = serializers.CharField()
    entry_id = serializers.IntegerField()
    separation = SeparationOutput(allow_null=True)
    workings = WorkingOutput(many=True)


class PresetOutput(serializers.Serializer[Any]):
    """An order of standings that clubs use; ``suits`` names the movements that get it if no other is named."""

    key = serializers.CharField()
    name = serializers.CharField()
    criteria = serializers.ListField(child=serializers.DictField())
    suits = serializers.ListField(child=serializers.CharField())


class ColumnOutput(serializers.Serializer[Any]):
    """A column of the standings."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]


class StandingsOutput(serializers.Serializer[Any]):
    """The standings as they are now."""

    version = serializers.IntegerField()
    is_provisional = serializers.BooleanField()
    rounds_closed = serializers.IntegerField()
    open_round = serializers.IntegerField(allow_null=True)
    sit_out_policy = serializers.CharField()
    criteria = serializers.ListField(child=serializers.CharField())
    columns = ColumnOutput(many=True)
    rows = StandingRowOutput(many=True)
    adjustments = AdjustmentOutput(many=True)
    decisions = DecisionOutput(many=True)


class PublicationSummaryOutput(serializers.Serializer[Any]):
    """A publication in a list."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    reason = serializers.CharField()
    standings_version = serializers.IntegerField()
    published_at = serializers.DateTimeField()


class NotKeyedOutput(serializers.Serializer[Any]):
    """Tables of a round whose sheets were to be keyed twice and were not, which the director overruled."""

    round = serializers.IntegerField()
    tables = serializers.ListField(child=serializers.IntegerField())


class PublicationOutput(PublicationSummaryOutput):
    """A published snapshot."""

    is_latest = serializers.BooleanField()
    rounds_closed = serializers.IntegerField()
    criteria = serializers.ListField(child=serializers.CharField())
    columns = ColumnOutput(many=True)
    rows = StandingRowOutput(many=True)
    not_keyed = NotKeyedOutput(many=True)


class EntryRoundOutput(serializers.Serializer[Any]):
    """What an entry did in a round."""

    round_id = serializers.IntegerField()
    round_number = serializers.IntegerField()
    role = serializers.CharField()
    side = serializers.IntegerField(allow_null=True)
    table = TableOutput(allow_null=True)


class EntryPageOutput(serializers.Serializer[Any]):
    """An entry with its rounds."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.CharField()
    rounds = EntryRoundOutput(many=True)


def standings(view: Standings) -> dict[str, Any]:
    """Return standings, as StandingsOutput has them."""
    return {
        "version": view.version,
        "is_provisional": view.is_provisional,
        "rounds_closed": view.rounds_closed,
        "open_round": view.open_round,
        "sit_out_policy": view.sit_out_policy,
        "criteria": list(view.criteria),
        "columns": [{"key": key, "label": label} for key, label in view.columns],
        "rows": [_row(row) for row in view.rows],
        "adjustments": AdjustmentOutput(view.additions.adjustments, many=True).data,
        "decisions": DecisionOutput(view.additions.decisions, many=True).data,
    }


def presets() -> list[dict[str, Any]]:
    """Return the usual orders, as PresetOutput has them."""
    return [
        {
            "key": preset.key,
            "name": preset.name,
            "criteria": criteria_to_json(preset.criteria),
            "suits": [movement for movement in MOVEMENTS if preset_for(movement) is preset],
        }
        for preset in PRESETS.values()
    ]


def entry_standing(explained: Explained) -> dict[str, Any]:
    """Return how the rank of an entry came about, as EntryStandingOutput has it; entries are ids."""
    apart = explained.row.separation
    return {
        "rank": explained.label,
        "entry_id": explained.row.entry,
        "separation": None
        if apart is None
        else {
            "column": apart.key,
            "value": fraction_to_json(apart.value),
            "next": fraction_to_json(apart.next_value),
            "among": list(apart.among),
        },
        "workings": [working_to_json(working, list) for working in explained.workings],
    }


def publication(view: PublishedStandings) -> dict[str, Any]:
    """Return a publication, as PublicationOutput has it."""
    return {
        **PublicationSummaryOutput(view.publication).data,
        "is_latest": view.is_latest,
        "rounds_closed": view.rounds_closed,
        "criteria": list(view.criteria),
        "columns": [{"key": key, "label": label} for key, label in view.columns],
        "rows": [_row(row) for row in view.rows],
        "not_keyed": [{"round": number, "tables": list(tables)} for number, tables in view.not_keyed],
    }


def entry_page(page: EntryPage) -> dict[str, Any]:
    """Return an entry with its rounds, as EntryPageOutput has it."""
    return {
        "id": page.entry.pk,
        "number": page.entry.number,
        "name": page.name,
        "status": page.entry.status,
        "rounds": [
            {
                "round_id": played.round.pk,
                "round_number": played.round.number,
                "role": played.role,
                "side": played.side,
                "table": None if played.table is None else table(played.table),
            }
            for played in page.rounds
        ],
    }


def _row(row: StandingRow) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "entry_id": row.entry_id,
        "entry_number": row.entry_number,
        "entry_name": row.entry_name,
        "withdrawn": row.is_withdrawn,
        "values": {value.key: {"exact": value.exact, "shown": value.shown} for value in row.values},
        "tables_played": row.tables_played,
        "sit_outs": row.sit_outs,
        "forfeits": row.forfeits,
        "absences": row.absences,
        "cancelled": row.is_cancelled,
    }
