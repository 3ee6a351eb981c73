"""Values that decide nothing are left out of the states; those that decide something are not."""

from __future__ import annotations

import pytest

from esbmc_py import check
from esbmc_py.checking.api import load_source
from esbmc_py.checking.options import CheckOptions
from esbmc_py.goto.idle_values import without_idle_values
from esbmc_py.goto.instructions import Instruction, Store
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare

# A thread that waits for another one, and counts how often it has looked.
WAITING = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
atomic_int ready;
int rounds, copy, table[4];
int *where = table;
void *waiter(void *a)
{
    %s
        rounds++;
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, waiter, 0);
    ready = 1;
    pthread_join(t, 0);
    %s
    return 0;
}
"""
FOR_EVER = "while (!ready)"
SIX_TIMES = "for (int i = 0; i < 6; i++) if (!ready)"

IDLE = {
    "printed": 'printf("%d rounds\\n", rounds);',
    "printed by a copy": 'copy = rounds; copy += 2 * rounds; fprintf(stderr, "%s: %5d\\n", "rounds", copy);',
    "printed in the midst of others": 'printf("%s %c %lx\\n", "rounds", rounds, (long)rounds);',
}

# What is done with the number decides something: it is violated by executions that count far enough.
DECIDES = {
    "an assertion": 'assert(rounds < 3); printf("%d\\n", rounds);',
    "a branch": 'if (rounds > 2) reach_error(); printf("%d\\n", rounds);',
    "an address": 'printf("%d %d\\n", table[rounds], rounds);',
    "a pointer": 'where += rounds; printf("%d %d\\n", *where, rounds);',
    "a divisor": 'printf("%d %d\\n", 7 / (rounds - 2), rounds);',
    "how long the text is": 'assert(printf("%d\\n", rounds * 1000) < 5);',
    "a width": 'if (rounds == 3) rounds = 1000; assert(printf("%*d\\n", rounds, 1) < 500);',
    "by another variable": 'copy = rounds + 1; printf("%d\\n", rounds); assert(copy < 3);',
    "by a pointer to it": 'int *p = &rounds; printf("%d\\n", rounds); assert(*p < 3);',
    "by its bytes": 'unsigned char *p = (unsigned char *)&rounds; printf("%d\\n", rounds); assert(*p < 3);',
}


@pytest.mark.parametrize("use", IDLE.values(), ids=IDLE)
def test_what_is_only_printed_is_no_part_of_the_states(use: str) -> None:
    result = check(WAITING % (FOR_EVER, use), mode="explicit", timeout=20)
    assert result.verdict.name == "SUCCESSFUL", result
    assert result.scope.complete
    assert result.statistics.states < 100


@pytest.mark.parametrize("use", DECIDES.values(), ids=DECIDES)
def test_what_decides_is_found(use: str) -> None:
    text = "void reach_error(void);\n" + WAITING % (SIX_TIMES, use)
    result = check(text, mode="explicit", timeout=20)
    assert result.verdict.name == "FAILED", result


def test_the_execution_that_is_shown_has_all_values() -> None:
    text = WAITING % (SIX_TIMES, 'printf("%d rounds\\n", rounds); assert(0);')
    result = check(text, mode="explicit", timeout=20)
    assert result.verdict.name == "FAILED", result


def program(text: str) -> Program:
    options = CheckOptions()
    return prepare(load_source(text, options).program)


def changed(before: Program) -> list[Instruction]:
    """What computes or stores something else afterwards."""
    after = without_idle_values(before)
    return [
        one
        for name, function in before.functions.items()
        for one, other in zip(function.instructions, after.functions[name].instructions, strict=True)
        if one != other
    ]


def test_only_what_is_idle_changes() -> None:
    before = program(WAITING % (FOR_EVER, IDLE["printed"]))
    assert {before.source_line(one.location) for one in changed(before)} == {"rounds++;"}
    assert not changed(program(WAITING % (FOR_EVER, DECIDES["an assertion"])))


def test_what_may_be_undefined_is_still_used() -> None:
    """Its value is an input where it is used: without the use there would be one fewer."""
    text = WAITING % (FOR_EVER, 'int n; if (rounds == 5) n = 1; copy = n + 1; printf("%d\\n", copy);')
    assert [type(one) for one in changed(program(text))] == [Store]


# A thread that counts for itself until it is cancelled.
COUNTING = """
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
int number;
void *count(void *a)
{
    int j;
    printf("begins\\n");
    for (j = 1; ; j++) {
        %s
        sleep(1);
    }
    return a;
}
int main(void)
{
    pthread_t t;
    void *result;
    %s
    pthread_create(&t, 0, count, 0);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
"""
FORGED = "unsigned long place = (unsigned long)&number ^ 1; *(int *)(place ^ 1) = 3;"


@pytest.mark.parametrize("before", ["", FORGED], ids=["plain", "a pointer that was made from a number"])
@pytest.mark.parametrize("use", ["", 'printf("%d\\n", j);'], ids=["only counted", "printed"])
def test_what_is_only_counted_for_ever_is_no_part_of_the_states(use: str, before: str) -> None:
    result = check(COUNTING % (use, before), mode="explicit", timeout=20)
    assert result.verdict.name == "SUCCESSFUL", result
    assert result.scope.complete
    assert result.statistics.states < 100


@pytest.mark.parametrize("before", ["", FORGED], ids=["plain", "a pointer that was made from a number"])
@pytest.mark.parametrize("use", ["assert(j < 5);", "number = j; assert(number < 5);"], ids=["register", "memory"])
def test_what_decides_after_some_rounds_is_found(use: str, before: str) -> None:
    result = check(COUNTING % (use, before), mode="explicit", timeout=20)
    assert result.verdict.name == "FAILED", result
