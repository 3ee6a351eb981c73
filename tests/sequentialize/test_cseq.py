"""The schema *cseq*: the same violations as the machine's exploration within as many rounds."""

from __future__ import annotations

from pathlib import Path

import pytest

import esbmc_py
from encoders.cseq.check import check_cseq
from encoders.levers import ALL_LEVERS
from encoders.request import LookedFor, Options
from esbmc_py.checking import Verdict
from esbmc_py.checking.replay import replay
from esbmc_py.frontend import Checks, load_program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore
from tests.agreement.agree import Ask, Tally, disagreements, expected, observed
from tests.conftest import one_in
from tests.generator import generate
from tests.generator.kinds import KINDS

CHECKS = Checks(overflow=False, shift=False)
EXAMPLES = Path(__file__).parents[2] / "examples"
PROPERTIES = LookedFor().properties
PROGRAMS = Path(__file__).parents[1] / "programs" / "concurrent"


def prepared(path: Path):
    return prepare(load_program([path], checks=CHECKS))


def outcome_of(program, rounds: int, unwind: int = 4, **settings):
    options = Options.of(**{"rounds": rounds, "unwind": unwind, "solver": "bitwuzla", **settings})
    outcome = check_cseq(program, options)
    assert not outcome.unknown and not outcome.unsupported
    for violation in outcome.found:
        assert replay(program, violation, options.looked_for.properties) is not None, "the machine does not confirm it"
    return outcome


def found(program, rounds: int, unwind: int = 4) -> list[Property]:
    return [violation.property for violation in outcome_of(program, rounds, unwind).found]


def from_text(tmp_path, text: str):
    path = tmp_path / "program.c"
    path.write_text(text)
    return prepared(path)


def test_a_lost_update_takes_three_rounds():
    program = prepared(EXAMPLES / "lost_update.c")
    assert found(program, 2) == []
    assert found(program, 3) == [Property.ASSERTION]


def test_a_repaired_counter_has_no_lost_update():
    assert found(prepared(EXAMPLES / "lost_update_fixed.c"), 4) == []


def test_fibonacci_takes_three_rounds():
    program = prepared(EXAMPLES / "fibonacci.c")
    assert found(program, 2) == []
    assert found(program, 3) == [Property.ASSERTION]


def test_a_deadlock_is_a_state_after_the_last_round():
    (deadlock,) = outcome_of(prepared(EXAMPLES / "deadlock.c"), 2).found
    assert deadlock.property is Property.DEADLOCK
    assert [waiting.thread for waiting in deadlock.waiting] == [0, 1, 2]


def test_a_thread_that_waits_for_itself_is_a_deadlock_of_one(tmp_path):
    text = """#include <pthread.h>
pthread_mutex_t m;
int main(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }
"""
    assert found(from_text(tmp_path, text), 1) == [Property.DEADLOCK]


def test_threads_that_wait_for_one_another_are_a_local_deadlock(tmp_path):
    text = """#include <pthread.h>
pthread_mutex_t a, b; int x, y;
void *one(void *u) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); x = 1; return u; }
void *two(void *u) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); x = 2; return u; }
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, one, 0);
    pthread_create(&t, 0, two, 0);
    y = x;
    y = x;
    return 0;
}
"""
    (deadlock,) = outcome_of(from_text(tmp_path, text), 1).found
    assert deadlock.property is Property.DEADLOCK and deadlock.local


def test_two_next_statements_that_touch_the_same_memory_race():
    racing = PROPERTIES | {Property.RACE}
    (race,) = outcome_of(prepared(EXAMPLES / "lost_update.c"), 1, properties=racing).found
    assert race.property is Property.RACE and {side.thread for side in race.sides} == {1, 2}
    assert outcome_of(prepared(EXAMPLES / "lost_update_fixed.c"), 2, properties=racing).found == ()


def test_the_first_thread_may_be_created_under_a_condition(tmp_path):
    text = """#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x;
void *t(void *u) { x = 1; return u; }
int main(void) { pthread_t a; if (__VERIFIER_nondet_int() > 3) pthread_create(&a, 0, t, 0); assert(x == 0); return 0; }
"""
    assert found(from_text(tmp_path, text), 2) == [Property.ASSERTION]


def test_a_start_routine_may_be_a_choice(tmp_path):
    text = """#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x;
void *one(void *u) { x = 1; return u; }
void *two(void *u) { x = 2; return u; }
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, __VERIFIER_nondet_int() ? one : two, 0);
    pthread_join(a, 0);
    assert(x != 2);
    return 0;
}
"""
    assert found(from_text(tmp_path, text), 2) == [Property.ASSERTION]


def test_a_bound_that_is_reached_is_part_of_the_scope(tmp_path):
    text = """#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x;
void *t(void *u) { x++; return u; }
int main(void) { pthread_t a; int n = __VERIFIER_nondet_int();
for (int i = 0; i < n; i++) pthread_create(&a, 0, t, 0); return 0; }
"""
    program = from_text(tmp_path, text)
    assert [place.what for place in outcome_of(program, 2, unwind=2).unwinding_cut] == ["loop bound 2"]
    few = outcome_of(program, 2, unwind=3, threads=1)
    assert "at most 1 threads created" in [place.what for place in few.unwinding_cut]


