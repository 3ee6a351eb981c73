"""The schema *once* without a bound on schedules, and the levers that make its steps fewer."""

from __future__ import annotations

import itertools
import time
from pathlib import Path

import pytest

import encoders.once.check
import esbmc_py
from encoders.levers import ALL_LEVERS
from encoders.once.check import check_lazyseq, encode
from encoders.once.encoder import encode_order, encode_rounds
from encoders.once.formula import FormulaShape
from encoders.once.joins import find_joins
from encoders.once.locks import valid_locks, with_known_owners
from encoders.once.narrow import narrowed
from encoders.once.record import Wanted
from encoders.once.targets import Targets
from encoders.once.turns import in_rounds
from encoders.once.views import recorded
from encoders.outcome import Outcome
from encoders.request import LookedFor, Options
from esbmc_py import CheckOptions
from esbmc_py.checking.replay import replay
from esbmc_py.frontend import Checks, load_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from symex.loop_bounds import LoopBounds
from tests.agreement.agree import Ask, Tally, disagreements
from tests.generator.kinds import features_of

EXAMPLES = Path(__file__).parents[3] / "examples"
ASSERTION = frozenset({Property.ASSERTION})
HEADER = """#include <assert.h>
#include <pthread.h>
#include <stddef.h>
int x, y, ready;
int *nowhere;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
"""
MAIN = """int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
"""


def two_threads(folder: Path, one: str, other: str) -> Program:
    path = folder / "p.c"
    routines = [
        f"static void *{name}(void *u) {{ {text} return u; }}\n"
        for name, text in (("one", one), ("other", other))
    ]  # fmt: skip
    path.write_text(HEADER + "".join(routines) + MAIN)
    return prepare(load_program([path], checks=Checks(overflow=False, shift=False)))


def checked(program: Program, **asked) -> Outcome:
    outcome = check_lazyseq(program, Options.of(**{"unwind": 3, "solver": "bitwuzla", **asked}))
    assert not outcome.unknown and not outcome.unsupported
    for violation in outcome.found:
        assert replay(program, violation, asked.get("properties", LookedFor().properties)) is not None
    return outcome


def steps(program: Program) -> list[list[tuple[int, int]]]:
    """Per thread, the first and last blocks of its steps."""
    properties = LookedFor().properties
    bounded = recorded(program, Wanted(LoopBounds(unwind=3), properties, 64, idling=False), narrowed, with_views=True)
    encoded = encode_rounds(with_known_owners(bounded), in_rounds(1), properties, shape=FormulaShape(moving=True))
    return [[(step.first, step.last) for step in line] for line in encoded.steps.lines]


def test_without_a_bound_all_schedules_are_looked_at() -> None:
    lost, repaired = (prepare(load_program([EXAMPLES / name])) for name in ("lost_update.c", "lost_update_fixed.c"))
    assert [found.property for found in checked(lost).found] == [Property.ASSERTION]
    outcome = checked(repaired)
    assert not outcome.found and not outcome.switches_cut and not outcome.unwinding_cut


@pytest.mark.parametrize("positions", ["order", "bitvector"])
def test_positions_may_be_numbers(positions: str) -> None:
    lost = prepare(load_program([EXAMPLES / "lost_update.c"]))
    assert not checked(lost, rounds=2, positions=positions).found
    assert checked(lost, rounds=3, positions=positions).found
    assert checked(lost, positions=positions).found


def test_rounds_may_be_an_order_with_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoders.once.check, "MANY_ROUNDS", 1)
    lost = prepare(load_program([EXAMPLES / "lost_update.c"]))
    assert not checked(lost, rounds=2).found
    assert checked(lost, rounds=2).switches_cut
    assert checked(lost, rounds=3).found


SECTION = "pthread_mutex_lock(&m); x++; y++; pthread_mutex_unlock(&m);"


def test_a_section_under_a_lock_is_one_step(tmp_path: Path) -> None:
    program = two_threads(tmp_path, SECTION, SECTION)
    _, one, other = steps(program)
    assert one == other
    assert len(one) == 3  # its beginning, the section, its end
    assert not checked(program).switches_cut


def test_who_looks_without_the_lock_sees_the_middle_of_a_section(tmp_path: Path) -> None:
    program = two_threads(tmp_path, SECTION, "int seen = y; assert(x == seen);")
    assert len(steps(program)[1]) > 3
    assert checked(program).found


def test_a_lock_that_is_only_tried_tells_that_it_is_held(tmp_path: Path) -> None:
    """If unlocking were one step with locking, nobody would ever find the lock held."""
    program = two_threads(tmp_path, SECTION, "int failed = pthread_mutex_trylock(&m); assert(!failed);")
    assert checked(program, properties=ASSERTION).found


def test_what_is_written_without_taking_it_is_no_lock(tmp_path: Path) -> None:
    program = two_threads(tmp_path, SECTION, "pthread_mutex_init(&m, NULL);" + SECTION)
    bounded = recorded(program, Wanted(LoopBounds(unwind=3), ASSERTION, 64, idling=False), narrowed, with_views=True)
    assert not valid_locks(Targets(bounded))


