"""The schema *once*: the same violations as the machine's exploration within as many rounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from encoders.once import targets
from encoders.once.check import check_lazyseq
from encoders.request import LookedFor, Options
from esbmc_py.checking.replay import replay
from esbmc_py.frontend import Checks, load_program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore
from tests.generator import generate
from tests.verdicts import read_expectation

CHECKS = Checks(overflow=False, shift=False)
EXAMPLES = Path(__file__).parents[3] / "examples"


def prepared(path: Path):
    return prepare(load_program([path], checks=CHECKS))


def found(program, rounds: int, unwind: int = 4) -> list[Property]:
    outcome = check_lazyseq(program, Options.of(rounds=rounds, unwind=unwind, solver="bitwuzla"))
    assert not outcome.unknown and not outcome.unsupported
    for violation in outcome.found:
        assert replay(program, violation, LookedFor().properties) is not None, "the machine does not confirm it"
    return [violation.property for violation in outcome.found]


def test_a_lost_update_takes_three_rounds():
    program = prepared(EXAMPLES / "lost_update.c")
    assert found(program, 2) == []
    assert found(program, 3) == [Property.ASSERTION]


def test_a_repaired_counter_has_no_lost_update():
    assert found(prepared(EXAMPLES / "lost_update_fixed.c"), 4) == []


def test_a_deadlock_is_a_state_after_the_last_round():
    assert found(prepared(EXAMPLES / "deadlock.c"), 2) == [Property.DEADLOCK]


def test_a_thread_sees_its_own_writes(tmp_path):
    """`i` is read without a switch point by the only thread that writes it."""
    program = prepared(EXAMPLES / "fibonacci.c")
    assert found(program, 3, unwind=10) == [Property.ASSERTION]


def test_a_pointer_read_from_shared_memory_leads_to_private_memory_too(tmp_path):
    path = tmp_path / "p.c"
    path.write_text(
        """#include <assert.h>
#include <pthread.h>
int w = 1; int *p = &w; int done;
void *t(void *u) { int v = *p; done = v; return u; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); p = &w; pthread_join(a, 0); assert(done != 1); return 0; }
"""
    )
    assert found(prepared(path), 2) == [Property.ASSERTION]


def test_a_loop_with_its_test_at_the_end_runs_as_often_as_the_bound_says(tmp_path):
    path = tmp_path / "p.c"
    path.write_text(
        """#include <assert.h>
int nondet_int(void);
int main(void) { int n = 0; do n++; while (nondet_int()); assert(n != 3); return 0; }
"""
    )
    assert found(prepared(path), 1, unwind=2) == []
    assert found(prepared(path), 1, unwind=3) == [Property.ASSERTION]


def test_a_loop_that_is_entered_again_counts_anew(tmp_path):
    path = tmp_path / "p.c"
    path.write_text(
        """#include <assert.h>
int nondet_int(void);
int main(void) {
  int k = 0;
  for (int i = 0; i < 3; i++) while (nondet_int()) k++;
  assert(k != 9);
  return 0;
}
"""
    )
    assert found(prepared(path), 1, unwind=2) == []
    assert found(prepared(path), 1, unwind=3) == [Property.ASSERTION]


def test_a_retry_in_the_first_round_of_a_loop_leaves_the_other_rounds(tmp_path):
    """Ways through a round that end early must not be joined with those of later rounds."""
    path = tmp_path / "p.c"
    path.write_text(
        """#include <assert.h>
int nondet_int(void);
int tries;
int attempt(void) {
  for (int i = 0; ; i++) { if (nondet_int()) continue; tries = tries * 10 + i; return nondet_int(); }
}
int main(void) { while (!attempt()) ; assert(tries != 102); return 0; }
"""
    )
    assert found(prepared(path), 1, unwind=3) == [Property.ASSERTION]


def test_what_a_thread_writes_before_its_first_switch_point_is_its_own(tmp_path):
    """The second thread begins when main has already changed `lock`; that is not how `lock` began."""
    path = tmp_path / "p.c"
    path.write_text(
        """#include <assert.h>
