"""The lazy encoding: what it finds, counts, and says about what it left out."""

from __future__ import annotations

from encoders.outcome import InputValue, Statistics
from encoders.request import Options, Runtime
from encoders.tree.lazy import check_lazy
from esbmc_py.goto.properties import Property
from reachability_tree.reductions import Reductions
from tests.reachability_tree.building import LOST_UPDATE, TWO_THREADS, program_of


def test_it_stops_at_the_first_violation() -> None:
    text = "int main(void) { int y = __VERIFIER_nondet_int(); assert(y > 0); assert(y > 1); return 0; }"
    assert len(check_lazy(program_of(text)).found) == 1


def test_it_finds_all_violations_if_asked() -> None:
    text = "int main(void) { int y = __VERIFIER_nondet_int(); assert(y > 0); assert(y > 1); assert(y > 1); return 0; }"
    outcome = check_lazy(program_of(text), Options.of(all_violations=True))
    assert [found.message for found in outcome.found] == ["y > 0", "y > 1"]


def test_the_lost_update_is_found_with_a_schedule_and_no_solver() -> None:
    outcome = check_lazy(program_of(LOST_UPDATE))
    assert [found.property for found in outcome.found] == [Property.ASSERTION]
    assert set(outcome.found[0].schedule) == {0, 1, 2}
    assert outcome.statistics.solver_checks == 0


def test_the_model_gives_the_inputs_of_each_thread() -> None:
    text = """
    int x;
    static void *f(void *a) { int y = __VERIFIER_nondet_int(); x = y; return a; }
    int main(void)
    {
        pthread_t t;
        int z = __VERIFIER_nondet_int();
        pthread_create(&t, 0, f, 0);
        pthread_join(t, 0);
        assert(x != 17 || z != -4);
        return 0;
    }
    """
    found = check_lazy(program_of(text)).found[0]
    assert InputValue(17, 32) in found.inputs[1]
    assert InputValue((1 << 32) - 4, 32) in found.inputs[0]


def test_undefined_memory_is_an_input_of_its_size() -> None:
    text = "int main(void) { int y[3]; int *p = y; if (p[1] == 7) assert(0); return 0; }"
    found = check_lazy(program_of(text)).found[0]
    assert InputValue(7 << 32, 96, contents=True) in found.inputs[0]


def test_inputs_that_the_execution_did_not_take_are_left_out() -> None:
    text = """
    int main(void)
    {
        _Bool asks = __VERIFIER_nondet_bool();
        int y = 1;
        if (asks)
            y = __VERIFIER_nondet_int();
        assert(asks != CASE || y != 1);
        return 0;
    }
    """
    asking = check_lazy(program_of(text.replace("CASE", "1"))).found[0]
    silent = check_lazy(program_of(text.replace("CASE", "0"))).found[0]
    assert len(asking.inputs[0]) == len(silent.inputs[0]) + 1
    assert asking.inputs[0][-1] == InputValue(1, 32)


def test_interleavings_are_counted_and_so_are_those_that_fail() -> None:
    text = TWO_THREADS.replace("return 0;", "assert(x == 2); return 0;")
    outcome = check_lazy(program_of(text), Options.of(all_violations=True, reductions=Reductions.none()))
    statistics = outcome.statistics
    assert 0 < statistics.failing < statistics.interleavings
    assert len(outcome.found) == 1


def test_a_bound_that_leaves_nothing_out_says_so() -> None:
    program = program_of(TWO_THREADS)
    assert check_lazy(program, Options.of(contexts=1)).switches_cut
    assert not check_lazy(program, Options.of(contexts=30)).switches_cut
    assert not check_lazy(program, Options()).switches_cut


def test_a_loop_bound_that_was_hit_is_told_with_its_place() -> None:
    text = "int main(void) { int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) {} return 0; }"
    outcome = check_lazy(program_of(text), Options.of(unwind=3))
    assert [place.location.line for place in outcome.unwinding_cut] == [6]
    bounded = text.replace("for", "__VERIFIER_assume(n < 3); for")
    assert not check_lazy(program_of(bounded), Options.of(unwind=3)).unwinding_cut


def test_an_unsupported_construct_counts_only_if_an_execution_reaches_it() -> None:
    text = 'int main(void) { int y = __VERIFIER_nondet_int(); if (y > 3 && y < 3) { __asm__("hlt"); } return 0; }'
    assert not check_lazy(program_of(text)).unsupported
    assert check_lazy(program_of(text.replace("y < 3", "y < 9"))).unsupported


def test_properties_that_nobody_asked_for_are_not_reported() -> None:
    text = "int main(void) { int y = __VERIFIER_nondet_int(); assert(10 / y > 20); return 0; }"
    outcome = check_lazy(program_of(text), Options.of(properties=frozenset({Property.DIVISION}), all_violations=True))
    assert [found.property for found in outcome.found] == [Property.DIVISION]


def test_deadlocks_are_looked_for_only_if_asked_for() -> None:
    text = ("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"
            "int main(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }")  # fmt: skip
    asked = check_lazy(program_of(text))
    assert [found.property for found in asked.found] == [Property.DEADLOCK]
    assert not check_lazy(program_of(text), Options.of(properties=frozenset({Property.ASSERTION}))).found


def test_no_time_is_an_unknown_answer_with_a_reason() -> None:
    text = "int x; static void *f(void *a) { for (;;) x++; } int main(void) { pthread_t t;" \
           "pthread_create(&t, 0, f, 0); for (;;) x--; }"  # fmt: skip
    outcome = check_lazy(program_of(text), Options.of(timeout=0.2))
    assert outcome.unknown == ("out of time",)
    assert not outcome.decided


def test_a_solver_that_is_not_there_is_an_unknown_answer_with_a_reason() -> None:
    text = "int main(void) { int y = __VERIFIER_nondet_int(); assert(y > 0); return 0; }"
    outcome = check_lazy(program_of(text), Options.of(solver="nosuch"))
    assert not outcome.found
    assert "nosuch" in outcome.unknown[0]


def test_progress_is_told_along_the_way() -> None:
    seen: list[int] = []

    def progress(statistics: Statistics) -> None:
        seen.append(statistics.nodes)

    options = Options.of(reductions=Reductions.none(), contexts=6, runtime=Runtime(progress))
    check_lazy(program_of(TWO_THREADS.replace("x = 1;", "x = 1; x = 3; x = 4; x = 5;")), options)
    assert seen == sorted(seen)
    assert seen
