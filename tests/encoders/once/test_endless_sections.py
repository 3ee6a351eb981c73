"""An atomic section without an end has not happened: the machine cannot make the step in which a thread enters it."""

from __future__ import annotations

import pytest

import esbmc_py

STUCK = """
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x;
void *stuck(void *unused)
{
    DO;
    __VERIFIER_atomic_begin();
    for (;;)
        continue;
    __VERIFIER_atomic_end();
}
void *look(void *unused) { x++; __VERIFIER_assert(x == 2); return 0; }
int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, stuck, 0);
    pthread_create(&two, 0, look, 0);
    pthread_join(two, 0);
}
"""


@pytest.mark.parametrize("do", ["", "int own = 0, *p = &own; ++*p", "x = 5"], ids=["nothing", "own", "shared"])
def test_a_thread_that_is_stuck_in_a_section_keeps_nobody_from_failing(do: str) -> None:
    found = esbmc_py.check(STUCK, defines=[f"DO={do}"], mode="lazyseq")
    assert found.found == ["program.c:14:33: assertion: (x == 2) (thread 2)"]
