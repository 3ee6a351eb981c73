from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm import DataRace, Deadlock, Violation, explore, run
from esbmc_py.vm.findings import Status
from explicit_state import Reduction, SearchOptions, SearchOrder, SearchResult, search
from tests.generator import generate
from tests.generator.kinds import SHAPES

from .loading import prepared, suite_program

REDUCTIONS = list(Reduction)
WITHOUT_RACES = frozenset(Property) - {Property.RACE}

LOST_UPDATE = """
#include <assert.h>
#include <pthread.h>
int x;
void *f(void *a) { x++; return 0; }
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, f, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(x == 2);
    return 0;
}
"""


def identities(findings: object) -> set[object]:
    """What was found, apart from how."""
    found: set[object] = set()
    for finding in findings:  # type: ignore[attr-defined]
        match finding.what:
            case Violation(property=prop, location=location):
                found.add((prop, location))
            case Deadlock():
                found.add(Property.DEADLOCK)
            case DataRace(first=first, second=second):
                found.add(frozenset({(first.location, first.write), (second.location, second.write)}))
    return found


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_every_reduction_finds_the_lost_update_and_its_schedule_leads_there(
    reduction: Reduction, tmp_path: Path
) -> None:
    program = prepared(LOST_UPDATE, tmp_path)
    result = search(program, SearchOptions(reduction=reduction, properties=WITHOUT_RACES))
    (finding,) = result.findings
    again = run(program, schedule=finding.schedule)
    assert again.status is Status.VIOLATION
    assert again.violation == finding.what
    assert again.steps == len(finding.schedule.threads)


def test_without_a_reduction_there_are_more_states_and_with_supersteps_fewer() -> None:
    program = suite_program("spin08/robots.c", "N=2")
    none, global_access, superstep = (
        search(program, SearchOptions(reduction=reduction, properties=WITHOUT_RACES)) for reduction in REDUCTIONS
    )
    assert none.counts.states > global_access.counts.states > superstep.counts.states
    assert none.complete and global_access.complete and superstep.complete
    assert global_access.counts.states == explore(program).states


def test_a_bound_that_leaves_something_out_is_said_to(tmp_path: Path) -> None:
    program = prepared(LOST_UPDATE, tmp_path)
    none = search(program, SearchOptions(preemptions=0, properties=WITHOUT_RACES))
    assert not none.findings
    assert none.bound_hit
    assert search(program, SearchOptions(preemptions=1, properties=WITHOUT_RACES)).findings


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_breadth_first_search_gives_a_shortest_counterexample(reduction: Reduction, tmp_path: Path) -> None:
    program = prepared(LOST_UPDATE, tmp_path)
    options = SearchOptions(reduction=reduction, order=SearchOrder.BFS, properties=WITHOUT_RACES)
    (finding,) = search(program, options).findings
    (shortest,) = explore(program, order="bfs").findings
    assert len(finding.schedule.threads) == len(shortest.schedule.threads)


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_a_thread_that_is_woken_in_a_superstep_can_act_before_its_end(reduction: Reduction, tmp_path: Path) -> None:
    """Figure 7 forgets blocked threads: the reader would never see x between the unlock and the second write."""
    program = prepared(
        """
        #include <assert.h>
        #include <pthread.h>
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        int x, y;
        void *reader(void *a) {
            pthread_mutex_lock(&m);
            if (x == 1) assert(y == 1);
            pthread_mutex_unlock(&m);
            return 0;
        }
        int main(void) {
            pthread_t t;
            pthread_mutex_lock(&m);
            pthread_create(&t, 0, reader, 0);
            x = 1;
            pthread_mutex_unlock(&m);
            y = 1;
            pthread_join(t, 0);
            return 0;
        }
        """,
        tmp_path,
    )
    result = search(program, SearchOptions(reduction=reduction, properties=WITHOUT_RACES))
    assert [finding.property for finding in result.findings] == [Property.ASSERTION]


