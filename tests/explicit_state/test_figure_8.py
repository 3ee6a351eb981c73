"""The worked example of SPIN 2008, figure 8, step by step as the text has it.

thread 1            thread 2      thread 3
t := *k_ptr         y := 6        m := 4
t := t - x                        m := m + 1
t := t + y                        l := k
                                  *x_ptr := 8
"""

from __future__ import annotations

import pytest

from esbmc_py.goto.by_hand import Code, add, at, binary, global_symbol, program
from esbmc_py.goto.program import Program
from esbmc_py.goto.types import INT, PointerType
from esbmc_py.vm.executable import Executable
from explicit_state.footprints import Footprint
from explicit_state.supersteps import Conflict, Supersteps
from explicit_state.transitions import Transition, Transitions
from explicit_state.vectors import Vector

K, X, Y, M = (global_symbol(name) for name in "kxym")
K_POINTER, X_POINTER = PointerType(INT, 8), PointerType(INT, 8)


def figure_8() -> Program:
    """Each thread's addresses are in registers, so that its first step touches nothing."""
    first = Code("first")
    k_ptr, t, u = first.register("k_ptr", K_POINTER), first.register("t"), first.register("u")
    first.assign(k_ptr, at(K))
    first.load(t, k_ptr).load(u, at(X)).assign(t, binary("-", t, u)).load(u, at(Y)).assign(t, add(t, u)).ret(0)
    second = Code("second").store(at(Y), 6).ret(0)
    third = Code("third")
    x_ptr, seen, v = third.register("x_ptr", X_POINTER), third.register("l"), third.register("v")
    third.assign(x_ptr, at(X)).store(at(M), 4)
    third.atomic_begin().load(v, at(M)).store(at(M), add(v, 1)).atomic_end()
    third.load(seen, at(K)).store(x_ptr, 8).ret(0)
    main = Code().start("first").start("second").start("third").end()
    return program(main, first, second, third, symbols=[K, X, Y, M])


@pytest.fixture
def transitions() -> Transitions:
    return Transitions(Executable(figure_8()))


@pytest.fixture
def s(transitions: Transitions) -> Vector:
    """The state s: main has ended, and every thread rests before the first instruction of the figure."""
    vector = transitions.first()
    while 0 in (alive := transitions.alive(vector)) or any(
        not transitions.components.thread(vector, thread).instruction.visible for thread in alive
    ):
        thread = (
            0
            if 0 in alive
            else next(
                thread for thread in alive if not transitions.components.thread(vector, thread).instruction.visible
            )
        )
        vector = transitions.of(vector, thread)[0].after(vector, transitions.components.width)
    assert transitions.alive(vector) == [1, 2, 3]
    return vector


def accesses(footprint: Footprint, transitions: Transitions) -> set[tuple[str, str]]:
    """As the paper writes them: the variable, and "read" or "write"."""
    names = {number: what for what, number in transitions.machine.executable.program.object_numbers.items()}
    reads = {(names[number].name, "read") for number, _, _ in footprint.reads}  # type: ignore[union-attr]
    writes = {(names[number].name, "write") for number, _, _ in footprint.writes}  # type: ignore[union-attr]
    return reads | writes


def tables(steps: Supersteps, transitions: Transitions) -> dict[int, list[set[tuple[str, str]]]]:
    return {
        thread: [accesses(entry.footprint, transitions) for entry in table] for thread, table in steps.tables.items()
    }


def test_the_supersteps_of_figure_8_and_the_access_tables_on_the_way(transitions: Transitions, s: Vector) -> None:
    steps = Supersteps(transitions, s, [1, 2, 3])
    assert tables(steps, transitions) == {
        1: [{("k", "read")}],
        2: [{("y", "write")}],
        3: [{("m", "write")}],
    }

    (first,) = steps.pan_step(1)
    assert [accesses(t.footprint, transitions) for t in first.transitions] == [
        {("k", "read")},
        {("x", "read")},
        {("y", "read")},
    ]
    assert tables(steps, transitions)[1] == [{("k", "read")}, {("x", "read")}, {("y", "read")}]

    (second,) = steps.pan_step(2)
    assert [accesses(t.footprint, transitions) for t in second.transitions] == [{("y", "write")}]
    assert tables(steps, transitions)[2] == [{("y", "write")}]

    (third,) = steps.pan_step(3)
    assert [accesses(t.footprint, transitions) for t in third.transitions] == [
        {("m", "write")},
        {("m", "read"), ("m", "write")},
        {("k", "read")},
    ]


def test_each_answer_of_the_independence_tester_in_figure_8(transitions: Transitions, s: Vector) -> None:
    steps = Supersteps(transitions, s, [1, 2, 3])
    answers: dict[int, list[Conflict]] = {}
    for thread in (1, 2, 3):
        vector, answers[thread] = s, []
        done: list[Transition] = []
        while not transitions.components.thread(vector, thread).ended:
            (transition,) = transitions.of(vector, thread)
            answer = steps.test_for_independence(thread, transition, done)
            answers[thread].append(answer)
            done.append(transition)
            if answer is not Conflict.CONTINUE:
                break
            vector = transition.after(vector, transitions.components.width)
    go_on, post_stop, pre_stop = Conflict.CONTINUE, Conflict.POST_STOP, Conflict.PRE_STOP
    assert answers == {
        1: [go_on, go_on, post_stop],
        2: [post_stop],
        3: [go_on, go_on, go_on, pre_stop],
    }
