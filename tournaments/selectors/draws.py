"""What a draw is made from, and the draw that the movement proposes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from tournaments.models import Draw, Entry, LineUp, Round, RoundChange, RoundEntry, Stage, Tournament
from tournaments.movements.by_hand import broken_promises, heed_wishes
from tournaments.movements.knockout import Places, places_of
from tournaments.movements.next_round import DrawnRound, DrawState, event_so_far
from tournaments.movements.registry import MOVEMENTS, Movement
from tournaments.movements.schedule import Remark, RoundPlan, Shape, round_from_json, round_to_json
from tournaments.movements.staying import keep_tables
from tournaments.movements.swiss.history import check_fixed
from tournaments.movements.swiss.rules import ROUND_BEFORE
from tournaments.movements.verify import Fault, verify
from tournaments.names import name_key
from tournaments.selectors.absences import absent_in
from tournaments.selectors.arrangements import Arrangements, arrangements_of
from tournaments.selectors.brackets import bracket_of, decided_of
from tournaments.selectors.draw_results import with_results
from tournaments.selectors.history import rounds_so_far
from tournaments.selectors.tournaments import first_stage
from tournaments.selectors.versions import versions_of
from tournaments.table_facts import facts_of, kind_of_entrants, other_shapes, shape_of

Pair = tuple[int, int]
"""Two entries."""


@dataclass(frozen=True, slots=True)
class EntryForDraw:
    """An entry that is to be drawn, with the players who would sit for it."""

    entry_id: int
    players: tuple[int, ...]

    def as_json(self) -> list[Any]:
        """Return what a draw keeps of it, to see later whether it still holds."""
        return [self.entry_id, list(self.players)]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A round as JSON, and the reasons for it; ``bracket``: the places of the first round of a knock-out."""

    plan: dict[str, Any]
    explanation: list[dict[str, Any]]
    bracket: Places = ()


def entries_for_draw(tournament: Tournament, number: int) -> list[EntryForDraw]:
    """Return the entries that play in round ``number``, in order of entry number, with their players.

    Who misses that round is not among them, and the entry of the house only where one is missing.
    """
    playing = Entry.objects.filter(tournament=tournament, status=Entry.Status.ACTIVE, first_round__lte=number)
    playing = playing.exclude(pk__in=absent_in(tournament, number)).order_by("number")
    people: dict[int, list[int]] = {entry.pk: [] for entry in playing}
    rows = LineUp.objects.filter(entry_id__in=people, is_current=True).order_by("entry_id", "place")
    for entry_id, player_id in rows.values_list("entry_id", "player_id"):
        people[entry_id].append(player_id)
    entries = [EntryForDraw(entry_id, tuple(players)) for entry_id, players in people.items()]
    return _with_house(tournament, entries)


def _with_house(tournament: Tournament, entries: list[EntryForDraw]) -> list[EntryForDraw]:
    """Leave the entry of the house out, unless the others lack exactly one to fill their tables."""
    house = arrangements_of(tournament).house
    others = [entry for entry in entries if entry.entry_id != house]
    stage = first_stage(tournament.pk)
    seats = shape_of(tournament.kind, tournament.entry_kind, facts_of(stage)).entrants
    return entries if len(others) % seats == seats - 1 else others


def draws_ahead(stage: Stage) -> bool:
    """Whether a round may be drawn while the one before it is being played: its results do not count for it yet."""
    chosen = stage.settings.get("movement_options", {})
    return MOVEMENTS[stage.movement].options_of(chosen).get("standings") == ROUND_BEFORE


def version_for_draw(stage: Stage, number: int) -> int:
    """Return a number that changes with every fact that a draw of round ``number`` is made from.

    Where that is drawn ahead, the results of the round before it are not among them; who sat where in it is.
    """
    versions = versions_of(stage.tournament_id)
    before = Round.objects.filter(tournament_id=stage.tournament_id, number=number - 1)
    latest = before.exclude(status=Round.Status.TAKEN_BACK).first() if draws_ahead(stage) else None
    if latest is None:
        return versions.total
    seats = RoundEntry.objects.filter(round=latest).count() + RoundChange.objects.filter(round=latest).count()
    return versions.total - versions.rounds[latest.pk].facts + seats


