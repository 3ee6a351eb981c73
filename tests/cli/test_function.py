"""A function without a main: called with anything, and the answer says what was assumed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Finished

Smtcb = Callable[..., Finished]
Source = Callable[..., Path]

FUNCTIONS = """\
#include <assert.h>
#include <pthread.h>
struct pair { int a, b; struct pair *next; };
int limit = 3;
const int most = 8;
static int divide(int numerator, int divisor) { return numerator / divisor; }
int safe(int numerator, int divisor) { return divisor == 0 ? 0 : numerator % 7 / (divisor | 1); }
int sum(struct pair *p) { return p->a & p->b; }
int clamp(int x) { assert(limit == 3); assert(most == 8); return x > limit ? limit : x; }
int second(const int *a) { return a[1]; }
int text(const char *s) { int n = 0; while (s[n]) n++; assert(n < 7); return n; }
int shorter(const char *s) { int n = 0; while (s[n]) n++; assert(n < 6); return n; }
int follow(struct pair *p) { return p->next ? p->next->a : 0; }
int member(struct pair v) { assert(v.a != 4); return 0; }
void lock(pthread_mutex_t *m) { pthread_mutex_lock(m); pthread_mutex_unlock(m); }
void call(int (*routine)(int)) { routine(1); }
int many(int first, ...) { return first; }
_Bool truth(_Bool b) { assert(b == 0 || b == 1); return b; }
int main(void) { assert(0); return 0; }
"""


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("divide", 1), ("safe", 0), ("sum", 0), ("clamp", 0), ("second", 1), ("text", 0), ("shorter", 1),
        ("follow", 3), ("member", 1), ("lock", 0), ("call", 3), ("truth", 0), ("main", 1),
    ],
)  # fmt: skip
def test_what_a_function_does_for_any_arguments(smtcb: Smtcb, source: Source, name: str, status: int) -> None:
    assert smtcb("check", source(FUNCTIONS), "--function", name).status == status


def test_one_and_the_same_by_two_names(smtcb: Smtcb, source: Source) -> None:
    assert smtcb("check", source(FUNCTIONS), "--entry", "divide").status == 1


def test_the_counterexample_shows_the_arguments(smtcb: Smtcb, source: Source) -> None:
    finished = smtcb("check", source(FUNCTIONS), "--function", "divide")
    assert "divisor = 0 (input)" in finished.output


def test_the_scope_says_what_was_assumed(smtcb: Smtcb, source: Source) -> None:
    finished = smtcb("check", source(FUNCTIONS), "--function", "sum")
    assert "'sum' is called once, with any arguments" in finished.output
    assert "not null (--null-arguments)" in finished.output
    assert "(within bounds)" in finished.output
    assert "initial values (--arbitrary-globals" in finished.output
    numbers = smtcb("check", source(FUNCTIONS), "--function", "safe")
    assert "(within bounds)" not in numbers.output


def test_pointers_may_be_null_on_request(smtcb: Smtcb, source: Source) -> None:
    finished = smtcb("check", source(FUNCTIONS), "--function", "sum", "--null-arguments")
    assert finished.status == 1
    assert "null" in finished.output


def test_pointers_may_lead_to_arrays(smtcb: Smtcb, source: Source) -> None:
    assert smtcb("check", source(FUNCTIONS), "--function", "second", "--argument-elements", "2").status == 0
    assert smtcb("check", source(FUNCTIONS), "--function", "second", "--argument-elements", "0").status == 2


def test_globals_hold_anything_on_request_but_constants_do_not(smtcb: Smtcb, source: Source) -> None:
    finished = smtcb("check", source(FUNCTIONS), "--function", "clamp", "--arbitrary-globals")
    assert finished.status == 1
    assert "limit == 3" in finished.output
    assert "most == 8" not in finished.output.partition("\n\n")[2].partition("\n")[0]


@pytest.mark.parametrize("mode", ["schedule", "uw", "lazyseq", "explicit"])
def test_all_modes_agree(smtcb: Smtcb, source: Source, mode: str) -> None:
    path = source(FUNCTIONS)
    assert smtcb("check", path, "--function", "member", "--mode", mode).status in (1, 3)
    assert smtcb("check", path, "--function", "truth", "--mode", mode).status == 0
    assert smtcb("check", path, "--function", "lock", "--mode", mode).status == 0


def test_a_schedule_remembers_the_function(smtcb: Smtcb, source: Source, tmp_path: Path) -> None:
    path, schedule = source(FUNCTIONS), tmp_path / "bug.json"
    smtcb("check", path, "--function", "divide", "--save-schedule", schedule)
    assert json.loads(schedule.read_text())["surroundings"]["function"] == "divide"
    finished = smtcb("run", path, "--schedule", schedule)
    assert finished.status == 1
    assert "division" in finished.output + finished.errors


def test_what_cannot_be_called_says_so(smtcb: Smtcb, source: Source) -> None:
    for name, why in (("many", "variable arguments"), ("divyde", "did you mean divide")):
        finished = smtcb("check", source(FUNCTIONS), "--function", name)
        assert finished.status == 2
        assert why in finished.errors


def test_a_program_without_main_is_told_how(smtcb: Smtcb, source: Source) -> None:
    finished = smtcb("check", source("int f(void) { return 0; }\n"))
    assert finished.status == 2
    assert "--function" in finished.errors
