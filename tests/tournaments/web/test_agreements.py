"""Agreement on the desk: seen, noted for a side, confirmed, and a round closed without it."""

from __future__ import annotations

import uuid

import pytest
from django.utils import timezone

from tests.factories import NOW, make_table
from tests.hands import enter, fh_line
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.devices import note_device
from tournaments.models import BulkAct, HandAgreement, PostSettlement, Round
from tournaments.services import disputing

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(club):
    return make_table(club=club, agreement="hand", rules={"end": "hands", "hands": 1})


def played(table) -> int:
    return enter(table, fh_line(dealer=0), number=1).hand.record_id


def test_scorer_notes_what_each_side_says_and_the_director_closes(as_user, table):
    record = played(table)
    address = f"/tables/{table.pk}/agree/"
    assert "waits for NS EW" in " ".join(as_user("sam").get(f"/tables/{table.pk}/desk/").content.decode().split())

    as_user("sam").post(address, {"side": "0", "records": str(record)})
    as_user("sam").post(address, {"side": "1", "records": str(record)})

    page = as_user("sam").get(f"/tables/{table.pk}/desk/").content.decode()
    assert "The hands of this table are agreed." in page
    as_user("dan").post(f"/rounds/{table.round_id}/close/")
    assert Round.objects.get(pk=table.round_id).status == "closed"


def test_director_confirms_and_a_scorer_may_not(as_user, table):
    record = played(table)
    before = everything()
    assert "Confirm as the director" not in as_user("sam").get(f"/tables/{table.pk}/desk/").content.decode()
    assert as_user("sam").post(f"/tables/{table.pk}/agree/", {"records": str(record)}).status_code == 403
    assert everything() == before

    as_user("dan").post(f"/tables/{table.pk}/agree/", {"records": str(record)})

    assert list(HandAgreement.objects.values_list("record_id", "side")) == [(record, None)]


def test_confirmation_is_offered_to_be_undone_until_the_round_is_closed(as_user, table):
    record = played(table)
    browser, desk = as_user("dan"), f"/tables/{table.pk}/desk/"
    done = browser.post(f"/tables/{table.pk}/agree/", {"records": str(record)}, follow=True).content.decode()
    path = f"/acts/{BulkAct.objects.get(table=table).pk}/undo/"
    asked = browser.get(path).content.decode()
    for_scorer = as_user("sam").get(desk).content.decode()
    back = browser.post(path, follow=True)
    after = browser.get(desk).content.decode()

    assert f'Confirmed. <a href="{path}">Undo</a>' in done
    assert "The director has confirmed 1 hand." in done
    assert "These hands wait for agreement again:" in asked
    assert "Leg 1, hand 1" in asked
    assert path not in for_scorer
    assert back.redirect_chain == [(desk, 302)]
    assert "Undone: 1 hand confirmed." in back.content.decode()
    assert path not in after
    assert not HandAgreement.objects.exists()

    browser.post(f"/tables/{table.pk}/agree/", {"records": str(record)})
    path = f"/acts/{BulkAct.objects.filter(table=table).latest('pk').pk}/undo/"
    browser.post(f"/rounds/{table.round_id}/close/")
    before = everything()
    refused = browser.post(path).content.decode()

    assert path not in browser.get(desk).content.decode()
    assert "Round 1 is closed." in refused
    assert everything() == before


