"""What attempts within growing bounds hand on: recordings, and a solver in which each has its own under assumptions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import encoders.once.check
import encoders.solvers
import esbmc_py
from encoders.attempts import SharedByAttempts
from encoders.once.check import encode
from encoders.once.operations import BoundedProgram
from encoders.once.record import Wanted
from encoders.request import Options, Runtime
from encoders.solvers import SAT, UNSAT, Limits, Solver, make_solver
from esbmc_py import CheckOptions
from esbmc_py.checking import search
from esbmc_py.checking.deepening import Attempt
from esbmc_py.checking.results import Bounds
from esbmc_py.frontend import load_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare
from symex import terms as t
from symex.reset import forget_terms

SUITE = Path(__file__).parents[2] / "benchmarks" / "suite"
LOOPS = SUITE / "mutex" / "peterson.c"  # two unwindings, each in two rounds and in all schedules


def loaded(path: Path) -> Program:
    forget_terms()
    return prepare(load_program([path]))


NULL = """
#include <pthread.h>
int x, *p = &x;
static void *reset(void *u) { p = NULL; return u; }
static void *look(void *u) { int unused = *p; return u; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reset, NULL); pthread_create(&b, NULL, look, NULL);
    return 0;
}
"""


@pytest.fixture(params=["loops", "null"])
def program(request: pytest.FixtureRequest, tmp_path: Path) -> Program:
    """In the second, of an access that is left out of the formula there remains that it may fail."""
    if request.param == "loops":
        return loaded(LOOPS)
    path = tmp_path / "p.c"
    path.write_text(NULL)
    return loaded(path)


@pytest.mark.parametrize("rounds", [3, None])
def test_a_recording_that_was_encoded_before_makes_the_same_formula(program: Program, rounds: int | None) -> None:
    shared = SharedByAttempts()
    encode(program, Options.of(unwind=2, rounds=2, runtime=Runtime(shared=shared)))
    again = encode(program, Options.of(unwind=2, rounds=rounds, runtime=Runtime(shared=shared))).formula
    alone = encode(program, Options.of(unwind=2, rounds=rounds)).formula
    assert (again.constraints, again.failures) == (alone.constraints, alone.failures)
    assert (again.bounds, again.doubts) == (alone.bounds, alone.doubts)


def test_encoding_leaves_a_recording_as_it_is(program: Program) -> None:
    shared = SharedByAttempts()
    formula = encode(program, Options.of(unwind=2, rounds=2, runtime=Runtime(shared=shared)))
    assert shared.recording is not None
    recorded = [len(block.operations) for thread in shared.recording.threads for block in thread.blocks]
    encoded = [len(block.operations) for thread in formula.final.program.threads for block in thread.blocks]
    assert sum(encoded) < sum(recorded)
    encode(program, Options.of(unwind=2, runtime=Runtime(shared=shared)))
    assert recorded == [len(block.operations) for thread in shared.recording.threads for block in thread.blocks]


def test_threads_are_recorded_once_for_an_unwinding(monkeypatch: pytest.MonkeyPatch) -> None:
    recorded: list[int | None] = []
    record = encoders.once.check.recorded

    def noted(program: Program, wanted: Wanted, *rest: Any, **settings: Any) -> BoundedProgram:
        recorded.append(wanted.bounds.unwind)
        return record(program, wanted, *rest, **settings)

    monkeypatch.setattr(encoders.once.check, "recorded", noted)
    results = []
    for without in ((), ("recordings",)):
        results.append(esbmc_py.check(LOOPS, CheckOptions(mode="lazyseq", without=without)))
    assert recorded == [1, 2, 1, 1, 2, 2]
    assert results[0].scope == results[1].scope
    assert results[0].scope.complete


@pytest.mark.parametrize(
    ("file", "defines", "attempts"),
    [("mutex/peterson.c", (), 4), ("cav14/fib.c", ("N=3",), 2), ("cav14/fib.c", ("N=2", "SAFE"), 2)],
)
def test_one_solver_gives_the_answers_of_many(
    file: str, defines: tuple[str, ...], attempts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Solver] = []

    def noted(name: str, limits: Limits) -> Solver:
        made.append(make_solver(name, limits))
        return made[-1]

    monkeypatch.setattr(encoders.solvers, "make_solver", noted)
    one = esbmc_py.check(SUITE / file, CheckOptions(mode="lazyseq", defines=defines))
    assert len(made) == 1
    many = esbmc_py.check(SUITE / file, CheckOptions(mode="lazyseq", defines=defines, without=("incremental",)))
    assert len(made) == 1 + attempts
    assert (one.verdict, one.scope) == (many.verdict, many.scope)


@pytest.mark.parametrize("name", ["z3", "bitwuzla"])
def test_what_an_attempt_asserts_holds_for_itself(name: str) -> None:
    t.reset()
    x, y = t.bool_symbol("x"), t.bool_symbol("y")
    shared = SharedByAttempts()

    def attempt(*terms: t.Term) -> Solver:
        solver = shared.for_attempt(lambda: make_solver(name), None)
        for term in terms:
            solver.assert_(term)
        return solver

    first = attempt(x, y)
    first.push()
    first.assert_(t.not_(x))
    assert first.check() == UNSAT
    first.close()  # with its level
    second = attempt(x, t.not_(y))
    assert second.check() == SAT
    assert (second.value(x), second.value(y)) == (True, False)
    third = attempt(x, y)
    assert third.check() == SAT
    assert third.value(y) is True
    assert third.check([t.not_(y)]) == UNSAT
    assert third.unsat_core() == [t.not_(y)]
    assert attempt(t.not_(x)).check() == SAT
    assert shared.solver is not None
    assert len(shared.solver.groups) == 4  # x and y, x again, not y, not x
    shared.close()


def test_all_schedules_that_were_given_up_are_tried_again_before_those_of_larger_unwindings() -> None:
    found = search.Search(loaded(LOOPS), CheckOptions(mode="lazyseq"), 0.0)
    larger = Attempt(Bounds(4), tentative=True)
    assert found._adapted(larger) == larger
    found._given_up = Bounds(2)
    assert found._adapted(larger).bounds == Bounds(2)
    few = Attempt(Bounds(4, rounds=5), fewer=Bounds(4, rounds=2))
    assert found._adapted(few) == few
    found._given_up = None
    assert found._adapted(few).bounds == Bounds(4, rounds=2)
