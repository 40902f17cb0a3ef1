from __future__ import annotations

from itertools import chain

import pytest

from tournaments.names import NAME_LENGTH
from tournaments.services.demo.evenings import EVENINGS
from tournaments.services.demo.people import NAMES


def test_names_are_thirty_people_in_several_scripts_one_of_sixty_letters():
    assert len(set(NAMES)) == len(NAMES) == 30
    assert [name for name in NAMES if len(name) == 60] == [
        "Bartholomew Featherstonehaugh-Cholmondeley of Greater Wallop"
    ]
    assert max(len(name) for name in NAMES) <= NAME_LENGTH
    assert {"Bob O'Brien", "D'Arcy Smith, Jr.", "Nguyễn Thị Hoa", "Łukasz Wójcik"} <= set(NAMES)


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.set_up.name)
def test_pairs_of_an_evening_seat_nobody_twice(evening):
    people = list(chain.from_iterable(evening.pairs))

    assert len(set(people)) == len(people)
    assert set(people) <= set(NAMES)


def test_some_play_with_another_partner_on_another_evening():
    partners = {frozenset(pair) for evening in EVENINGS for pair in evening.pairs}
    with_ann = {next(iter(pair - {"Ann Lee"})) for pair in partners if "Ann Lee" in pair}

    assert len(with_ann) == 3
