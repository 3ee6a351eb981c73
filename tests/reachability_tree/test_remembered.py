"""Steps that were made before are not executed again, and come to the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reachability_tree import remembered
from reachability_tree.footprints import Move
from reachability_tree.remembered import RememberedSteps
from symex.state import State
from tests.reachability_tree.building import LOST_UPDATE, TWO_THREADS, follow, interleavings, tree_of

INPUTS = """
int x, flag;
static void *f(void *a) { int y = __VERIFIER_nondet_int(); if (flag) x = y; else x++; return a; }
static void *g(void *a) { flag = __VERIFIER_nondet_bool(); return a; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, g, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x != 7);
    return 0;
}
"""


def described(state: State) -> tuple[object, ...]:
    """All that is in a state, so that equal states have equal descriptions."""
    log, entries = state.log, []
    while log is not None:
        entries.append(log.entry)
        log = log.earlier
    frames = []
    for thread in state.threads:
        frame = thread.frame
        frames.append((thread.number, thread.inputs, thread.allocated))
        while frame is not None:
            frames.append((frame.code.name, frame.pc, frame.registers))  # type: ignore[arg-type]
            frame = frame.parent
    return dict(state.memory), frames, state.path, entries, state.halted


def same(first: Move, second: Move) -> bool:
    return (
        [described(state) for state in first.step.successors] == [described(state) for state in second.step.successors]
        and replace(first.step, successors=()) == replace(second.step, successors=())
        and first.footprint == second.footprint
    )


@pytest.mark.parametrize("text", [TWO_THREADS, LOST_UPDATE, INPUTS], ids=["writes", "loops", "inputs"])
def test_a_remembered_step_is_the_step(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every node of a tree, a step that is remembered is compared with a fresh execution."""
    compared = 0
    original = remembered.Remembered.again
    tree = tree_of(text, contexts=3)

    def again(self: remembered.Remembered, state: State) -> Move:
        nonlocal compared
        move = original(self, state)
        number = self.changes[0].thread.number if self.changes else None
        if number is not None:
            compared += 1
            assert same(move, tree.executor.move(state, number))
        return move

    monkeypatch.setattr(remembered.Remembered, "again", again)
    assert interleavings(tree)
    assert compared > 40


def test_a_step_is_executed_again_only_if_something_that_it_touches_has_changed() -> None:
    tree = tree_of(TWO_THREADS)
    node = follow(tree, 0, 0, 0)
    steps = RememberedSteps(tree.executor)
    for _ in range(2):
        for number in (0, 1, 2):
            steps.move(node.state, number)
    assert steps.executed == 3


def test_what_is_remembered_is_forgotten_when_it_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = interleavings(tree_of(LOST_UPDATE, contexts=3))
    monkeypatch.setattr(remembered, "MOST_REMEMBERED", 3)
    assert interleavings(tree_of(LOST_UPDATE, contexts=3)) == wanted
