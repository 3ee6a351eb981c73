"""Mode lazyseq, in both schemas, and mode explicit on the programs that say their verdict."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import esbmc_py
from encoders.request import LookedFor, Options
from esbmc_py.checking import Verdict
from esbmc_py.checking.explicit import check_explicit
from esbmc_py.checking.options import ExplicitOptions
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.explore import explore
from esbmc_py.vm.findings import Exploration
from symex.reset import forget_terms
from tests.asking import ask
from tests.verdicts import Expectation, confirmed_lines, lines_of, load_expected, read_expectation

PROGRAMS = Path(__file__).parent / "programs"
PATHS = sorted(path for path in PROGRAMS.rglob("*.c") if "features" not in path.relative_to(PROGRAMS).parts)
EXPECTED = {path: read_expectation(path) for path in PATHS}
NOT_ASKED = ("slow", "large", "unsupported", "undecided", "many-inputs")
MISTAKEN = {Property.DEADLOCK}  # where memory may look locked that nobody initialised
ROUNDS = (2, 3, 4)
# Most loops of the library end early: an iteration more than is needed costs much. A program that needs more says so.
UNWINDINGS = (1, 3, 10)
UNWINDINGS_OF_CSEQ = (1, 2)


def name_of(path: Path) -> str:
    return str(path.relative_to(PROGRAMS))


def expecting(mode: str, *bounds: str) -> list[Path]:
    """The programs that the mode is asked about, and that are about no other bounds than these."""
    asked = [path for path in PATHS if set(EXPECTED[path].limits) <= set(bounds)]
    return [path for path in asked if not EXPECTED[path].excepts(mode, *NOT_ASKED)]


def excepted(mode: str, reason: str) -> list[Path]:
    return [path for path in PATHS if EXPECTED[path].excepts(mode, reason)]


def unwindings(expected: Expectation, mode: str, usual: tuple[int, ...]) -> tuple[int, ...]:
    given = expected.of_modes.get(mode, {}).get("unwind")
    if given is not None:
        return (given,)
    return usual[:2] if expected.excepts(mode, "cut") else usual


def asked(expected: Expectation, **settings: Any) -> Options:
    properties = LookedFor().properties | expected.on_request
    settings["happens_before"] = expected.by_order
    return Options.of(all_violations=True, properties=properties, solver="bitwuzla", **settings)


@pytest.mark.parametrize("path", expecting("once", "contexts", "rounds"), ids=name_of)
def test_the_schema_once_confirms_the_verdict(path: Path) -> None:
    forget_terms()
    expected, program = EXPECTED[path], load_expected(path)
    for unwind in unwindings(expected, "once", UNWINDINGS):
        options = asked(expected, unwind=unwind, **expected.limits)
        outcome = ask("lazyseq", program, options)
        if not outcome.unwinding_cut:
            break
    assert not outcome.unknown
    assert bool(outcome.unsupported) == expected.unsupported
    found = {found.property for found in outcome.found}
    if expected.excepts("once", "looks-locked"):
        found -= MISTAKEN
    assert found == expected.violated - {Property.UNSUPPORTED}
    lines = confirmed_lines(outcome, program, options.looked_for.properties)
    assert lines == expected.here or (expected.excepts("once", "one-deadlock") and lines < expected.here)
    if not expected.violated:
        assert bool(outcome.unwinding_cut) == expected.excepts("once", "cut")
    if not expected.violated and "atomicity" not in expected.bounds:  # which is looked for in a few rounds
        assert expected.limits or not outcome.switches_cut


@pytest.mark.parametrize("path", excepted("once", "unsupported"), ids=name_of)
def test_the_schema_once_says_what_it_cannot_do(path: Path) -> None:
    forget_terms()
    outcome = ask("lazyseq", load_expected(path), asked(EXPECTED[path], unwind=3))
    assert outcome.unsupported
    assert not outcome.found


@pytest.mark.parametrize("path", excepted("once", "undecided"), ids=name_of)
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


@pytest.mark.parametrize("path", [path for path in expecting("cseq") if not EXPECTED[path].by_order], ids=name_of)
def test_the_schema_cseq_finds_what_the_machine_finds_within_as_many_rounds(path: Path) -> None:
    forget_terms()
    expected, program = EXPECTED[path], load_expected(path)
    rounds, machine = (ROUNDS[0], None) if expected.symbolic else rounds_of(program, expected)
    wanted = expected.violated - {Property.UNSUPPORTED}
    for unwind in unwindings(expected, "cseq", UNWINDINGS_OF_CSEQ):
        options = asked(expected, unwind=unwind, rounds=rounds, schema="cseq")
        outcome = ask("lazyseq", program, options)
        found = {found.property for found in outcome.found}
        if not outcome.unwinding_cut and found >= wanted:
            break
    assert not outcome.unknown
    assert wanted <= found, "what is expected lies beyond the bounds: give the program some (// cseq: unwind=4)"
    assert found - (MISTAKEN if expected.excepts("cseq", "looks-locked") else set()) <= expected.violated
    lines = confirmed_lines(outcome, program, options.looked_for.properties)
    assert lines <= expected.here
    if not expected.violated:
        assert bool(outcome.unwinding_cut) == expected.excepts("cseq", "cut")
    if machine is not None and not outcome.unwinding_cut:
        assert bool(machine.unsupported) <= bool(outcome.unsupported)
        assert lines_within(machine) <= lines or expected.excepts("cseq", "one-deadlock")


@pytest.mark.parametrize("path", excepted("cseq", "unsupported"), ids=name_of)
def test_the_schema_cseq_says_what_it_cannot_do(path: Path) -> None:
    forget_terms()
    outcome = ask("lazyseq", load_expected(path), asked(EXPECTED[path], unwind=2, rounds=2, schema="cseq"))
    assert outcome.unsupported
    assert not outcome.found


@pytest.mark.parametrize("path", excepted("cseq", "large")[:1], ids=name_of)
def test_the_schema_cseq_says_what_is_too_large(path: Path) -> None:
    forget_terms()
    outcome = ask("lazyseq", load_expected(path), asked(EXPECTED[path], unwind=1, rounds=2, schema="cseq"))
    assert outcome.unknown == ("a bounded program of more than 400000 instructions",)


@pytest.mark.parametrize(
    "path",
    [path for path in expecting("explicit", "contexts", "preemptions") if not EXPECTED[path].symbolic],
    ids=name_of,
)
def test_the_explicit_search_confirms_the_verdict(path: Path) -> None:
    expected, program = EXPECTED[path], load_expected(path)
    options = asked(expected, **expected.limits)
    outcome = check_explicit(program, options, ExplicitOptions())
    assert bool(outcome.unsupported) == expected.unsupported
    assert {found.property for found in outcome.found} == expected.violated - {Property.UNSUPPORTED}
    assert confirmed_lines(outcome, program, options.looked_for.properties) == expected.here
    if not expected.violated:
        assert expected.sampled or not outcome.unknown
        assert expected.limits or not outcome.switches_cut
