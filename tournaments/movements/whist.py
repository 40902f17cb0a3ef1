"""Whist cycles: everybody is everybody's partner once and opponent twice.

There is one for 4n people (4n - 1 rounds, nobody sits out) and for 4n + 1 (4n + 1 rounds, each sits out once). All
rounds come from the first:

- A power of 2: the field of so many elements. The first round has the cosets of {0, 1, 2, 3} at its tables, x with
  x + 1 against x + 2 with x + 3; each round multiplies the one before by a generator. Partners differ by 1 times the
  power of the round, opponents by 2 or 3 times it, so each difference comes once and twice.
- A prime power 4n + 1: with a generator g of the field, tables g^i with g^(i + 2n) against g^(i + n) with g^(i + 3n)
  for i < n, who sits out is 0; the rounds add each element of the field in turn.
- Others: first rounds that a search has found, in which the differences of partners and of opponents come once and
  twice; the rounds add 1 to every place modulo 4n + 1, or modulo 4n - 1 where the last place of all stays as it is.
"""

from __future__ import annotations

from functools import lru_cache

from tournaments.movements.chairs import Sides
from tournaments.movements.fair_seats import seat_in_turn, with_starters
from tournaments.movements.schedule import RoundPlan

LARGEST = 33
_POLYNOMIALS = {4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101}
"""Of which x is a generator."""
_PRIMES = {5: 5, 9: 3, 13: 13, 17: 17, 25: 5, 29: 29}
_FIRST_ROUNDS = {
    12: "3450 6892 B1A7",
    20: "BF72 0A13 9C5J 8GDE 6I4H",
    21: "3AE9 H2F4 DCG7 IK8B J651",
    24: "6N7H 8ELM 539G 2DKB IACF 04J1",
    28: "170A D4NF 6HJK RMQB 832P 5ICE 9GOL",
    33: "6B7H NTAW 3CRK E2LJ 8GDV 9S1U IFM5 QPO4",
}
"""Table by table two partners and their opponents, in the digits and then the letters from 10 on."""


def cycle_length(count: int) -> int | None:
    """Return how many rounds the cycle of so many people has; None if there is none here.

    >>> cycle_length(12), cycle_length(13), cycle_length(14)
    (11, 13, None)
    """
    if 4 <= count <= LARGEST and count % 4 < 2:
        return count - 1 + count % 2
    return None


@lru_cache(maxsize=64)
def whist_pattern(count: int) -> tuple[RoundPlan, ...]:
    """Return the cycle over places 0 to ``count`` - 1; for numbers that ``cycle_length`` knows."""
    if count in _POLYNOMIALS:
        rounds = _of_binary_field(count)
    elif count in _PRIMES:
        rounds = _of_field(count, _PRIMES[count])
    else:
        rounds = _developed(count, _FIRST_ROUNDS[count])
    return with_starters(count, seat_in_turn(rounds))


def _of_binary_field(count: int) -> list[list[Sides]]:
    powers = [1]
    for _ in range(count - 2):
        double = 2 * powers[-1]
        powers.append(double ^ _POLYNOMIALS[count] if double >= count else double)
    log = {element: power for power, element in enumerate(powers)}

    def times(factor: int, element: int) -> int:
        return powers[(log[factor] + log[element]) % (count - 1)] if element else 0

    return [
        [
            ((times(factor, low), times(factor, low + 1)), (times(factor, low + 2), times(factor, low + 3)))
            for low in range(0, count, 4)
        ]
        for factor in powers
    ]


def _of_field(count: int, prime: int) -> list[list[Sides]]:
    """Elements of the field of ``prime`` squared are a + b * prime for a + b * sqrt(2); 2 has no root there."""

    def plus(one: int, other: int) -> int:
        high = (one // prime + other // prime) % prime
        return (one + other) % prime + high * prime

    def times(one: int, other: int) -> int:
        (a, b), (c, d) = divmod(one, prime)[::-1], divmod(other, prime)[::-1]
        return (a * c + 2 * b * d) % prime + (a * d + b * c) % prime * prime

    powers: list[int] = []
    generator = 1
    while len(powers) < count - 1:
        generator += 1
        powers = [1]
        while (power := times(powers[-1], generator)) != 1:
            powers.append(power)
    quarter = count // 4
    first = [[powers[step + turn * quarter] for turn in (0, 2, 1, 3)] for step in range(quarter)]
    return [
        [((plus(a, shift), plus(b, shift)), (plus(c, shift), plus(d, shift))) for a, b, c, d in first]
        for shift in range(count)
    ]


def _developed(count: int, first: str) -> list[list[Sides]]:
    modulus = count - 1 + count % 2

    def moved(symbol: str, shift: int) -> int:
        place = int(symbol, 36)
        return (place + shift) % modulus if place < modulus else place

    rounds: list[list[Sides]] = []
    for shift in range(modulus):
        tables = [[moved(symbol, shift) for symbol in table] for table in first.split()]
        rounds.append([((a, b), (c, d)) for a, b, c, d in tables])
    return rounds
