"""A thread stops where it does what is not supported, and the others go on with what it has done up to there."""

from __future__ import annotations

from pathlib import Path

import pytest

import esbmc_py
from esbmc_py import Verdict
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore

from ..agreement.everywhere_agree import everything_visible
from ..goto.test_sharing_soundness import load

MODES: list[dict[str, object]] = [
    {"mode": "lazy"},
    {"mode": "schedule"},
    {"mode": "uw"},
    {"mode": "explicit"},
    {"mode": "lazyseq"},
    {"mode": "lazyseq", "schema": "cseq", "rounds": 3, "unwind": 2},
]
PROGRAM = """
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
jmp_buf start;
int step;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void give_up(void) { longjmp(start, 1); }
void *works(void *given) { WORK return given; }
void *looks(void *given) { assert(step CHECK); return given; }
int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, works, 0);
    pthread_create(&second, 0, looks, 0);
    pthread_join(second, 0);
    return 0;
}
"""
WORK = {
    "right after a store": "step = 1; longjmp(start, 1);",
    "in a function": "step = 1; give_up();",
    "after an unlock": "pthread_mutex_lock(&lock); step = 1; pthread_mutex_unlock(&lock); give_up();",
    "in an atomic section": "step = 1; __VERIFIER_atomic_begin(); give_up(); __VERIFIER_atomic_end();",
    "at the end of a section": "__VERIFIER_atomic_begin(); step = 1; __VERIFIER_atomic_end(); give_up();",
}


def text(work: str, check: str) -> str:
    return PROGRAM.replace("WORK", WORK[work]).replace("CHECK", check)


@pytest.mark.parametrize("settings", MODES, ids=lambda settings: "-".join(map(str, settings.values())))
@pytest.mark.parametrize("work", WORK)
def test_what_was_done_before_is_seen(work: str, settings: dict[str, object]) -> None:
    result = esbmc_py.check(text(work, "== 0"), **settings)
    assert result.verdict is Verdict.FAILED
    result = esbmc_py.check(text(work, "<= 1"), **settings)
    assert result.verdict is Verdict.UNKNOWN
    assert any("longjmp" in line for line in result.scope.lines())


@pytest.mark.parametrize("work", WORK)
def test_the_exploration_sees_it_as_if_it_could_switch_everywhere(work: str, tmp_path: Path) -> None:
    program = load(tmp_path, text(work, "== 0"))
    found = explore(prepare(program), shortest=False)
    assert {finding.property for finding in found.findings} == {Property.ASSERTION}
    everywhere = prepare(program, everything_visible(program))
    assert explore(everywhere, shortest=False, switches_everywhere=True).findings
    assert found.unsupported


# Calls that only some modes can make: they find out when they get there.
CALLS = {
    "formatting a float": 'step = 1; sprintf(buffer, "%f", 1.5); step = 0;',
    "formatting wide characters": 'step = 1; sprintf(buffer, "%ls", L"abc"); step = 0;',
    "formatting by a list": 'step = 1; format("%f", 1.5); step = 0;',
    "an unknown format": "step = 1; sprintf(buffer, buffer, 1); step = 0;",
    "in an atomic section": '__VERIFIER_atomic_begin(); step = 1; __VERIFIER_atomic_end(); sprintf(buffer, "%f", 1.5);',
    "counting characters": 'step = 1; printf("abc%n", &count); step = 0;',
    "a sine": "step = 1; angle = sin(angle); step = 0;",
}
LONG = ("formatting by a list", "an unknown format")
CALLING = """
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
double nondet_double(void);
char buffer[40];
double angle;
int count;
void format(const char *how, ...) { va_list list; va_start(list, how); vsprintf(buffer, how, list); va_end(list); }
""" + PROGRAM.replace("pthread_t first", "angle = nondet_double(); pthread_t first")


@pytest.mark.parametrize("settings", MODES, ids=lambda settings: "-".join(map(str, settings.values())))
@pytest.mark.parametrize("work", CALLS)
def test_what_was_done_before_calls_that_not_all_can_make_is_seen(work: str, settings: dict[str, object]) -> None:
    if work in LONG and settings.get("schema") == "cseq":
        pytest.skip("the model that looks at any format is too large")
    result = esbmc_py.check(CALLING.replace("WORK", CALLS[work]).replace("CHECK", "== 0"), **settings)
    assert result.verdict is Verdict.FAILED
