"""Mutants: the tool that asks whether the tests would notice."""

from __future__ import annotations

import pytest

from reachability_tree import sleep
from tests.agreement.mutants.__main__ import judged, spread, watched, where_it_matters
from tests.agreement.mutants.conditions import mutants_of
from tests.agreement.mutants.questions import MODULES, of_tree
from tests.generator.kinds import features_of

SLEEP = "reachability_tree.sleep"


def test_every_condition_is_decided_both_ways() -> None:
    found = mutants_of(SLEEP)
    assert len(found) >= 8
    assert len({str(mutant) for mutant in found}) == len(found)
    assert {mutant.value for mutant in found} == {True, False}


@pytest.mark.parametrize("module", [module for modules in MODULES.values() for module in modules])
def test_every_module_that_is_listed_has_conditions(module: str) -> None:
    assert mutants_of(module)


def test_sleeping_threads_that_are_never_woken_are_noticed() -> None:
    (mutant,) = [
        one
        for one in mutants_of(SLEEP)
        if one.function == "still_asleep" and "commutes_with" in one.condition and one.value
    ]
    questions = of_tree(8, features_of(["rewrites"]))
    before = sleep.still_asleep.__code__
    as_it_is = watched([SLEEP], questions)
    assert not any(one.problem for one in as_it_is)
    usual = [one.work for one in as_it_is]
    assert judged(mutant, questions, usual, seconds=120).outcome == "killed"
    places = where_it_matters(mutant, as_it_is)
    assert places
    some = spread(places, questions, usual, 2)
    assert len({questions[place].program for place in some}) == len(some) == 2
    assert sleep.still_asleep.__code__ is before, "the mutant lives in a process of its own"
