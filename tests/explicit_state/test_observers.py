from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import esbmc_py
from esbmc_py.checking import OptionProblem, Verdict
from esbmc_py.checking.options import ExplicitOptions
from esbmc_py.goto.properties import Property
from explicit_state import Reduction, SearchOptions, search

from .loading import prepared

# Each thread goes in and out; nobody checks anything.
COUNTED = """
#include <pthread.h>
void smtcb_abstract_bytes(const void *p, unsigned long n);
void smtcb_abstract_control(void);
int inside0, inside1, turn, noise;
void *f(void *a) { inside0++; noise = 1; inside0--; return 0; }
void *g(void *a) { inside1++; noise = 2; inside1--; return 0; }
_Bool alone(void) { return inside0 + inside1 <= 1; }
_Bool few(void) { return inside0 + inside1 <= 2; }
_Bool busy(void) { turn = 1; return 1; }
int of(int x) { return x; }
void nothing(void) {}
void flags(void) {
    int state[2] = {inside0, inside1};
    smtcb_abstract_bytes(state, sizeof state);
    smtcb_abstract_control();
}
void one_state(void) { smtcb_abstract_bytes(&turn, 0); }
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, g, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
"""


def check(**explicit: object) -> esbmc_py.CheckResult:
    options = ExplicitOptions(**explicit)  # type: ignore[arg-type]
    return esbmc_py.check(COUNTED, mode="explicit", explicit=options)


@pytest.mark.parametrize("reduction", list(Reduction))
def test_an_invariant_that_two_threads_break_together_is_found_and_replayed(reduction: Reduction) -> None:
    """Neither thread's step changes its value alone: what counts is that they write what it reads."""
    result = check(invariants=("alone",), reduction=str(reduction))
    assert result.verdict is Verdict.FAILED
    (counterexample,) = result.counterexamples
    assert "invariant alone does not hold" in str(counterexample.what)
    assert check(invariants=("few",), reduction=str(reduction)).complete


@pytest.mark.parametrize("bound", ["contexts", "preemptions"])
def test_an_invariant_is_checked_within_bounds_too(bound: str) -> None:
    options = ExplicitOptions(invariants=("alone",))
    for most, verdict in ((0, Verdict.SUCCESSFUL), (4, Verdict.FAILED)):
        settings = {bound: most}
        result = esbmc_py.check(COUNTED, mode="explicit", explicit=options, **settings)
        assert result.verdict is verdict


def test_an_invariant_must_not_change_anything() -> None:
    result = check(invariants=("busy",))
    assert result.verdict is Verdict.UNKNOWN
    assert "busy changes turn" in result.scope.unknown


@pytest.mark.parametrize(
    ("name", "message"),
    [("missing", "no function 'missing'"), ("of", "has parameters"), ("nothing", "nothing: an")],
)
def test_what_cannot_be_an_invariant_is_refused(name: str, message: str) -> None:
    with pytest.raises(OptionProblem, match=message):
        check(invariants=(name,))


def test_an_abstraction_makes_states_fewer_and_the_answer_says_that_it_was_used(tmp_path: Path) -> None:
    program = prepared(COUNTED, tmp_path)
    options = SearchOptions(reduction=Reduction.GLOBAL_ACCESS, properties=frozenset({Property.ASSERTION}))
    plain, abstract = search(program, options), search(program, replace(options, abstraction="flags"))
    assert abstract.counts.states < plain.counts.states
    result = check(abstraction="flags")
    assert result.verdict is Verdict.SUCCESSFUL
    assert not result.complete
    assert "as sound as that function" in "\n".join(result.scope.lines())


def test_states_are_matched_by_the_abstraction_alone(tmp_path: Path) -> None:
    result = search(prepared(COUNTED, tmp_path), SearchOptions(abstraction="one_state"))
    assert result.counts.states == 1


def test_an_observer_runs_only_when_something_that_it_reads_is_new(tmp_path: Path) -> None:
    from explicit_state.search import StateSearch

    wanted = StateSearch(prepared(COUNTED, tmp_path), SearchOptions(invariants=("few",)))
    wanted.run()
    (invariant,) = wanted.invariants.observers
    assert invariant.calls == 4  # values 0 and 1 of two variables


def test_what_only_an_invariant_looks_at_is_looked_at_after_every_access() -> None:
    """Nobody shares x; without the invariant, both writes would be one step."""
    result = esbmc_py.check(
        """
        int x;
        _Bool zero(void) { return x == 0; }
        int main(void) {
            x = 1;
            x = 0;
            return 0;
        }
        """,
        mode="explicit",
        explicit=ExplicitOptions(invariants=("zero",)),
    )
    assert result.verdict is Verdict.FAILED
    assert result.counterexamples[0].what.location.line == 5  # type: ignore[union-attr]
