"""Sleep sets: of the orders of steps that commute, one is left; nothing that can be found is lost."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from encoders.request import Options
from encoders.tree.lazy import check_lazy
from reachability_tree.events import End
from reachability_tree.footprints import Move
from reachability_tree.reductions import Reductions
from reachability_tree.seen import SeenStates
from reachability_tree.walk import ReachabilityTree
from tests.reachability_tree.building import children, follow, interleavings, program_of, tree_of

SLEEP_ALONE = replace(Reductions.none(), sleep=True)

# Both threads exist before either has moved.
THREADS = """
static void *first(void *argument);
static void *second(void *argument);
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    return 0;
}
"""


def two_threads(shared: str, first: str, second: str) -> str:
    return (
        f"{shared}\n{THREADS}"
        f"static void *first(void *argument) {{ {first} return argument; }}\n"
        f"static void *second(void *argument) {{ {second} return argument; }}\n"
    )


def moves(text: str) -> tuple[Move, Move]:
    """The next steps of the two threads, when both stand at their first visible instruction."""
    tree = tree_of(text)
    node = follow(tree, 0, 0, 0)
    while not all(tree.executor.at_switch_point(node.state.threads[number]) for number in (1, 2)):
        number = next(n for n in (1, 2) if not tree.executor.at_switch_point(node.state.threads[n]))
        node = next(item for item in tree.expand(node) if not isinstance(item, End) and item.active == number)  # type: ignore[union-attr]
    return tree.executor.move(node.state, 1), tree.executor.move(node.state, 2)


@pytest.mark.parametrize(
    ("shared", "first", "second", "commute"),
    [
        ("int x;", "x = 1;", "x = 2;", False),
        ("int x, y;", "x = 1;", "y = x;", False),
        ("int x, y;", "x = 1;", "y = 2;", True),
        ("int a[2];", "a[0] = 1;", "a[1] = 2;", True),
        ("int a[2];", "a[__VERIFIER_nondet_bool()] = 1;", "a[1] = 2;", False),
        ("struct { char c; int i; } s;", "s.c = 1;", "s.i = 2;", True),
        ("union { char c; int i; } u;", "u.c = 1;", "u.i = 2;", False),
        ("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;", "pthread_mutex_lock(&m);", "pthread_mutex_lock(&m);", False),
        (
            "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;",
            "pthread_mutex_lock(&m);",
            "pthread_mutex_lock(&n);",
            True,
        ),
        ("int x; void exit(int);", "x = 1;", "exit(0);", False),
    ],
)
def test_steps_commute_unless_one_changes_what_the_other_touches(
    shared: str, first: str, second: str, commute: bool
) -> None:
    one, other = moves(two_threads(shared, first, second))
    assert one.footprint.commutes_with(other.footprint) is commute
    assert other.footprint.commutes_with(one.footprint) is commute


JOINED = """
{shared}
static void *f(void *a) {{ {first} return a; }}
static void *g(void *a) {{ {second} return a; }}
int main(void)
{{
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, g, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    {last}
    return 0;
}}
"""


def test_threads_that_have_nothing_in_common_have_one_interleaving() -> None:
    text = JOINED.format(shared="int x, y;", first="x = 1; x = 2;", second="y = 1; y = 2;", last="assert(x + y == 4);")
    assert len(interleavings(tree_of(text))) > 20
    assert len(interleavings(tree_of(text, SLEEP_ALONE))) == 1


def test_every_order_of_steps_that_conflict_is_kept() -> None:
    """x = 1 and x = 2 can go either way, whatever comes before them: two interleavings."""
    text = JOINED.format(shared="int x, y, z;", first="y = 1; x = 1;", second="z = 1; x = 2;", last="")
    assert len(interleavings(tree_of(text, SLEEP_ALONE))) == 2


@pytest.mark.parametrize("seen", [False, True])
def test_all_deadlocks_are_found_whoever_sleeps(seen: bool) -> None:
    """Locks that are never given back: one thread waits for the other, or both for one another."""
    text = JOINED.format(
        shared="pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; int x, y;",
        first="x = 1; pthread_mutex_lock(&m); pthread_mutex_lock(&n);",
        second="y = 1; pthread_mutex_lock(&n); pthread_mutex_lock(&m);",
        last="",
    )
    outcome = check_lazy(program_of(text), Options.of(all_violations=True, reductions=replace(SLEEP_ALONE, seen=seen)))
    assert [str(found.property) for found in outcome.found] == ["deadlock"] * 3


def test_a_state_met_again_with_a_thread_awake_is_visited_for_that_thread() -> None:
    tree = tree_of(two_threads("int x, y;", "x = 1;", "y = 1;"))
    node = follow(tree, 0, 0, 0)
    sleepers = {number: tree.executor.move(node.state, number) for number in (1, 2)}
    seen = SeenStates(with_active=False)
    asleep = replace(node, asleep=sleepers)
    assert seen.visit(asleep) is asleep
    assert seen.visit(asleep) is None
    again = seen.visit(replace(node, asleep={1: sleepers[1]}))
    assert again is not None
    assert again.only == {2}
    assert set(again.asleep) == {1}
    assert [child.active for child in children(tree, again)] == [2]
    last = seen.visit(node)
    assert last is not None
    assert last.only == {1}
    assert seen.visit(node) is None


def test_nobody_sleeps_under_a_bound_on_preemptions() -> None:
    text = JOINED.format(shared="int x, y;", first="x = 1;", second="y = 1;", last="")
    plain, sleeping = tree_of(text, preemptions=2), tree_of(text, SLEEP_ALONE, preemptions=2)
    assert interleavings(plain) == interleavings(sleeping)
    assert isinstance(sleeping, ReachabilityTree)
    assert sleeping.counts.asleep == 0


def test_under_a_bound_on_context_switches_only_the_active_thread_sleeps() -> None:
    """Main's second step commutes with all that the first thread does: main need not be left before it."""
    tree = tree_of(two_threads("int x, y;", "x = 1;", "y = 1;"), SLEEP_ALONE, contexts=3)
    node = follow(tree, 0, 0, 0)
    asleep = {child.active: set(child.asleep) for child in children(tree, node)}
    assert asleep[1] <= {0}
    assert asleep[2] <= {0}
    first = next(child for child in children(tree, node) if child.active == 1)
    assert {child.active: set(child.asleep) for child in children(tree, first)}[2] >= {1}


