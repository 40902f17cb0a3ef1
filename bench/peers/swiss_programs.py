"""Programs that draw Swiss rounds: each is given a state in its own form, then draws.

What turns a state into that form is not timed, save for our whole draw. A sit-out is worth a win in all of them.
"""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module, metadata, util
from pathlib import Path
from typing import Any

from bench.swiss_states import SEED, Drawn, Field
from tournaments.movements.course import DrawState, count_meetings
from tournaments.movements.sit_outs import count_sit_outs
from tournaments.movements.swiss.draw import draw_swiss
from tournaments.movements.swiss.history import gather
from tournaments.movements.swiss.pairing import pair_field
from tournaments.movements.swiss.rules import SWISS
from tournaments.movements.swiss.sides import at_tables

Draw = Callable[[], Drawn]


@dataclass(frozen=True, slots=True)
class Program:
    """``prepare`` gives the function that is timed; ``takes`` says which fields it is tried on."""

    name: str
    package: str
    prepare: Callable[[DrawState], Draw]
    takes: Callable[[Field], bool]

    @property
    def title(self) -> str:
        """Its name with its version."""
        return f"{self.name} {metadata.version(self.package)}" if self.package else self.name


@dataclass(frozen=True, slots=True)
class Line:
    """What happened to an entry in a round. ``side`` and ``opponent`` are empty and 0 for a sit-out."""

    opponent: int
    side: str
    points: int
    drift: str


def programs() -> list[Program]:
    """Return ours, and those of the others that are installed."""
    known = [
        Program("ours", "", _ours, lambda _field: True),
        Program("ours, from rounds to reasons", "", _ours_whole, lambda _field: True),
        Program("py4swiss", "py4swiss", _py4swiss, lambda field: field.py4swiss),
        Program("caissify", "caissify-pairings", _caissify, lambda field: field.caissify),
        Program("swisspair", "swisspair", _swisspair, lambda _field: True),
        Program("cardarena", "cardarena-tournament-core", _cardarena, lambda _field: True),
    ]
    modules = {"caissify": "caissify_pairings", "cardarena": "cardarena_tournament_core"}
    return [one for one in known if not one.package or util.find_spec(modules.get(one.name, one.name))]


def _ours(state: DrawState) -> Draw:
    field = gather(state, SWISS, SEED).field

    def draw() -> Drawn:
        paired = pair_field(field, SEED)
        return Drawn(at_tables(field, paired.meetings), paired.out)

    return draw


def _ours_whole(state: DrawState) -> Draw:
    def draw() -> Drawn:
        plan = draw_swiss(state, SEED).plan
        return Drawn(tuple((table.sides[0][0], table.sides[1][0]) for table in plan.tables), plan.out)

    return draw


def _lines(state: DrawState) -> dict[int, list[Line]]:
    """Return round by round what each entry has had."""
    lines: dict[int, list[Line]] = {entrant: [] for entrant in state.entrants}
    scores = dict.fromkeys(state.entrants, 0)
    for plan in state.rounds:
        gained = {}
        for table in plan.tables:
            won = state.winners[plan.number, table.number]
            for side, opponent in ((0, 1), (1, 0)):
                (entrant,), (other,) = table.sides[side], table.sides[opponent]
                points = 2 // len(won) if side in won else 0
                apart = scores[entrant] - scores[other]
                drift = "down" if apart > 0 else "up" if apart < 0 else "none"
                lines[entrant].append(Line(other, "we"[side], points, drift))
                gained[entrant] = points
        for entrant in plan.out:
            lines[entrant].append(Line(0, "", 2, "down"))
            gained[entrant] = 2
        scores = {entrant: score + gained[entrant] for entrant, score in scores.items()}
    return lines


def _py4swiss(state: DrawState) -> Draw:
    engine = import_module("py4swiss.engines").DutchEngine
    parser = import_module("py4swiss.trf").TrfParser
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "state.trf"
        path.write_text(_trf(state), encoding="utf-8")
        parsed = parser.parse(path)

    def draw() -> Drawn:
        found = [(pairing.white, pairing.black) for pairing in engine.generate_pairings(parsed)]
        return Drawn(tuple(pair for pair in found if pair[1]), tuple(white for white, black in found if not black))

    return draw


