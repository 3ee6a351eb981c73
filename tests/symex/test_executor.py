"""Symbolic execution of sequential programs: values, memory, loops, and what can go wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from encoders.solvers import make_solver
from encoders.solvers.answers import Sat
from esbmc_py.frontend import load
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from symex.executor import Executor
from symex.loop_bounds import LoopBounds
from symex.terms import FALSE, TRUE, and_


@pytest.fixture
def violated(tmp_path: Path):
    """The properties that a sequential program can violate, decided by a solver; cuts that can be reached."""

    def run(text: str, unwind: int | None = None) -> tuple[set[Property], set[str]]:
        path = tmp_path / "program.c"
        path.write_text(text)
        executor = Executor(prepare(load([path]).program), LoopBounds(unwind=unwind))
        solver = make_solver("z3")
        properties: set[Property] = set()
        cuts: set[str] = set()
        states = [executor.initial_state()]

        def possible(condition) -> bool:
            if condition is TRUE or condition is FALSE:
                return condition is TRUE
            return isinstance(solver.check([condition]), Sat)

        while states:
            state = states.pop()
            if state.halted or state.threads[0].frame is None:
                continue
            step = executor.step(state, 0)
            properties |= {v.property for v in step.violations if possible(and_(state.path, v.guard))}
            cuts |= {c.what for c in step.cuts if possible(and_(state.path, c.guard))}
            states += step.successors
        solver.close()
        return properties, cuts

    return run


HEADER = "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\nint __VERIFIER_nondet_int(void);\n"


def main(body: str) -> str:
    return f"{HEADER}int main(void) {{ {body} return 0; }}"


def test_a_loop_whose_bound_is_known_is_unwound_fully(violated):
    text = main("int s = 0; for (int i = 0; i < 50; i++) s += i; assert(s == 1225);")
    assert violated(text, unwind=1) == (set(), set())


def test_a_loop_whose_bound_is_not_known_is_cut(violated):
    text = main("int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) ; assert(n != 2);")
    properties, cuts = violated(text, unwind=3)
    assert Property.ASSERTION in properties
    assert cuts == {"loop bound 3"}


def test_branches_without_anything_visible_are_joined(violated):
    text = main("int x = __VERIFIER_nondet_int(), y; if (x > 0) y = 1; else y = 2; assert(y == 1 || x <= 0);")
    assert violated(text)[0] == set()


def test_an_element_at_an_unknown_index_may_be_any(violated):
    body = "int a[4] = {1, 2, 3, 4}, i = __VERIFIER_nondet_int(); if (i >= 0 && i < 4) assert(a[i] != 3);"
    assert violated(main(body))[0] == {Property.ASSERTION}


def test_a_write_at_an_unknown_index_changes_that_element_only(violated):
    body = """int a[4] = {0}, i = __VERIFIER_nondet_int(); if (i < 0 || i > 3) return 0; a[i] = 7;
              assert(a[0] + a[1] + a[2] + a[3] == 7);"""
    assert violated(main(body))[0] == set()


def test_a_large_array_at_an_unknown_index_is_an_array_term(violated):
    body = """static int a[1000]; int i = __VERIFIER_nondet_int(); if (i < 0 || i > 999) return 0; a[i] = 5;
              assert(a[i] == 5); assert(a[7] == 0);"""
    assert violated(main(body))[0] == {Property.ASSERTION}


def test_an_index_outside_is_out_of_bounds(violated):
    assert violated(main("int a[4], i = __VERIFIER_nondet_int(); if (i >= 0 && i < 5) a[i] = 1;"))[0] == {
        Property.BOUNDS
    }


def test_unions_and_casts_see_bytes(violated):
    body = """union { int i; unsigned char c[4]; } u; u.i = 0x01020304; assert(u.c[0] == 4 && u.c[3] == 1);
              u.c[1] = 9; assert(u.i == 0x01020904);"""
    assert violated(main(body))[0] == set()


def test_memory_that_was_freed_may_not_be_used(violated):
    body = "int *p = malloc(4); if (!p) return 0; *p = 1; if (__VERIFIER_nondet_int()) free(p); *p = 2; free(p);"
    assert violated(main(body))[0] == {Property.FREED}


def test_a_null_pointer_may_not_be_used(violated):
    assert violated(main("int x, *p = __VERIFIER_nondet_int() ? &x : 0; *p = 1;"))[0] == {Property.NULL}


def test_what_is_undefined_may_be_anything_but_stays_what_it_is(violated):
    assert violated(main("int x; assert(x == x);"))[0] == set()
    assert violated(main("int a[2]; assert(a[1] != 5);"))[0] == {Property.ASSERTION}
    assert violated(main("int a[2]; int b = a[1]; assert(a[1] == b);"))[0] == set()


def test_function_pointers_call_what_they_point_to(violated):
    text = f"""{HEADER}int one(void) {{ return 1; }} int two(void) {{ return 2; }}
    int main(void) {{ int (*f)(void) = __VERIFIER_nondet_int() ? one : two; int r = f(); assert(r == 1 || r == 2);
    assert(r == 1); return 0; }}"""
    assert violated(text)[0] == {Property.ASSERTION}


def test_recursion_is_followed(violated):
    text = f"{HEADER}int f(int n) {{ return n < 2 ? 1 : n * f(n - 1); }} int main(void) {{ assert(f(6) == 720); }}"
    assert violated(text)[0] == set()


def test_floats_are_ieee(violated):
    assert violated(main("double x = 0.1, y = 0.2; assert(x + y != 0.3);"))[0] == set()
    body = "float x; if (x >= 1.0f && x <= 2.0f) assert(x * 2.0f <= 4.0f);"
    assert violated(main(body))[0] == set()


def test_a_division_by_an_unknown_number_may_be_by_zero(violated):
    assert Property.DIVISION in violated(main("int x = __VERIFIER_nondet_int(); int y = 10 / x; (void)y;"))[0]