@pytest.mark.parametrize("contexts", [3, 4, 5])
def test_what_few_switches_can_do_is_found_with_the_active_thread_asleep(contexts: int) -> None:
    """x == 3 needs a switch between the load and the store of x++; the steps on y only invite to sleep."""
    text = JOINED.format(
        shared="int x, y, z;", first="y = 1; x++; y = 2; x++;", second="z = 1; x++; z = 2; x++;", last="assert(x != 3);"
    )
    program = program_of(text)
    plain = check_lazy(program, Options.of(contexts=contexts, reductions=Reductions().without("sleep", "persistent")))
    asleep = check_lazy(program, Options.of(contexts=contexts, reductions=Reductions().without("persistent")))
    assert bool(plain.found) is bool(asleep.found) is (contexts >= 5)


def test_under_a_bound_a_state_met_again_with_a_thread_awake_is_visited_for_all() -> None:
    tree = tree_of(two_threads("int x, y;", "x = 1;", "y = 1;"))
    node = follow(tree, 0, 0, 0)
    seen = SeenStates(with_active=True)
    asleep = replace(node, asleep={1: tree.executor.move(node.state, 1)})
    assert seen.visit(asleep) is asleep
    assert seen.visit(node) is node
    assert seen.visit(asleep) is None


def test_each_reduction_can_be_switched_off_by_its_name() -> None:
    names = [field.name for field in fields(Reductions)]
    assert Reductions().without(*names) == Reductions.none()
    assert Reductions().without("sleep").seen
