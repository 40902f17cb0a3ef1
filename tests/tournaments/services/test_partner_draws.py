"""Draw-a-partner nights: from sign-ups to pairs and back, and what stands in the way."""

from __future__ import annotations

import pytest

from tests.concurrency import run_together
from tests.factories import NOW, make_club, make_individual, make_player, make_round, make_tournament, make_user
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import (
    EntryExists,
    EntryOfWrongKind,
    PartnersChanged,
    PartnersFixed,
    PartnersNotDrawn,
    PartnersOdd,
    RightMissing,
    SignUpAway,
    TooFewEntries,
    TournamentFinished,
    ValueRefused,
)
from tournaments.models import AuditEntry, Entry, LineUp, Partnership, Tournament
from tournaments.movements.partner_draw import draw_partners
from tournaments.selectors.entries import entries_of, view_entries
from tournaments.selectors.partner_draws import PartnerDrawView, view_partner_draw
from tournaments.selectors.tournaments import first_stage, view_tournament
from tournaments.services import absences, arrangements, entries, partner_draws, rounds

pytestmark = pytest.mark.django_db


def make_night(people=8, **settings):
    return make_tournament(people=people, rounds=3, **settings)


def draw(tournament, *, actor=SYSTEM, **more):
    drawn = partner_draws.draw_pairs(actor=actor, tournament_id=tournament.pk, now=NOW, **more)
    tournament.refresh_from_db()
    return drawn


def undo(tournament, *, actor=SYSTEM):
    alone = partner_draws.undo_draw(actor=actor, tournament_id=tournament.pk, now=NOW)
    tournament.refresh_from_db()
    return alone


def everything(tournament):
    """Return what a refused step must leave as it is."""
    stage = first_stage(tournament.pk)
    line_up = LineUp.objects.filter(entry__tournament=tournament).order_by("pk").values_list("entry_id", "player_id")
    rows = Entry.objects.filter(tournament=tournament).order_by("pk").values()
    return list(rows), list(line_up), stage.movement, stage.rounds_planned, stage.settings, tournament.entry_kind


def players_of(tournament):
    return {
        entry.number: {row.player_id for row in entry.line_up.filter(is_current=True)}
        for entry in entries_of(tournament.pk)
    }


def test_sign_ups_become_pairs_that_are_drawn_from_the_seed():
    tournament = make_night()
    people = [entry.player_id for entry in entries_of(tournament.pk)]

    drawn = draw(tournament, seed=5)

    assert [entry.number for entry in drawn] == [1, 2, 3, 4]
    assert list(players_of(tournament).values()) == [set(pair) for pair in draw_partners(people, 5).pairs]
    assert tournament.entry_kind == Tournament.EntryKind.PARTNERSHIP
    assert view_tournament(tournament).settings["movement"] == "round_robin"
    assert first_stage(tournament.pk).rounds_planned == 3
    assert Partnership.objects.count() == 4
    audit = AuditEntry.objects.latest("id")
    assert (audit.action, audit.after["seed"], audit.after["by"]) == ("partners.drawn", 5, "lot")
    assert [row["player_id"] for row in audit.before["sign_ups"]] == people


def test_the_pairs_play_the_evening():
    tournament = make_night(8)
    draw(tournament)

    round_ = make_round(tournament)

    assert [len({seat.entry_id for seat in table.seats.all()}) for table in round_.tables.all()] == [2, 2]


def test_undoing_restores_every_sign_up_under_its_number_and_id():
    tournament = make_night(5, movement="progressive", movement_options={"moves": "both"})
    gone, *_ = entries_of(tournament.pk)
    entries.withdraw_entry(actor=SYSTEM, entry_id=gone.pk, now=NOW)
    newcomer = make_player(tournament.club, "Newcomer")
    second = list(entries_of(tournament.pk))[1]
    entries.replace_player(
        actor=SYSTEM, entry_id=second.pk, player_out_id=second.player_id, player_in_id=newcomer.pk, now=NOW
    )
    before = everything(tournament)[0], players_of(tournament)

    draw(tournament)
    assert newcomer.pk in set().union(*players_of(tournament).values())
    assert gone.player_id not in set().union(*players_of(tournament).values())
    assert view_tournament(tournament).settings["movement"] == "progressive"
    undo(tournament)

    assert (everything(tournament)[0], players_of(tournament)) == before
    assert tournament.entry_kind == Tournament.EntryKind.PLAYER
    assert view_tournament(tournament).settings["movement"] == "progressive"
    assert AuditEntry.objects.latest("id").action == "partners.draw_undone"


