"""C programs: every way to execute them does the same, and what exploration finds can be replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.frontend import load_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.vm import Deadlock, Status, Violation, explore, run
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.state_after import local_deadlocks_after

PROGRAMS = Path(__file__).parent.parent / "programs"
CONCURRENT = sorted((PROGRAMS / "concurrent").glob("*.c"))[::8]
SEQUENTIAL = sorted((PROGRAMS / "features").glob("*.c"))[::6]


def load(path: Path) -> Program:
    return prepare(load_program([path]))


def run_compiled(program: Program, seed: int, max_steps: int) -> object:
    """`run`, with everything compiled at its first execution."""
    return run(program, seed=seed, max_steps=max_steps, executable=Executable(program, hot=0))


@pytest.mark.parametrize("path", [*CONCURRENT, *SEQUENTIAL], ids=lambda path: path.name)
def test_compiled_and_interpreted_runs_are_the_same(path: Path) -> None:
    program = load(path)
    for seed in range(3):
        result = run(program, seed=seed, max_steps=500)
        assert run_compiled(program, seed, 500) == result
        assert run(program, seed=seed, max_steps=500, trace=lambda event: None) == result


def places(deadlock: Deadlock) -> set[tuple[int, SourceLocation]]:
    return {(one.thread, one.location) for one in deadlock.blocked}


@pytest.mark.parametrize("path", CONCURRENT, ids=lambda path: path.name)
def test_findings_replay(path: Path) -> None:
    program = load(path)
    for finding in explore(program, max_states=2000).findings:
        if isinstance(finding.what, Deadlock) and finding.what.local:
            found = local_deadlocks_after(program, finding.schedule, lambda event: None)
            assert places(finding.what) in map(places, found)
            continue
        result = run(program, schedule=finding.schedule)
        match finding.what:
            case Violation():
                assert (result.status, result.violation) == (Status.VIOLATION, finding.what)
                assert result.schedule == finding.schedule
            case Deadlock():
                assert (result.status, result.deadlock) == (Status.DEADLOCK, finding.what)


@pytest.mark.parametrize("path", CONCURRENT, ids=lambda path: path.name)
def test_what_some_run_finds_exploration_finds(path: Path) -> None:
    program = load(path)
    exploration = explore(program, max_states=2000, shortest=False)
    if not exploration.complete:
        pytest.skip("too many states")
    known = {(violation.property, violation.location) for violation in exploration.violations}
    for seed in range(20):
        result = run(program, seed=seed, max_steps=1000)
        assert result.violation is None or (result.violation.property, result.violation.location) in known
        assert result.status is not Status.DEADLOCK or exploration.deadlocks