#include <pthread.h>
int lock = 1; int *where = &lock;
void *t(void *u) { int own[2] = {0, 0}; int *p = &own[0]; if (u) assert(*where == 1); return (void *)(long)p[1]; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, &lock); pthread_join(a, 0);
  lock = 2;
  pthread_create(&a, 0, t, 0); pthread_join(a, 0);
  return 0;
}
"""
    )
    assert found(prepared(path), 2) == []


def test_a_shared_local_that_is_declared_again_is_undefined_again(tmp_path):
    path = tmp_path / "p.c"
    path.write_text(
        """#include <assert.h>
#include <pthread.h>
int *shown; int seen;
void *t(void *u) { if (shown) seen = *shown; return u; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  for (int i = 0; i < 2; i++) { int local; if (i == 0) local = 7; shown = &local; }
  shown = 0;
  pthread_join(a, 0);
  assert(seen == 0 || seen == 7);
  return 0;
}
"""
    )
    assert found(prepared(path), 3) != []


CURSOR = """#include <pthread.h>
char bytes[8];
char *next = bytes;
void *t(void *unused) { next++; return 0; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  *(int *)next = 1;
  return 0;
}
"""


def test_an_access_that_cuts_an_element_in_two_is_no_access_outside(tmp_path):
    path = tmp_path / "p.c"
    path.write_text(CURSOR)
    assert found(prepared(path), 2) == []
    outcome = check_lazyseq(prepared(path), Options.of(rounds=2, solver="bitwuzla", levers=frozenset()))
    assert not outcome.found
    assert outcome.unsupported


MESSAGE = """#include <assert.h>
#include <pthread.h>
const char *message = "a";
void *t(void *unused) { message = "b"; return 0; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  assert(*message != 'c');
  return 0;
}
"""


def test_pointers_in_memory_lead_to_texts(tmp_path):
    path = tmp_path / "p.c"
    for seen, violations in (("c", 0), ("b", 1)):
        path.write_text(MESSAGE.replace("'c'", f"'{seen}'"))
        outcome = check_lazyseq(prepared(path), Options.of(rounds=2, solver="bitwuzla", levers=frozenset()))
        assert len(outcome.found) == violations
        assert not outcome.unsupported


HALVES = """#include <assert.h>
#include <pthread.h>
const char *message = "a";
void *t(void *unused) {
  unsigned long text = (unsigned long)"b";
  ((unsigned *)&message)[0] = text;
  ((unsigned *)&message)[1] = text >> 32;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  pthread_join(a, 0);
  assert(*message != 'c');
  return 0;
}
"""


def test_where_a_pointer_may_point_to_what_is_not_encoded_nothing_is_found(tmp_path):
    path = tmp_path / "p.c"
    path.write_text(HALVES)
    outcome = check_lazyseq(prepared(path), Options.of(rounds=2, solver="bitwuzla", levers=frozenset()))
    assert not outcome.found
    assert outcome.unsupported


MANY_LOCKS = """#include <pthread.h>
unsigned __VERIFIER_nondet_uint(void);
pthread_mutex_t locks[8];
void *f(void *a) {
  unsigned i = __VERIFIER_nondet_uint() % 8;
  pthread_mutex_lock(&locks[i]);
  pthread_mutex_unlock(&locks[i]);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  f(0);
  pthread_join(t, 0);
  return 0;
}
"""


def test_what_a_thread_would_read_next_where_it_is_not_encoded_blocks_nobody(tmp_path, monkeypatch):
    path = tmp_path / "p.c"
    path.write_text(MANY_LOCKS)
    assert found(prepared(path), 2) == []
    monkeypatch.setattr(targets, "_MOST_TARGETS", 4)
    outcome = check_lazyseq(prepared(path), Options.of(rounds=2, solver="bitwuzla"))
    assert not outcome.found
    assert outcome.unsupported


def test_an_array_whose_size_is_read_from_shared_memory(tmp_path):
    path = tmp_path / "p.c"
    path.write_text(
        """#include <pthread.h>