@pytest.mark.parametrize("name", ["race_two_frees", "race_free_and_use"])
def test_who_frees_races_with_who_uses_or_frees(name):
    program = prepare(load_program([PROGRAMS / f"{name}.c"]))
    exploration = explore(program, rounds=2, shortest=False, races=True)
    outcome = outcome_of(program, 2, all_violations=True, properties=PROPERTIES | {Property.RACE})
    assert observed(outcome) == expected(exploration)


@pytest.mark.parametrize("seed", range(4))
def test_generated_programs_violate_what_the_machine_says(seed, tmp_path):
    rounds = 1 + seed % 4
    program = from_text(tmp_path, generate(seed, size=5))
    exploration = explore(program, rounds=rounds, max_states=30_000, shortest=False, races=True)
    if exploration.incomplete or exploration.unsupported:
        pytest.skip("too large for the machine")
    racing = PROPERTIES | {Property.RACE}
    outcome = outcome_of(program, rounds, unwind=30, all_violations=True, properties=racing)
    assert observed(outcome) == expected(exploration)


@pytest.mark.parametrize("kind", one_in(4, KINDS))
def test_programs_of_every_kind_do_what_the_machine_says(kind):
    """With races everywhere; `test_generated.py` asks both schemas about other programs of all kinds."""
    ask = Ask(["cseq"], 3, [KINDS[kind]], races=True)
    assert list(disagreements(4, ask, Tally())) == []


EARLY_RETURN = """#include <assert.h>
#include <pthread.h>
int g;
extern int __VERIFIER_nondet_int(void);
void *worker(void *unused) {
    int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
    if (p < 0 || q > 10) return 0;
    g = p;
    assert(g CONDITION 0);
    return 0;
}
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); pthread_join(t, 0); return 0; }
"""


def test_several_jumps_to_one_that_is_leapt_over(tmp_path):
    assert found(from_text(tmp_path, EARLY_RETURN.replace("CONDITION", ">=")), 2) == []
    assert found(from_text(tmp_path, EARLY_RETURN.replace("CONDITION", "<")), 2) == [Property.ASSERTION]


COPIED_BACK = """#include <assert.h>
#include <pthread.h>
int g, h;
extern int __VERIFIER_nondet_int(void);
void *worker(void *unused) {
    int p = __VERIFIER_nondet_int();
    if (p > 100) return 0;
    int y = p + 1;
    int x = y;
    y = x;
    g = y;
    h = p + 1;
    assert(g CONDITION h);
    return 0;
}
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); pthread_join(t, 0); return 0; }
"""


def test_a_value_that_comes_back_from_its_copy_is_still_needed(tmp_path):
    assert found(from_text(tmp_path, COPIED_BACK.replace("CONDITION", "==")), 2) == []
    assert found(from_text(tmp_path, COPIED_BACK.replace("CONDITION", "!=")), 2) == [Property.ASSERTION]


def test_locals_end_with_the_thread_that_exits_in_a_function(tmp_path):
    text = """#include <pthread.h>
    int *p;
    static void inner(void) { int x = 5; p = &x; pthread_exit(0); }
    void *worker(void *unused) { inner(); return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); pthread_join(t, 0); return *p; }
    """
    assert found(from_text(tmp_path, text), 2) == [Property.DEAD]


def test_a_thread_that_rests_still_has_its_locals(tmp_path):
    """A race of a copy into a local, seen after the last round."""
    text = """#include <pthread.h>
    struct pair { char first; unsigned long second; } s;
    void *worker(void *unused) { struct pair mine = s; return (void *)mine.second; }
    int main(void) {
        pthread_t t;
        pthread_create(&t, 0, worker, 0);
        s.first = 3;
        pthread_join(t, 0);
        return 0;
    }
    """
    outcome = outcome_of(from_text(tmp_path, text), 1, properties=frozenset({Property.RACE}))
    assert [violation.property for violation in outcome.found] == [Property.RACE]


@pytest.mark.parametrize(("name", "rounds"), [("lost_update.c", 3), ("lost_update_fixed.c", 3), ("deadlock.c", 2)])
def test_forgetting_what_nothing_reads_changes_no_answer(name, rounds):
    program = prepared(EXAMPLES / name)
    outcomes = [outcome_of(program, rounds, levers=levers) for levers in (ALL_LEVERS, frozenset[str]())]
    with_it, without = [[(one.property, one.location) for one in outcome.found] for outcome in outcomes]
    assert with_it == without


SERVER = """
#include <pthread.h>
#include <stdlib.h>
int nondet_int(void);
static void *serve(void *a) { free(a); return NULL; }
int main(void) {
    int s = nondet_int();
    if (s < 0) return 1;
    for (;;) {
        int fd = nondet_int();
        if (fd < 0) continue;
        int *c = malloc(sizeof *c);
        pthread_t t;
        pthread_create(&t, NULL, serve, c);
    }
}
"""


def test_other_threads_keep_their_values_where_one_stops_at_a_bound(tmp_path):
    """A thread that lost what it was handed would free something else, for the second time."""
    path = tmp_path / "server.c"
    path.write_text(SERVER)
    result = esbmc_py.check(path, mode="lazyseq", schema="cseq", rounds=2, unwind=2)
    assert result.verdict is Verdict.SUCCESSFUL
