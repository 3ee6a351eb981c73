"""Narrowing: what reads can return, and that nothing else changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from encoders.levers import ALL_LEVERS
from encoders.once.check import check_lazyseq
from encoders.once.narrow import narrowed
from encoders.once.operations import BoundedProgram, Read
from encoders.once.record import Wanted, record
from encoders.request import Options
from esbmc_py.frontend import Checks, load_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare
from symex.loop_bounds import LoopBounds
from symex.terms import Term, symbols
from tests.generator import generate

CREATE = "pthread_t a, b; pthread_create(&a, 0, t, 0); pthread_create(&b, 0, t, 0);"


def program_of(text: str, folder: Path) -> Program:
    path = folder / "program.c"
    path.write_text(text)
    return prepare(load_program([path], checks=Checks(overflow=False, shift=False)))


def recorded(text: str, folder: Path, unwind: int = 3) -> BoundedProgram:
    body = f"#include <assert.h>\n#include <pthread.h>\n{text}\nint main(void) {{ {CREATE} return 0; }}\n"
    return record(program_of(body, folder), Wanted(LoopBounds(unwind=unwind))).program


def reads(program: BoundedProgram, place: str) -> list[Term]:
    return [
        operation.result
        for thread in program.threads
        for block in thread.blocks
        for operation in block.operations
        if isinstance(operation, Read) and operation.place == place
    ]


def bits(term: Term) -> int:
    return sum(symbol.width for symbol in symbols(term))


def test_a_flag_has_one_bit_and_its_sign(tmp_path: Path) -> None:
    program = narrowed(recorded("int flag, x; void *t(void *u) { if (!flag) flag = 1; return u; }", tmp_path))
    assert {bits(result) for result in reads(program, "flag")} == {2}


def test_what_nobody_changes_is_a_constant(tmp_path: Path) -> None:
    text = "int x = 7, *p = &x; void *t(void *u) { p = &x; x = *p; return u; }"
    results = reads(narrowed(recorded(text, tmp_path)), "x")
    assert all(result.is_constant and result.payload == 7 for result in results)


def test_a_pointer_from_shared_memory_points_to_what_was_stored_in_it(tmp_path: Path) -> None:
    text = "int x, y, z, *p = &x; void *t(void *u) { p = &y; *p = 1; return u; }"
    (result, *_) = reads(narrowed(recorded(text, tmp_path)), "p")
    assert bits(result) == 1


def test_a_counter_ranges_over_what_its_writes_add_up_to(tmp_path: Path) -> None:
    program = narrowed(recorded("int n = 3; void *t(void *u) { n++; n--; n -= 2; return u; }", tmp_path))
    assert {bits(result) for result in reads(program, "n")} == {4}  # from 3 - 2 * 3 to 3 + 2 * 1


def test_a_guard_keeps_values_from_being_written(tmp_path: Path) -> None:
    text = "int from = -1, to; void *t(void *u) { int v = from; if (v >= 0) to = v; from = 2; v = to; return u; }"
    program = narrowed(recorded(text, tmp_path))
    assert {bits(result) for result in reads(program, "to")} == {3}  # 0 or 2
    assert {bits(result) for result in reads(program, "from")} == {3}  # -1 or 2


def test_an_input_may_be_anything(tmp_path: Path) -> None:
    text = "int x; int nondet_int(void); void *t(void *u) { x = nondet_int(); int v = x; return u; }"
    assert {bits(result) for result in reads(narrowed(recorded(text, tmp_path)), "x")} == {32}


@pytest.mark.parametrize("seed", range(700, 712))
def test_no_lever_changes_an_answer(seed: int, tmp_path: Path) -> None:
    program = program_of(generate(seed, size=5), tmp_path)
    answers = []
    for levers in (ALL_LEVERS, frozenset[str]()):
        outcome = check_lazyseq(program, Options.of(rounds=2, unwind=5, solver="bitwuzla", levers=levers))
        answers.append((bool(outcome.found), outcome.unknown, bool(outcome.unsupported)))
    assert answers[0] == answers[1]
