"""Traces: one event per instruction, with what it changed."""

from __future__ import annotations

from esbmc_py.goto.by_hand import POINTER, Code, add, at, const, equal, global_symbol, offset_from, program
from esbmc_py.goto.types import INT, ArrayType
from esbmc_py.vm import Schedule, Status, TraceEvent, run

from .test_run import deadlock


def changes(events: list[TraceEvent]) -> list[tuple[str, str, str]]:
    return [(change.kind, change.target, change.value) for event in events for change in event.changes]


def test_events_show_what_was_read_and_written() -> None:
    array, pointer = global_symbol("a", ArrayType(INT, 4)), global_symbol("p", POINTER)
    code = Code()
    i, t, q = code.register("i"), code.register("t"), code.register("q", POINTER)
    code.assign(i, 2).store(offset_from(at(array), const(8)), add(i, 40)).load(t, at(array, 8))
    code.store(at(pointer), at(array, 4), POINTER).load(q, at(pointer)).load(q, at(pointer)).halt(t)
    events: list[TraceEvent] = []
    result = run(program(code, symbols=[array, pointer]), trace=events.append)
    assert result.exit_status == 42
    assert changes(events) == [
        ("set", "i", "2"),
        ("write", "a[2]", "42"),
        ("read", "a[2]", "42"),
        ("write", "p", "&a[1]"),
        ("read", "p", "&a[1]"),
        ("read", "p", "&a[1]"),
    ]
    assert [event.location.line for event in events] == list(range(1, 8))


def test_a_pointer_that_moves_on_shows_the_place_it_was_read_from() -> None:
    node = global_symbol("node", POINTER)
    code = Code()
    p = code.register("p", POINTER)
    code.assign(p, at(node)).load(p, p).halt()
    events: list[TraceEvent] = []
    run(program(code, symbols=[node]), trace=events.append)
    assert changes(events)[1] == ("read", "node", "NULL")


def test_calls_show_parameters_and_results() -> None:
    callee = Code("twice")
    n = callee.parameter("n")
    callee.ret(add(n, n))
    code = Code()
    t = code.register("t")
    code.call("twice", const(4), target=t).halt(t)
    events: list[TraceEvent] = []
    run(program(code, callee), trace=events.append)
    assert changes(events) == [("set", "n", "4"), ("set", "t", "8")]
    assert [(event.function, event.depth) for event in events] == [("main", 1), ("twice", 2), ("main", 1)]


def test_the_last_event_is_the_instruction_that_failed() -> None:
    code = Code()
    code.assign(code.register("t"), 1).check(equal(const(1), const(2))).halt()
    events: list[TraceEvent] = []
    result = run(program(code), trace=events.append)
    assert result.status is Status.VIOLATION
    assert (events[-1].index, events[-1].kind, events[-1].changes) == (1, "assert", ())


def test_attempts_that_were_blocked_do_not_show() -> None:
    events: list[TraceEvent] = []
    result = run(deadlock(), schedule=Schedule((0, 1, 2)), trace=events.append)
    assert result.status is Status.DEADLOCK
    assert {(event.step, event.thread) for event in events if event.waits is None} == {(0, 0), (1, 1), (2, 2)}


def test_a_thread_that_has_to_wait_says_so_before_another_one_goes_on() -> None:
    events: list[TraceEvent] = []
    run(deadlock(), schedule=Schedule((0, 1, 2)), trace=events.append)
    waiting = [(event.step, event.thread) for event in events if event.waits is not None]
    assert waiting == [(3, 2)]
