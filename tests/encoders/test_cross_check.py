"""A second opinion: "unsatisfiable" counts only if another solver says so, too."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import encoders.solvers.factory
from encoders.solvers import Limits, make_solver
from encoders.solvers.answers import SAT, UNSAT, Result, Sat, Unknown, Unsat
from encoders.solvers.cross_check import CrossCheckedSolver, SecondOpinions, other_than
from encoders.solvers.interface import NO_LIMITS, Solver
from encoders.solvers.wrapped import WrappedSolver
from esbmc_py import Verdict, check
from symex.terms import Term, bool_symbol, not_
from tests.conftest import ROOT

A: Term
B: Term
MODES = ["lazy", "schedule", "uw", "lazyseq"]


@pytest.fixture(autouse=True)
def two_terms() -> None:
    """Made anew for each test: others forget all terms."""
    global A, B
    A, B = bool_symbol("cross!a"), bool_symbol("cross!b")


class Liar(WrappedSolver):
    """Finds whatever is satisfiable unsatisfiable, once it has begun."""

    def assert_(self, term: Term) -> None:
        self._solver.assert_(term)

    def push(self) -> None:
        self._solver.push()

    def pop(self, levels: int = 1) -> None:
        self._solver.pop(levels)

    def check(self, assumptions: Sequence[Term] = ()) -> Result:
        answer = self._solver.check(assumptions)
        return UNSAT if isinstance(answer, Sat) else answer

    def unsat_core(self) -> list[Term]:
        return []


class GivesUp(Liar):
    def check(self, assumptions: Sequence[Term] = ()) -> Result:
        return Unknown("no idea")


def crossed(first: Solver, second: Solver) -> tuple[CrossCheckedSolver, SecondOpinions]:
    opinions = SecondOpinions()
    return CrossCheckedSolver(first, lambda: second, opinions), opinions


def honest() -> Solver:
    return make_solver("z3")


def test_what_both_find_unsatisfiable_is() -> None:
    solver, opinions = crossed(honest(), make_solver("bitwuzla"))
    solver.assert_(A)
    assert solver.check([not_(A)]) == UNSAT
    assert (opinions.confirmed, opinions.differences) == (1, [])


def test_a_model_needs_no_second_opinion() -> None:
    solver, opinions = crossed(honest(), GivesUp(honest()))
    solver.assert_(A)
    assert solver.check([B]) == SAT
    assert solver.value(B) is True
    assert opinions == SecondOpinions()


def test_a_lie_is_a_difference() -> None:
    solver, opinions = crossed(Liar(honest()), honest())
    solver.assert_(A)
    answer = solver.check()
    assert isinstance(answer, Unknown)
    assert "disagree" in answer.reason
    assert len(opinions.differences) == 1


def test_what_is_not_confirmed_is_unknown_and_no_difference() -> None:
    solver, opinions = crossed(honest(), GivesUp(honest()))
    solver.assert_(A)
    answer = solver.check([not_(A)])
    assert isinstance(answer, Unknown)
    assert "no idea" in answer.reason
    assert opinions == SecondOpinions()


def test_a_core_that_is_too_small_is_not_taken() -> None:
    """Who says that nothing of the assumptions was needed says that no schedule has the bug."""

    class WrongCore(Liar):
        def check(self, assumptions: Sequence[Term] = ()) -> Result:
            return self._solver.check(assumptions)

    solver, opinions = crossed(WrongCore(honest()), honest())
    solver.assert_(A)
    assert solver.check([not_(A), B]) == UNSAT
    assert set(solver.unsat_core()) == {not_(A), B}
    assert len(opinions.differences) == 1


def test_both_forget_what_is_popped() -> None:
    solver, _ = crossed(honest(), make_solver("bitwuzla"))
    solver.push()
    solver.assert_(not_(A))
    solver.pop()  # the second never hears of it
    solver.push()
    solver.assert_(A)
    assert isinstance(solver.check([not_(A)]), Unsat)
    solver.push()
    solver.assert_(B)
    solver.pop(2)  # a level that it knows, and one that it does not
    solver.assert_(not_(A))
    assert isinstance(solver.check([A]), Unsat)
    assert solver.check([not_(A)]) == SAT


@pytest.mark.parametrize(("name", "other"), [("z3", "bitwuzla"), ("bitwuzla", "z3"), ("bitwuzla:preprocessing", "z3"),
                                             ("smtlib:z3 -in", "bitwuzla")])  # fmt: skip
def test_the_other_solver_is_of_another_make(name: str, other: str) -> None:
    assert other_than(name) == other


PROGRAM = """
#include <assert.h>
#include <pthread.h>
int nondet_int(void);
int x;
void *set(void *p) { int n = nondet_int(); if (n > 3 && n < 9) x = n; return p; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    int seen = x;
    assert(seen != 5);
    pthread_join(t, 0);
}
"""
SAFE = PROGRAM.replace("seen != 5", "seen != 2")


@pytest.fixture
def bitwuzla_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    make = encoders.solvers.factory.make_solver

    def lying(name: str = "z3", limits: Limits = NO_LIMITS) -> Solver:
        solver = make(name, limits)
        return Liar(solver) if name == "bitwuzla" else solver

    for place in ("encoders.solvers.make_solver", "encoders.solvers.factory.make_solver", "prove.proof.make_solver"):
        monkeypatch.setattr(place, lying)


@pytest.mark.usefixtures("bitwuzla_lies")
@pytest.mark.parametrize("mode", MODES)
def test_a_lying_solver_cannot_prove_a_wrong_program_right(mode: str) -> None:
    deceived = check(PROGRAM, mode=mode, solver="bitwuzla")
    assert deceived.verdict is Verdict.SUCCESSFUL, "otherwise the lie makes no difference here"
    result = check(PROGRAM, mode=mode, solver="bitwuzla", cross_check=True)
    assert result.verdict is Verdict.UNKNOWN
    assert any("disagree" in reason for reason in result.scope.unknown)
    assert any("defect" in note for note in result.notes)


@pytest.mark.parametrize("mode", MODES)
def test_right_programs_are_right_with_two_solvers(mode: str) -> None:
    result = check(SAFE, mode=mode, cross_check=True)
    assert result.verdict is Verdict.SUCCESSFUL
    assert result.scope.complete
    assert any("another solver confirms" in note for note in result.notes)


@pytest.mark.parametrize("mode", MODES)
def test_bugs_are_found_with_two_solvers(mode: str) -> None:
    assert check(PROGRAM, mode=mode, cross_check=True).verdict is Verdict.FAILED


@pytest.mark.usefixtures("bitwuzla_lies")
def test_an_invariant_is_judged_by_two_solvers() -> None:
    """The search with z3 finds it, a lying bitwuzla agrees with everything, and z3 is asked again."""
    from esbmc_py.frontend import load_program
    from esbmc_py.goto.properties import Property
    from esbmc_py.goto.sharing import prepare
    from prove.proof import check_invariant

    program = prepare(load_program([ROOT / "examples" / "lost_update.c"]))
    properties = frozenset({Property.ASSERTION})
    believed, _ = check_invariant(program, properties, {}, "bitwuzla")
    assert not believed, "otherwise the lie makes no difference here"
    opinions = SecondOpinions()
    problems, _ = check_invariant(program, properties, {}, "bitwuzla", opinions)
    assert problems
    assert opinions.differences


def test_a_strict_campaign_asks_two_solvers(tmp_path: Path) -> None:
    from esbmc_py.experiments.configurations import SmtcbConfiguration, strict

    plain = SmtcbConfiguration("lazy", ("--mode", "lazy"))
    assert strict(plain) == SmtcbConfiguration("lazy", ("--mode", "lazy", "--cross-check"))
