from __future__ import annotations

import datetime as dt

import pytest

from tournaments.errors import ValueRefused
from tournaments.namesakes import Namesake, Undecided, Wanted, cast_known, cast_new

DAY = dt.date(2026, 1, 1)
OLD_ANN = Namesake(5, "Ann Lee", DAY)
OTHER_ANN = Namesake(9, "ann lee", DAY)


def wanted(*names):
    return [Wanted(str(line), line, name) for line, name in enumerate(names, 1)]


def test_cast_new_adds_names_that_nobody_has():
    casting = cast_new(wanted("Ann Lee", "Bob"), {}, {})

    assert list(casting.newcomers) == ["1", "2"]
    assert casting.undecided == []


def test_cast_new_asks_about_a_member_of_that_name():
    [person] = wanted("ANN  LEE")

    casting = cast_new([person], {"ann lee": [OLD_ANN]}, {})

    assert casting.undecided == [Undecided(person, (OLD_ANN,), None)]
    assert casting.newcomers == {}


def test_cast_new_asks_about_a_name_that_stands_twice():
    first, second = wanted("Ann Lee", "ann lee")

    casting = cast_new([first, second], {}, {})

    assert casting.newcomers == {"1": first}
    assert casting.undecided == [Undecided(second, (), "1")]


def test_cast_new_follows_the_decisions():
    people = wanted("Ann Lee", "Ann Lee", "Ann Lee", "Ann Lee")

    casting = cast_new(people, {"ann lee": [OLD_ANN]}, {"1": 5, "2": "new", "3": "new", "4": "same"})

    assert casting.undecided == []
    assert casting.people({"2": 20, "3": 30}) == {"1": 5, "2": 20, "3": 30, "4": 20}


def test_cast_known_takes_the_only_one_of_a_name_without_asking():
    casting = cast_known(wanted("Ann Lee", "ann lee"), {"ann lee": [OLD_ANN]}, {}, may_add=False)

    assert casting.known == {"1": 5, "2": 5}


def test_cast_known_asks_which_of_two():
    [person] = wanted("Ann Lee")

    casting = cast_known([person], {"ann lee": [OLD_ANN, OTHER_ANN]}, {}, may_add=True)

    assert casting.undecided == [Undecided(person, (OLD_ANN, OTHER_ANN), None)]
    assert cast_known([person], {"ann lee": [OLD_ANN, OTHER_ANN]}, {"1": 9}, may_add=True).known == {"1": 9}


def test_cast_known_leaves_strangers_out_unless_it_may_add_them():
    people = wanted("Cy", "Cy")

    assert cast_known(people, {}, {}, may_add=False).strangers == people
    assert cast_known(people, {}, {}, may_add=True).undecided == [Undecided(people[1], (), "1")]


def test_cast_known_asks_about_a_name_that_became_ambiguous_in_the_list():
    people = wanted("Ann Lee", "Ann Lee")

    casting = cast_known(people, {"ann lee": [OLD_ANN]}, {"1": "new"}, may_add=False)

    assert casting.newcomers == {"1": people[0]}
    assert casting.undecided == [Undecided(people[1], (OLD_ANN,), "1")]


@pytest.mark.parametrize(
    ("decisions", "path"),
    [
        pytest.param({"1": 6}, "decisions.1", id="a player of another name"),
        pytest.param({"1": "same"}, "decisions.1", id="the same as nobody"),
        pytest.param({"7": "new"}, "decisions.7", id="a line that there is not"),
    ],
)
def test_decisions_that_make_no_sense_are_refused(decisions, path):
    with pytest.raises(ValueRefused) as refused:
        cast_new(wanted("Ann Lee"), {"ann lee": [OLD_ANN]}, decisions)

    assert refused.value.params["path"] == path
