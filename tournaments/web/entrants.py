"""What those who take part in a tournament are called: pairs, players or teams, in whole sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.models import Tournament

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True, slots=True)
class EntrantWords:
    """The words for one kind of entry. What is counted takes the number by ``%``."""

    one: _StrPromise
    many: _StrPromise
    enter: _StrPromise
    enter_first: _StrPromise
    coming_and_going: _StrPromise
    nobody_yet: _StrPromise
    how_to_write: _StrPromise
    known: _StrPromise
    expected: _StrPromise
    withdraw: _StrPromise
    withdrawing: _StrPromise
    returning: _StrPromise
    own_average: _StrPromise
    here: _StrPromise
    entered: _StrPromise
    odd_first_time: _StrPromise
    odd_in_turn: _StrPromise
    shared_player: _StrPromise


_PAIRS = EntrantWords(
    one=_("Pair"),
    many=_("Pairs"),
    enter=_("Enter pairs"),
    enter_first=_("Enter the pairs. A full table is enough to start, more can come later."),
    coming_and_going=_("Pairs: late, leaving, replaced"),
    nobody_yet=_("Nobody yet. Paste the pairs, one a line."),
    how_to_write=_("One pair a line, with + between the names: Ann Lee + Bob O'Brien"),
    known=_("Or tick pairs that the club knows"),
    expected=_("How many pairs are expected?"),
    withdraw=_("Withdraw the pair"),
    withdrawing=_("The pair is in no draw from now on. What it has played stays."),
    returning=_("The pair is drawn again from the next draw on."),
    own_average=_("A sit-out is worth the pair's own average over the tables it has played."),
    here=ngettext_lazy("%(count)s pair is here.", "%(count)s pairs are here.", "count"),
    entered=ngettext_lazy("%(count)s pair entered.", "%(count)s pairs entered.", "count"),
    odd_first_time=_("The number of pairs is odd: %(name)s sits out, for the first time."),
    odd_in_turn=ngettext_lazy(
        "The number of pairs is odd: %(name)s sits out, whose turn it is (%(before)s time before).",
        "The number of pairs is odd: %(name)s sits out, whose turn it is (%(before)s times before).",
        "before",
    ),
    shared_player=_("%(name)s sits out, because a player of this pair also plays for %(people)s."),
)
_PLAYERS = EntrantWords(
    one=_("Player"),
    many=_("Players"),
    enter=_("Enter players"),
    enter_first=_("Enter the players. A full table is enough to start, more can come later."),
    coming_and_going=_("Players: late, leaving, replaced"),
    nobody_yet=_("Nobody yet. Paste the names, one a line."),
    how_to_write=_("One name a line: Ann Lee"),
    known=_("Or tick players that the club knows"),
    expected=_("How many players are expected?"),
    withdraw=_("Withdraw the player"),
    withdrawing=_("The player is in no draw from now on. What was played stays."),
    returning=_("The player is drawn again from the next draw on."),
    own_average=_("A sit-out is worth the player's own average over the tables played."),
    here=ngettext_lazy("%(count)s player is here.", "%(count)s players are here.", "count"),
    entered=ngettext_lazy("%(count)s player entered.", "%(count)s players entered.", "count"),
    odd_first_time=_("The number of players is odd: %(name)s sits out, for the first time."),
    odd_in_turn=ngettext_lazy(
        "The number of players is odd: %(name)s sits out, whose turn it is (%(before)s time before).",
        "The number of players is odd: %(name)s sits out, whose turn it is (%(before)s times before).",
        "before",
    ),
    shared_player=_("%(name)s sits out, because the same person also plays as %(people)s."),
)
_TEAMS = EntrantWords(
    one=_("Team"),
    many=_("Teams"),
    enter=_("Enter teams"),
    enter_first=_("Enter the teams. A full table is enough to start, more can come later."),
    coming_and_going=_("Teams: late, leaving, replaced"),
    nobody_yet=_("Nobody yet. Paste the teams, one a line."),
    how_to_write=_("One team a line, with + between the names: Ann Lee + Bob O'Brien + Cy Fox"),
    known=_("Or tick teams that the club knows"),
    expected=_("How many teams are expected?"),
    withdraw=_("Withdraw the team"),
    withdrawing=_("The team is in no draw from now on. What it has played stays."),
    returning=_("The team is drawn again from the next draw on."),
    own_average=_("A sit-out is worth the team's own average over the tables it has played."),
    here=ngettext_lazy("%(count)s team is here.", "%(count)s teams are here.", "count"),
    entered=ngettext_lazy("%(count)s team entered.", "%(count)s teams entered.", "count"),
    odd_first_time=_("The number of teams is odd: %(name)s sits out, for the first time."),
    odd_in_turn=ngettext_lazy(
        "The number of teams is odd: %(name)s sits out, whose turn it is (%(before)s time before).",
        "The number of teams is odd: %(name)s sits out, whose turn it is (%(before)s times before).",
        "before",
    ),
    shared_player=_("%(name)s sits out, because a player of this team also plays for %(people)s."),
)
_WORDS = {
    Tournament.EntryKind.PARTNERSHIP.value: _PAIRS,
    Tournament.EntryKind.PLAYER.value: _PLAYERS,
    Tournament.EntryKind.TEAM.value: _TEAMS,
}


def entrant_words(entry_kind: str) -> EntrantWords:
    """Return the words for what takes part in a tournament."""
    return _WORDS[entry_kind]
