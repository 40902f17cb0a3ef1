"""A person anonymised: results stay to the figure, and the name is nowhere any more."""

from __future__ import annotations

import datetime as dt
import json

import pytest
from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from tests.factories import (
    NOW,
    make_club,
    make_entry,
    make_partnership,
    make_player,
    make_round,
    make_tournament,
    make_user,
)
from tests.hands import keep_all, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import LinesUnreadable, RightMissing, ThingNotFound
from tournaments.imports import name_lines
from tournaments.models import AuditEntry, Membership, Player
from tournaments.people_errors import NumberNotTyped, PlayerAnonymised, PlayerMerged, PlayerStillPlays
from tournaments.selectors.clubs import members_of
from tournaments.selectors.free_texts import FREE_TEXTS, NO_NAMES, NO_NAMES_IN
from tournaments.selectors.names import player_names
from tournaments.selectors.standings import standings_of
from tournaments.services import (
    absences,
    adjustments,
    anonymising,
    entries,
    keeping_apart,
    merging,
    players,
    publishing,
)

pytestmark = pytest.mark.django_db

NAME = "Žilvinas O'Marker"
OTHER = 'Zil "Ace" O\'Marker'


def anonymise(player, **more):
    values = {"actor": SYSTEM, "player_id": player.pk, "typed": str(player.pk), "now": NOW, **more}
    return anonymising.anonymise_player(**values)


def written():
    """Return all that the database holds, as one text."""
    return json.dumps(everything(), cls=DjangoJSONEncoder, ensure_ascii=False).lower()


def figures(tournament):
    return [(row.rank, row.entry_id, [value.exact for value in row.values]) for row in standings_of(tournament).rows]


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def evening(club):
    """A closed evening with the name in every text that the desk can write; they have withdrawn since."""
    player, second = make_player(club, NAME), make_player(club, OTHER)
    tournament = make_tournament(club, rounds=3, rules={"end": "hands", "hands": 1}, movement="swiss", pairs=3)
    entry = make_entry(tournament, make_partnership(club, player))
    who = {"actor": SYSTEM, "now": NOW}
    keeping_apart.set_groups_from_text(tournament_id=tournament.pk, text=f"{entry.number}: {NAME} family", **who)
    play_round(make_round(tournament))
    penalty = {"tournament_id": tournament.pk, "entry_id": entry.pk, "metric": "points", "amount": "-10", **who}
    seen = keep_all(adjustments.preview_adjustment(**penalty))
    adjustments.add_adjustment(reason=f"{NAME.upper()} came late", confirmation=seen, **penalty)
    absences.announce_absence(entry_id=entry.pk, round_number=2, reason=f"wedding of {NAME}", **who)
    publishing.publish_standings(tournament_id=tournament.pk, kind="provisional", reason=f"with {NAME}", **who)
    entries.withdraw_entry(entry_id=entry.pk, reason=f"{NAME} has gone home", **who)
    merging.merge_players(kept_id=player.pk, merged_id=second.pk, reason=f"{OTHER} is {NAME}", **who)
    return tournament, player


def test_anonymised_player_keeps_results_and_the_name_is_nowhere(club, evening):
    tournament, player = evening
    before = figures(tournament)
    told = written()

    anonymise(player)

    assert NAME.lower() in told
    assert (NAME.lower() in written(), "o'marker" in written()) == (False, False)
    assert figures(tournament) == before
    assert player_names([player.pk], club.pk) == {player.pk: f"Player {player.pk}"}
    assert {f"Player {player.pk} came late", f"wedding of Player {player.pk}", f"Player {player.pk} has gone home"} <= {
        *AuditEntry.objects.values_list("reason", flat=True)
    }
    audit = AuditEntry.objects.latest("pk")
    assert (audit.action, audit.subject, audit.before, audit.after) == (
        "player.anonymised",
        f"player {player.pk}",
        None,
        None,
    )


def test_anonymised_player_cannot_be_entered_renamed_or_brought_back(club, evening):
    _tournament, player = evening
    night = make_tournament(club, entry_kind="player")
    anonymise(player)
    before = everything()
    who = {"actor": SYSTEM, "now": NOW}

    for refusal, act in (
        (ThingNotFound, lambda: entries.admit_players(tournament_id=night.pk, player_ids=[player.pk], **who)),
        (
            LinesUnreadable,
            lambda: entries.admit_names(tournament_id=night.pk, lines=name_lines(f"Player {player.pk}"), **who),
        ),
        (ThingNotFound, lambda: players.rename_player(club_id=club.pk, player_id=player.pk, name=NAME, **who)),
        (PlayerAnonymised, lambda: anonymise(player)),
        (
            PlayerAnonymised,
            lambda: merging.merge_players(kept_id=members_of(club.pk).first().player_id, merged_id=player.pk, **who),
        ),
    ):
        with pytest.raises(refusal):
            act()

    assert player.pk not in members_of(club.pk).values_list("player_id", flat=True)
    assert everything() == before


