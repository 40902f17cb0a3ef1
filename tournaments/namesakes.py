"""Decides which person a name in a list means, without ever merging two people or doubling one.

A name that could mean several people is left undecided until somebody says for it: ``"new"`` (a person of their own),
``"same"`` (the new person of that name earlier in the list), or the id of a player of that name at the club.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournaments.errors import ValueRefused
from tournaments.names import name_key

NEW = "new"
SAME = "same"
Decision = int | str
"""A player's id, or one of the two words."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A name in a list. ``key`` is where it stands: ``"7"``, or ``"7.2"`` for the second name of line 7."""

    key: str
    line: int
    name: str


@dataclass(frozen=True, slots=True)
class Namesake:
    """Somebody of that name at the club."""

    player_id: int
    name: str
    joined_date: dt.date


@dataclass(frozen=True, slots=True)
class Undecided:
    """A name that needs a decision, with whom it could mean; ``same_as``: where it stood before as a new person."""

    wanted: Wanted
    members: tuple[Namesake, ...]
    same_as: str | None


@dataclass(slots=True)
class Casting:
    """Who is meant, by the keys of the list. ``newcomers`` are to be added, one person each."""

    known: dict[str, int] = field(default_factory=dict)
    newcomers: dict[str, Wanted] = field(default_factory=dict)
    same: dict[str, str] = field(default_factory=dict)
    undecided: list[Undecided] = field(default_factory=list)
    strangers: list[Wanted] = field(default_factory=list)

    def people(self, added: Mapping[str, int]) -> dict[str, int]:
        """Return the player of every key, once the newcomers have ids."""
        return {**self.known, **added, **{key: added[first] for key, first in self.same.items()}}


def cast_new(
    wanted: Sequence[Wanted], members: Mapping[str, Sequence[Namesake]], decisions: Mapping[str, Decision]
) -> Casting:
    """Cast a list of people to add: a name that is at the club, or in the list before, needs a decision.

    ``members`` are by name key. Raises ValueRefused for a decision that makes no sense.
    """
    return _cast(wanted, members, decisions, match=False, may_add=True)


def cast_known(
    wanted: Sequence[Wanted],
    members: Mapping[str, Sequence[Namesake]],
    decisions: Mapping[str, Decision],
    *,
    may_add: bool,
) -> Casting:
    """Cast a list of people who are meant to be at the club: the only one of a name is meant by it.

    The others are ``strangers`` unless ``may_add``. Raises ValueRefused for a decision that makes no sense.
    """
    return _cast(wanted, members, decisions, match=True, may_add=may_add)


def _cast(
    wanted: Sequence[Wanted],
    members: Mapping[str, Sequence[Namesake]],
    decisions: Mapping[str, Decision],
    *,
    match: bool,
    may_add: bool,
) -> Casting:
    keys = {person.key for person in wanted}
    for key in decisions:
        if key not in keys:
            raise ValueRefused(path=f"decisions.{key}", reason=_("there is no such line"))
    casting = Casting()
    first_new: dict[str, str] = {}
    for person in wanted:
        name = name_key(person.name)
        namesakes = tuple(members.get(name, ()))
        earlier = first_new.get(name)
        if person.key in decisions:
            _decided(casting, person, decisions[person.key], namesakes, earlier)
        elif earlier is not None or len(namesakes) > 1 or (namesakes and not match):
            casting.undecided.append(Undecided(person, namesakes, earlier))
        elif namesakes:
            casting.known[person.key] = namesakes[0].player_id
        elif may_add:
            casting.newcomers[person.key] = person
        else:
            casting.strangers.append(person)
        if person.key in casting.newcomers:
            first_new.setdefault(name, person.key)
    return casting


def _decided(
    casting: Casting, person: Wanted, decision: Decision, namesakes: Sequence[Namesake], earlier: str | None
) -> None:
    if decision == NEW:
        casting.newcomers[person.key] = person
    elif decision == SAME and earlier is not None:
        casting.same[person.key] = earlier
    elif any(decision == namesake.player_id for namesake in namesakes):
        casting.known[person.key] = int(decision)
    else:
        raise ValueRefused(path=f"decisions.{person.key}", reason=_("there is no such person of that name"))
