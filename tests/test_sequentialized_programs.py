"""Mode lazyseq, in both schemas, and mode explicit on the programs that say their verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

import esbmc_py
from encoders.modes import MODES
from encoders.outcome import Options
from esbmc_py.checking import Verdict
from esbmc_py.checking.explicit import check_explicit
from esbmc_py.checking.options import ExplicitOptions
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.explore import explore
from esbmc_py.vm.results import Exploration
from symex.afresh import start_afresh
from tests.verdicts import Expectation, confirmed_lines, lines_of, load_expected, read_expectation

PROGRAMS = Path(__file__).parent / "programs"
PATHS = sorted(path for path in PROGRAMS.rglob("*.c") if "features" not in path.relative_to(PROGRAMS).parts)
# Destructors run in rounds over all keys; a thread that asks in a loop whether to end does much in each round.
# One that sends signals to another has them come wherever that one may be.
TOO_LARGE_FOR_ONCE = {"keys", "cancel_testcancel", "pipe", "signal_other_thread"}
MANY_TIMES = {"time_plausible"}  # for the explicit search: each clock may show very many
# For the explicit search: a byte of a text has 256 values, and what is seen in random executions costs that much more.
MANY_TEXTS = {
    "args_before_the_text", "args_behind_the_text", "args_not_there", "args_number", "env_not_set", "env_stays",
    "env_value",
}  # fmt: skip
BEYOND_ONCE = {"realloc_by_two"}  # the size of an object that others have chosen
# Something is not freed, and the schema does not know whether threads have left a pointer to it somewhere.
UNDECIDED = {"lost_by_two_locked", "lost_in_a_running_thread", "lost_main_exits_first", "lost_taken_before_exit"}
# The published schema has every statement once per round, so its formulas are large: what takes it more than 2 s, or is
# more than the 400,000 instructions that it takes on (loops over strings).
SLOW_IN_CSEQ = {
    "cancel_condition_wait", "clock_after_two_sleeps", "condition_no_stealing", "condition_signal_at_most_one",
    "condition_signal_wakes_one", "descriptors",
    "input_list", "keys", "sockets", "waiting_for_descriptors", "stack_aba", "string_copy_torn", "time_plausible",
}  # fmt: skip
TOO_LARGE_FOR_CSEQ = {
    "calendar", "hosts", "input_text", "leak_of_the_library", "memory", "output_to_memory", "paths", "pipe",
    "searching", "semaphore_named", "string_extensions", "string_memory", "string_strings", "surroundings",
    "args_given", "args_number", "args_number_checked", "args_option", "env_stays", "env_value",
    "malloc_may_fail_checked", "wide_characters", "exit_abort", "signals", "stdlib_floats", "stdlib_numbers",
    "stdlib_numbers_wide",
}  # fmt: skip
# A handler stands wherever it may run, in every round. These are small enough.
SMALL_WITH_SIGNALS = {"signal_at_the_end", "signal_errno", "signal_handler_writes"}
SLOW_IN_CSEQ |= {path.stem for path in PATHS if path.stem.startswith("signal_")} - SMALL_WITH_SIGNALS
NOT_FOR_CSEQ = {path.stem for path in PATHS if read_expectation(path).by_order}
# A pointer that is put together from integers, and an array on the stack of a size that others have chosen.
BEYOND_CSEQ = {"pointer_bytes", "variable_length_array"}
# Memory that nobody initialised may also look locked, by a thread that there is not: a deadlock that this schema finds,
# too. The other modes take undefined pointers to be null.
MAY_LOOK_LOCKED = {"mutex_uninitialised", "rwlock_uninitialised"}
MISTAKEN = {Property.DEADLOCK}
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
    settings["happens_before"] = expected.by_order
    return Options(all_violations=True, properties=properties, solver="bitwuzla", **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "path",
    [path for path in expecting("contexts", "rounds") if path.stem not in TOO_LARGE_FOR_ONCE | BEYOND_ONCE | UNDECIDED],
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
        found -= MISTAKEN
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


@pytest.mark.parametrize("path", [path for path in PATHS if path.stem in UNDECIDED], ids=name_of)
def test_the_schema_once_does_not_know_what_is_lost(path: Path) -> None:
    """What it finds is not confirmed, so that nothing is reported; and it does not say that nothing is lost."""
    result = esbmc_py.check(path, mode="lazyseq", groups=("memtrack",), unwind=3)
    assert result.verdict is Verdict.UNKNOWN
    assert any("whether it is lost (memtrack) is not decided" in reason for reason in result.scope.unknown)


def rounds_of(program: Program, expected: Expectation) -> tuple[int, Exploration]:
    """As many as it takes to see everything that is expected; what the machine finds within them."""
    for rounds in ROUNDS:
        machine = explore(
            program, races=expected.races, leaks=expected.leaks, lost=expected.lost, shortest=False, rounds=rounds
        )
        if {finding.property for finding in machine.findings} >= expected.violated - {Property.UNSUPPORTED}:
            break
    return rounds, machine


def lines_within(machine: Exploration) -> set[int]:
    """Where the machine has found something."""
    found = {line for finding in machine.findings for line in lines_of(finding.what)}
    return found | {place.location.line for place in machine.unsupported}


@pytest.mark.parametrize(
    "path",
    [path for path in expecting() if path.stem not in SLOW_IN_CSEQ | TOO_LARGE_FOR_CSEQ | BEYOND_CSEQ | NOT_FOR_CSEQ],
    ids=name_of,
)
def test_the_schema_cseq_finds_what_the_machine_finds_within_as_many_rounds(path: Path) -> None:
    start_afresh()
    expected, program = read_expectation(path), load_expected(path)
    rounds, machine = (ROUNDS[0], None) if expected.symbolic else rounds_of(program, expected)
    for unwind in UNWINDINGS_OF_CSEQ:
        options = asked(expected, unwind=unwind, rounds=rounds, schema="cseq")
        outcome = MODES["lazyseq"](program, options)
        found = {found.property for found in outcome.found}
        if not outcome.unwinding_cut and found >= expected.violated - {Property.UNSUPPORTED}:
            break
    assert not outcome.unknown
    assert found - (MISTAKEN if path.stem in MAY_LOOK_LOCKED else set()) <= expected.violated
    lines = confirmed_lines(outcome, program, options.properties)
    assert lines <= expected.here
    if machine is not None and not outcome.unwinding_cut:
        assert {finding.property for finding in machine.findings} <= found
        assert bool(machine.unsupported) <= bool(outcome.unsupported)
        assert lines_within(machine) <= lines or path.stem in TWO_DEADLOCKS


@pytest.mark.parametrize("path", [path for path in PATHS if path.stem in BEYOND_CSEQ], ids=name_of)
def test_the_schema_cseq_says_what_it_cannot_do(path: Path) -> None:
    start_afresh()
    outcome = MODES["lazyseq"](load_expected(path), asked(read_expectation(path), unwind=2, rounds=2, schema="cseq"))
    assert outcome.unsupported
    assert not outcome.found


@pytest.mark.parametrize("path", [path for path in PATHS if path.stem in TOO_LARGE_FOR_CSEQ][:1], ids=name_of)
def test_the_schema_cseq_says_what_is_too_large(path: Path) -> None:
    start_afresh()
    outcome = MODES["lazyseq"](load_expected(path), asked(read_expectation(path), unwind=1, rounds=2, schema="cseq"))
    assert outcome.unknown == ("a bounded program of more than 400000 instructions",)


@pytest.mark.parametrize(
    "path",
    [path for path in expecting("contexts", "preemptions") if path.stem not in MANY_TIMES | MANY_TEXTS],
    ids=name_of,
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
