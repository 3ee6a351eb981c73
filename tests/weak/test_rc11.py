"""The memory model rc11: generated programs against the judge, and what users see."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py import check
from esbmc_py.checking.options import OptionProblem
from esbmc_py.checking.results import CheckResult, Verdict
from esbmc_py.cli.main import main
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import Surroundings
from esbmc_py.vm.findings import DataRace
from tests.agreement.rc11_agree import disagreements
from tests.weak.rc11_judge import (
    ACQ_REL,
    ACQUIRE,
    PLAIN,
    RELAXED,
    RELEASE,
    SEQ_CST,
    Add,
    Fence,
    If,
    Load,
    Store,
    Thread,
    behaviours,
)

LITMUS = Path(__file__).parent.parent / "litmus"
RC11 = Semantics(surroundings=Surroundings(memory_model="rc11"))


def checked(text: str | Path, **settings: object) -> CheckResult:
    return check(text, semantics=RC11, **settings)  # type: ignore[arg-type]


# -- the judge itself, on what is published ---------------------------------------------------------------------------

SB = lambda order: ((Store("x", 1, order), Load("a", "y", order)), (Store("y", 1, order), Load("b", "x", order)))  # noqa: E731


def possible(threads: tuple[Thread, ...], **registers: int) -> bool:
    return any(registers.items() <= dict(one).items() for one in behaviours(threads).outcomes)


def test_the_judge_allows_store_buffering_unless_all_is_seq_cst() -> None:
    assert possible(SB(RELAXED), a=0, b=0)
    assert not possible(SB(SEQ_CST), a=0, b=0)
    fenced = tuple((one, Fence(SEQ_CST), other) for one, other in SB(RELAXED))
    assert not possible(fenced, a=0, b=0)
    assert possible(tuple((one, Fence(ACQ_REL), other) for one, other in SB(RELAXED)), a=0, b=0)


def test_the_judge_knows_no_thin_air() -> None:
    relaxed = (
        (Load("a", "x", RELAXED), Store("y", 1, RELAXED)),
        (Load("b", "y", RELAXED), Store("x", 1, RELAXED)),
    )
    assert not possible(relaxed, a=1, b=1)


def test_the_judge_knows_release_sequences() -> None:
    """A read-modify-write of another thread goes on with them; so does a later relaxed store of the same thread."""
    writer = (Store("p", 1, PLAIN), Store("x", 1, RELEASE))
    reader = (Load("a", "x", ACQUIRE), If("a", 2, (Load("b", "p", PLAIN),)))
    assert not behaviours((writer, (Add("c", "x", 1, RELAXED),), reader)).races
    assert not behaviours(((*writer, Store("x", 2, RELAXED)), reader)).races
    assert behaviours((writer, (Store("x", 2, RELAXED),), reader)).races


def test_the_judge_knows_that_seq_cst_is_weaker_than_it_was() -> None:
    """Z6.U of the paper: seq_cst accesses beside weaker ones of the same places do not order all that C11 ordered."""
    threads = (
        (Store("x", 1, SEQ_CST), Store("y", 1, RELEASE)),
        (Add("a", "y", 1, SEQ_CST), Load("b", "y", RELAXED)),
        (Store("y", 3, SEQ_CST), Load("c", "x", SEQ_CST)),
    )
    assert possible(threads, a=1, b=3, c=0)


# -- checks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 3, 7, 14, 25, 31, 1001, 1002])
def test_checks_agree_with_the_judge(seed: int) -> None:
    from collections import Counter

    tally: Counter[str] = Counter()
    assert list(disagreements(seed, tally, {})) == []
    assert tally and "undecided" not in tally


def test_a_counterexample_says_where_stale_values_come_from(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--memory-model", "rc11", str(LITMUS / "MP.c")]) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert "reads x = 0, as it was at the start, although thread 1 wrote 1 before" in told


def test_a_race_is_reported_without_being_asked_for() -> None:
    found = checked(LITMUS / "MP_plain.c")
    assert found.verdict is Verdict.FAILED and "race" in found.scope.groups
    asked = checked(LITMUS / "MP_plain.c", groups=("reach",))
    assert asked.verdict is Verdict.FAILED and "race" not in asked.scope.groups


def test_the_library_synchronises() -> None:
    text = """
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static void *add(void *unused) { pthread_mutex_lock(&m); x++; y = x; pthread_mutex_unlock(&m); return unused; }
int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, add, 0);
    pthread_create(&two, 0, add, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(x == 2 && y == 2);
}
"""
    result = checked(text)
    assert result.verdict is Verdict.SUCCESSFUL and result.scope.complete
    assert checked(text.replace("pthread_mutex_unlock(&m);", "")).verdict is Verdict.FAILED  # a deadlock


def test_what_is_freed_must_be_done_with() -> None:
    text = """
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *shared;
static atomic_int done;
static void *use(void *unused) { *shared = 1; atomic_store_explicit(&done, 1, memory_order_release); return unused; }
int main(void) {
    pthread_t one;
    shared = malloc(sizeof *shared);
    pthread_create(&one, 0, use, 0);
    while (!atomic_load_explicit(&done, memory_order_acquire));
    free(shared);
}
"""
    assert checked(text).verdict is Verdict.SUCCESSFUL
    assert checked(text.replace("memory_order_acquire", "memory_order_relaxed")).verdict is Verdict.FAILED


PROGRAMS = Path(__file__).parent.parent / "programs"
ORDERED = sorted((PROGRAMS / "order").glob("*.c"))
RACING = [PROGRAMS / "concurrent" / f"{name}.c" for name in ("race_before_assumption", "double_free", "memcpy_torn")]


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=() if number % 4 == 0 else pytest.mark.more)
        for number, path in enumerate([*ORDERED, *RACING])
    ],
)
def test_races_are_those_that_happens_before_tells(path: Path) -> None:
    """Programs without stale values: sequential consistency and rc11 have the same races."""
    result = checked(path, unwind=3)
    if path.stem == "locals_one_after_the_other":
        assert result.verdict is Verdict.UNKNOWN  # not supported
    elif "verdict: safe" in path.read_text().splitlines()[0]:
        assert result.verdict is Verdict.SUCCESSFUL
    else:
        assert isinstance(result.counterexamples[0].what, DataRace)


def test_who_comes_upon_a_freed_mutex_does_not_wait() -> None:
    result = checked(PROGRAMS / "concurrent" / "freed_mutex_is_locked.c")
    assert str(result.counterexamples[0].what.property) == "use-after-free"  # type: ignore[union-attr]


def test_the_order_of_a_failing_exchange_counts() -> None:
    text = """
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static int p;
static void *writer(void *unused) { p = 1; atomic_store_explicit(&x, 1, memory_order_release); return unused; }
int main(void) {
    pthread_t one;
    int expected = 0;
    pthread_create(&one, 0, writer, 0);
    if (!atomic_compare_exchange_strong_explicit(&x, &expected, 2, memory_order_acq_rel, memory_order_acquire))
        p++;
}
"""
    assert checked(text).verdict is Verdict.SUCCESSFUL
    relaxed = checked(text.replace("memory_order_acquire", "memory_order_relaxed"))
    assert relaxed.verdict is Verdict.FAILED


def test_mixed_sizes_are_not_supported() -> None:
    text = """
