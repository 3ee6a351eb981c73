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
int follow(struct pair *p) { if (p->next) assert(p->next->a != 7); return 0; }
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
        ("follow", 1), ("member", 1), ("lock", 0), ("call", 3), ("truth", 0), ("main", 1),
    ],
)  # fmt: skip
def test_what_a_function_does_for_any_arguments(smtcb: Smtcb, source: Source, name: str, status: int) -> None:
    assert smtcb("check", source(FUNCTIONS), "--function", name).status == status


SHAPES = """\
#include <assert.h>
struct pair { int a, b; struct pair *next; };
struct table { int *v[3]; int n[2]; };
struct parts { union { int i; char c[4]; } x; _Bool b; unsigned f : 3; _Atomic int at; const int co; const int ca[3]; };
struct fixed { const struct pair q; };
struct either { union { int i; int *q; }; int k; };
struct large { struct pair *p[1000]; };
struct hidden;
int in_table(struct table *p) { if (p->v[1]) assert(*p->v[1] != 7); return 0; }
int of_table(struct table v) { if (v.v[2]) assert(*v.v[2] != 7); return 0; }
int null_in_table(struct table v) { assert(v.v[2] == 0); return 0; }
int number_in_table(struct table *p) { assert(p->n[1] != 9); return 0; }
int union_part(struct parts *p) { assert(p->x.i != 0x01020304); return 0; }
int truth_part(struct parts *p) { assert(p->b == 0 || p->b == 1); return 0; }
int bits_part(struct parts *p) { assert(p->f != 5); return 0; }
int atomic_part(struct parts *p) { assert(p->at != 5); return 0; }
int const_part(struct parts *p) { assert(p->co != 5); return 0; }
int const_array_part(struct parts v) { assert(v.ca[1] != 7); return 0; }
int const_struct(struct fixed *p) { assert(p->q.b != 7); return 0; }
int const_struct_pointer(struct fixed *p) { if (p->q.next) assert(p->q.next->a != 7); return 0; }
int const_matrix(const int (*m)[3]) { assert(m[0][2] != 7); return 0; }
int pointer_to_pointer(int *const *p) { if (*p) assert(**p != 7); return 0; }
int texts(char **argv) { if (argv[0]) assert(argv[0][0] != 'x'); return 0; }
int ambiguous(struct either *p) { return p->k; }
int too_large(struct large *p) { return 0; }
int hidden(struct hidden *p) { assert(p != 0); return 0; }
enum numbers { ONE = 1, SEVEN = 7 };
int enumerated(enum numbers e) { assert(e != SEVEN); return 0; }
float real(float x) { assert(!(x > 1.5f && x < 1.6f)); return x; }
"""


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("in_table", 1), ("of_table", 1), ("null_in_table", 1), ("number_in_table", 1), ("union_part", 1),
        ("truth_part", 0), ("bits_part", 1), ("atomic_part", 1), ("const_part", 1), ("const_array_part", 1),
        ("const_struct", 1), ("const_struct_pointer", 1), ("const_matrix", 1), ("pointer_to_pointer", 1), ("texts", 1),
        ("ambiguous", 2), ("too_large", 2), ("hidden", 0), ("enumerated", 1), ("real", 1),
    ],
)  # fmt: skip
def test_every_part_of_an_argument_is_arbitrary(smtcb: Smtcb, source: Source, name: str, status: int) -> None:
    """What is left out by mistake would be a bug that is missed; pointers inside lead to objects from outside."""
    assert smtcb("check", source(SHAPES), "--function", name).status == status


def test_elements_with_pointers_are_arbitrary_too(smtcb: Smtcb, source: Source) -> None:
    text = "struct n { struct n *next; int a; };\nint f(struct n *p) { return p[1].next ? 1 / p[1].next->a : 0; }\n"
    assert smtcb("check", source(text), "--function", "f", "--argument-elements", "2").status == 1


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


ARRAYS = """
enum { LENGTH = 4 };
typedef int row[3];
int as_many(int a[static 3], int b[LENGTH], row c, int d[2][3]) { return a[2] + b[LENGTH - 1] + c[2] + d[1][2]; }
int one_more(int a[static 3]) { return a[3]; }
int unknown(int a[]) { return a[1]; }
int sized(int n, int a[n]) { return a[1]; }
"""


@pytest.mark.parametrize(("name", "status"), [("as_many", 0), ("one_more", 1), ("unknown", 2), ("sized", 2)])
def test_arrays_have_as_many_elements_as_they_are_declared_with(
    smtcb: Smtcb, source: Source, name: str, status: int
) -> None:
    finished = smtcb("check", source(ARRAYS), "--function", name)
    assert finished.status == status
    if status == 2:
        assert "--argument-elements N" in finished.errors
        assert smtcb("check", source(ARRAYS), "--function", name, "--argument-elements", "2").status == 0
    else:
        assert "an object (an array as long as it is declared) of their own" in finished.output
