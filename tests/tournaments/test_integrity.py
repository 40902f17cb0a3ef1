from __future__ import annotations

import pytest
from django.db import IntegrityError

from tests.factories import NOW, make_club
from tournaments.errors import SlugTaken
from tournaments.integrity import refused_as
from tournaments.models import Club

pytestmark = pytest.mark.django_db

TAKEN = {"tournaments_club_slug_key": SlugTaken(slug="alpha")}


def create(**values):
    return Club.objects.create(**{"name": "A", "slug": "alpha", "time_zone": "UTC", "created_at": NOW, **values})


def test_a_broken_constraint_becomes_its_refusal_and_the_transaction_lives_on():
    make_club("Alpha")

    def create_two():
        with refused_as(TAKEN):
            create(slug="beta")
            create()

    with pytest.raises(SlugTaken):
        create_two()

    # What was written inside is gone with it, and the transaction can still be used.
    assert list(Club.objects.values_list("slug", flat=True)) == ["alpha"]
    create(slug="gamma")


def test_a_constraint_that_nobody_named_stays_what_it_is():
    with pytest.raises(IntegrityError, match="club_has_a_name"), refused_as(TAKEN):
        create(name="")


def test_nothing_happens_to_what_breaks_nothing():
    with refused_as(TAKEN):
        create()

    assert Club.objects.get().slug == "alpha"