int n = 2;
void *t(void *unused) { int a[n]; for (int i = 0; i < n; i++) a[i] = i; return 0; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  n = 3;
  pthread_join(a, 0);
  return 0;
}
"""
    )
    assert found(prepared(path), 3) == [Property.BOUNDS]


PROGRAMS = Path(__file__).parents[2] / "programs"


NAMES = """
    mutex_heap heap_lock_inside rwlock_codes mutex_recursive_kept
    nondet_input null_after_check_copied invalid_free read_only
    null_before_assumption dead_local_before_assumption freed_mutex_is_locked null_mutex_is_locked
"""


@pytest.mark.parametrize("name", NAMES.split())
def test_what_was_found_is_confirmed(name):
    (path,) = PROGRAMS.rglob(f"{name}.c")
    assert set(found(prepare(load_program([path])), 3)) == read_expectation(path).violated


@pytest.mark.parametrize("rounds", [3, None], ids=["in rounds", "in order"])
@pytest.mark.parametrize("name", ["freed_mutex_is_locked", "null_mutex_is_locked", "null_before_assertion"])
def test_of_accesses_that_fail_together_the_first_is_found(name, rounds):
    """All violations are asked for: what a thread would do after the first is none, whatever it may find."""
    (path,) = PROGRAMS.rglob(f"{name}.c")
    program = prepare(load_program([path]))
    outcome = check_lazyseq(program, Options.of(rounds=rounds, unwind=4, solver="bitwuzla", all_violations=True))
    assert {one.property for one in outcome.found} == read_expectation(path).violated
    assert not outcome.unknown


def test_a_failing_access_is_found_before_a_violation_that_nobody_asked_for():
    (path,) = PROGRAMS.rglob("null_before_assertion.c")
    options = Options.of(rounds=2, unwind=4, solver="bitwuzla", properties=frozenset({Property.NULL}))
    assert [one.property for one in check_lazyseq(prepare(load_program([path])), options).found] == [Property.NULL]


def test_another_round_in_which_an_access_would_fail_is_missed():
    (path,) = PROGRAMS.rglob("freed_before_assumption.c")
    program = prepare(load_program([path]))
    bounded = [check_lazyseq(program, Options.of(rounds=rounds, unwind=4, solver="bitwuzla")) for rounds in (1, 2)]
    assert [bool(outcome.found) for outcome in bounded] == [False, True]
    assert bounded[0].switches_cut


@pytest.mark.parametrize("seed", range(20))
def test_generated_programs_violate_what_the_machine_says(seed, tmp_path):
    rounds = 2 + seed % 2
    path = tmp_path / "program.c"
    path.write_text(generate(seed, size=5))
    program = prepared(path)
    exploration = explore(program, rounds=rounds, max_states=30_000)
    if exploration.incomplete or exploration.unsupported:
        pytest.skip("too large for the machine")
    assert bool(found(program, rounds, unwind=20)) == bool(exploration.findings)


def test_violations_that_never_come_alone_are_found_when_all_are_asked_for(tmp_path):
    """Every access to the freed lock fails: there is no execution with one of them only."""
    path = Path(__file__).parents[2] / "programs" / "concurrent" / "heap_lock_freed_by_another.c"
    program = prepared(path)
    for rounds in (2, None):
        options = Options.of(rounds=rounds, unwind=1, all_violations=True, solver="bitwuzla")
        outcome = check_lazyseq(program, options)
        assert {violation.property for violation in outcome.found} == {Property.FREED}
        for violation in outcome.found:
            assert replay(program, violation, options.looked_for.properties) is not None