def is_out_of_date(round_: Round, draw: Draw, entries: Sequence[EntryForDraw]) -> bool:
    """Whether those who can be drawn for a round now, or the tables, differ from a draft's."""
    now = {"entries": [entry.as_json() for entry in entries], "table": facts_of(round_.stage).as_json()}
    return any(draw.made_from[name] != value for name, value in now.items())


def round_before_in_play(round_: Round) -> Round | None:
    """Return the round that has to be closed before this one can be put into play."""
    earlier = Round.objects.filter(tournament_id=round_.tournament_id, number__lt=round_.number)
    return earlier.filter(status=Round.Status.PUBLISHED).first()


def read_state(
    tournament: Tournament,
    stage: Stage,
    entries: list[EntryForDraw],
    *,
    together: Sequence[Pair] = (),
    kept: bool = True,
) -> DrawState:
    """Return what the next round is drawn from, with some who are to meet in it; ``kept`` as for ``standings_of``.

    Raises FixedMeetingRefused.
    """
    state = _state(tournament, stage, entries, together)
    check_fixed(state.fixed, state.active, frozenset(frozenset(pair) for pair in (*state.forbidden, *state.conflicts)))
    return _with_results(state, tournament, MOVEMENTS[stage.movement], kept=kept)


def _with_results(state: DrawState, tournament: Tournament, movement: Movement, *, kept: bool) -> DrawState:
    if not movement.needs_results:
        return state
    state = with_results(state, tournament, kept=kept)
    if not movement.knocks_out:
        return state
    return replace(state, bracket=bracket_of(tournament), decided=decided_of(tournament))


def propose(tournament: Tournament, stage: Stage, state: DrawState, *, seed: int) -> Proposal:
    """Ask the movement for the next round. Raises what the movement raises, such as TooFewEntries."""
    movement = MOVEMENTS[stage.movement]
    drawn = _drawn(movement, state, seed)
    arranged = arrangements_of(tournament)
    kept = _keeping_tables(drawn, arranged, state.rounds, is_rank=movement.tables_rank)
    return Proposal(
        plan=round_to_json(kind_of_entrants(tournament.entry_kind), kept.plan),
        explanation=[{"code": remark.code, "params": dict(remark.params)} for remark in kept.remarks],
        # The tables as they were drawn: those that are kept have other numbers.
        bracket=places_of(drawn.plan) if movement.knocks_out and not state.rounds else (),
    )


def plan_again(tournament: Tournament, draw: Draw) -> RoundPlan:
    """Return what the movement would draw for a round that is drawn already, from what it was given then.

    Only the results are those that stand now, of the rounds before it. Nothing is asked of the cache, so that a caller
    who has changed results and will roll back leaves no trace there. Raises what ``plan_next_round`` raises.
    """
    made_from = draw.made_from
    entries = [EntryForDraw(entry_id, tuple(players)) for entry_id, players in made_from["entries"]]
    together = [(one, other) for one, other in made_from.get("together", ())]
    movement = MOVEMENTS[made_from["movement"]]
    given = _state(tournament, draw.round.stage, entries, together, drawn=draw)
    state = _with_results(given, tournament, movement, kept=False)
    return _drawn_with_tables(tournament, movement, state, draw.seed).plan


def plan_ahead(tournament: Tournament) -> tuple[RoundPlan, ...]:
    """Return the rounds after those that were published, as they would be if nobody else comes or goes.

    A movement that follows the results knows only the next one, and only once the round before it is closed. Raises
    AllRoundsDrawn, TooFewEntries.
    """
    stage = Stage.objects.get(tournament=tournament, number=1)
    movement = MOVEMENTS[stage.movement]
    if movement.needs_results:
        return ()
    entries = entries_for_draw(tournament, len(rounds_so_far(tournament)) + 1)
    drawn = _drawn_with_tables(tournament, movement, read_state(tournament, stage, entries), tournament.seed)
    return (drawn.plan, *drawn.outlook)