def test_another_draw_after_undoing_is_another_one():
    tournament = make_night(12)
    first = draw(tournament) and players_of(tournament)
    undo(tournament)
    second = draw(tournament) and players_of(tournament)
    undo(tournament)
    draw(tournament, seed=tournament.seed)

    assert first != second
    assert players_of(tournament) == first


def test_who_signs_up_after_undoing_has_the_next_number():
    tournament = make_night(4)
    draw(tournament)
    undo(tournament)

    assert make_individual(tournament).number == 5
    with pytest.raises(PartnersOdd) as refused:
        draw(tournament)
    assert refused.value.params == {"people": 5}


def test_the_house_is_drawn_only_where_one_is_missing():
    tournament = make_night(5)
    house = entries_of(tournament.pk)[0]
    arrangements.arrange(actor=SYSTEM, tournament_id=tournament.pk, staying=[], house=house.pk, now=NOW)

    draw(tournament)
    assert house.player_id not in set().union(*players_of(tournament).values())
    undo(tournament)
    assert first_stage(tournament.pk).settings["house"] == house.pk
    make_individual(tournament)
    draw(tournament)

    assert house.player_id in set().union(*players_of(tournament).values())
    assert first_stage(tournament.pk).settings["house"] is None


def test_the_pair_of_somebody_who_keeps_a_table_keeps_it():
    tournament = make_night(8)
    one, two, *_ = entries_of(tournament.pk)
    arrangements.arrange(actor=SYSTEM, tournament_id=tournament.pk, staying=[two.pk, one.pk], house=None, now=NOW)

    draw(tournament)

    pair_of = {
        player: entry.pk for entry in entries_of(tournament.pk) for player in players_of(tournament)[entry.number]
    }
    expected = list(dict.fromkeys([pair_of[two.player_id], pair_of[one.player_id]]))
    assert first_stage(tournament.pk).settings["staying"] == expected
    undo(tournament)
    assert first_stage(tournament.pk).settings["staying"] == [two.pk, one.pk]


def test_a_cancelled_absence_is_forgotten_and_one_that_stands_is_in_the_way():
    tournament = make_night(4)
    entry = entries_of(tournament.pk)[0]
    absences.announce_absence(
        actor=SYSTEM, entry_id=entry.pk, round_number=2, like_sit_out=False, reason="late", now=NOW
    )
    before = everything(tournament)
    with pytest.raises(SignUpAway) as refused:
        draw(tournament)
    assert refused.value.params["number"] == 2
    assert everything(tournament) == before

    absences.cancel_absence(actor=SYSTEM, entry_id=entry.pk, round_number=2, now=NOW)
    assert len(draw(tournament)) == 2


@pytest.mark.parametrize("published", [False, True])
def test_nothing_is_drawn_or_undone_once_a_round_is(published):
    tournament = make_night(8)
    round_ = make_round(tournament) if published else None
    if round_ is None:
        rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    before = everything(tournament)
    with pytest.raises(PartnersFixed):
        draw(tournament)
    assert everything(tournament) == before
    assert view_partner_draw(tournament) == PartnerDrawView()

    other = make_night(8)
    draw(other)
    make_round(other) if published else rounds.draw_next_round(actor=SYSTEM, tournament_id=other.pk, now=NOW)
    before = everything(other)
    with pytest.raises(PartnersFixed):
        undo(other)
    assert everything(other) == before


