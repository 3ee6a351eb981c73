"""Leaks: every reduction finds those that the machine's plain exploration finds, and only those."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.goto.properties import Property
from esbmc_py.vm.explore import explore
from esbmc_py.vm.findings import Violation
from esbmc_py.vm.run import run
from explicit_state import Reduction, SearchOptions, search

from .loading import prepared

# The process may end while the other thread has its memory: an order that no conflict of accesses asks for.
ENDS_IN_BETWEEN = """
#include <pthread.h>
#include <stdlib.h>
int never, x;
static void *work(void *unused) {
    int *p = malloc(4);
    if (!p) return NULL;
    x = 1;
    x = 2;
    free(p);
    x = 3;
    return NULL;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    if (never) x = 0;
    END
}
"""
LEFT_IN_ONE_ORDER = """
#include <pthread.h>
#include <stdlib.h>
int *shared;
static void *put(void *unused) { shared = malloc(4); return NULL; }
static void *take(void *unused) { int *mine = shared; shared = NULL; free(mine); return NULL; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, put, NULL);
    pthread_create(&b, NULL, take, NULL);
    pthread_exit(NULL);
}
"""
PROGRAMS = {
    "returns": (ENDS_IN_BETWEEN.replace("END", "return 0;"), True),
    "aborts": (ENDS_IN_BETWEEN.replace("END", "abort();"), False),
    "joins": (ENDS_IN_BETWEEN.replace("END", "pthread_join(a, NULL); return 0;"), False),
    "last thread": (LEFT_IN_ONE_ORDER, True),
}


@pytest.mark.parametrize("reduction", Reduction)
@pytest.mark.parametrize("name", PROGRAMS)
def test_every_reduction_finds_the_leaks_of_the_exploration(name: str, reduction: Reduction, tmp_path: Path) -> None:
    text, leaks = PROGRAMS[name]
    program = prepared(text, tmp_path)
    judge = explore(program, leaks=True, shortest=False)
    wanted = {finding.what.location for finding in judge.findings if isinstance(finding.what, Violation)}
    assert bool(wanted) is leaks
    options = SearchOptions(reduction=reduction, properties=frozenset({Property.LEAK}), all_violations=True)
    result = search(program, options)
    assert {finding.what.location for finding in result.findings if isinstance(finding.what, Violation)} == wanted
    for finding in result.findings:
        again = run(program, schedule=finding.schedule, leaks=True, max_steps=len(finding.schedule.threads))
        assert again.violation == finding.what


def test_leaks_are_looked_for_only_if_they_are_asked_for(tmp_path: Path) -> None:
    program = prepared(PROGRAMS["returns"][0], tmp_path)
    assert not search(program, SearchOptions(properties=frozenset({Property.ASSERTION}))).findings


def test_within_a_bound_leaks_are_found_too(tmp_path: Path) -> None:
    program = prepared(PROGRAMS["last thread"][0], tmp_path)
    for preemptions in (0, 1):
        options = SearchOptions(properties=frozenset({Property.LEAK}), preemptions=preemptions)
        assert search(program, options).findings
