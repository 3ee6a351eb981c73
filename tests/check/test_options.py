"""Options that mean nothing are errors; bounds that were not given grow."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

import esbmc_py
from esbmc_py.checking import Bounds, CheckOptions, OptionProblem
from esbmc_py.checking.deepening import Attempt
from esbmc_py.checking.modes import mode_of
from esbmc_py.checking.options import REDUCTIONS, parse_groups, parse_property_file
from esbmc_py.cli.listed_options import listed_settings
from esbmc_py.cli.main import build_parser
from esbmc_py.cli.option_list import OPTIONS
from esbmc_py.goto.properties import GROUPS, Property
from reachability_tree.reductions import Reductions

from .programs import LOOP

NOTHING = "int main(void)\n{\n}\n"


def attempts(options: CheckOptions) -> Iterator[Attempt]:
    return mode_of(options).attempts(options)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"mode": "magic"}, "there is no mode 'magic'; there are auto, lazy, "),
        ({"contexts": 2, "preemptions": 1}, "contexts and preemptions bound the same thing"),
        ({"mode": "lazy", "rounds": 2}, "mode lazy is not bounded by rounds, but by contexts or preemptions"),
        ({"mode": "lazyseq", "preemptions": 2}, "mode lazyseq is not bounded by preemptions, but by rounds"),
        ({"unwind": -1}, "unwind is -1, and must not be negative"),
        ({"rounds": 0, "mode": "lazyseq"}, "rounds is 0, and must be 1 at least"),
        ({"groups": ("reach", "beauty")}, "there is no property 'beauty'"),
        ({"groups": ()}, "no property is named"),
        ({"solver": "oracle"}, "there is no solver 'oracle'"),
        ({"solver": "smtlib:"}, "there is no solver 'smtlib:'"),
        ({"colour": "blue"}, "there is no setting 'colour'; there are mode, "),
        ({"unwind_at": {("program.c", 1): 3}}, "there is no loop at program.c:1; there are: none"),
    ],
)
def test_options_that_mean_nothing_are_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(OptionProblem, match=re.escape(message)):
        esbmc_py.check(NOTHING, **settings)


def test_a_wrong_line_is_answered_with_the_loops_there_are() -> None:
    with pytest.raises(OptionProblem, match=re.escape("there is no loop at program.c:5; there are: program.c:6")):
        esbmc_py.check(LOOP, unwind_at={("program.c", 5): 3})


def test_all_properties_are_all_groups() -> None:
    """But those about executions without an end; and where nothing leaks, nothing is lost."""
    assert {*parse_groups("all"), "memtrack", "livelock", "termination", "starvation"} == set(GROUPS)


def test_groups_are_named_once() -> None:
    assert parse_groups("deadlock, reach,deadlock") == ("deadlock", "reach")


def test_overflow_is_checked_only_if_asked_for() -> None:
    assert not CheckOptions().checks.overflow
    assert CheckOptions(groups=("overflow",)).checks.overflow
    assert Property.OVERFLOW in CheckOptions(groups=("overflow",)).properties


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("CHECK( init(main()), LTL(G ! call(reach_error())) )\n", ("reach",)),
        ("CHECK( init(main()), LTL(G ! data-race) )\n", ("race",)),
        ("CHECK( init(main()), LTL(G ! overflow) )\n", ("overflow",)),
        (
            "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n",
            ("memory", "memtrack"),
        ),
        (
            "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n"
            "CHECK( init(main()), LTL(G valid-memtrack) )\n\n",
            ("memory", "memtrack"),
        ),
        ("CHECK( init(main()), LTL(G valid-memcleanup) )\n", ("leak",)),
        ("CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n", ("reach",)),
    ],
)
def test_property_files_say_what_to_look_for(text: str, groups: tuple[str, ...]) -> None:
    assert parse_property_file(text) == groups


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("CHECK( init(main()), LTL(F end) )\n", r"not a property that is known \(.*\): CHECK.*LTL\(F end\)"),
        (
            "CHECK( init(main()), LTL(G ! overflow) )\nCHECK( init(main()), LTL(F end) )\n",
            "not a property that is known",
        ),
        ("", "no property that is known: unreach-call, no-data-race, valid-memsafety, valid-memcleanup, no-overflow"),
    ],
)
def test_a_property_file_with_an_unknown_property_is_refused(text: str, message: str) -> None:
    with pytest.raises(OptionProblem, match=message):
        parse_property_file(text)


def test_bounds_that_are_given_are_the_only_ones() -> None:
    assert list(attempts(CheckOptions(unwind=3, contexts=2))) == [Attempt(Bounds(3, 2))]
    assert list(attempts(CheckOptions(unwind=3, preemptions=0))) == [Attempt(Bounds(3, preemptions=0))]
    assert list(attempts(CheckOptions(mode="lazyseq", unwind=1, rounds=4))) == [Attempt(Bounds(1, rounds=4))]


def test_without_bounds_few_switches_come_before_all_schedules() -> None:
    first = list(islice(attempts(CheckOptions()), 4))
    assert first == [
        Attempt(Bounds(1, 2)),
        Attempt(Bounds(2, 4)),
        Attempt(Bounds(2), tentative=True),
        Attempt(Bounds(3, 6)),
    ]


def test_a_sequentialization_looks_at_few_rounds_and_then_at_all_schedules() -> None:
    few = Bounds(1, rounds=2)
    first = list(islice(attempts(CheckOptions(mode="lazyseq")), 3))
    assert first == [
        Attempt(few, fewer=few, brief=True),
        Attempt(Bounds(1), tentative=True, brief=True),
        Attempt(Bounds(2, rounds=3), fewer=Bounds(2, rounds=2), brief=True),
    ]


def test_where_no_larger_unwinding_follows_all_that_is_left_out_is_told() -> None:
    assert not any(attempt.brief for attempt in attempts(CheckOptions(mode="lazyseq", unwind=3)))


@pytest.mark.parametrize("asked", [{"schema": "cseq"}, {"without": ("order",)}, {"groups": ("atomicity",)}])
def test_where_all_schedules_are_no_one_formula_rounds_grow(asked: dict[str, Any]) -> None:
    every = list(attempts(CheckOptions(mode="lazyseq", unwind=1, **asked)))
    assert every[:2] == [Attempt(Bounds(1, rounds=2)), Attempt(Bounds(1, rounds=3))]


@pytest.mark.parametrize("mode", ["lazy", "lazyseq"])
def test_growing_bounds_grow_in_every_step(mode: str) -> None:
    bounded = [attempt.bounds for attempt in attempts(CheckOptions(mode=mode)) if not attempt.tentative]
    assert all(later.covers(earlier) for earlier, later in pairwise(bounded))


def test_a_given_schedule_bound_stays_while_unwinding_grows() -> None:
    assert {attempt.bounds.preemptions for attempt in attempts(CheckOptions(preemptions=5))} == {5}


def test_where_many_switches_are_allowed_few_are_tried_first() -> None:
    """Most bugs need few, and are found in a fraction of the time."""
    assert list(attempts(CheckOptions(unwind=1, contexts=5))) == [
        Attempt(Bounds(1, 2), early=True),
        Attempt(Bounds(1, 3), early=True),
        Attempt(Bounds(1, 4), early=True),
        Attempt(Bounds(1), tentative=True, beyond=True),
        Attempt(Bounds(1, 5)),
    ]
    assert [attempt.bounds.contexts for attempt in attempts(CheckOptions(unwind=1, contexts=3))] == [2, 3]
    sequentialized = attempts(CheckOptions(mode="lazyseq", unwind=1, contexts=9))
    assert [attempt.bounds.contexts for attempt in sequentialized] == [2, 3, 9]


def test_the_plain_tree_is_the_one_that_was_asked_for() -> None:
    assert list(attempts(CheckOptions(unwind=1, contexts=9, reduction=False))) == [Attempt(Bounds(1, 9))]


def test_unwinding_that_is_given_ends_with_all_schedules() -> None:
    assert list(attempts(CheckOptions(unwind=2)))[-1] == Attempt(Bounds(2))


def test_bounds_cover_smaller_ones() -> None:
    assert Bounds(3, 4).covers(Bounds(2, 4))
    assert Bounds(3).covers(Bounds(3, 4))
    assert not Bounds(3, 4).covers(Bounds(2))
    assert not Bounds(1).covers(Bounds(2, 4))


def test_bounds_read_well() -> None:
    assert str(Bounds(3, 1)) == "unwind 3, 1 context switch"
    assert str(Bounds(None, preemptions=2)) == "2 preemptions"
    assert str(Bounds(4)) == "unwind 4, all schedules"


def test_the_reductions_that_can_be_switched_off_are_those_of_the_tree() -> None:
    assert tuple(field.name for field in fields(Reductions)) == REDUCTIONS


def test_every_listed_option_is_a_field_of_the_options() -> None:
    names = {field.name for field in fields(CheckOptions)}
    assert [option.name for option in OPTIONS if option.name not in names] == []


def test_what_is_given_on_the_command_line_gets_into_the_options() -> None:
    words = ["--mode", "lazyseq", "--unwind", "3", "--unwind-at", "a.c:4:7", "--rounds", "2", "--timeout", "1.5"]
    words += ["--all-violations", "--variant", "uw-step", "--memory", "900", "--dump-smt2", "out.smt2"]
    parsed = build_parser().parse_args(["check", "a.c", *words])
    given = CheckOptions(**listed_settings(parsed))
    assert (given.mode, given.unwind, given.unwind_at, given.rounds) == ("lazyseq", 3, {("a.c", 4): 7}, 2)
    assert (given.timeout, given.memory, given.all_violations) == (1.5, 900, True)
    assert (given.variants, given.dump_smt2) == (("uw-step",), Path("out.smt2"))
    assert CheckOptions(**listed_settings(build_parser().parse_args(["check", "a.c"]))) == CheckOptions()
