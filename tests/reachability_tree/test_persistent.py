"""Persistent sets: threads with little in common move one after the other; what they share keeps its orders."""

from __future__ import annotations

from dataclasses import replace

import pytest

from encoders.outcome import Outcome
from encoders.request import Options
from encoders.tree.lazy import check_lazy
from reachability_tree import walk
from reachability_tree.reductions import Reductions
from tests.reachability_tree.building import interleavings, program_of, tree_of

PERSISTENT_ALONE = replace(Reductions.none(), persistent=True)
WITH_SEEN = replace(PERSISTENT_ALONE, seen=True)

THREADS = """
{shared}
{functions}
int main(void)
{{
    pthread_t threads[{count}];
    {starts}
    {joins}
    {last}
    return 0;
}}
"""


def threads(shared: str, bodies: list[str], last: str = "", *, joined: bool = True) -> str:
    """One thread per body; main starts them all, waits for them in the same order, and goes on with `last`."""
    count = len(bodies)
    functions = "\n".join(f"static void *f{n}(void *a) {{ {body} return a; }}" for n, body in enumerate(bodies))
    starts = " ".join(f"pthread_create(&threads[{n}], 0, f{n}, 0);" for n in range(count))
    joins = " ".join(f"pthread_join(threads[{n}], 0);" for n in range(count) if joined)
    return THREADS.format(shared=shared, functions=functions, count=count, starts=starts, joins=joins, last=last)


@pytest.fixture(autouse=True)
def _few_threads_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "MANY_THREADS", 0)


def found(outcome: Outcome) -> set[tuple[str, int]]:
    return {(str(one.property), one.location.line) for one in outcome.found}


def check(text: str, reductions: Reductions, **bounds: int) -> Outcome:
    return check_lazy(program_of(text), Options.of(all_violations=True, reductions=reductions, **bounds))  # type: ignore[arg-type]


def test_threads_that_have_nothing_in_common_have_one_interleaving() -> None:
    text = threads("int x[9];", [f"x[{n}] = 1; x[{n}] = 2;" for n in range(9)], "assert(x[0] + x[8] == 4);")
    tree = tree_of(text, PERSISTENT_ALONE)
    assert len(interleavings(tree)) == 1
    assert tree.counts.nodes < 100


def test_only_threads_that_share_something_change_places() -> None:
    """Two pairs of threads with a variable each: three interleavings of each pair."""
    text = threads("int x, y;", ["x = 1;", "y = 1;", "x = 2;", "y = 2;"])
    assert len(interleavings(tree_of(text, PERSISTENT_ALONE))) == 9


@pytest.mark.parametrize("reductions", [PERSISTENT_ALONE, WITH_SEEN, Reductions()])
@pytest.mark.parametrize("contexts", [None, 2, 3, 5])
def test_a_bug_that_needs_three_threads_is_found(reductions: Reductions, contexts: int | None) -> None:
    """The second thread has to come between two steps of the first, and the third before it."""
    bodies = ["x = 1; z = 1; x = 0;", "if (y == 1) assert(x == 0);", "w = 1; y = 1; w = 2;"]
    text = threads("int x, y, z, w;", bodies)
    bounds = {} if contexts is None else {"contexts": contexts}
    assert bool(check(text, reductions, **bounds).found) is (contexts is None or contexts >= 3)


@pytest.mark.parametrize("reductions", [PERSISTENT_ALONE, WITH_SEEN])
def test_a_thread_that_waits_is_freed_by_another_than_the_one_that_moved(reductions: Reductions) -> None:
    """Who waits for the lock gets it from the third thread, and may then be faster than the first thread's step."""
    shared = "int x, done; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"
    bodies = [
        "x = 1;",
        "pthread_mutex_lock(&m); assert(x == 1); pthread_mutex_unlock(&m);",
        "pthread_mutex_lock(&m); done = 1; pthread_mutex_unlock(&m);",
    ]
    text = threads(shared, bodies)
    assert len(found(check(text, reductions))) == 1


@pytest.mark.parametrize("reductions", [PERSISTENT_ALONE, WITH_SEEN])
def test_a_step_that_goes_wrong_hides_no_other_violation(reductions: Reductions) -> None:
    """Two assertions that have nothing to do with each other: the one must not keep the other from being looked at."""
    text = threads("int x, y;", ["x = 1;\nassert(x == 0);", "y = 1;\nassert(y == 0);"], joined=False)
    assert len(found(check(text, reductions))) == 2


@pytest.mark.parametrize("reductions", [PERSISTENT_ALONE, WITH_SEEN])
def test_an_assumption_that_fails_hides_no_violation(reductions: Reductions) -> None:
    text = threads("int x, y;", ["x = 1; __VERIFIER_assume(x == 0);", "y = 1; assert(y == 0);"])
    assert len(found(check(text, reductions))) == 1


@pytest.mark.parametrize("reductions", [WITH_SEEN, Reductions()])
def test_deadlocks_are_found(reductions: Reductions) -> None:
    locks = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; int x, y;"
    bodies = [
        "x = 1; pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);",
        "y = 1; pthread_mutex_lock(&n); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);",
        "x = 2; y = 2;",
    ]
    program = program_of(threads(locks, bodies))
    for contexts in (None, 1, 3):
        waiting = [
            {
                one.waiting
                for one in check_lazy(
                    program, Options.of(contexts=contexts, reductions=used, all_violations=True)
                ).found
            }
            for used in (reductions, Reductions().without("persistent"))
        ]
        assert waiting[0] == waiting[1]
        assert bool(waiting[0]) is (contexts != 1)


def test_a_loop_that_waits_for_another_thread_does_not_keep_it_from_moving() -> None:
    """The loop comes back to a state that is still being looked at: persistent sets are given up."""
    text = threads("int flag, x;", ["while (!flag) ; assert(x == 1);", "flag = 1; x = 1;"])
    outcome = check(text, Reductions())
    assert len(found(outcome)) == 1
    assert not outcome.unknown


def test_with_few_threads_persistent_sets_are_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    text = threads("int x, y;", ["x = 1;", "y = 1;", "x = 2;", "y = 2;"])
    without = interleavings(tree_of(text, Reductions().without("persistent")))
    monkeypatch.setattr(walk, "MANY_THREADS", 8)
    assert interleavings(tree_of(text, Reductions())) == without


def test_nothing_is_said_to_be_covered_that_the_bound_left_out() -> None:
    text = threads("int x[4];", [f"x[{n}] = 1; x[{n}] = 2;" for n in range(4)])
    assert check(text, Reductions(), contexts=3).switches_cut
    assert not check(text, Reductions(), contexts=8).switches_cut