def faults_of(
    tournament: Tournament,
    round_: Round,
    entries: list[EntryForDraw],
    plan: dict[str, Any],
    fixed_tables: Sequence[Pair] = (),
) -> tuple[Fault, ...]:
    """Return what keeps a plan from being played as this round, whoever made it.

    ``fixed_tables`` are the entries that had a table of their own when the round was drawn, each with its number. The
    rounds before are judged no more (who shares a player may have changed since), so they are not read either: that
    would be half of what putting a large round into play costs.
    """
    proposed = round_from_json(kind_of_entrants(tournament.entry_kind), plan)
    if proposed.number != round_.number:
        return (Fault("schedule.round_number", {"round": proposed.number, "expected": round_.number}),)
    state = _knocked_out(_state(tournament, round_.stage, entries, rounds=()), round_.stage, proposed)
    alone = event_so_far(state, replace(proposed, number=1))
    event = replace(alone, fixed_tables=tuple((entry, table) for entry, table in fixed_tables))
    return tuple(_in_round(fault, round_.number) for fault in verify(event))


def _knocked_out(state: DrawState, stage: Stage, plan: RoundPlan) -> DrawState:
    """Return the state of a knock-out with those away whom the plan of a round leaves out: they are out of it."""
    if not MOVEMENTS[stage.movement].knocks_out:
        return state
    return replace(state, away=state.away | frozenset(plan.absent))


def _in_round(fault: Fault, number: int) -> Fault:
    """Return a fault of a round that was judged by itself with the number that it has in its event."""
    return Fault(fault.code, {**fault.params, "round": number}) if "round" in fault.params else fault


def promises_broken_by(
    tournament: Tournament, round_: Round, entries: list[EntryForDraw], plan: RoundPlan, *, together: Sequence[Pair]
) -> tuple[Remark, ...]:
    """Return what a round that can be played does not keep of what its movement promises and the director wishes."""
    state = _knocked_out(_state(tournament, round_.stage, entries, together), round_.stage, plan)
    return broken_promises(state, plan, meetings=MOVEMENTS[round_.stage.movement].meetings)


def forbidden_in(stage: Stage) -> list[Pair]:
    """Return the entries that must not come together."""
    return _forbidden(stage.settings)


def _forbidden(wanted: Mapping[str, Any]) -> list[Pair]:
    return [(one, other) for one, other in wanted.get("forbidden", ())]


def _drawn(movement: Movement, state: DrawState, seed: int) -> DrawnRound:
    return heed_wishes(state, movement.draw(state, seed), meetings=movement.meetings)


def _drawn_with_tables(tournament: Tournament, movement: Movement, state: DrawState, seed: int) -> DrawnRound:
    drawn = _drawn(movement, state, seed)
    return _keeping_tables(drawn, arrangements_of(tournament), state.rounds, is_rank=movement.tables_rank)


def _keeping_tables(
    drawn: DrawnRound, arranged: Arrangements, played: tuple[RoundPlan, ...], *, is_rank: bool
) -> DrawnRound:
    staying, fixed = arranged.staying, dict(arranged.fixed_tables)
    if not staying and not fixed:
        return drawn
    plan, remarks = keep_tables(drawn.plan, staying, played, fixed, is_rank=is_rank)
    rounds = [*played, plan]
    for ahead in drawn.outlook:
        rounds.append(keep_tables(ahead, staying, rounds, fixed)[0])
    said = _still_said(drawn, plan)
    return DrawnRound(plan, (*said, *remarks), tuple(rounds[len(played) + 1 :]))