def test_a_violation_that_nobody_asked_for_does_not_come_early(tmp_path: Path) -> None:
    """Were the access through the null pointer one step with `x = 1`, nobody would see `x`."""
    reading = "pthread_mutex_lock(&m); x = 1; y = *nowhere; pthread_mutex_unlock(&m);"
    writing = "pthread_mutex_lock(&m); nowhere = NULL; pthread_mutex_unlock(&m); assert(x == 0);"
    program = two_threads(tmp_path, reading, writing)
    assert checked(program, properties=ASSERTION).found


def test_what_goes_wrong_in_a_step_ends_it_unasked_or_not(tmp_path: Path) -> None:
    """Thread one goes from `x = 1` to the access through the null pointer without a switch point between."""
    program = two_threads(tmp_path, "int *p = NULL; x = 1; y = *p;", "assert(x == 0);")
    outcome = check_lazyseq(program, Options.of(unwind=3, solver="bitwuzla", properties=ASSERTION))
    assert not outcome.found
    assert "before a violation that was not asked for" in outcome.unsupported[0].what


def test_an_assumption_does_not_come_early(tmp_path: Path) -> None:
    program = two_threads(tmp_path, "x = 1; __VERIFIER_assume(nowhere != NULL); y = 1;", "assert(x == 0);")
    assert checked(program).found


def test_what_a_creator_writes_after_the_creation_in_the_same_step_is_known(tmp_path: Path) -> None:
    """The thread's number is such a thing: a thread that has a read-write lock waits for itself."""
    path = tmp_path / "p.c"
    path.write_text(
        """#include <pthread.h>
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
int x;
static void *idle(void *u) { x++; return u; }
static void *again(void *u) { pthread_rwlock_rdlock(&rw); pthread_rwlock_wrlock(&rw); return u; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, idle, 0); pthread_create(&b, 0, again, 0); x++; return 0; }
"""
    )
    program = prepare(load_program([path]))
    assert [found.local for found in checked(program, properties=frozenset({Property.DEADLOCK})).found] == [True]


WAITING = "pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m); assert(x == 7); pthread_mutex_unlock(&m);"
SIGNALLING = "pthread_mutex_lock(&m); x = 7; ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);"


@pytest.mark.parametrize("off", [set(), {"movers"}, {"views"}, {"narrowing"}])
def test_a_wait_for_a_condition_is_decided_for_all_schedules(tmp_path: Path, off: set[str]) -> None:
    outcome = checked(two_threads(tmp_path, WAITING, SIGNALLING), levers=ALL_LEVERS - off)
    assert not outcome.found and not outcome.switches_cut and not outcome.unwinding_cut


def test_a_wait_that_misses_its_signal_is_a_deadlock(tmp_path: Path) -> None:
    once = "pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);"
    outcome = checked(two_threads(tmp_path, once, SIGNALLING))
    assert [found.property for found in outcome.found] == [Property.DEADLOCK]


@pytest.mark.parametrize("seed", range(600, 620, 3))
def test_the_machine_finds_the_same_in_programs_of_several_kinds(seed: int) -> None:
    ask = Ask(["lazyseq"], 5, features_of(["all", "shapes"]), quick=True)
    assert list(disagreements(seed, ask, Tally())) == []


