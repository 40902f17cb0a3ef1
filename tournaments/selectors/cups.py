"""A knock-out as it is shown: each round with who met whom, from the top of the bracket to the bottom."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.movements.knockout import Match, matches_of
from tournaments.selectors.draws import read_state
from tournaments.selectors.names import entry_names
from tournaments.selectors.tournaments import first_stage


@dataclass(frozen=True, slots=True)
class CupMatch:
    """Who met, each with whether it went on; without a table it is a bye."""

    table: int | None
    sides: tuple[tuple[int, str, bool], ...]


@dataclass(frozen=True, slots=True)
class CupRound:
    """A round of a cup. ``to_come``: how many there are to be after it, 0 of the final."""

    number: int
    to_come: int
    matches: tuple[CupMatch, ...]


@dataclass(frozen=True, slots=True)
class Cup:
    """The rounds so far; ``winner`` is the name of who has won the final."""

    rounds: tuple[CupRound, ...]
    winner: str


def cup_of(tournament: Tournament) -> Cup:
    """Return a knock-out as far as it has been played."""
    stage = first_stage(tournament.pk)
    names = entry_names(tournament.pk, tournament.club_id)
    played = matches_of(read_state(tournament, stage, []))
    planned = max(stage.rounds_planned, len(played))
    rounds = tuple(
        CupRound(number, planned - number, tuple(_match(match, names) for match in matches))
        for number, matches in enumerate(played, 1)
    )
    last = rounds[-1] if rounds else None
    won = [name for _entry, name, goes_on in last.matches[0].sides if goes_on] if last and not last.to_come else []
    return Cup(rounds, won[0] if won else "")


def _match(match: Match, names: dict[int, str]) -> CupMatch:
    return CupMatch(match.table, tuple((entry, names[entry], entry == match.winner) for entry in match.entrants))
