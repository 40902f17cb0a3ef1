"""The ratings that draws take entries by: those stored with the entries, and those of today."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments import ports
from tournaments.models import Entry, LineUp, Tournament
from tournaments.selectors.names import entry_names
from tournaments.selectors.tournaments import rounds_drawn


@dataclass(frozen=True, slots=True)
class Seed:
    """An entry with the rating that draws take it by; None for one that comes behind the others."""

    entry_id: int
    number: int
    name: str
    rating: int | None


@dataclass(frozen=True, slots=True)
class Seeding:
    """All entries, the highest rating first, and whether another round has been drawn by them already."""

    seeds: tuple[Seed, ...]
    is_open: bool

    @property
    def is_set(self) -> bool:
        """Whether anybody has one."""
        return any(seed.rating is not None for seed in self.seeds)


def seeding_of(tournament: Tournament) -> Seeding:
    """Return the entries as draws by rating take them: those without a rating last, equal ones by number."""
    names = entry_names(tournament.pk, tournament.club_id)
    rows = Entry.objects.filter(tournament=tournament).values_list("pk", "number", "seed_rating")
    seeds = [Seed(entry, number, names[entry], rating) for entry, number, rating in rows]
    return Seeding(
        seeds=tuple(sorted(seeds, key=lambda seed: (seed.rating is None, -(seed.rating or 0), seed.number))),
        is_open=tournament.status != Tournament.Status.FINISHED and not rounds_drawn(tournament.pk),
    )


def ratings_today(tournament: Tournament) -> dict[int, int]:
    """Return the rating of each entry all of whose players have one: their mean in points, halves upwards.

    The bonus that two partners may have is added to their sum.
    """
    playing: dict[int, list[int]] = {}
    rows = LineUp.objects.filter(entry__tournament=tournament, is_current=True).order_by("entry_id", "place")
    for entry_id, player_id in rows.values_list("entry_id", "player_id"):
        playing.setdefault(entry_id, []).append(player_id)
    everybody = {player for players in playing.values() for player in players}
    known = ports.ratings_of(tournament.kind, tournament.club_id, everybody)
    pairs = {entry: (min(players), max(players)) for entry, players in playing.items() if len(players) == 2}
    bonuses = ports.bonuses_of(tournament.kind, tournament.club_id, [*pairs.values()])
    bonus = {entry: bonuses.get(pair, 0) for entry, pair in pairs.items()}
    return {
        entry: _mean([known[player] for player in players], bonus.get(entry, 0))
        for entry, players in playing.items()
        if _all_known(players, known)
    }


def _all_known(players: list[int], known: Mapping[int, int]) -> bool:
    return all(player in known for player in players)


def _mean(ratings: list[int], bonus: int = 0) -> int:
    """Return a mean in whole points, halves upwards.

    >>> _mean([1500, 1511]), _mean([1500, 1510, 1511]), _mean([1500, 1510], bonus=30)
    (1506, 1507, 1520)
    """
    return (2 * (sum(ratings) + bonus) + len(ratings)) // (2 * len(ratings))
