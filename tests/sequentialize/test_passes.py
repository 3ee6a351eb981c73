"""Bounded programs: what the passes inline, unwind, threads and number make of a program."""

from __future__ import annotations

from esbmc_py.frontend import Checks, load_program
from esbmc_py.goto.instructions import Branch, Call, Goto, Return, StartThread, Unsupported
from esbmc_py.goto.sharing import prepare
from sequentialize.bounds import ProgramBounds
from sequentialize.number import numbered
from sequentialize.show import PASSES, after_pass
from sequentialize.threads import bounded_threads


def program(tmp_path, text: str):
    path = tmp_path / "program.c"
    path.write_text(text)
    return prepare(load_program([path], checks=Checks(overflow=False, shift=False)))


THREADS = """#include <pthread.h>
int x;
static void add(int n) { x += n; }
void *worker(void *arg) { add(2); return arg; }
void *other(void *arg) { x = 0; return arg; }
int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, i == 1 ? other : worker, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
}
"""


NONDET = "extern int __VERIFIER_nondet_int(void); "


def bounds_reached(functions) -> list[str]:
    return [i.construct for f in functions for i in f.instructions if isinstance(i, Unsupported) and i.is_bound]


def test_only_forward_jumps_remain_and_no_calls_of_functions_with_a_body(tmp_path):
    source = program(tmp_path, THREADS)
    for thread in bounded_threads(source, ProgramBounds(2)).threads:
        for index, instruction in enumerate(thread.function.instructions):
            assert not isinstance(instruction, Return)
            assert not isinstance(instruction, Call) or instruction.callee.name not in source.functions
            if isinstance(instruction, Goto | Branch):
                assert instruction.target > index


def test_every_thread_that_can_be_created_has_a_copy_of_its_routine(tmp_path):
    threads = bounded_threads(program(tmp_path, THREADS), ProgramBounds(2)).threads
    assert [thread.name for thread in threads] == ["main", "worker_1", "other_2", "worker_3"]
    locals_ = [symbol for thread in threads for symbol in thread.function.locals]
    assert len(set(locals_)) == len(locals_)


def test_a_loop_with_a_known_end_is_unwound_to_it_whatever_the_bound(tmp_path):
    bounded = bounded_threads(program(tmp_path, THREADS), ProgramBounds(1))
    assert bounds_reached(thread.function for thread in bounded.threads) == []


def test_other_loops_end_at_the_bound_and_say_so(tmp_path):
    source = program(
        tmp_path, NONDET + "int main(void) { int i = 0, n = __VERIFIER_nondet_int(); while (i < n) i++; return i; }"
    )
    (main,) = bounded_threads(source, ProgramBounds(3)).threads
    assert bounds_reached([main.function]) == ["loop bound 3"]
    tests = [i for i in main.function.instructions if isinstance(i, Branch)]
    assert len(tests) == 4


def test_overlapping_loops_are_unwound_as_one(tmp_path):
    text = NONDET + "int main(void) { int i = 0, n = __VERIFIER_nondet_int(); a: i++; b: i++; if (n == i) goto a;"
    text += " if (n < i) goto b; return i; }"
    (main,) = bounded_threads(program(tmp_path, text), ProgramBounds(2)).threads
    jumps = [(i, j.target) for i, j in enumerate(main.function.instructions) if isinstance(j, Goto | Branch)]
    assert jumps and all(target > index for index, target in jumps)


def test_recursion_ends_at_the_bound(tmp_path):
    text = NONDET + "int f(int k) { return __VERIFIER_nondet_int() ? f(k + 1) : k; } int main(void) { return f(0); }"
    (main,) = bounded_threads(program(tmp_path, text), ProgramBounds(2)).threads
    assert set(bounds_reached([main.function])) == {"recursion bound 2"}


def test_threads_beyond_the_bound_are_not_created(tmp_path):
    threads = bounded_threads(program(tmp_path, THREADS), ProgramBounds(2, threads=2)).threads
    assert len(threads) == 3
    assert bounds_reached([threads[0].function]) == ["at most 2 threads created"]


def test_threads_create_threads(tmp_path):
    text = """#include <pthread.h>
    int x;
    void *leaf(void *u) { x = 1; return u; }
    void *node(void *u) { pthread_t t; pthread_create(&t, 0, leaf, 0); pthread_join(t, 0); return u; }
    int main(void) { pthread_t a, b; pthread_create(&a, 0, node, 0); pthread_create(&b, 0, node, 0); return 0; }
    """
    threads = bounded_threads(program(tmp_path, text), ProgramBounds(1)).threads
    assert [(thread.name, thread.parent) for thread in threads] == [
        ("main", -1), ("node_1", 0), ("node_2", 0), ("leaf_3", 1), ("leaf_4", 2),
    ]  # fmt: skip


def test_a_routine_that_is_not_known_is_a_choice(tmp_path):
    text = """#include <pthread.h>
    int x; extern int __VERIFIER_nondet_int(void);
    void *a(void *u) { x = 1; return u; }
    void *b(void *u) { x = 2; return u; }
    int main(void) { pthread_t t; pthread_create(&t, 0, __VERIFIER_nondet_int() ? a : b, 0); return x; }
    """
    threads = bounded_threads(program(tmp_path, text), ProgramBounds(1)).threads
    assert [thread.routine for thread in threads] == [None, "a", "b"]


def test_numbers_count_the_visible_statements_in_order_and_none_in_atomic_sections(tmp_path):
    for thread in numbered(bounded_threads(program(tmp_path, THREADS), ProgramBounds(2))).threads:
        instructions = thread.function.instructions
        places = list(thread.numbers)
        assert places == sorted(places) and list(thread.numbers.values()) == list(range(thread.size))
        assert all(instructions[place].visible for place in places)
        assert not any(isinstance(instructions[place], StartThread) for place in places)


def test_every_pass_can_be_printed(tmp_path):
    from esbmc_py.goto.printer import print_program

    source = program(tmp_path, THREADS)
    texts = [print_program(after_pass(source, ProgramBounds(2), name), models=True) for name in PASSES]
    assert len(set(texts)) == len(PASSES)