#include <pthread.h>
#include <stdatomic.h>
static union { atomic_int whole; atomic_char part; } x;
static void *writer(void *unused) { atomic_store(&x.part, 1); return unused; }
int main(void) {
    pthread_t one;
    pthread_create(&one, 0, writer, 0);
    return atomic_load(&x.whole);
}
"""
    result = checked(text)
    assert result.verdict is Verdict.UNKNOWN
    assert any("memory model rc11" in place.what and place.location.line for place in result.scope.unsupported)


def test_atomic_structures_are_not_supported() -> None:
    text = """
#include <pthread.h>
struct pair { int a, b; };
static _Atomic struct pair x;
static void *writer(void *unused) { struct pair p = {1, 2}; x = p; return unused; }
int main(void) {
    pthread_t one;
    pthread_create(&one, 0, writer, 0);
    struct pair p = x;
    return p.a;
}
"""
    result = checked(text)
    assert result.verdict is Verdict.UNKNOWN
    assert any("an atomic structure" in place.what for place in result.scope.unsupported)


@pytest.mark.parametrize("mode", ["lazy", "schedule", "uw", "explicit", "random"])
def test_other_modes_say_at_once_that_they_do_not_know_rc11(mode: str) -> None:
    with pytest.raises(OptionProblem, match=f"mode {mode} is not supported for rc11"):
        checked(LITMUS / "SB.c", mode=mode)


def test_what_else_is_not_supported(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(OptionProblem, match="schema cseq is not supported for rc11"):
        checked(LITMUS / "SB.c", mode="lazyseq", schema="cseq")
    with pytest.raises(OptionProblem, match="rounds is not supported under memory model rc11"):
        checked(LITMUS / "SB.c", mode="lazyseq", rounds=3)
    with pytest.raises(OptionProblem, match="property leak is not supported under memory model rc11"):
        checked(LITMUS / "SB.c", groups=("leak",))
    for command in ("run", "tree", "sequentialize"):
        assert main([command, "--memory-model", "rc11", str(LITMUS / "SB.c")]) == 2
        assert f"{command} is not supported for rc11" in capsys.readouterr().err
