"""Copies of undefined bytes in the search: which belong together is part of the state, what they are called is not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from esbmc_py.vm.explore import explore
from explicit_state import Reduction, SearchOptions, SearchOrder, search

from .loading import prepared

# Round after round, something undefined is handed on; nobody ever looks at it.
ENDLESS = """
#include <pthread.h>
struct cell { _Bool x, y; };
struct cell shared, other;
_Bool same(void) { struct cell mine = shared; return 1; }
_Bool curious(void) { struct cell mine = shared; return mine.x == shared.x; }
void *producer(void *unused) {
    while (1) {
        struct cell new;
        new.y = 1;
        shared = new;
    }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    while (1) {
        struct cell mine = shared;
        other = mine;
    }
    return 0;
}
"""
ALL = SearchOptions(all_violations=True, max_states=1_000)


@pytest.mark.parametrize("order", list(SearchOrder))
@pytest.mark.parametrize("reduction", list(Reduction))
def test_undefined_bytes_that_are_copied_for_ever_make_finitely_many_states(
    reduction: Reduction, order: SearchOrder, tmp_path: Path
) -> None:
    program = prepared(ENDLESS, tmp_path)
    result = search(program, replace(ALL, reduction=reduction, order=order))
    assert not result.incomplete
    if reduction is Reduction.GLOBAL_ACCESS:
        assert result.counts.states == explore(program).states


def test_steps_that_copy_what_is_undefined_are_found_out_once(tmp_path: Path) -> None:
    counts = search(prepared(ENDLESS, tmp_path), replace(ALL, reduction=Reduction.GLOBAL_ACCESS)).counts
    assert counts.runs < counts.states


def test_an_invariant_may_copy_what_is_undefined_but_not_look_at_it(tmp_path: Path) -> None:
    program = prepared(ENDLESS, tmp_path)
    assert not search(program, replace(ALL, invariants=("same",))).incomplete
    (problem,) = search(program, replace(ALL, invariants=("curious",))).incomplete
    assert "reads what nobody has written yet" in problem


# The thread comes back to the same state of its own while the first message is still on its way.
TWO_MESSAGES = """
#include <pthread.h>
#include <assert.h>
struct cell { _Bool x; };
struct cell slot, first, second;
int turn;
void *producer(void *unused) {
    while (1) {
        struct cell new;
        __VERIFIER_assume(turn % 2 == 0);
        slot = new;
        turn++;
    }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    __VERIFIER_assume(turn == 1);
    first = slot;
    turn = 2;
    __VERIFIER_assume(turn == 3);
    second = slot;
    assert(first.x == second.x);
    return 0;
}
"""


@pytest.mark.parametrize("reduction", list(Reduction))
def test_a_step_that_is_made_again_copies_another_undefined_byte(reduction: Reduction, tmp_path: Path) -> None:
    text = "void __VERIFIER_assume(int);" + TWO_MESSAGES
    result = search(prepared(text, tmp_path), replace(ALL, reduction=reduction))
    assert "assertion" in {str(finding.property) for finding in result.findings}
