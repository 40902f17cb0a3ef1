"""Two records of one person merged and taken apart: nothing is lost, names follow, and undo is exact."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from tests.factories import (
    NOW,
    make_club,
    make_entry,
    make_individual,
    make_partnership,
    make_player,
    make_round,
    make_tournament,
    make_user,
)
from tests.hands import enter, fh_line, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import NamesakesUndecided, RightMissing, ThingNotFound
from tournaments.imports import name_lines
from tournaments.models import (
    AuditEntry,
    Entry,
    LineUp,
    Membership,
    Occupancy,
    OutboxEvent,
    Partnership,
    Player,
    PlayerMerge,
)
from tournaments.people_errors import (
    LaterMerge,
    MergeImpossible,
    MergeUndone,
    PlayerAnonymised,
    PlayerMerged,
    SamePlayer,
)
from tournaments.selectors.clubs import get_member, members_of, partnerships_at
from tournaments.selectors.names import entry_names, player_names
from tournaments.selectors.people import look_at_merge, merges_at
from tournaments.selectors.publications import get_publication
from tournaments.selectors.tables import get_table
from tournaments.services import (
    entries,
    merging,
    partner_draws,
    partnerships,
    players,
    publishing,
    rounds,
    substitutes,
)

pytestmark = pytest.mark.django_db

ONE_HAND = {"end": "hands", "hands": 1}
TOLD = ("auditentry", "outboxevent", "playermerge")


def merge(kept, merged, **more):
    return merging.merge_players(
        **{"actor": SYSTEM, "kept_id": kept.pk, "merged_id": merged.pk, "reason": "one person", "now": NOW, **more}
    )


def undo(found, **more):
    return merging.undo_merge(**{"actor": SYSTEM, "merge_id": found.pk, "now": NOW, **more})


def product():
    """Return all that there is but for what tells of merges."""
    return {table: rows for table, rows in everything().items() if not table.endswith(TOLD)}


def night_of(club, *pairs, **more):
    """Return an evening of one round that these pairs have played."""
    tournament = make_tournament(club, rounds=3, rules=ONE_HAND, **more)
    for pair in pairs:
        make_entry(tournament, pair)
    play_round(make_round(tournament))
    return tournament


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def twice(club):
    """Two records of one person, each of which has played an evening: as J Smith and as John Smith."""
    kept, merged = make_player(club, "John Smith"), make_player(club, "J Smith")
    others = [make_partnership(club) for _ in range(2)]
    night_of(club, make_partnership(club, kept, make_player(club, "Ann")), others[0])
    night_of(club, make_partnership(club, merged, make_player(club, "Bob")), others[1])
    return kept, merged


def names_in(tournament):
    return set(entry_names(tournament.pk, tournament.club_id).values())


def test_merge_moves_entries_line_ups_and_seats_and_deletes_nothing(twice):
    kept, merged = twice
    before = {model: model.objects.count() for model in (Player, Membership, Entry, LineUp, Occupancy)}
    sat = Occupancy.objects.filter(player__in=twice).count()
    publication = publishing.publish_standings(
        actor=SYSTEM,
        tournament_id=Entry.objects.get(partnership__in=pairs_of(merged)).tournament_id,
        kind="provisional",
        now=NOW,
    )

    done = merge(kept, merged)

    assert {model: model.objects.count() for model in before} == before
    assert Occupancy.objects.filter(player=kept).count() == sat
    assert Occupancy.objects.filter(player=merged).count() == 0
    assert Player.objects.get(pk=merged.pk).merged_into_id == kept.pk
    assert any("John Smith" in name for name in names_in(publication.tournament))
    shown = get_publication(publication.tournament, publication.number)
    assert any("John Smith" in row.entry_name for row in shown.rows)
    assert (done.kept_id, done.merged_id, done.reason) == (kept.pk, merged.pk, "one person")
    audit = AuditEntry.objects.latest("pk")
    assert (audit.action, audit.subject, audit.after) == ("player.merged", f"player {merged.pk}", {"player": kept.pk})


def pairs_of(player):
    return Partnership.objects.filter(first=player) | Partnership.objects.filter(second=player)


def test_merged_record_is_in_no_list_and_its_name_resolves_to_the_one_that_stands(club, twice):
    kept, merged = twice

    merge(kept, merged)

    listed = {member.player_id for member in members_of(club.pk)}
    assert kept.pk in listed
    assert merged.pk not in listed
    assert player_names([kept.pk, merged.pk], club.pk) == {kept.pk: "John Smith", merged.pk: "John Smith"}
    assert not partnerships_at(club.pk).filter(pk__in=pairs_of(merged)).exists()
    with pytest.raises(ThingNotFound):
        get_member(club.pk, merged.pk)
    # The old name is free: whoever is called so now is somebody else.
    players.add_players(actor=SYSTEM, club_id=club.pk, lines=name_lines("J Smith"), now=NOW)
    with pytest.raises(NamesakesUndecided):
        players.add_players(actor=SYSTEM, club_id=club.pk, lines=name_lines("John Smith"), now=NOW)


def test_names_cost_one_query_while_nobody_was_merged(club, twice, django_assert_num_queries):
    kept, merged = twice
    with django_assert_num_queries(1):
        player_names([kept.pk, merged.pk], club.pk)


def test_merged_record_cannot_be_entered_paired_or_seated(club, twice):
    kept, merged = twice
    night = make_tournament(club, entry_kind="player")
    playing = make_round(make_tournament(club, pairs=2)).tables.get()
    seat = get_table(playing.pk).seats[0].player_id
    pair = pairs_of(merged).get()
    merge(kept, merged)
    before = everything()
    who = {"actor": SYSTEM, "now": NOW}

    for act in (
        lambda: entries.admit_players(tournament_id=night.pk, player_ids=[merged.pk], **who),
        lambda: entries.admit_partnerships(tournament_id=playing.round.tournament_id, partnership_ids=[pair.pk], **who),
        lambda: partnerships.form_partnership(club_id=club.pk, player_ids=(merged.pk, seat), **who),
        lambda: substitutes.substitute_player(table_id=playing.pk, player_out_id=seat, player_in_id=merged.pk, **who),
        lambda: players.rename_player(club_id=club.pk, player_id=merged.pk, name="X", **who),
    ):
        with pytest.raises(ThingNotFound):
            act()

    assert everything() == before


def test_undo_of_a_merge_is_exact(twice):
    before = product()
    done = merge(*twice)

    undo(done)

    assert product() == before
    done.refresh_from_db()
    assert done.undone_at == NOW
    assert AuditEntry.objects.latest("pk").action == "player.merge_undone"


def test_merge_of_a_pair_that_both_have_uses_the_one_that_stands_and_undo_is_exact(club):
    kept, merged, ann = make_player(club, "John Smith"), make_player(club, "J Smith"), make_player(club, "Ann")
    own, other = make_partnership(club, kept, ann), make_partnership(club, merged, ann)
    night_of(club, own, make_partnership(club))
    second = night_of(club, other, make_partnership(club))
    before = product()

    done = merge(kept, merged)

    assert set(Entry.objects.filter(tournament=second).values_list("partnership_id", flat=True)) >= {own.pk}
    assert Partnership.objects.filter(pk=other.pk).exists()
    undo(done)
    assert product() == before


def test_what_came_after_a_merge_stays_with_the_one_that_stands(club, twice):
    kept, merged = twice
    bob = pairs_of(merged).get()
    partner = bob.first_id if bob.second_id == merged.pk else bob.second_id
    done = merge(kept, merged)
    pair = make_partnership(club, kept, Player.objects.get(pk=partner))
    later = night_of(club, pair, make_partnership(club))
    sat = set(Occupancy.objects.filter(round__tournament=later, player=kept).values_list("pk", flat=True))

    undo(done)

    assert set(Occupancy.objects.filter(round__tournament=later, player=kept).values_list("pk", flat=True)) == sat
    assert len(sat) == 1
    assert any("John Smith" in name for name in names_in(later))
    assert Partnership.objects.filter(pk=pair.pk).exists()
    earlier = Entry.objects.exclude(tournament=later).get(partnership__in=pairs_of(merged)).tournament
    assert any("J Smith" in name for name in names_in(earlier))
    assert not any("John Smith" in name for name in names_in(earlier))


def test_merge_across_clubs_makes_the_one_that_stands_a_member_under_the_others_name(club):
    away = make_club("Away")
    kept, merged = make_player(club, "John Smith"), make_player(away, "Johnny")
    night = night_of(away, make_partnership(away, merged), make_partnership(away))
    before = product()

    done = merge(kept, merged)

    assert get_member(away.pk, kept.pk).display_name == "Johnny"
    assert any("Johnny" in name for name in names_in(night))
    assert [found.pk for found in merges_at(away)] == [found.pk for found in merges_at(club)] == [done.pk]
    undo(done)
    assert product() == before


def test_merge_across_clubs_that_was_used_since_leaves_the_membership(club):
    away = make_club("Away")
    kept, merged = make_player(club, "John Smith"), make_player(away, "Johnny")
    night_of(away, make_partnership(away, merged), make_partnership(away))
    done = merge(kept, merged)
    make_individual(make_tournament(away, entry_kind="player"), kept)

    undo(done)

    assert get_member(away.pk, kept.pk).display_name == "Johnny"
    assert get_member(away.pk, merged.pk).display_name == "Johnny"


def test_ratings_are_told_of_every_closed_round_of_the_merged_record(twice):
    kept, merged = twice
    rounds = set(Occupancy.objects.filter(player=merged).values_list("round_id", flat=True))
    OutboxEvent.objects.all().delete()

    done = merge(kept, merged)
    told = {event.payload["round_id"] for event in OutboxEvent.objects.filter(topic="results.changed")}
    OutboxEvent.objects.all().delete()
    undo(done)

    assert told == rounds
    assert {event.payload["round_id"] for event in OutboxEvent.objects.all()} == rounds


def test_two_who_sat_in_one_round_or_are_in_one_tournament_are_two(club):
    sat = night_of(club, make_partnership(club), make_partnership(club))
    [one, other] = sat.entries.order_by("number")
    opponents = Player.objects.get(pk=one.partnership.first_id), Player.objects.get(pk=other.partnership.first_id)
    partners = Player.objects.get(pk=one.partnership.first_id), Player.objects.get(pk=one.partnership.second_id)
    night = make_tournament(club, entry_kind="player")
    entered = make_individual(night).player, make_individual(night).player
    before = everything()

    found = []
    for kept, merged in (opponents, partners, entered):
        with pytest.raises(MergeImpossible) as refused:
            merge(kept, merged)
        found.append([one["code"] for one in refused.value.reasons])
        assert [one.detail for one in look_at_merge(kept.pk, merged.pk).obstacles] == [
            one["detail"] for one in refused.value.reasons
        ]

    assert found == [["entered_both", "sat_both"], ["entered_both", "sat_both"], ["entered_both"]]
    assert everything() == before


def test_a_substitute_who_sat_in_a_round_with_the_other_is_somebody_else(club):
    table = make_round(make_tournament(club, pairs=2, rules={"end": "hands", "hands": 2})).tables.get()
    seats = get_table(table.pk).seats
    sitting_in = make_player(club)
    enter(table, fh_line(dealer=get_table(table.pk).next_hand.starter), number=1)
    substitutes.substitute_player(
        actor=SYSTEM, table_id=table.pk, player_out_id=seats[0].player_id, player_in_id=sitting_in.pk, now=NOW
    )

    with pytest.raises(MergeImpossible, match="Both sat in round 1 of Club night"):
        merge(Player.objects.get(pk=seats[1].player_id), sitting_in)


def test_look_at_merge_shows_both_side_by_side_and_changes_nothing(twice):
    kept, merged = twice
    before = everything()

    view = look_at_merge(kept.pk, merged.pk)

    assert everything() == before
    assert (view.kept.name, view.merged.name) == ("John Smith", "J Smith")
    assert (len(view.kept.evenings), len(view.merged.evenings)) == (1, 1)
    assert (view.merged.partners, view.kept.partners) == (("Bob",), ("Ann",))
    assert (view.merged.evenings[0].rounds, view.entries, view.seats, view.rated_rounds) == (1, 1, 1, 1)
    assert view.obstacles == ()


def test_merges_in_a_row_are_undone_from_the_last_to_the_first(club):
    one, two, three = (make_player(club, name) for name in ("One", "Two", "Three"))
    night_of(club, make_partnership(club, one), make_partnership(club))
    before = product()
    first = merge(two, one)
    second = merge(three, two)
    assert player_names([one.pk, two.pk], club.pk) == {one.pk: "Three", two.pk: "Three"}

    with pytest.raises(LaterMerge):
        undo(first)
    undo(second)
    assert player_names([one.pk], club.pk) == {one.pk: "Two"}
    undo(first)

    assert product() == before


def test_merge_that_cannot_be_is_refused_and_changes_nothing(club, twice):
    kept, merged = twice
    other = make_club("Other", organiser=(olga := make_user()))
    stranger = make_player(other)
    director = make_user()
    make_club("Third", director=director)
    gone, anonymous = make_player(club), make_player(club)
    merge(make_player(club), gone)
    Player.objects.filter(pk=anonymous.pk).update(anonymised_at=NOW)
    undone = undo(merge(make_player(club), make_player(club)))
    before = everything()

    for refusal, act in (
        (SamePlayer, lambda: merge(kept, kept)),
        (PlayerMerged, lambda: merge(kept, gone)),
        (PlayerMerged, lambda: merge(gone, kept)),
        (PlayerAnonymised, lambda: merge(kept, anonymous)),
        (PlayerAnonymised, lambda: merge(anonymous, kept)),
        (ThingNotFound, lambda: merge(kept, Player(pk=99_999_999))),
        (ThingNotFound, lambda: undo(PlayerMerge(pk=99_999_999))),
        (MergeUndone, lambda: undo(undone)),
        (RightMissing, lambda: merge(kept, merged, actor=Actor())),
        (RightMissing, lambda: merge(kept, merged, actor=Actor(user_id=director.pk))),
        (RightMissing, lambda: merge(stranger, merged, actor=Actor(user_id=olga.pk))),
    ):
        with pytest.raises(refusal):
            act()

    assert everything() == before


def test_merge_is_for_organisers_of_all_clubs_concerned(twice):
    kept, merged = twice
    olga = make_user()
    club = Membership.objects.get(player=kept).club
    club.roles.create(user=olga, role="organiser")

    done = merge(kept, merged, actor=Actor(user_id=olga.pk))

    assert (done.user_id, AuditEntry.objects.latest("pk").user_id) == (olga.pk, olga.pk)


def test_partners_that_were_drawn_can_be_taken_apart_after_a_merge(club):
    kept = make_player(club, "John Smith")
    night = make_tournament(club, people=4)
    merged = night.entries.order_by("number").first().player
    partner_draws.draw_pairs(actor=SYSTEM, tournament_id=night.pk, now=NOW)
    merge(kept, merged)

    signed_up = partner_draws.undo_draw(actor=SYSTEM, tournament_id=night.pk, now=NOW)

    assert kept.pk in {entry.player_id for entry in signed_up}
    assert set(LineUp.objects.filter(entry__in=signed_up).values_list("player_id", flat=True)) == {
        entry.player_id for entry in signed_up
    }


def test_a_draft_with_the_merged_record_has_to_be_drawn_again(club):
    kept = make_player(club, "John Smith")
    night = make_tournament(club, pairs=4, rounds=3)
    merged = Player.objects.get(pk=night.entries.order_by("number").first().partnership.first_id)
    draft = rounds.draw_next_round(actor=SYSTEM, tournament_id=night.pk, now=NOW)
    drafts = look_at_merge(kept.pk, merged.pk).drafts

    merge(kept, merged)
    again = rounds.draw_again(actor=SYSTEM, round_id=draft.round_id, now=NOW)
    rounds.publish_draw(actor=SYSTEM, draw_id=again.pk, now=NOW)

    assert drafts == (night.name,)
    assert Occupancy.objects.filter(player=kept, round=draft.round_id).exists()


def test_the_database_refuses_a_record_merged_twice_or_into_itself(twice):
    kept, merged = twice
    done = merge(kept, merged)

    with pytest.raises(IntegrityError, match="player_is_merged_once"), transaction.atomic():
        PlayerMerge.objects.create(kept=kept, merged=merged, made_at=NOW)
    with pytest.raises(IntegrityError, match="merge_is_of_two_players"), transaction.atomic():
        PlayerMerge.objects.create(kept=kept, merged=kept, made_at=NOW)
    with pytest.raises(IntegrityError, match="player_is_not_merged_into_itself"), transaction.atomic():
        Player.objects.filter(pk=kept.pk).update(merged_into=kept)
    with pytest.raises(IntegrityError, match="merge_undone_by_is_dated"), transaction.atomic():
        PlayerMerge.objects.filter(pk=done.pk).update(undone_by=make_user())
