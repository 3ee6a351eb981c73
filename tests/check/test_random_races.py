"""Executions at random show races, too: in any state that they go through."""

from __future__ import annotations

import esbmc_py
from esbmc_py.checking import Verdict
from esbmc_py.vm.findings import DataRace

NUMBERS = """
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int table[8], next;

static void *fill(void *unused)
{
    BEFORE
    int mine = next++;
    AFTER
    table[mine] = rand();
    return unused;
}

int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 8; i++)
        table[i] = rand();
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], 0, fill, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
    return table[0] > next;
}
"""


def checked(before: str, after: str) -> esbmc_py.CheckResult:
    source = NUMBERS.replace("BEFORE", before).replace("AFTER", after)
    return esbmc_py.check(source, mode="random", groups=("race",))


def test_a_race_is_found_in_an_execution_at_random() -> None:
    result = checked("", "")
    assert result.verdict is Verdict.FAILED
    race = result.counterexamples[0].what
    assert isinstance(race, DataRace) and race.first.place == race.second.place == "next"
    assert race.first.write or race.second.write


def test_accesses_under_a_lock_do_not_race() -> None:
    result = checked("pthread_mutex_lock(&lock);", "pthread_mutex_unlock(&lock);")
    assert result.verdict is Verdict.UNKNOWN and not result.counterexamples