def test_desk_says_what_is_not_agreed_and_closes_with_a_reason_that_everybody_reads(as_user, table):
    played(table)
    browser = as_user("dan")
    desk = f"/rounds/{table.round_id}/desk/"
    assert "1 table is not agreed yet" in browser.get(desk).content.decode()
    refused = browser.post(f"/rounds/{table.round_id}/close/", {"reason": ""}, follow=True).content.decode()
    assert "the results of these tables are not agreed: 1." in refused

    browser.post(f"/rounds/{table.round_id}/close/", {"reason": "East has <left>"})

    said = "<strong>As ruled:</strong> closed though table 1 was not agreed, or not keyed twice. East has &lt;left&gt;"
    assert said in " ".join(browser.get(desk).content.decode().split())
    assert said in " ".join(as_user().get(f"/rounds/{table.round_id}/").content.decode().split())


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"records": "x"},
        {"records": "1,"},
        {"records": "9" * 19},
        {"side": "6", "records": "1"},
        {"side": "0", "records": "1"},
    ],
)
def test_odd_agreement_is_refused_and_changes_nothing(as_user, table, sent):
    played(table)
    before = everything()

    assert as_user("dan").post(f"/tables/{table.pk}/agree/", sent).status_code == 302
    assert everything() == before


def test_nothing_is_said_of_agreement_where_nobody_is_asked(as_user, club):
    plain = make_table(club=club, rules={"end": "hands", "hands": 1})
    played(plain)

    assert "greement" not in as_user("dan").get(f"/tables/{plain.pk}/desk/").content.decode()
    assert "agreed" not in as_user("dan").get(f"/rounds/{plain.round_id}/desk/").content.decode()


def dispute(table, record_id) -> int:
    kept = disputing.dispute_hand(
        actor=SYSTEM,
        table_id=table.pk,
        leg=1,
        number=1,
        submission_id=uuid.uuid4(),
        side=1,
        record_id=record_id,
        record=fh_line(dealer=0, tricks=(7, 3)),
        source="table_link",
        now=NOW,
    )
    return kept.pk


def test_director_sees_both_versions_and_keeps_the_books(as_user, table):
    key = dispute(table, played(table))
    desk = as_user("dan").get(f"/rounds/{table.round_id}/desk/").content.decode()
    assert "EW said at" in desk
    shown = as_user("dan").get(f"/posts/{key}/settle/").content.decode()
    assert "tricks: 8" in shown
    assert "tricks: 7" in shown

    nothing = as_user("dan").post(f"/posts/{key}/settle/", {"reason": ""})
    assert nothing.context["form"].errors.keys() == {"reason"}
    as_user("dan").post(f"/posts/{key}/settle/", {"reason": "score sheet seen"})

    assert PostSettlement.objects.get().reason == "score sheet seen"
    assert "EW said at" not in as_user("dan").get(f"/rounds/{table.round_id}/desk/").content.decode()
    assert as_user("dan").get(f"/posts/{key}/settle/").status_code == 404


def test_director_takes_the_other_version_over_into_the_correction(as_user, table):
    key = dispute(table, played(table))
    address = f"/tables/{table.pk}/legs/1/hands/1/correct/"

    assert as_user("dan").get(address).context["form"].initial["tricks"] == 8
    assert as_user("dan").get(f"{address}?post={key}").context["form"].initial["tricks"] == 7
    assert as_user("dan").get(f"{address}?post=x").context["form"].initial["tricks"] == 8
    assert as_user("dan").get(f"{address}?post={key + 1}").status_code == 404


def test_settling_is_for_those_who_may_correct(as_user, table):
    key = dispute(table, played(table))
    before = everything()

    assert as_user("sam").post(f"/posts/{key}/settle/", {"reason": "mine"}).status_code == 403
    assert everything() == before
    assert "Settle it" not in as_user("sam").get(f"/rounds/{table.round_id}/desk/").content.decode()


def test_desk_says_where_more_than_one_device_is_open(as_user, table):
    address = f"/rounds/{table.round_id}/desk/"
    note_device(table.pk, uuid.uuid4(), now=timezone.now())
    assert "devices</span>" not in as_user("sam").get(address).content.decode()

    note_device(table.pk, uuid.uuid4(), now=timezone.now())

    page = as_user("sam").get(address)
    assert [(sign.table.table.number, sign.devices) for sign in page.context["signs"]] == [(table.number, 2)]
    assert "open on 2 devices</span>" in page.content.decode()
