"""Each rule of ICSE 2011 §3.1 on the smallest program that needs it."""

from __future__ import annotations

from typing import get_args

from esbmc_py.goto.instructions import Instruction
from esbmc_py.goto.properties import Property
from reachability_tree import rules
from reachability_tree.events import End, Ending, Occurrence, OccurrenceKind
from reachability_tree.node import schedule_of
from symex.terms import FALSE, TRUE, and_, symbols
from tests.reachability_tree.building import TWO_THREADS, children, events, follow, tree_of


def test_every_kind_of_instruction_has_exactly_one_rule() -> None:
    predicates = [getattr(rules, name) for name in dir(rules) if name.startswith(("r1_", "r2_", "r3_", "r4_", "r5_"))]
    predicates += [rules.r6_wait, rules.is_scope]
    for kind in get_args(Instruction):
        made = kind.__new__(kind)
        assert sum(predicate(made) for predicate in predicates) == 1, kind


def test_r1_an_assignment_makes_a_new_state_and_keeps_the_thread() -> None:
    tree = tree_of("int x, y; static void *f(void *a) { x = 1; y = 1; return a; }"
                   "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return x + y; }")  # fmt: skip
    before = follow(tree, 0, 0)
    after = follow(tree, 0, 0, 1)
    assert (before.active, before.contexts) == (0, 0)
    assert (after.active, after.contexts) == (1, 1)
    assert after.threads[0] == before.threads[0]
    assert after.threads[1].location != before.threads[1].location
    assert after.state.memory != before.state.memory


def test_r1_after_a_visible_assignment_every_enabled_thread_may_go_on() -> None:
    tree = tree_of(TWO_THREADS)
    node = follow(tree, 0, 0, 0)
    assert [child.active for child in children(tree, node)] == [1, 2]  # main waits for the first
    after = follow(tree, 0, 0, 0, 2)
    assert [child.active for child in children(tree, after)] == [2, 1]  # the active thread first


def test_r1_at_the_bound_only_the_active_thread_goes_on() -> None:
    tree = tree_of(TWO_THREADS, contexts=1)
    node = follow(tree, 0, 0, 0, 1)
    assert node.contexts == 1
    assert [child.active for child in children(tree, node)] == [1]
    assert [event.kind for event in events(tree, node) if isinstance(event, Occurrence)] == [OccurrenceKind.SWITCH]


def test_r2_a_jump_makes_no_node_of_its_own() -> None:
    straight = tree_of("int x; int main(void) { x = 1; x = 2; return 0; }")
    jumping = tree_of("int x; int main(void) { x = 1; goto there; there: x = 2; return 0; }")
    assert len(list(straight.walk())) == len(list(jumping.walk())) == 1
    assert straight.counts.nodes == jumping.counts.nodes


SHARED_INPUT = """
int x;
static void *f(void *a) { if (x) x = 2; return a; }
int main(void)
{
    pthread_t t;
    x = __VERIFIER_nondet_bool();
    pthread_create(&t, 0, f, 0);
    x = 3;
    return 0;
}
"""


def test_r3_an_undecided_branch_splits_the_node_with_opposite_guards() -> None:
    tree = tree_of(SHARED_INPUT)
    node = follow(tree, 0, 0)
    split = [child for child in children(tree, node) if child.active == 1]
    assert len(split) == 2
    assert and_(split[0].state.path, split[1].state.path) is FALSE
    assert all(len(symbols(child.state.path)) == 1 for child in split)


def test_r3_the_condition_is_added_to_the_guards_of_all_threads() -> None:
    tree = tree_of(SHARED_INPUT)
    split = next(child for child in children(tree, follow(tree, 0, 0)) if child.active == 1)
    assert split.threads[0].guard is split.threads[1].guard is split.state.path


def test_r3_a_branch_that_the_state_decides_does_not_split() -> None:
    tree = tree_of(SHARED_INPUT.replace("__VERIFIER_nondet_bool()", "1"))
    split = [child for child in children(tree, follow(tree, 0, 0)) if child.active == 1]
    assert len(split) == 1
    assert split[0].state.path is TRUE


def test_r3_branches_with_nothing_visible_are_joined_again() -> None:
    tree = tree_of("int main(void) { int y = __VERIFIER_nondet_int(); int z = y > 3 ? 1 : 2; return z; }")
    node = tree.root()
    while (following := children(tree, node)) != []:
        assert len(following) == 1
        assert following[0].state.path is TRUE
        node = following[0]


def test_r4_an_assumption_that_cannot_hold_prunes_the_path() -> None:
    tree = tree_of("int main(void) { __VERIFIER_assume(0); assert(0); return 0; }")
    assert list(tree.walk()) == []


def test_r4_an_assumption_joins_the_guard() -> None:
    tree = tree_of("int main(void) { int y = __VERIFIER_nondet_int(); __VERIFIER_assume(y > 3); return y; }")
    node = follow(tree, 0)
    assert node.state.path is not TRUE
    assert node.condition is not None and node.condition.term is node.state.path


def test_r4_an_assertion_is_checked_and_then_assumed() -> None:
    tree = tree_of("int main(void) { int y = __VERIFIER_nondet_int(); assert(y > 3); return y; }")
    found = events(tree, tree.root())
    assert isinstance(found[0], Occurrence)
    assert found[0].property is Property.ASSERTION
    assert and_(found[0].guard, follow(tree, 0).state.path) is FALSE


def test_r5_a_started_thread_begins_at_its_first_location_with_its_creators_guard() -> None:
    tree = tree_of("int x; static void *f(void *a) { x = 1; return a; }"
                   "int main(void) { pthread_t t; int y = __VERIFIER_nondet_int(); __VERIFIER_assume(y > 3);"
                   "pthread_create(&t, 0, f, 0); return x; }")  # fmt: skip
    before, after = follow(tree, 0), follow(tree, 0, 0)
    assert (len(before.threads), len(after.threads)) == (1, 2)
    assert after.threads[1].location is not None
    assert after.threads[1].guard is before.threads[0].guard


def test_r6_a_join_has_no_child_before_the_thread_has_ended() -> None:
    tree = tree_of(
        "int x; static void *f(void *a) { x = 1; return a; }"
        "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return x; }"
    )
    waiting = follow(tree, 0, 0)
    assert [child.active for child in children(tree, waiting)] == [1]
    ended = follow(tree, 0, 0, 1, 1)
    assert ended.threads[1].location is None
    assert [child.active for child in children(tree, ended)] == [0]


def test_when_nobody_can_move_the_interleaving_ends_in_a_deadlock() -> None:
    tree = tree_of("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"
                   "int main(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }")  # fmt: skip
    found = list(tree.walk())
    assert isinstance(found[0], Occurrence)
    assert found[0].property is Property.DEADLOCK
    assert [waiting.reason for waiting in found[0].waiting] == ["the mutex is free"]
    assert isinstance(found[1], End)
    assert found[1].ending is Ending.DEADLOCK
    assert schedule_of(found[1].steps) == schedule_of(found[0].steps)