def _still_said(drawn: DrawnRound, plan: RoundPlan) -> Iterator[Remark]:
    """Leave out of those who stay by the movement whoever had to make room for a table that was fixed."""
    planned, kept = (
        {entry: table.number for table in p.tables for entry in table.entrants} for p in (drawn.plan, plan)
    )
    for remark in drawn.remarks:
        named = remark.params.get("entrants")
        if remark.code != "movement.stay" or not isinstance(named, list):
            yield remark
        elif still := [entry for entry in named if planned.get(entry) == kept.get(entry)]:
            yield Remark(remark.code, {**remark.params, "entrants": still})


def _state(
    tournament: Tournament,
    stage: Stage,
    entries: list[EntryForDraw],
    together: Sequence[Pair] = (),
    *,
    drawn: Draw | None = None,
    rounds: tuple[RoundPlan, ...] | None = None,
) -> DrawState:
    """Return what the movement is to know for the next round, or for one that was ``drawn`` already.

    ``rounds`` are those before it; None: they are read.
    """
    rows = list(
        Entry.objects.filter(tournament=tournament).order_by("number").values_list("pk", "seed_rating", "apart_group")
    )
    everybody = tuple(entry for entry, _rating, _group in rows)
    wanted = stage.settings if drawn is None else drawn.made_from
    groups = {entry: name_key(group) for entry, _rating, group in rows if group}
    if drawn is not None:
        groups = {entry: str(place) for place, group in enumerate(wanted.get("apart", ())) for entry in group}
    options = MOVEMENTS[stage.movement].options_of(wanted.get("movement_options", {}))
    if rounds is None:
        rounds = rounds_so_far(tournament, before=None if drawn is None else drawn.round.number)
    return DrawState(
        entrants=everybody,
        rounds_planned=stage.rounds_planned if drawn is None else wanted["rounds_planned"],
        rounds=rounds,
        away=frozenset(everybody) - {entry.entry_id for entry in entries},
        conflicts=_sharing_a_player(entries),
        kind=kind_of_entrants(tournament.entry_kind),
        shape=shape_of(tournament.kind, tournament.entry_kind, facts_of(stage)),
        shapes=_shapes(tournament, stage),
        options=options,
        forbidden=_forbidden_now(MOVEMENTS[stage.movement], wanted, options, len(rounds) + 1),
        fixed=tuple((one, other) for one, other in together),
        ratings={entry: rating for entry, rating, _group in rows if rating is not None},
        groups=groups,
    )


def _shapes(tournament: Tournament, stage: Stage) -> dict[int, Shape]:
    """Return all tables there may be, by number of people; none where all are alike, as they are for pairs."""
    if not MOVEMENTS[stage.movement].mixes_sizes or kind_of_entrants(tournament.entry_kind) == "pairs":
        return {}
    return other_shapes(tournament.kind, facts_of(stage))


def _forbidden_now(
    movement: Movement, wanted: Mapping[str, Any], options: Mapping[str, object], number: int
) -> tuple[Pair, ...]:
    """Return who must not meet in round ``number``: a movement may let them meet after the first rounds.

    In a knock-out nobody can be kept apart once the bracket is drawn.
    """
    rounds = 1 if movement.knocks_out else options.get("forbidden_rounds")
    return () if isinstance(rounds, int) and number > rounds else tuple(_forbidden(wanted))


def _sharing_a_player(entries: list[EntryForDraw]) -> tuple[tuple[int, int], ...]:
    """Return every two entries with a player in common, found by the players: nearly nobody plays for two."""
    entries_of: dict[int, list[int]] = {}
    for entry in entries:
        for player in entry.players:
            entries_of.setdefault(player, []).append(entry.entry_id)
    order = {entry.entry_id: place for place, entry in enumerate(entries)}
    shared = {pair for found in entries_of.values() for pair in combinations(found, 2)}
    return tuple(sorted(shared, key=lambda pair: (order[pair[0]], order[pair[1]])))
