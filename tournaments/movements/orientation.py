"""Which of two entrants sits NS, so that everybody is level on sides.

The matches of an entrant, in the order of time, are taken two by two: NS in one means EW in the other. Each match then
hangs together with at most one match on either entrant's account, so the matches fall into trails, and each trail can
be turned as a whole. With nothing played before, nobody is ever more than one apart, at any time. What was played
before is made good first; where two entrants who both need the same side meet, the one further off is served, and what
is left at the end is evened out along chains of matches.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Meeting = tuple[int, int]
"""Two entrants, the first of them NS."""

SIDE_LIMIT = 2
"""How far apart NS and EW may be for an entrant while an event is running."""


def level_sides(
    rounds: Sequence[Sequence[Meeting]], balance: Mapping[int, int] | None = None
) -> tuple[tuple[Meeting, ...], ...]:
    """Return the rounds with each meeting turned so that the entrants are level on sides.

    ``balance`` is NS less EW of each entrant before these rounds. A meeting that nothing decides stays as given.
    """
    matches = _Matches(rounds, dict(balance or {}))
    matches.turn_trails()
    matches.keep_limit_next()
    matches.even_out()
    return matches.result()


def even_out_sides(rounds: Sequence[Sequence[Meeting]], balance: Mapping[int, int]) -> tuple[tuple[Meeting, ...], ...]:
    """Return the rounds with as few turned as it takes that nobody ends two or more apart who could be helped."""
    matches = _Matches(rounds, dict(balance))
    matches.turned = [False] * len(matches.meetings)
    matches.even_out()
    return matches.result()


@dataclass(slots=True)
class _Matches:
    """The meetings as matches numbered in the order of time, and whether each is turned."""

    rounds: Sequence[Sequence[Meeting]]
    balance: dict[int, int]
    meetings: list[Meeting] = field(init=False)
    turned: list[bool | None] = field(init=False)
    calls: dict[int, list[int]] = field(init=False)
    partner: dict[tuple[int, int], int] = field(init=False, default_factory=dict)
    wanted: dict[tuple[int, int], int] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.meetings = list(chain.from_iterable(self.rounds))
        self.turned = [None] * len(self.meetings)
        self.calls = defaultdict(list)
        for match, meeting in enumerate(self.meetings):
            for entrant in meeting:
                self.calls[entrant].append(match)
        for entrant, matches in self.calls.items():
            self._pair_up(entrant, matches)

    def _pair_up(self, entrant: int, matches: list[int]) -> None:
        """Let the first matches make good what the entrant is off, and pair the others in the order of time."""
        off = self.balance.get(entrant, 0)
        for match in matches[: abs(off)]:
            self.wanted[match, entrant] = -off
        rest = iter(matches[abs(off) :])
        for match, following in zip(rest, rest, strict=False):
            self.partner[match, entrant] = following
            self.partner[following, entrant] = match

    def turn_trails(self) -> None:
        """Turn each trail whichever way more of the waiting entrants get their side."""
        for match in range(len(self.meetings)):
            if self.turned[match] is None:
                self._turn_trail(match)

    def _turn_trail(self, start: int) -> None:
        trail = {start: False}
        for entrant in self.meetings[start]:
            self._follow(start, entrant, trail)
        vote = 0
        for match, turn in trail.items():
            for entrant in self.meetings[match]:
                vote += self.wanted.get((match, entrant), 0) * self._side(match, entrant, turned=turn)
        for match, turn in trail.items():
            self.turned[match] = turn != (vote < 0)

    def _follow(self, match: int, entrant: int, trail: dict[int, bool]) -> None:
        """Add the matches that hang on ``match`` by ``entrant``, each turned to agree with the one before."""
        while (following := self.partner.get((match, entrant))) is not None and following not in trail:
            before = self._side(match, entrant, turned=trail[match])
            trail[following] = self._side(following, entrant, turned=False) == before
            match, entrant = following, self._opponent(following, entrant)

    def keep_limit_next(self) -> None:
        """Turn a match of the first round where somebody would get further off than the limit and nobody else would."""
        for match in range(len(self.rounds[0]) if self.rounds else 0):
            north, east = self._named(match)
            beyond = self.balance.get(north, 0) >= SIDE_LIMIT or self.balance.get(east, 0) <= -SIDE_LIMIT
            if beyond and self._may_turn(match):
                self.turned[match] = not self.turned[match]

    def _may_turn(self, match: int) -> bool:
        """Whether turning the match leaves both within the limit after it; only the first round is held to that."""
        if match >= len(self.rounds[0]):
            return True
        north, east = self._named(match)
        return self.balance.get(north, 0) > -SIDE_LIMIT and self.balance.get(east, 0) < SIDE_LIMIT

    def even_out(self) -> None:
        """Turn chains of matches until nobody ends two or more apart who could be helped."""
        final = dict(self.balance)
        for match in range(len(self.meetings)):
            north, east = self._named(match)
            final[north] = final.get(north, 0) + 1
            final[east] = final.get(east, 0) - 1
        while matches := self._helpful_chain(final):
            for match in matches:
                for entrant in self.meetings[match]:
                    final[entrant] -= 2 * self._side(match, entrant, turned=bool(self.turned[match]))
                self.turned[match] = not self.turned[match]

    def _helpful_chain(self, final: Mapping[int, int]) -> list[int]:
        """Return matches to turn so that the sum of squares gets less; none if nobody can be helped."""
        chains = (
            self._chain_from(entrant, final) for entrant in sorted(self.calls) if abs(final[entrant]) >= SIDE_LIMIT
        )
        return next((matches for matches in chains if matches), [])

    def _chain_from(self, start: int, final: Mapping[int, int]) -> list[int]:
        """Return matches to turn that take two off the start and give them to one who is better off with them."""
        sign = 1 if final[start] > 0 else -1
        reached: dict[int, int | None] = {start: None}
        queue = deque([start])
        while queue:
            entrant = queue.popleft()
            if sign * final[entrant] < sign * final[start] - 2:
                return list(self._way_back(entrant, reached))
            for match in self.calls[entrant]:
                other = self._opponent(match, entrant)
                side = self._side(match, entrant, turned=bool(self.turned[match]))
                if side == sign and other not in reached and self._may_turn(match):
                    reached[other] = match
                    queue.append(other)
        return []

    def _way_back(self, entrant: int, reached: Mapping[int, int | None]) -> Iterator[int]:
        while (match := reached[entrant]) is not None:
            yield match
            entrant = self._opponent(match, entrant)

    def result(self) -> tuple[tuple[Meeting, ...], ...]:
        """Return the rounds as they are turned now."""
        numbers = iter(range(len(self.meetings)))
        return tuple(tuple(self._named(next(numbers)) for _ in meetings) for meetings in self.rounds)

    def _named(self, match: int) -> Meeting:
        north, east = self.meetings[match]
        return (east, north) if self.turned[match] else (north, east)

    def _opponent(self, match: int, entrant: int) -> int:
        north, east = self.meetings[match]
        return east if entrant == north else north

    def _side(self, match: int, entrant: int, *, turned: bool) -> int:
        """Return 1 when the entrant sits NS in the match, else -1."""
        return 1 if (self.meetings[match][0] == entrant) != turned else -1
