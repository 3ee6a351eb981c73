"""Mode lazyseq, in both schemas, and mode explicit on the programs that say their verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from encoders.modes import MODES
from encoders.results import Options
from esbmc_py.checking.explicit import check_explicit
from esbmc_py.checking.options import ExplicitOptions
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.explore import explore
from esbmc_py.vm.results import Exploration
from symex.afresh import start_afresh
from tests.verdicts import Expectation, confirmed_lines, load_expected, read_expectation

PROGRAMS = Path(__file__).parent / "programs"
PATHS = sorted(path for path in PROGRAMS.rglob("*.c") if "features" not in path.relative_to(PROGRAMS).parts)
# Destructors run in rounds over all keys; a thread that asks in a loop whether to end does much in each round.
TOO_LARGE_FOR_ONCE = {"keys", "cancel_testcancel"}
MANY_TIMES = {"time_plausible"}  # for the explicit search: each clock may show very many
BEYOND_ONCE = {"realloc_by_two"}  # the size of an object that others have chosen
TOO_LARGE = {"semaphore_named"}  # for the schema cseq: names are compared in a loop, under each of the rounds
# The published schema has every statement once per round, so its formulas are large: what is about waiting and misuse.
ABOUT_WAITING = ("deadlock_", "destroy", "unlock_", "twice", "spinlock_", "semaphore_", "relock", "assumption")
# Memory that nobody initialised may also look locked, by a thread that there is not: a deadlock that this schema finds,
# too. The other modes take undefined pointers to be null.
MAY_LOOK_LOCKED = {"mutex_uninitialised", "rwlock_uninitialised"}
TWO_DEADLOCKS = {"condition_signal_one"}  # the schema shows one of them: who waits is no part of its question
ROUNDS = (2, 3, 4)
# Most loops of the library end early: an iteration more than is needed costs much.
UNWINDINGS = (1, 3, 10)
UNWINDINGS_OF_CSEQ = (1, 2)


def name_of(path: Path) -> str:
    return str(path.relative_to(PROGRAMS))


def expecting(*bounds: str) -> list[Path]:
    """The programs that are about no other bounds than these."""
    return [path for path in PATHS if set(read_expectation(path).limits) <= set(bounds)]


def asked(expected: Expectation, **settings: object) -> Options:
    properties = Options().properties | expected.on_request
    return Options(all_violations=True, properties=properties, solver="bitwuzla", **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "path",
    [path for path in expecting("contexts", "rounds") if path.stem not in TOO_LARGE_FOR_ONCE | BEYOND_ONCE],
    ids=name_of,
)
def test_the_schema_once_confirms_the_verdict(path: Path) -> None:
    start_afresh()
    expected, program = read_expectation(path), load_expected(path)
    for unwind in UNWINDINGS:
        options = asked(expected, unwind=unwind, **expected.limits)
        outcome = MODES["lazyseq"](program, options)
        if not outcome.unwinding_cut:
            break
    assert not outcome.unknown
    assert bool(outcome.unsupported) == expected.unsupported
    found = {found.property for found in outcome.found}
    if path.stem in MAY_LOOK_LOCKED:
        found -= {Property.DEADLOCK}
    assert found == expected.violated - {Property.UNSUPPORTED}
    lines = confirmed_lines(outcome, program, options.properties)
    assert lines == expected.here or (path.stem in TWO_DEADLOCKS and lines < expected.here)
    if not expected.violated and "atomicity" not in expected.bounds:  # which is looked for in a few rounds
        assert expected.limits or not outcome.switches_cut


@pytest.mark.parametrize("path", [path for path in PATHS if path.stem in BEYOND_ONCE], ids=name_of)
def test_the_schema_once_says_what_it_cannot_do(path: Path) -> None:
    start_afresh()
    outcome = MODES["lazyseq"](load_expected(path), asked(read_expectation(path), unwind=3))
    assert outcome.unsupported
    assert not outcome.found


def rounds_of(program: Program, expected: Expectation) -> tuple[int, Exploration]:
    """As many as it takes to see everything that is expected; what the machine finds within them."""
    for rounds in ROUNDS:
        machine = explore(program, races=expected.races, leaks=expected.leaks, shortest=False, rounds=rounds)
        if {finding.property for finding in machine.findings} >= expected.violated - {Property.UNSUPPORTED}:
            break
    return rounds, machine


@pytest.mark.parametrize(
    "path",
    [path for path in expecting() if any(word in path.stem for word in ABOUT_WAITING) and path.stem not in TOO_LARGE],
    ids=name_of,
)
def test_the_schema_cseq_finds_what_the_machine_finds_within_as_many_rounds(path: Path) -> None:
    start_afresh()
    expected, program = read_expectation(path), load_expected(path)
    rounds, machine = (ROUNDS[0], None) if expected.symbolic else rounds_of(program, expected)
    for unwind in UNWINDINGS_OF_CSEQ:
        options = asked(expected, unwind=unwind, rounds=rounds, schema="cseq")
        outcome = MODES["lazyseq"](program, options)
        if not outcome.unwinding_cut:
            break
    assert not outcome.unknown
    found = {found.property for found in outcome.found}
    assert found <= expected.violated
    assert confirmed_lines(outcome, program, options.properties) == expected.here
    if machine is not None and not outcome.unwinding_cut:
        assert {finding.property for finding in machine.findings} <= found
        assert bool(machine.unsupported) <= bool(outcome.unsupported)


@pytest.mark.parametrize(
    "path", [path for path in expecting("contexts", "preemptions") if path.stem not in MANY_TIMES], ids=name_of
)
def test_the_explicit_search_confirms_the_verdict(path: Path) -> None:
    expected, program = read_expectation(path), load_expected(path)
    if expected.symbolic:
        pytest.skip("too many inputs to try")
    options = asked(expected, **expected.limits)
    outcome = check_explicit(program, options, ExplicitOptions())
    assert bool(outcome.unsupported) == expected.unsupported
    assert {found.property for found in outcome.found} == expected.violated - {Property.UNSUPPORTED}
    assert confirmed_lines(outcome, program, options.properties) == expected.here
    if not expected.violated:
        assert expected.sampled or not outcome.unknown
        assert expected.limits or not outcome.switches_cut