def test_pairs_that_have_changed_are_not_taken_apart():
    tournament = make_night(4)
    pair, _other = draw(tournament)
    entries.withdraw_entry(actor=SYSTEM, entry_id=pair.pk, now=NOW)
    before = everything(tournament)

    with pytest.raises(PartnersChanged):
        undo(tournament)
    assert everything(tournament) == before
    entries.reinstate_entry(actor=SYSTEM, entry_id=pair.pk, now=NOW)
    leaving = pair.line_up.get(place=1).player_id
    entries.replace_player(
        actor=SYSTEM, entry_id=pair.pk, player_out_id=leaving, player_in_id=make_player(tournament.club).pk, now=NOW
    )
    with pytest.raises(PartnersChanged):
        undo(tournament)


@pytest.mark.parametrize(
    ("night", "settings", "refusal"),
    [
        ({"people": 0}, {}, TooFewEntries),
        ({"people": 1}, {}, TooFewEntries),
        ({"people": 7}, {}, PartnersOdd),
        ({"people": 6, "table_size": 3}, {}, ValueRefused),
        ({"people": 6, "table_size": 6}, {}, ValueRefused),
        ({"people": 4}, {"by": "looks"}, ValueRefused),
        ({"people": 4}, {"seed": -1}, ValueRefused),
    ],
)
def test_what_cannot_be_drawn_is_refused_and_changes_nothing(night, settings, refusal):
    tournament = make_night(**{"entry_kind": "player", **night})
    before = everything(tournament)

    with pytest.raises(refusal):
        draw(tournament, **settings)

    assert everything(tournament) == before
    assert Partnership.objects.count() == 0


def test_three_pairs_at_a_table_of_six_are_drawn_too():
    tournament = make_night(12, table_size=6, teams="three_pairs")

    assert len(draw(tournament)) == 6
    assert view_tournament(tournament).settings["movement"] == "individual"


def test_pairs_are_not_drawn_again_and_a_player_signs_up_once():
    pairs = make_tournament(pairs=4)
    with pytest.raises(EntryOfWrongKind):
        draw(pairs)
    with pytest.raises(PartnersNotDrawn):
        undo(pairs)
    tournament = make_night(4)
    one, two, *_ = entries_of(tournament.pk)
    entries.replace_player(
        actor=SYSTEM, entry_id=one.pk, player_out_id=one.player_id, player_in_id=two.player_id, now=NOW
    )
    with pytest.raises(EntryExists):
        draw(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(status="finished", finished_at=NOW)
    with pytest.raises(TournamentFinished):
        draw(tournament)


@pytest.mark.parametrize("role", ["scorer", None])
def test_only_who_manages_entries_draws_partners(role):
    user = make_user()
    club = make_club(**({role: user} if role else {}))
    tournament = make_night(4, club=club)
    before = everything(tournament)

    with pytest.raises(RightMissing):
        draw(tournament, actor=Actor(user_id=user.pk))
    assert everything(tournament) == before
    draw(tournament)
    before = everything(tournament)
    with pytest.raises(RightMissing):
        undo(tournament, actor=Actor(user_id=user.pk))
    assert everything(tournament) == before


def test_the_page_knows_what_can_be_done():
    tournament = make_night(6)
    assert view_partner_draw(tournament) == PartnerDrawView(people=6)

    draw(tournament)
    assert view_partner_draw(tournament) == PartnerDrawView(pairs=3)
    assert [len(view.players) for view in view_entries(list(entries_of(tournament.pk)), tournament)] == [2, 2, 2]
    assert view_partner_draw(make_tournament(pairs=2)) == PartnerDrawView()


@pytest.mark.django_db(transaction=True)
def test_two_who_draw_at_once_draw_once():
    tournament = make_night(8)

    def act(_index):
        return str(len(partner_draws.draw_pairs(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)))

    outcomes = run_together(4, act, refused=EntryOfWrongKind)

    assert sorted(outcomes) == ["4", *["entry.wrong_kind"] * 3]
    assert Entry.objects.filter(tournament=tournament).count() == 4