def test_a_conflict_with_two_threads_is_as_strict_as_the_stricter_one(tmp_path: Path) -> None:
    """Three threads: figure 7 would answer POST_STOP because of one and forget the other."""
    program = prepared(
        """
        #include <assert.h>
        #include <pthread.h>
        int x, y, z;
        void *f(void *a) { int t = x; int u = y; assert(!(t == 0 && u == 2 && z == 1)); return 0; }
        void *g(void *a) { z = 1; x = 1; y = 2; return 0; }
        void *h(void *a) { int t = z; if (t) x = 2; return 0; }
        int main(void) {
            pthread_t a, b, c;
            pthread_create(&a, 0, f, 0);
            pthread_create(&b, 0, g, 0);
            pthread_create(&c, 0, h, 0);
            pthread_join(a, 0);
            pthread_join(b, 0);
            pthread_join(c, 0);
            assert(x != 2);
            return 0;
        }
        """,
        tmp_path,
    )
    options = SearchOptions(properties=WITHOUT_RACES, all_violations=True)
    want = identities(explore(program, shortest=False).findings)
    assert len(want) == 2
    assert identities(search(program, options).findings) == want


def compare(program: Program, **bounds: int) -> None:
    judge = explore(program, shortest=False, races=True, leaks=True, **bounds)  # type: ignore[arg-type]
    for reduction in REDUCTIONS:
        result: SearchResult = search(program, SearchOptions(reduction=reduction, all_violations=True, **bounds))  # type: ignore[arg-type]
        assert identities(result.findings) == identities(judge.findings), reduction
        assert result.bound_hit or not judge.bound_hit, reduction  # what is left out is never kept secret
        if reduction is Reduction.GLOBAL_ACCESS:
            assert result.bound_hit == judge.bound_hit
            if all(finding.property is not Property.LEAK for finding in judge.findings):  # which stop before the end
                assert result.counts.states == judge.states


FREED_AND_FORGOTTEN = """
#include <pthread.h>
#include <stdlib.h>
int *held;
pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *a) {
    free(held);
    held = NULL;
    pthread_mutex_lock(&g);
    pthread_mutex_unlock(&g);
    return 0;
}
int main(void) {
    pthread_t t, u;
    held = malloc(sizeof *held);
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
"""


def test_a_stretch_may_begin_in_a_state_older_than_what_it_looks_at(tmp_path: Path) -> None:
    """An object has no place in the states from before it was first touched."""
    compare(prepared(FREED_AND_FORGOTTEN, tmp_path))


@pytest.mark.parametrize(("seed", "kind"), [(0, None), (1, None), *enumerate(SHAPES, 2)])
def test_generated_programs_have_the_findings_of_the_plain_exploration(
    seed: int, kind: str | None, tmp_path: Path
) -> None:
    program = prepared(generate(seed, 4) if kind is None else generate(seed, 3, SHAPES[kind]), tmp_path)
    compare(program)
    compare(program, contexts=seed % 4)
    compare(program, preemptions=seed % 3)


def test_a_row_of_steps_may_look_at_what_its_first_state_does_not_have(tmp_path: Path) -> None:
    text = """
    #include <pthread.h>
    #include <stdlib.h>
    void *shared;
    void *release(void *unused) { free(__atomic_exchange_n(&shared, (void *)0, __ATOMIC_SEQ_CST)); return 0; }
    int main(void) {
        pthread_t a, b;
        shared = malloc(1);
        pthread_create(&a, 0, release, 0);
        pthread_create(&b, 0, release, 0);
        pthread_join(a, 0);
        pthread_join(b, 0);
        return 0;
    }
    """
    compare(prepared(text, tmp_path))


SERVER = """
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int listening, active;
static void *serve(void *argument) {
    for (;;) {
        int descriptor = accept(listening, NULL, NULL);
        if (descriptor < 0)
            continue;
        assert(descriptor < 6);
        pthread_mutex_lock(&lock);
        assert(++active <= 2);
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        active--;
        pthread_mutex_unlock(&lock);
        close(descriptor);
    }
}
int main(void) {
    pthread_t thread;
    listening = socket(AF_INET, SOCK_STREAM, 0);
    if (listening < 0)
        return 1;
    pthread_create(&thread, NULL, serve, NULL);
    serve(NULL);
}
"""


def test_a_server_without_an_end_has_few_states_since_descriptors_come_again(tmp_path: Path) -> None:
    result = search(prepared(SERVER, tmp_path), SearchOptions(properties=WITHOUT_RACES, max_states=20_000))
    assert result.complete and not result.findings