def test_a_name_within_another_one_stays(club):
    player = make_player(club, "Ann Lee")
    make_player(club, "Joann Leech")
    tournament = make_tournament(club, pairs=2)
    who = {"actor": SYSTEM, "now": NOW}
    entry = tournament.entries.first()
    entries.withdraw_entry(entry_id=entry.pk, reason="Joann Leech said so; Ann Lee's car, ann lee.", **who)

    anonymise(player)

    reason = AuditEntry.objects.get(action="entry.withdrawn").reason
    assert reason == f"Joann Leech said so; Player {player.pk}'s car, Player {player.pk}."
    assert Membership.objects.filter(display_name="Joann Leech").exists()


def test_a_short_name_in_a_text_that_is_full_is_forgotten_too(club):
    player = make_player(club, "Li")
    note = "Li " + "x" * 77
    invitation = club.invitations.create(
        role="scorer", note=note, nonce="a", made_at=NOW, expires_at=NOW + dt.timedelta(days=7)
    )

    anonymise(player)

    invitation.refresh_from_db()
    assert invitation.note == f"Player {player.pk} {note[3:]}"[:80]


def test_texts_of_other_clubs_stay_as_they_are(club):
    player = make_player(club, "Ann Lee")
    tournament = make_tournament(make_club("Away"), pairs=2)
    entries.withdraw_entry(actor=SYSTEM, entry_id=tournament.entries.first().pk, reason="Ann Lee drove", now=NOW)

    anonymise(player)

    assert AuditEntry.objects.get(action="entry.withdrawn").reason == "Ann Lee drove"


def test_anonymising_that_cannot_be_is_refused_and_changes_nothing(club):
    player = make_player(club, "Ann Lee")
    playing = make_tournament(club, pairs=1).entries.get().partnership.first
    merged = make_player(club, "A Lee")
    merging.merge_players(actor=SYSTEM, kept_id=player.pk, merged_id=merged.pk, now=NOW)
    director = make_user()
    club.roles.create(user=director, role="director")
    before = everything()

    for refusal, act in (
        (NumberNotTyped, lambda: anonymise(player, typed="")),
        (NumberNotTyped, lambda: anonymise(player, typed="Ann Lee")),
        (PlayerStillPlays, lambda: anonymise(playing)),
        (PlayerMerged, lambda: anonymise(merged)),
        (ThingNotFound, lambda: anonymise(Player(pk=99_999_999))),
        (RightMissing, lambda: anonymise(player, actor=Actor())),
        (RightMissing, lambda: anonymise(player, actor=Actor(user_id=director.pk))),
    ):
        with pytest.raises(refusal):
            act()

    assert everything() == before


def test_a_merge_of_somebody_anonymised_is_not_undone(club):
    player, merged = make_player(club, "Ann Lee"), make_player(club, "A Lee")
    done = merging.merge_players(actor=SYSTEM, kept_id=player.pk, merged_id=merged.pk, now=NOW)
    anonymise(player)
    before = everything()

    with pytest.raises(PlayerAnonymised):
        merging.undo_merge(actor=SYSTEM, merge_id=done.pk, now=NOW)

    assert everything() == before


def test_every_field_with_letters_is_searched_or_said_to_hold_no_names():
    searched = {(texts.model, field) for texts in FREE_TEXTS for field in texts.fields}
    forgotten = {
        f"{model._meta.label}.{field.name}"
        for app in ("gameplay", "tournaments", "ratings")
        for model in apps.get_app_config(app).get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField | models.JSONField) and not field.choices
        if (model, field.name) not in searched
        and model._meta.label not in NO_NAMES
        and not {field.name, f"{model.__name__}.{field.name}"} & NO_NAMES_IN.keys()
    }
    assert forgotten == set()


@pytest.mark.parametrize("texts", [pytest.param(texts, id=texts.model.__name__) for texts in FREE_TEXTS])
def test_fields_that_are_searched_lead_to_their_club(texts):
    names = {field.name for field in texts.model._meta.concrete_fields}
    assert set(texts.fields) <= names
    assert texts.model.objects.filter(**{texts.club: 0}).count() == 0
