"""Arrays at places that are not known: what they are cut into, and what programs that use them do."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from encoders.once.arrays import Span, at_start, layout
from encoders.once.cells import Writes
from encoders.once.check import check_lazyseq
from encoders.request import Options
from esbmc_py.frontend import load_program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from symex.objects import Object, write
from symex.terms import FALSE, TRUE, Term, bv, bvadd, bvmul, substitute, symbol, zext
from tests.agreement.agree import Ask
from tests.agreement.arrays_agree import disagreements

INDEX = symbol("index", 8)


def at(element: int, member: int) -> Term:
    """The offset of a member of the element with an index that is not known."""
    return bvadd(bvmul(zext(INDEX, 64), bv(element, 64)), bv(member, 64))


def test_members_of_an_array_of_structures_are_columns() -> None:
    cut = layout([Span(at(12, 0), 12, 4), Span(at(12, 8), 12, 2), Span(24, 0, 4)], 1200)
    assert cut.stride == 12
    assert [column for column in cut.columns if column[0] in (0, 8)] == [(0, 4), (8, 2)]
    assert [piece.key for piece in cut.pieces(5, 24, 4)] == [(5, 0)]


def test_an_access_of_two_elements_has_two_pieces() -> None:
    cut = layout([Span(at(4, 0), 4, 4), Span(8, 0, 8)], 400)
    pieces = list(cut.pieces(1, 8, 8))
    assert [(piece.start, piece.size, piece.index) for piece in pieces] == [(0, 4, bv(8, 9)), (4, 4, bv(12, 9))]


def test_an_access_that_cuts_elements_in_two_makes_them_bytes() -> None:
    cut = layout([Span(at(4, 0), 4, 4), Span(at(1, 0), 1, 4)], 400)
    assert cut.columns == ((0, 1),)


def test_the_last_write_to_an_index_counts() -> None:
    writes = Writes(lambda index: bv(0, 8))
    writes.store(TRUE, bv(3, 8), bv(1, 8))
    writes.store(TRUE, INDEX, bv(2, 8))
    assert substitute(writes.load(bv(3, 8)), {INDEX: bv(3, 8)}) is bv(2, 8)
    assert substitute(writes.load(bv(3, 8)), {INDEX: bv(4, 8)}) is bv(1, 8)
    writes.store(FALSE, INDEX, bv(9, 8))
    assert writes.load(INDEX) is bv(2, 8)


@pytest.mark.parametrize("image", [bytes(40), bytes(range(40))], ids=["zeros", "numbers"])
def test_the_start_is_what_was_there_and_what_main_wrote(image: bytes) -> None:
    begun = write(Object(40, image, "array"), 8, 4, 77)
    found = at_start(begun, layout([Span(at(4, 0), 4, 4)], 40))
    index = symbol("offset", 6)
    value = found((1, 0), index)
    for offset in range(0, 40, 4):
        expected = 77 if offset == 8 else int.from_bytes(image[offset : offset + 4], "little")
        assert substitute(value, {index: bv(offset, 6)}) is bv(expected, 32)


PROGRAMS = {
    "ring": (
        "int ring[1000]; unsigned head, tail;",
        "for (int i = 1; i <= 2; i++) { LOCK; ring[head] = i; head = (head + 1) % 1000; UNLOCK; }",
        "LOCK; if (head != tail) { int v = ring[tail]; tail = (tail + 1) % 1000; assert(v CHECK); } UNLOCK;",
        "head = tail = nondet() % 1000;",
        ("== 1", "!= 1"),
    ),
    "filled by a loop": (
        "int a[100]; int done;",
        "for (int i = 0; i < 100; i++) a[i] = i + 1; done = 1;",
        "unsigned k = nondet() % 100; if (done) { int v = a[k]; assert(v CHECK); }",
        "",
        ("== k + 1", "< 100"),
    ),
    "structures": (
        "struct { char used; int owner; } slots[700]; int next;",
        "int mine; LOCK; mine = next++; UNLOCK; if (mine < 700) { slots[mine].used = 1; slots[mine].owner = 1; }",
        "int mine; LOCK; mine = next++; UNLOCK; if (mine < 700) { slots[mine].owner = 2; int v = slots[mine].owner;"
        " assert(v == 2 && slots[mine].used CHECK); }",
        "next = nondet() % 700;",
        ("== 0", "== 1"),
    ),
    "bytes": (
        "char text[4096]; unsigned length;",
        "LOCK; if (length < 4096) text[length++] = 'a'; UNLOCK;",
        "LOCK; if (length < 4096) text[length++] = 'b'; UNLOCK; if (length == 2) assert(text[1] CHECK);",
        "length = nondet() & 1;",
        ("!= 'c'", "!= 'b'"),
    ),
    "heap": (
        "int *a;",
        "a[nondet() % 2000] = 7;",
        "int v = a[nondet() % 2000]; assert(v CHECK);",
        "a = calloc(2000, sizeof *a);",
        ("!= 8", "!= 7"),
    ),
    "undefined at the start": (
        "int *a;",
        "a[nondet() % 300] = 7;",
        "unsigned k = nondet() % 300; int v = a[k], w = a[k]; assert(v == w || w CHECK);",
        "a = malloc(300 * sizeof *a);",
        ("== 7", "!= 7"),
    ),
    "written before there are threads": (
        "int a[50];",
        "a[nondet() % 50] = 9;",
        "unsigned k = nondet() % 50; int v = a[k]; assert(v == 9 || v == (k == 20 ? 3 : (int)k) CHECK);",
        "for (int i = 0; i < 50; i++) a[i] = i; a[20] = 3;",
        ("", "- 50 * (k == 7)"),
    ),
}


def text_of(name: str, *, wrong: bool) -> str:
    shared, one, other, start, checks = PROGRAMS[name]
    text = f"""#include <assert.h>
        #include <pthread.h>
        #include <stdlib.h>
        #define LOCK pthread_mutex_lock(&m)
        #define UNLOCK pthread_mutex_unlock(&m)
        unsigned __VERIFIER_nondet_uint(void);
        #define nondet __VERIFIER_nondet_uint
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        {shared}
        void *first(void *unused) {{ {one} return unused; }}
        void *second(void *unused) {{ {other} return unused; }}
        int main(void) {{
            pthread_t a_, b_;
            {start}
            pthread_create(&a_, 0, first, 0);
            pthread_create(&b_, 0, second, 0);
            return 0;
        }}"""
    return text.replace("CHECK", checks[wrong])


@pytest.mark.parametrize("rounds", [2, None], ids=["two rounds", "all schedules"])
@pytest.mark.parametrize("wrong", [False, True], ids=["right", "wrong"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name: str, wrong: bool, rounds: int | None, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(text_of(name, wrong=wrong))
    program = prepare(load_program([path]))
    asked = frozenset({Property.ASSERTION, Property.BOUNDS})
    outcome = check_lazyseq(program, Options.of(rounds=rounds, unwind=2, properties=asked, solver="bitwuzla"))
    assert not outcome.unknown and not outcome.unsupported and not outcome.unwinding_cut
    assert [found.property for found in outcome.found] == ([Property.ASSERTION] if wrong else [])


@pytest.mark.parametrize("races", [False, True], ids=["violations", "races"])
def test_generated_programs_do_what_the_machine_does(races: bool) -> None:
    ask = Ask(["lazyseq"], races=races)
    assert [line for seed in range(8) for line in disagreements(seed, ask, Counter())] == []
