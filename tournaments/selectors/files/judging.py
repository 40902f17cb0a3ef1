"""A tournament that was brought in a file and stands in the database, not committed yet: do its records hold?

The rules engine judges every hand that counts, and what the file says of points and standings has to follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
from django.utils.translation import gettext as _

from gameplay.errors import DomainError
from gameplay.models import Game
from gameplay.selectors import StoredHand, current_hands, judge_post, replay_game, resolved_rules
from tournaments.file_errors import (
    FileContradiction,
    FileFieldRefused,
    FileHandRefused,
    FileLineRefused,
    FilePointsDiffer,
    FileStandingsDiffer,
)
from tournaments.file_layout import Line
from tournaments.models import Draw, Leg, Seat, Stage, Table, Tournament
from tournaments.movements.registry import MOVEMENTS
from tournaments.movements.schedule import round_from_json
from tournaments.selectors.files.reading import WORTH, TournamentLines
from tournaments.selectors.files.writing import standings_fields
from tournaments.selectors.history import rounds_so_far
from tournaments.selectors.progress import read_tables
from tournaments.selectors.publications import get_publication, list_publications
from tournaments.selectors.tournaments import first_stage
from tournaments.table_facts import kind_of_entrants

UNREADABLE = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError, DomainError)
"""What the product's own readers stumble over where JSON is not of the form that they know."""


def judge(tournament: Tournament, lines: TournamentLines, ids: Mapping[str, Mapping[int, int]]) -> None:
    """Raise for the first line that does not hold; ``ids`` lead from the numbers of the file to rows, by kind."""
    places = _Places(lines, ids)
    _judge_settings(tournament, places)
    seats = _sides_of_seats(tournament)
    legs = list(Leg.objects.filter(table__round__tournament=tournament).select_related("game", "table").order_by("pk"))
    hands = current_hands(leg.game_id for leg in legs)
    for leg in legs:
        _judge_game(tournament, leg, seats.get(leg.table_id, {}), places)
        _judge_hands(leg.game, hands[leg.game_id], places)
    _judge_tables(tournament, places)
    _judge_standings(tournament, lines, ids["entry"])


class _Places:
    """The line of each row, by kind and id."""

    def __init__(self, lines: TournamentLines, ids: Mapping[str, Mapping[int, int]]) -> None:
        self._lines = {
            (kind, ids[kind][line.fields["id"]]): line for kind, rows in lines.by_kind.items() for line in rows
        }

    def line(self, kind: str, key: int) -> Line:
        return self._lines[kind, key]


def _judge_settings(tournament: Tournament, places: _Places) -> None:
    head = places.line("tournament", tournament.pk)
    try:
        stage = first_stage(tournament.pk)
        MOVEMENTS[stage.movement].options_of(stage.settings.get("movement_options", {}))
        kind = kind_of_entrants(tournament.entry_kind)
    except (*UNREADABLE, Stage.DoesNotExist) as error:
        raise FileFieldRefused(line=head.number, reason=_("its settings cannot be read")) from error
    for draw in Draw.objects.filter(round__tournament=tournament).order_by("pk"):
        try:
            round_from_json(kind, draw.plan)
        except UNREADABLE as error:
            line = places.line("draw", draw.pk)
            raise FileFieldRefused(line=line.number, reason=_("the plan of this draw cannot be read")) from error


def _sides_of_seats(tournament: Tournament) -> dict[int, dict[int, int]]:
    """Return the side of each seat, by table."""
    seats: dict[int, dict[int, int]] = {}
    for seat in Seat.objects.filter(round__tournament=tournament).order_by("pk"):
        seats.setdefault(seat.table_id, {})[seat.index] = seat.side
    return seats


def _judge_game(tournament: Tournament, leg: Leg, seats: Mapping[int, int], places: _Places) -> None:
    line = places.line("game", leg.game_id)
    game = leg.game
    try:
        kind, rules = resolved_rules(game)
        is_complete = kind.options_of(rules) == game.rules
        players = kind.players(rules)
    except UNREADABLE as error:
        raise FileFieldRefused(line=line.number, reason=_("there are no such rules")) from error
    if not is_complete or game.kind != tournament.kind:
        raise FileFieldRefused(line=line.number, reason=_("the rules are not complete, or of another game"))
    starters = game.starters
    if not isinstance(starters, list) or not starters or any(starter not in range(players) for starter in starters):
        raise FileFieldRefused(line=line.number, reason=_("who starts cannot sit at this table"))
    sides = {seat: side for side, members in enumerate(kind.sides(rules)) for seat in members}
    if seats != sides:
        table = places.line("table", leg.table_id)
        raise FileContradiction(line=table.number, reason=_("the seats at this table are not those of its game"))


def _judge_hands(game: Game, hands: list[StoredHand], places: _Places) -> None:
    """Replay a game as it is replayed everywhere; without the clock, which only ends it."""
    progress = replay_game(game, hands)
    if progress.stopped_at is not None:
        refused = hands[len(progress.hands)]
        line = places.line("hand_record", refused.record_id)
        codes = _codes(game, refused, progress.state, progress.next_starter)
        raise FileHandRefused(line=line.number, reason=_("the rules refuse this hand (%(codes)s)") % {"codes": codes})
    worth: dict[int, dict[str, Any]] = {}
    for place, hand in enumerate(progress.hands, start=1):
        if hand.number != place:
            line = places.line("hand_record", hand.record_id)
            raise FileContradiction(
                line=line.number, reason=_("hand %(number)s is missing before it") % {"number": place}
            )
        worth[hand.record_id] = {"points": list(hand.answer.values["points"]), "score": list(hand.state.scores)}
    for stored in hands:
        line = places.line("hand_record", stored.record_id)
        said = {key: line.fields[key] for key in WORTH & line.fields.keys()}
        if said != worth.get(stored.record_id, {}):
            raise FilePointsDiffer(line=line.number, reason=_("the points do not follow from the hand"))


def _codes(game: Game, hand: StoredHand, state: Any, starter: int) -> str:
    kind, rules = resolved_rules(game)
    judgement = judge_post(kind, rules, state, orjson.loads(hand.payload), starter=starter, of_kind=hand.kind)
    return ", ".join(violation.code for violation in judgement.answer.errors)


def _judge_tables(tournament: Tournament, places: _Places) -> None:
    tables = list(Table.objects.filter(round__tournament=tournament).order_by("pk"))
    try:
        progress = read_tables(tournament, tables)
    except UNREADABLE as error:
        line = places.line("tournament", tournament.pk)
        raise FileLineRefused(line=line.number, reason=_("its tables cannot be read")) from error
    for table in tables:
        line = places.line("table", table.pk)
        if table.pk not in progress:
            raise FileContradiction(line=line.number, reason=_("nothing is played at this table"))
        is_complete = table.status == Table.Status.COMPLETE
        if table.status != Table.Status.RULED and is_complete != progress[table.pk].is_complete:
            raise FilePointsDiffer(line=line.number, reason=_("its hands say something else than its status"))


def _judge_standings(tournament: Tournament, lines: TournamentLines, entries: Mapping[int, int]) -> None:
    numbers = {key: number for number, key in entries.items()}
    try:
        found = standings_fields(tournament, numbers)
        rounds_so_far(tournament)
        for publication in list_publications(tournament):
            get_publication(tournament, publication.number)
    except UNREADABLE as error:
        reason = _("its standings cannot be made")
        raise FileLineRefused(line=lines.head.number, reason=reason) from error
    if found != lines.standings.fields:
        line = lines.standings.number
        raise FileStandingsDiffer(line=line, reason=_("the standings do not follow from the hands"))
