"""A loop that may come round without a switch point, and asks for an input each time, has one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from esbmc_py import check
from esbmc_py.checking import Verdict
from esbmc_py.frontend import load_program
from esbmc_py.goto.expressions import Const
from esbmc_py.goto.instructions import Assume
from esbmc_py.goto.sharing import prepare

TRIED_AGAIN = """
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2];
static void *sender(void *unused) { write(ends[1], "x", 1); return unused; }
int main(void)
{
    struct pollfd one = {0, POLLIN, 0};
    pthread_t thread;
    char byte;
    pipe(ends);
    one.fd = ends[0];
    pthread_create(&thread, NULL, sender, NULL);
    while (poll(&one, 1, -1) < 1)
        continue;
    assert(read(ends[0], &byte, 1) == 1 && byte == 'x');
    pthread_join(thread, NULL);
    return 0;
}
"""
LOOPS = """
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int shared;
static int ask(void) {{ return __VERIFIER_nondet_int(); }}
static void *other(void *unused) {{ shared = 1; return unused; }}
int main(void)
{{
    pthread_t thread;
    int n = 0;
    pthread_create(&thread, 0, other, 0);
    {loop}
    return n;
}}
"""


def points(source: Callable[..., Path], loop: str) -> int:
    program = prepare(load_program([source(LOOPS.format(loop=loop))]))
    return sum(
        isinstance(one, Assume) and one.visible and isinstance(one.condition, Const)
        for one in program.functions["main"].instructions
    )


@pytest.mark.parametrize(
    ("loop", "count"),
    [
        ("while (__VERIFIER_nondet_int()) n++;", 1),
        ("while (ask()) n++;", 1),
        ("do { if (n) shared++; } while (ask());", 1),  # not every round touches what others see
        ("while (ask()) shared++;", 0),
        ("for (n = 0; n < 9; n++) if (n == 3) n++;", 0),  # no input
        ("n = ask(); for (int i = 0; i < n; i++) n--;", 0),  # none in the loop
    ],
)
def test_which_loops_have_one(source: Callable[..., Path], loop: str, count: int) -> None:
    assert points(source, loop) == count


def test_a_call_that_may_fail_for_ever_comes_round_to_the_same_state() -> None:
    result = check(TRIED_AGAIN, mode="explicit")
    assert result.verdict is Verdict.SUCCESSFUL
    assert result.scope.lines()[0] == "all executions"
