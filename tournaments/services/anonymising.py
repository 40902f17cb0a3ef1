"""A person forgotten: what they played stays, and no page, file or line of the log says who it was. For ever."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor
from tournaments.models import Membership, Player
from tournaments.names import name_key, sort_key
from tournaments.people_errors import (
    NumberNotTyped,
    PeopleChanged,
    PlayerAnonymised,
    PlayerMerged,
    PlayerStillPlays,
)
from tournaments.selectors.free_texts import FREE_TEXTS, rows_naming
from tournaments.selectors.people import clubs_of, get_player, plays_in, require_all_clubs
from tournaments.services import audit


@transaction.atomic(durable=True)
def anonymise_player(*, actor: Actor, player_id: int, typed: str, now: dt.datetime) -> Player:
    """Replace a person's name by a number wherever it stands, with those of all records merged into theirs.

    In texts that people wrote (reasons, groups, what was posted) the whole name is replaced, in capitals or not.
    ``typed`` is the player's id, since this cannot be undone. Only for those who manage every club that holds them.
    Raises PlayerAnonymised, PlayerMerged, PlayerStillPlays, NumberNotTyped, PeopleChanged.
    """
    get_player(player_id)
    clubs = require_all_clubs(actor, [player_id])
    locks.lock_whole_clubs(clubs)
    player = locks.lock_players([player_id])[player_id]
    if require_all_clubs(actor, [player_id]) != clubs:
        raise PeopleChanged
    if player.anonymised_at is not None:
        raise PlayerAnonymised
    if player.merged_into_id is not None:
        raise PlayerMerged
    if (tournament := plays_in(player_id)) is not None:
        raise PlayerStillPlays(name=tournament.name)
    if typed.strip() != str(player_id):
        raise NumberNotTyped(number=player_id)
    records = [player_id, *Player.objects.filter(merged_into=player).values_list("pk", flat=True)]
    members = Membership.objects.filter(player_id__in=records).order_by("pk")
    names = set(members.values_list("display_name", flat=True))
    shown = anonymous_name(player_id)
    members.update(display_name=shown, sort_key=sort_key(shown), name_key=name_key(shown))
    forget_names(names, shown, clubs_of([player_id]))
    Player.objects.filter(pk__in=records).update(anonymised_at=now)
    for club_id in clubs:
        audit.record(actor, "player.anonymised", f"player {player_id}", now=now, club_id=club_id)
    player.anonymised_at = now
    return player


def anonymous_name(player_id: int) -> str:
    """Return what stands in the place of a name."""
    return _("Player %(number)s") % {"number": player_id}


def forget_names(names: set[str], shown: str, club_ids: list[int]) -> None:
    """Replace names in all that was written freely at some clubs, in the caller's transaction."""
    # The longest first: a short name may be part of a longer one.
    alternatives = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    pattern = re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE)
    for texts in FREE_TEXTS:
        for field in texts.fields:
            longest = getattr(texts.model._meta.get_field(field), "max_length", None)  # noqa: SLF001 - the only way
            for row in rows_naming(texts, field, names, club_ids):
                told = _without(getattr(row, field), pattern, shown)
                # What stands for a short name is longer than it; the end of a text that was full gives way.
                setattr(row, field, told[:longest] if isinstance(told, str) else told)
                row.save(update_fields=[field])


def _without(value: Any, pattern: re.Pattern[str], shown: str) -> Any:
    """Return a text, or JSON, with a name replaced wherever it stands, in keys too."""
    if isinstance(value, str):
        return pattern.sub(shown, value)
    if isinstance(value, list):
        return [_without(item, pattern, shown) for item in value]
    if isinstance(value, dict):
        return {_without(key, pattern, shown): _without(item, pattern, shown) for key, item in value.items()}
    return value