def _trf(state: DrawState) -> str:
    """Return the state as a tournament report: entries are starting numbers, won tables 1.0."""
    lines = _lines(state)
    rows = [f"XXR {state.rounds_planned}", "XXC white1"]
    for rank, entrant in enumerate(state.order, start=1):
        points = sum(line.points for line in lines[entrant]) / 2
        row = f"001 {entrant:>4}      {f'E{entrant}':<33} {3000 - entrant:>4} {'':27}{points:>4.1f} {rank:>4}"
        rows.append(row + "".join(f"  {_trf_result(line)}" for line in lines[entrant]))
    return "\n".join([*rows[:2], *sorted(rows[2:])]) + "\n"


def _trf_result(line: Line) -> str:
    if not line.side:
        return "0000 - U"
    return f"{line.opponent:04} {'w' if line.side == 'w' else 'b'} {'0=1'[line.points]}"


def _caissify(state: DrawState) -> Draw:
    package = import_module("caissify_pairings")
    lines = _lines(state)
    colours = {"w": "white", "e": "black"}
    players = [
        {
            "id": entrant,
            "name": str(entrant),
            "score": float(state.scores[entrant]) / 2,
            "rating": 3000 - entrant,
            "starting_number": entrant,
            "color_hist": [colours[line.side] for line in lines[entrant] if line.side],
            "float_history": [line.drift for line in lines[entrant]],
            "bye_count": sum(not line.side for line in lines[entrant]),
        }
        for entrant in state.entrants
    ]
    met = {(min(pair), max(pair)) for pair in count_meetings(state.rounds)}
    number = len(state.rounds) + 1

    def draw() -> Drawn:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = package.generate_pairings("dutch", players, met, number, state.rounds_planned)
        pairs = tuple((one["white_id"], one["black_id"]) for one in found if one["black_id"] is not None)
        return Drawn(pairs, tuple(one["white_id"] for one in found if one["black_id"] is None))

    return draw


def _swisspair(state: DrawState) -> Draw:
    package = import_module("swisspair")
    outs = count_sit_outs(state.rounds)
    fewest = min(outs[entrant] for entrant in state.entrants)
    met: dict[int, set[str]] = {entrant: set() for entrant in state.entrants}
    for one, other in count_meetings(state.rounds):
        met[one].add(str(other))
        met[other].add(str(one))
    players = [
        package.interface.Player(
            id=str(entrant),
            points=int(state.scores[entrant]),
            rank=rank,
            can_get_bye=outs[entrant] == fewest,
            cannot_be_paired_against_ids=met[entrant],
        )
        for rank, entrant in enumerate(state.order, start=1)
    ]

    def draw() -> Drawn:
        matches = package.interface.create_matches(players)
        pairs = tuple((int(one.p1.id), int(one.p2.id)) for one in matches if not one.is_bye)
        return Drawn(pairs, tuple(int(one.p1.id) for one in matches if one.is_bye), sided=False)

    return draw


def _cardarena(state: DrawState) -> Draw:
    models = import_module("cardarena_tournament_core.common.models")
    pairings = import_module("cardarena_tournament_core.pairings")
    people = {entrant: models.Player(str(entrant), str(entrant)) for entrant in state.entrants}
    swiss = pairings.Swiss(list(people.values()), win_points=2, draw_points=1, bye_points=2)
    outcomes = {
        (0,): models.MatchupOutcome.PLAYER1_WINS,
        (1,): models.MatchupOutcome.PLAYER2_WINS,
        (0, 1): models.MatchupOutcome.DRAW,
    }
    for plan in state.rounds:
        matchups = [
            models.Matchup(
                people[table.sides[0][0]], people[table.sides[1][0]], outcomes[state.winners[plan.number, table.number]]
            )
            for table in plan.tables
        ]
        matchups += [models.Matchup(people[entrant], None) for entrant in plan.out]
        swiss.pair()
        swiss.submit_results(models.Round(plan.number, matchups))

    def draw() -> Drawn:
        found: list[Any] = swiss.pair().matchups
        pairs = tuple((int(one.player1.id), int(one.player2.id)) for one in found if not one.is_bye)
        return Drawn(pairs, tuple(int(one.player1.id) for one in found if one.is_bye), sided=False)

    return draw