def test_what_would_be_too_large_is_not_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within rounds, memory goes from round to round instead."""
    monkeypatch.setattr(encoders.once.check, "MOST_LINKS", 0)
    monkeypatch.setattr(encoders.once.check, "MANY_ROUNDS", 1)
    lost = prepare(load_program([EXAMPLES / "lost_update.c"]))
    outcome = check_lazyseq(lost, Options.of(unwind=3, solver="bitwuzla"))
    assert not outcome.found and outcome.switches_cut
    assert [why for why in outcome.unknown if "all schedules in one formula" in why]
    assert checked(lost, rounds=3).found


LIST = """
#include <stdlib.h>
struct node { int key; struct node *next; } *first;
static void add(int key) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->key = key; fresh->next = 0;
    pthread_mutex_lock(&m); fresh->next = first; first = fresh; pthread_mutex_unlock(&m);
}
static int length(struct node *n) { return n ? 1 + length(n->next) : 0; }
static void *one(void *u) { add(1); return u; }
static void *other(void *u) { add(2); return u; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL); pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL); pthread_join(b, NULL);
    assert(length(first) == EXPECTED);
    for (struct node *n = first, *next; n; n = next) { next = n->next; free(n); }
    return 0;
}
"""


@pytest.mark.parametrize(("expected", "verdict"), [("2", "successful"), ("3", "failed")])
@pytest.mark.parametrize("without", [(), ("joins",), ("narrowing",)])
def test_a_list_on_the_heap_is_walked_after_the_joins(
    expected: str, verdict: str, without: tuple[str, ...], tmp_path: Path
) -> None:
    """By recursion, to the bound of unwinding: three calls are beyond the first."""
    path = tmp_path / "p.c"
    path.write_text(HEADER + LIST.replace("EXPECTED", expected))
    options = CheckOptions(mode="lazyseq", unwind=3, rounds=2 if without else None, without=without)
    result = esbmc_py.check(path, options)
    assert str(result.verdict) == verdict
    assert result.scope.complete == (not without and verdict == "successful")


def test_a_recursion_over_what_is_not_known_ends_at_the_bound(tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    path.write_text(HEADER + LIST.replace("EXPECTED", "2"))
    result = esbmc_py.check(path, CheckOptions(mode="lazyseq", unwind=1))
    assert str(result.verdict) == "successful"
    assert any("recursion bound 1" in place.what for place in result.scope.unwinding_cut)


def test_what_follows_a_join_comes_after_all_that_was_joined(tmp_path: Path) -> None:
    program = two_threads(tmp_path, "x = 1; x = 2;", "y = 1; y = 2;")
    bounded = recorded(program, Wanted(LoopBounds(unwind=3), ASSERTION, 64, idling=False), narrowed, with_views=True)
    joins = find_joins(Targets(bounded))
    assert [(join.waiting, join.joined) for join in joins] == [(0, 1), (0, 2)]


@pytest.mark.parametrize(
    ("main", "why"),
    [
        ("if (nondet_int()) pthread_join(a, NULL); x = 3;", "what follows may not have waited"),
        ("x = 3;", "nobody waits"),
    ],
)
def test_what_may_not_have_waited_is_not_ordered(main: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    thread = "int nondet_int(void);\nstatic void *one(void *u) { x = 1; x = 2; return u; }\n"
    path.write_text(
        f"{HEADER}{thread}int main(void) {{ pthread_t a; pthread_create(&a, NULL, one, NULL); {main} "
        "assert(x != 2); return 0; }"
    )
    assert str(esbmc_py.check(path, CheckOptions(mode="lazyseq", unwind=1)).verdict) == "failed", why


def test_what_fails_unasked_is_followed_up_to_there(tmp_path: Path) -> None:
    """Trusted not to fail, it does: the answer is the one without trust. The other thread gets on before it."""
    body = "int *p = nowhere; pthread_mutex_lock(&m); x = 1; x = *p; pthread_mutex_unlock(&m);"
    program = two_threads(tmp_path, body, "assert(y == 1); pthread_mutex_lock(&m); y = 1; pthread_mutex_unlock(&m);")
    seen = two_threads(tmp_path, f"y = 1; {body}", "if (y) { pthread_mutex_lock(&m); assert(0); }")
    hidden = two_threads(tmp_path, body, "if (x) { pthread_mutex_lock(&m); assert(!x); }")
    for levers in (ALL_LEVERS, ALL_LEVERS - {"trust"}):
        options = Options.of(properties=ASSERTION, unwind=1, solver="bitwuzla", levers=levers)
        assert check_lazyseq(program, options).found
        assert check_lazyseq(seen, options).found
        outcome = check_lazyseq(hidden, options)
        assert not outcome.found, levers
        assert not outcome.unknown


def test_a_section_in_which_memory_may_fail_is_one_step_if_it_does_not(tmp_path: Path) -> None:
    section = "pthread_mutex_lock(&m); if (nowhere) x = *nowhere; nowhere = &y; pthread_mutex_unlock(&m);"
    program = two_threads(tmp_path, section, section)
    wanted = Wanted(LoopBounds(unwind=1), ASSERTION, 64, idling=False)
    bounded = with_known_owners(recorded(program, wanted, narrowed, with_views=True))
    steps = {}
    for trusting in (False, True):
        shape = FormulaShape(moving=True, joining=True, trusting=trusting, every_violation=False)
        steps[trusting] = len(encode_order(bounded, ASSERTION, shape=shape).steps.lines[1])
    assert steps[True] < steps[False]


def test_attempts_do_not_depend_on_the_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine on which every look at the clock takes a minute, the same attempts are made."""
    path = tmp_path / "p.c"
    path.write_text(HEADER + LIST.replace("EXPECTED", "2"))
    attempts: list[list[str]] = []
    for seconds in (0.001, 60.0):
        clock = itertools.count(0.0, seconds)
        monkeypatch.setattr(time, "monotonic", lambda clock=clock: next(clock))
        made: list[str] = []
        options = CheckOptions(mode="lazyseq", progress=lambda bounds, _, made=made: made.append(bounds))  # type: ignore[misc]
        result = esbmc_py.check(path, options)
        assert result.scope.complete
        attempts.append(made)
    assert attempts[0] == attempts[1]


@pytest.mark.parametrize(
    ("rounds", "without", "ordered"),
    [(4, set(), False), (5, set(), True), (5, {"order"}, False)],
)
def test_five_rounds_of_few_steps_are_an_order(rounds: int, without: set[str], ordered: bool, tmp_path: Path) -> None:
    program = two_threads(tmp_path, "x = 1; x = 2;", "y = 1; y = 2;")
    options = Options.of(unwind=3, rounds=rounds, levers=ALL_LEVERS - without)
    assert encode(program, options).in_rounds == (not ordered)
    assert not check_lazyseq(program, options).found
