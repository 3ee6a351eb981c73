"""Schedule recording and under-approximation with widening: one formula for the whole tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from encoders.outcome import Outcome
from encoders.request import Options
from encoders.tree.schedule import check_schedule
from encoders.tree.selection import ThreadSelection
from encoders.tree.uw import check_uw
from esbmc_py.goto.properties import Property
from reachability_tree.node import StepsFromRoot
from reachability_tree.reductions import Reductions
from symex.terms import TRUE, and_
from tests.reachability_tree.building import LOST_UPDATE, TWO_THREADS, program_of

Check: TypeAlias = Callable[..., Outcome]

SAFE = TWO_THREADS.replace("return 0;", "assert(x == 1 || x == 2); return 0;")
FAILING = TWO_THREADS.replace("return 0;", "assert(x == 2); return 0;")
INPUT = """
int x;
static void *f(void *a) { x = __VERIFIER_nondet_int(); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(x != 12); return 0; }
"""


def test_a_step_without_a_choice_has_no_selection_variable() -> None:
    selection = ThreadSelection()
    first = StepsFromRoot.after(None, 0, effective=False)
    second = StepsFromRoot.after(first, 2, effective=True)
    third = StepsFromRoot.after(second, 1, effective=True)
    assert selection.guard(first) is TRUE
    assert selection.guard(second) is selection.chooses(2, 2)
    assert selection.guard(third) is and_(selection.chooses(2, 2), selection.chooses(3, 1))
    assert selection.variables == 2


def test_schedule_recording_asks_the_solver_once() -> None:
    outcome = check_schedule(program_of(FAILING))
    assert [found.property for found in outcome.found] == [Property.ASSERTION]
    assert outcome.statistics.solver_checks == 1
    assert outcome.statistics.selections > 0
    assert outcome.statistics.formula_nodes > 0


def test_a_tree_without_violations_needs_no_solver() -> None:
    assert check_schedule(program_of(SAFE)).statistics.solver_checks == 0
    assert check_uw(program_of(SAFE)).statistics.solver_checks == 0


@pytest.mark.parametrize("check", [check_schedule, check_uw])
def test_schedule_and_inputs_come_from_one_model(check: Check) -> None:
    found = check(program_of(INPUT)).found[0]
    assert found.schedule[-1] == 0
    assert 1 in found.schedule
    assert any(value.bits == 12 for value in found.inputs[1])


@pytest.mark.parametrize("check", [check_schedule, check_uw])
def test_all_violations_are_found_one_after_the_other(check: Check) -> None:
    text = INPUT.replace("assert(x != 12);", "assert(x != 12); assert(x != 13);")
    outcome = check(program_of(text), Options.of(all_violations=True))
    assert [found.message for found in sorted(outcome.found, key=lambda f: f.location.column)] == ["x != 12", "x != 13"]


def test_widening_begins_with_the_first_interleaving_and_releases_what_proofs_need() -> None:
    outcome = check_uw(program_of(LOST_UPDATE))
    statistics = outcome.statistics
    assert [found.property for found in outcome.found] == [Property.ASSERTION]
    assert statistics.iterations > 1
    assert 0 < statistics.released_literals <= statistics.control_literals


def test_widening_ends_when_a_proof_needs_no_literal() -> None:
    text = INPUT.replace("x != 12", "x != 12 || x == 12")
    outcome = check_uw(program_of(text))
    assert not outcome.found
    assert outcome.decided


def test_a_violation_in_the_first_interleaving_needs_one_iteration() -> None:
    outcome = check_uw(program_of("int main(void) { int y = __VERIFIER_nondet_int(); assert(y > 3); return 0; }"))
    assert outcome.found
    assert outcome.statistics.iterations == 1


@pytest.mark.parametrize("check", [check_schedule, check_uw])
def test_what_is_left_out_is_decided_by_the_solver(check: Check) -> None:
    text = "int main(void) {{ int n = __VERIFIER_nondet_int(); {} for (int i = 0; i < n; i++) {{}} return 0; }}"
    hit = check(program_of(text.format("")), Options.of(unwind=3))
    assert hit.unwinding_cut
    free = check(program_of(text.format("__VERIFIER_assume(n * n == n && n < 2);")), Options.of(unwind=3))
    assert not free.unwinding_cut


@pytest.mark.parametrize("check", [check_schedule, check_uw])
def test_no_time_is_an_unknown_answer(check: Check) -> None:
    text = "int x; static void *f(void *a) { for (;;) x++; } int main(void) { pthread_t t;" \
           "pthread_create(&t, 0, f, 0); for (;;) x--; }"  # fmt: skip
    outcome = check(program_of(text), Options.of(timeout=0.2, reductions=Reductions.none()))
    assert outcome.unknown == ("out of time",)


def test_widening_by_whole_steps_changes_the_cost_not_the_answer() -> None:
    """A variant must not change answers."""
    import esbmc_py

    text = (
        "#include <assert.h>\n#include <pthread.h>\nint x;\nvoid *f(void *p) { int y = x; x = y + 1; return p; }\n"
        "int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0);\n"
        "pthread_join(a, 0); pthread_join(b, 0); assert(x BOUND); }\n"
    )
    for bound in ("== 2", "> 0"):
        plain = esbmc_py.check(text.replace("BOUND", bound), mode="uw")
        steps = esbmc_py.check(text.replace("BOUND", bound), mode="uw", variants=("uw-step",))
        assert steps.verdict is plain.verdict
        assert steps.complete is plain.complete
