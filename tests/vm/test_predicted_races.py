"""One execution shows races of others, in which its steps come in another order."""

from __future__ import annotations

from random import Random

import pytest

from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.findings import DataRace, Finding
from esbmc_py.vm.predicted_races import predicted_race
from esbmc_py.vm.run import run
from tests.agreement.agree import load_text

HEADERS = """
#include <pthread.h>
int __VERIFIER_nondet_int(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int n, first_only, second_only;
"""
MAIN = """
int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    BETWEEN
    pthread_create(&two, 0, second, 0);
    pthread_join(two, 0);
    pthread_detach(one);
    return first_only + second_only;
}
"""


class OneAfterTheOther:
    """Main starts all it can; then the first thread runs to its end, then the second one."""

    def __init__(self, _random: Random) -> None: ...

    def prescribed(self, _step: int) -> int | None:
        return None

    def pick(self, candidates: list[int], _current: int) -> int:
        return candidates[0]


def program(first: str, second: str, between: str = "") -> Program:
    routines = "".join(
        f"static void *{name}(void *unused) {{ {body} return unused; }}\n"
        for name, body in (("first", first), ("second", second))
    )
    return prepare(load_text(HEADERS + routines + MAIN.replace("BETWEEN", between)))


def race_shown(searched: Program) -> Finding | None:
    seen = run(searched, order=OneAfterTheOther, inputs=(7, 8))
    return predicted_race(searched, seen.schedule, Executable(searched))


def test_two_steps_race_though_much_was_done_in_between() -> None:
    found = race_shown(program("n++; first_only++; first_only++;", "second_only++; second_only++; n++;"))
    assert found is not None and isinstance(found.what, DataRace)
    assert {found.what.first.place, found.what.second.place} == {"n"}


@pytest.mark.parametrize(
    ("first", "second", "between"),
    [
        ("pthread_mutex_lock(&lock); n++; pthread_mutex_unlock(&lock);",) * 2 + ("",),
        ("n++;", "n++;", "pthread_join(one, 0);"),
        ("__atomic_fetch_add(&n, 1, __ATOMIC_SEQ_CST);",) * 2 + ("",),
    ],
)
def test_what_is_ordered_or_atomic_does_not_race(first: str, second: str, between: str) -> None:
    assert race_shown(program(first, second, between)) is None


def test_inputs_go_with_the_steps_that_took_them() -> None:
    """What the first thread is given after its access is not given to the second one."""
    found = race_shown(
        program("n++; if (__VERIFIER_nondet_int() == 7) first_only++;", "if (__VERIFIER_nondet_int() == 8) n++;")
    )
    assert found is not None
    assert found.schedule.inputs == (8,)
