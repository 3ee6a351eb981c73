"""The order of the walk, its bounds, and what the reductions leave out."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from reachability_tree.bounds import ScheduleBound, schedule_bound
from reachability_tree.events import End, Ending, Occurrence, OccurrenceKind
from reachability_tree.node import schedule_of
from reachability_tree.reductions import Reductions
from reachability_tree.walk import ReachabilityTree
from symex.terms import FALSE, TRUE, bool_symbol, not_
from tests.reachability_tree.building import LOST_UPDATE, TWO_THREADS, interleavings, tree_of


def switches(schedule: tuple[int, ...]) -> int:
    return sum(one != other for one, other in pairwise((0, *schedule)))


def preemptions(schedule: tuple[int, ...], everything: list[tuple[int, ...]]) -> int:
    """Switches away from a thread that, after the same prefix, goes on in some other interleaving."""
    count = 0
    for place, (one, other) in enumerate(pairwise((0, *schedule))):
        prefix = schedule[:place]
        could = any(way[:place] == prefix and len(way) > place and way[place] == one for way in everything)
        count += one != other and could
    return count


def test_the_walk_is_depth_first_with_the_active_thread_first() -> None:
    found = interleavings(tree_of(TWO_THREADS))
    keys = [tuple((thread != last, thread) for last, thread in pairwise((0, *way))) for way in found]
    assert keys == sorted(keys)


def test_the_plain_tree_has_every_interleaving_once() -> None:
    found = interleavings(tree_of(TWO_THREADS))
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("most", range(5))
def test_a_bound_on_contexts_keeps_exactly_the_interleavings_with_as_many_switches(most: int) -> None:
    wanted = {way for way in interleavings(tree_of(TWO_THREADS)) if switches(way) <= most}
    tree = tree_of(TWO_THREADS, contexts=most)
    finished = set(_finished(tree))
    assert finished == wanted


@pytest.mark.parametrize("most", range(3))
def test_a_bound_on_preemptions_counts_only_switches_from_threads_that_could_go_on(most: int) -> None:
    everything = interleavings(tree_of(TWO_THREADS))
    wanted = {way for way in everything if preemptions(way, everything) <= most}
    assert set(_finished(tree_of(TWO_THREADS, preemptions=most))) == wanted


def _finished(tree: ReachabilityTree) -> list[tuple[int, ...]]:
    return [
        schedule_of(event.steps) for event in tree.walk() if isinstance(event, End) and event.ending is Ending.FINISHED
    ]


def test_a_switch_that_the_bound_forbids_is_told() -> None:
    tight = [event for event in tree_of(TWO_THREADS, contexts=2).walk() if isinstance(event, Occurrence)]
    assert {event.kind for event in tight} == {OccurrenceKind.SWITCH}
    loose = [event for event in tree_of(TWO_THREADS, contexts=20).walk() if isinstance(event, Occurrence)]
    assert loose == []


def test_where_blocking_depends_on_values_a_preemption_is_told_from_a_switch() -> None:
    blocked = bool_symbol("blocked")
    bound = ScheduleBound(1, preemptions_only=True)
    assert bound.moves(0, 0, 1, blocked) == [(blocked, 0), (not_(blocked), 1)]
    assert bound.moves(0, 1, 1, blocked) == [(blocked, 1)]
    assert bound.forbidden(0, 1, 1, blocked) is not_(blocked)
    assert bound.forbidden(0, 0, 1, blocked) is FALSE
    assert bound.moves(0, 1, 0, blocked) == [(TRUE, 1)]


def test_two_bounds_at_once_are_refused() -> None:
    with pytest.raises(ValueError, match="choose one"):
        schedule_bound(1, 1)


def test_states_seen_before_are_not_expanded_again() -> None:
    plain, reduced = tree_of(LOST_UPDATE, contexts=4), tree_of(LOST_UPDATE, Reductions(), contexts=4)
    for _ in plain.walk():
        pass
    for _ in reduced.walk():
        pass
    assert reduced.counts.seen > 0
    assert reduced.counts.nodes < plain.counts.nodes / 2


def test_a_loop_that_waits_for_another_thread_needs_no_bound() -> None:
    tree = tree_of(
        "volatile int ready; static void *f(void *a) { while (!ready) {} return a; }"
        "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); ready = 1; pthread_join(t, 0); return 0; }",
        Reductions(),
    )
    found = list(tree.walk())
    assert [event.ending for event in found if isinstance(event, End)] == [Ending.FINISHED]
    assert not any(isinstance(event, Occurrence) for event in found)


def test_a_thread_that_concerns_nobody_moves_alone() -> None:
    text = """
    static void *f(void *a) { int y = 1; int *p = &y; *p = 2; return a; }
    int main(void)
    {
        pthread_t a, b;
        pthread_create(&a, 0, f, 0);
        pthread_create(&b, 0, f, 0);
        pthread_join(a, 0);
        pthread_join(b, 0);
        return 0;
    }
    """
    free = tree_of(text, Reductions.none())
    alone = tree_of(text, replace(Reductions.none(), independent=True))
    assert len(interleavings(alone)) < len(interleavings(free))
    assert alone.counts.independent > 0
