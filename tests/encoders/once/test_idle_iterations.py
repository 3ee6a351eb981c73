"""A thread that waits in a loop does not go round as long as nothing changes."""

from collections import Counter
from pathlib import Path

import pytest

import esbmc_py
from esbmc_py import CheckOptions, CheckResult
from tests.agreement.waiting_agree import disagreements

HEAD = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
TWO = """
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
"""


def check(text: str, folder: Path, unwind: int = 1, **options: object) -> CheckResult:
    path = folder / "prog.c"
    path.write_text(HEAD + text + TWO)
    options = {"groups": ("reach",), **options}
    return esbmc_py.check(path, CheckOptions(mode="lazyseq", unwind=unwind, **options))  # type: ignore[arg-type]


FLAG = """
volatile int flag, data;
void *first(void *u) { data = 1; flag = 1; return u; }
void *second(void *u) { while (!flag); assert(data == 1); return u; }
"""


def test_a_loop_that_only_looks_is_covered_by_looking_once(tmp_path: Path) -> None:
    result = check(FLAG, tmp_path)
    assert str(result.verdict) == "successful"
    assert result.scope.complete
    without = check(FLAG, tmp_path, without=("spinning",))
    assert str(without.verdict) == "successful"
    assert not without.scope.complete


@pytest.mark.parametrize(
    "lock",
    [
        "while (atomic_exchange(&held, 1));",
        "do while (held); while (atomic_exchange(&held, 1));",
        "while (atomic_fetch_or(&held, 1));",
        "for (;;) { int seen = held; if (!seen && __sync_bool_compare_and_swap(&raw, 0, 1)) break; }",
    ],
)
def test_a_lock_that_fails_to_be_taken_changes_nothing(lock: str, tmp_path: Path) -> None:
    section = f"{lock} inside++; assert(inside == 1); inside--; raw = 0; held = 0;"
    text = "atomic_int held; volatile int raw, inside;\n" + "\n".join(
        f"void *{name}(void *u) {{ {section} return u; }}" for name in ("first", "second")
    )
    result = check(text, tmp_path)
    assert str(result.verdict) == "successful"
    assert result.scope.complete


@pytest.mark.parametrize(
    ("looks", "unwind"),
    [
        ("int n = 0; while (!flag) n++; assert(n < 2);", 2),  # in a register
        ("while (!flag) tries++; assert(tries < 2);", 2),  # in memory
        ("int n = 0, *p = &n; while (!flag) ++*p; assert(n < 2);", 2),  # in memory that nobody else sees
        ("int seen = 0; do { assert(!seen); seen = flag; } while (!data);", 2),  # what the next round asks for
        ("while (atomic_exchange(&held, 2) != 1); assert(flag);", 1),  # what was there is gone
    ],
)
def test_rounds_that_change_something_are_made(looks: str, unwind: int, tmp_path: Path) -> None:
    text = f"""
    volatile int flag, data, tries;
    atomic_int held;
    void *first(void *u) {{ held = 1; flag = 1; data = 1; return u; }}
    void *second(void *u) {{ {looks} return u; }}
    """
    assert str(check(text, tmp_path, unwind).verdict) == "failed"


def test_what_was_done_before_an_endless_loop_is_seen(tmp_path: Path) -> None:
    text = """
    volatile int x, y;
    void *first(void *u) { x = 1; for (;;) if (y == 7) { if (x == 3) break; } return u; }
    void *second(void *u) { assert(x == 0); return u; }
    """
    assert str(check(text, tmp_path).verdict) == "failed"


def test_what_is_done_on_a_way_without_a_look_is_seen(tmp_path: Path) -> None:
    """A round may end without having come through the block that was begun last."""
    text = """
    volatile int x, y;
    int nondet_int(void);
    void *first(void *u) { int n = nondet_int(); x = 1; for (;;) { if (n == 1) { if (y) break; } } return u; }
    void *second(void *u) { assert(x == 0); return u; }
    """
    assert str(check(text, tmp_path).verdict) == "failed"


def test_who_waits_in_a_loop_is_not_deadlocked(tmp_path: Path) -> None:
    text = """
    volatile int x;
    void *first(void *u) { while (!x); return u; }
    void *second(void *u) { x = 0; return u; }
    """
    result = check(text, tmp_path, groups=("deadlock",))
    assert str(result.verdict) == "successful"
    assert result.scope.complete


@pytest.mark.parametrize("seed", range(6))
def test_the_machine_agrees(seed: int) -> None:
    assert not list(disagreements(seed, Counter()))


def test_a_loop_whose_test_is_known_and_never_changes_is_bounded(tmp_path: Path) -> None:
    text = """
    volatile int x, never, sum;
    void *first(void *u) { while (never < 2) sum += x; return u; }
    void *second(void *u) { x = 1; assert(sum == 0); return u; }
    """
    assert str(check(text, tmp_path, unwind=2).verdict) == "failed"
