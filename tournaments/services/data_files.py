"""What is held about a person, handed to those who manage all clubs that hold them; that it was is in the log."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db import transaction

from tournaments.actors import Actor
from tournaments.selectors.data_files import data_of
from tournaments.selectors.people import get_player, require_all_clubs
from tournaments.services import audit


@transaction.atomic(durable=True)
def hand_out_data(*, actor: Actor, player_id: int, now: dt.datetime) -> dict[str, Any]:
    """Return everything held about a player, to be given to them. Raises ThingNotFound, RightMissing."""
    get_player(player_id)
    clubs = require_all_clubs(actor, [player_id])
    found = data_of(player_id, now=now)
    for club_id in clubs:
        audit.record(actor, "player.data_handed_out", f"player {player_id}", now=now, club_id=club_id)
    return found
