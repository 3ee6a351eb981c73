"""One execution: threads, blocking, schedules, limits."""

from __future__ import annotations

import pytest

from esbmc_py.goto.by_hand import (
    LONG,
    NULL,
    POINTER,
    Code,
    add,
    at,
    binary,
    const,
    equal,
    function_address,
    global_symbol,
    less,
    program,
)
from esbmc_py.goto.expressions import Register
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import Image, SourceLocation, Storage, Symbol
from esbmc_py.goto.types import INT, VOID, FunctionType, IntType
from esbmc_py.vm import Schedule, Status, TraceEvent, run
from esbmc_py.vm.long_steps import LATER


def lost_update() -> Program:
    """Two threads increment x without a lock; main waits for both and checks."""
    x, done = global_symbol("x"), global_symbol("done")
    worker = Code("worker")
    worker.parameter("argument", POINTER)
    worker.increment(x).atomic_begin().increment(done).atomic_end().ret(0)
    main = Code()
    t = main.register("t")
    main.start("worker").start("worker").atomic_begin().load(t, at(done)).block(equal(t, 2), "both are done")
    main.atomic_end().check_global(x, 2).halt()
    return program(main, worker, symbols=[x, done])


def deadlock() -> Program:
    a, b = global_symbol("a"), global_symbol("b")
    one, two, main = Code("one"), Code("two"), Code()
    one.lock(a).lock(b).unlock(b).unlock(a).ret(0)
    two.lock(b).lock(a).unlock(a).unlock(b).ret(0)
    main.start("one").start("two").end()
    return program(main, one, two, symbols=[a, b])


def test_the_process_ends_with_halt_and_its_status() -> None:
    result = run(program(Code().halt(3)))
    assert (result.status, result.exit_status, result.steps) == (Status.EXITED, 3, 1)


def test_the_process_ends_when_every_thread_has() -> None:
    assert run(program(Code().start("f").end(), Code("f").ret(0))).exit_status == 0


def test_halt_ends_the_other_threads_too() -> None:
    spinning = Code("f").label("again").goto("again")
    assert run(program(Code().start("f").halt(1), spinning)).exit_status == 1


def test_the_same_seed_gives_the_same_run() -> None:
    results = [run(lost_update(), seed=seed) for seed in range(20)]
    assert results == [run(lost_update(), seed=seed) for seed in range(20)]
    assert len({result.schedule for result in results}) > 3


def test_some_seeds_find_the_lost_update_and_some_do_not() -> None:
    statuses = {run(lost_update(), seed=seed).status for seed in range(60)}
    assert statuses == {Status.EXITED, Status.VIOLATION}


def test_a_schedule_replays_exactly() -> None:
    for seed in range(30):
        result = run(lost_update(), seed=seed)
        assert run(lost_update(), schedule=result.schedule) == result


def test_a_traced_run_is_the_same_run() -> None:
    for seed in range(30):
        events: list[TraceEvent] = []
        result = run(lost_update(), seed=seed)
        assert run(lost_update(), schedule=result.schedule, trace=events.append) == result
        assert [event.thread for event in events if event.first] == list(result.schedule.threads)


def test_after_its_schedule_a_run_goes_on_with_the_current_thread() -> None:
    result = run(lost_update(), schedule=Schedule((0, 1)))
    assert result.schedule.threads[:5] == (0, 1, 1, 1, 2)
    assert result.status is Status.EXITED


def test_after_its_schedule_a_run_does_not_wait_forever_in_a_loop() -> None:
    flag = global_symbol("flag")
    spinner, worker, main = Code("g"), Code("f").store(at(flag), 1).ret(0), Code()
    t, u = spinner.register("t"), main.register("u")
    spinner.label("again").load(t, at(flag)).branch(equal(t, 0), "again").ret(0)
    main.start("f").start("g").atomic_begin().load(u, at(flag)).block(u).atomic_end().halt(u)
    assert run(program(main, worker, spinner, symbols=[flag]), schedule=Schedule((0, 2))).exit_status == 1


def test_a_schedule_that_asks_for_a_blocked_thread_does_not_fit() -> None:
    result = run(lost_update(), schedule=Schedule((0, 0)))
    assert (result.status, result.detail) == (Status.MISFIT, "step 1: thread 0 waits until both are done")


def test_a_schedule_that_asks_for_a_thread_that_is_not_there_does_not_fit() -> None:
    result = run(lost_update(), schedule=Schedule((0, 7)))
    assert result.status is Status.MISFIT
    assert "step 1: there is no thread 7" in result.detail


def test_a_schedule_that_asks_for_a_thread_that_has_ended_does_not_fit() -> None:
    result = run(lost_update(), schedule=Schedule((0, 1, 1, 1, 1)))
    assert (result.status, result.detail) == (Status.MISFIT, "step 4: thread 1 has ended")


def test_a_deadlock_says_who_waits_where_and_for_what() -> None:
    result = run(deadlock(), schedule=Schedule((0, 1, 2)))
    assert result.status is Status.DEADLOCK
    assert result.deadlock is not None
    assert [(b.thread, b.location.line, b.reason) for b in result.deadlock.blocked] == [
        (1, 8, "b is free"),
        (2, 8, "a is free"),
    ]


def test_a_step_that_is_not_enabled_leaves_no_trace() -> None:
    x = global_symbol("x")
    waiter = Code("waiter")
    t = waiter.register("t")
    waiter.atomic_begin().increment(x).load(t, at(x)).block(less(5, t)).atomic_end().ret(0)
    main = Code().start("waiter").store(at(x), 3).store(at(x), 5).end()
    result = run(program(main, waiter, symbols=[x]), schedule=Schedule((0, 0)))
    assert (result.status, result.schedule.threads) == (Status.EXITED, (0, 0, 0, 1))


def test_a_blocked_choice_is_no_deadlock_if_another_choice_moves() -> None:
    code = Code()
    t = code.register("t", IntType(8, False, "_Bool"))
    code.atomic_begin().nondet(t).block(t).atomic_end().halt()
    for seed in range(10):
        result = run(program(code), seed=seed)
        assert result.status is Status.EXITED
        assert run(program(code), schedule=result.schedule) == result


def test_an_assumption_that_fails_makes_the_run_infeasible() -> None:
    assert run(program(Code().assume(const(0)).halt())).status is Status.INFEASIBLE


def test_an_unsupported_construct_is_named_with_its_place() -> None:
    result = run(program(Code().unsupported("inline assembly").halt()))
    assert (result.status, result.detail, str(result.location)) == (
        Status.UNSUPPORTED,
        "inline assembly",
        "test.c:1",
    )


def test_a_call_through_a_null_pointer_is_a_violation() -> None:
    code = Code()
    f = code.register("f", POINTER)
    code.assign(f, NULL).call(f).halt()
    result = run(program(code))
    assert result.violation is not None
    assert result.violation.property is Property.NULL


@pytest.mark.parametrize("arguments", [0, 2])
def test_a_call_with_a_wrong_number_of_arguments_that_nobody_foresaw_is_not_supported(arguments: int) -> None:
    """The front end makes such calls fit, see `goto.argument_counts`."""
    callee = Code("f")
    callee.parameter("n")
    callee.ret(0)
    for direct in (True, False):
        code = Code()
        f = code.register("f", POINTER)
        code.assign(f, function_address("f")).call("f" if direct else f, *[const(1)] * arguments).halt()
        assert run(program(code, callee)).status is Status.UNSUPPORTED


def test_output_without_its_arguments_is_not_supported() -> None:
    """`puts();`, where nothing declares it."""
    result = run(program(Code().call("puts").halt()))
    assert result.status is Status.UNSUPPORTED


def test_a_call_through_a_pointer_of_another_type_converts() -> None:
    callee = Code("f")
    n = callee.parameter("n", IntType(8, True, "char"))
    callee.check(equal(n, const(-1, IntType(8, True, "char")))).ret(n)
    code = Code()
    f, t = code.register("f", POINTER), code.register("t", IntType(8, False, "unsigned char"))
    code.assign(f, function_address("f")).call(f, const(255), target=t)
    code.check(equal(t, const(255, IntType(8, False, "unsigned char")))).halt()
    assert run(program(code, callee)).status is Status.EXITED


def test_an_unknown_function_returns_anything_and_is_reported_once() -> None:
    code = Code()
    t = code.register("t")
    code.call("mystery", target=t).call("mystery", target=t).halt(t)
    result = run(program(code, externals={"mystery": FunctionType(INT, (), False)}), inputs=[4, 5])
    assert (result.exit_status, result.unknown_functions) == (5, ("mystery",))


def test_reading_an_undefined_register_takes_a_value_and_keeps_it() -> None:
    code = Code()
    x, y = code.register("x"), code.register("y")
    code.declare(x).assign(y, x).check(equal(x, y)).halt(x)
    result = run(program(code), inputs=[9])
    assert (result.exit_status, result.schedule.inputs) == (9, (9,))


def test_a_register_defined_on_one_path_only_is_undefined_on_the_other() -> None:
    code = Code()
    x, c = code.register("x"), code.register("c")
    code.declare(x).nondet(c).branch(c, "skip").assign(x, 1).label("skip").check(equal(x, 1)).halt()
    assert run(program(code), inputs=[0]).schedule.inputs == (0,)
    assert run(program(code), inputs=[1, 2]).status is Status.VIOLATION


def test_a_missing_result_is_undefined() -> None:
    callee = Code("f")
    callee.result = INT
    callee.ret()
    code = Code()
    t = code.register("t")
    code.call("f", target=t).check(equal(t, 0)).halt()
    assert run(program(code, callee), inputs=[0]).status is Status.EXITED
    assert run(program(code, callee), inputs=[1]).status is Status.VIOLATION


def test_a_missing_result_that_is_moved_on_takes_its_value_where_it_is_used() -> None:
    giver = Code("give")
    giver.result = INT
    giver.ret()
    passer = Code("pass")
    passer.result = INT
    n, copy = passer.parameter("n"), passer.register("copy")
    passer.assign(copy, n).ret(copy)
    code = Code()
    kept = global_symbol("kept")
    t, u, v = code.register("t"), code.register("u"), code.register("v")
    code.call("give", target=t).call("pass", t, target=u).store(at(kept), u, visible=False)
    unused = program(code.halt(), giver, passer, symbols=[kept])
    assert run(unused, inputs=[5]).schedule.inputs == ()
    code.instructions.pop()
    code.load(v, at(kept), visible=False).halt(v)
    result = run(program(code, giver, passer, symbols=[kept]), inputs=[5])
    assert (result.exit_status, result.schedule.inputs) == (5, (5,))


def test_a_missing_result_that_is_kept_in_two_places_takes_its_value_before() -> None:
    giver = Code("give")
    giver.result = INT
    giver.ret()
    code = Code()
    t, u = code.register("t"), code.register("u")
    code.call("give", target=t).assign(u, t).check(equal(t, u)).halt()
    result = run(program(code, giver), inputs=[5])
    assert (result.status, result.schedule.inputs) == (Status.EXITED, (5,))


def test_deep_recursion_works_and_deeper_recursion_is_a_limit() -> None:
    def recursion(depth: int) -> Program:
        callee = Code("f")
        n, t = callee.parameter("n"), callee.register("t")
        callee.result = INT
        callee.branch(equal(n, 0), "done").call("f", binary("-", n, 1), target=t).ret(add(t, 1))
        callee.label("done").ret(const(0))
        code = Code()
        u = code.register("u")
        return program(code.call("f", const(depth), target=u).halt(u), callee)

    assert run(recursion(90_000)).exit_status == 90_000
    result = run(recursion(200_000))
    assert (result.status, result.detail) == (Status.LIMIT, "more than 100000 nested calls")
    assert result.location is not None


def test_a_loop_without_switch_points_is_cut_into_steps() -> None:
    code = Code().label("again").goto("again")
    result = run(program(code), max_steps=5, invisible_limit=100)
    assert (result.status, result.detail, result.steps) == (Status.LIMIT, "5 steps", 5)
    assert 200 <= result.instructions < 220  # the second step comes round, and so do all others: once each


def test_a_very_long_step_is_told_at_its_beginning_and_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("esbmc_py.vm.trace.Observer.patience", 20)
    code = Code()
    i = code.register("i")
    code.assign(i, 0).label("again").assign(i, add(i, 1)).branch(less(i, 500), "again")
    code.check(less(i, 500), Property.ASSERTION).halt()
    events: list[TraceEvent] = []
    result = run(program(code), trace=events.append)
    assert result.violation is not None and result.instructions == run(program(code)).instructions
    values = [event.value for event in events if event.kind == "assign"]
    assert values[:4] == [0, 1, 2, 3] and len(values) < 30
    assert events[-1].kind == "assert"


def test_later_steps_of_a_long_loop_are_longer() -> None:
    code = Code()
    i = code.register("i")
    code.assign(i, 0).label("again").assign(i, add(i, 1)).branch(less(i, 50 * LATER), "again").halt()
    result = run(program(code), invisible_limit=100)
    assert (result.status, result.steps) == (Status.EXITED, 3), "100 instructions, all others, the end of the process"


def test_an_endless_atomic_section_is_a_limit() -> None:
    code = Code().atomic_begin().label("again").goto("again")
    result = run(program(code), invisible_limit=100)
    assert result.status is Status.LIMIT
    assert "atomic section" in result.detail


def test_the_number_of_instructions_can_be_limited() -> None:
    code = Code().label("again").goto("again")
    result = run(program(code), max_instructions=1000, invisible_limit=100)
    assert (result.status, result.detail) == (Status.LIMIT, "1000 instructions")


def counting_thread_exit() -> tuple[Program, Register]:
    result = global_symbol("result", LONG)
    handler = Code("leave")
    value = handler.parameter("value", LONG)
    handler.store(at(result), value, LONG).put(_end())
    main = Code()
    t = main.register("t", LONG)
    main.start("f").label("again").load(t, at(result)).branch(equal(t, const(0, LONG)), "again").halt(t)
    return program(main, Code("f").ret(42), handler, symbols=[result], thread_exit="leave"), t


def _end() -> type:
    from esbmc_py.goto.instructions import EndThread

    return EndThread


def test_the_result_of_a_start_routine_goes_to_the_exit_handler() -> None:
    assert run(counting_thread_exit()[0]).exit_status == 42


def test_thread_numbers_count_up() -> None:
    main = Code()
    a, b = main.register("a"), main.register("b")
    main.start("f", target=a).start("f", target=b).halt(add(binary("*", a, 10), b))
    assert run(program(main, Code("f").ret(0))).exit_status == 12


def test_each_thread_has_thread_locals_of_its_own() -> None:
    here = SourceLocation("test.c", 1)
    local = Symbol("local", INT, 4, Storage.THREAD, here)
    itself = Symbol("self", POINTER, 8, Storage.THREAD, here)
    worker, main = Code("worker"), Code()
    t, p = worker.register("t"), worker.register("p", POINTER)
    worker.load(t, at(local)).check(equal(t, 5)).store(at(local), 6).load(p, at(itself)).check(equal(p, NULL)).ret(0)
    u = main.register("u")
    main.store(at(local), 7).start("worker").load(u, at(local)).check(equal(u, 7)).end()
    images = {local: Image((5).to_bytes(4, "little")), itself: Image(bytes(8))}
    for seed in range(10):
        assert run(program(main, worker, thread_locals=images, thread_self=itself), seed=seed).status is Status.EXITED


def test_a_violation_in_a_model_is_reported_at_the_call_in_the_program() -> None:
    model = Code("unlock", file="models.c", is_model=True)
    model.check(const(0), Property.LOCK).ret(0)
    result = run(program(Code().call("unlock").halt(), model))
    assert result.violation is not None
    assert str(result.violation.location) == "test.c:1"
    assert [entry.function for entry in result.violation.stack] == ["unlock", "main"]


def test_division_by_zero_is_a_violation_where_no_check_prevents_it() -> None:
    code = Code()
    zero, t = code.register("zero"), code.register("t")
    code.assign(zero, 0).assign(t, binary("/", 1, zero)).halt()
    result = run(program(code))
    assert result.violation is not None
    assert result.violation.property is Property.DIVISION


def test_void_start_routines_and_parameterless_ones_run() -> None:
    worker = Code("f")
    worker.result = VOID
    worker.ret()
    assert run(program(Code().start("f").end(), worker)).status is Status.EXITED


def test_a_run_in_which_many_wait_comes_to_an_end() -> None:
    """Whoever waits executes nothing, and to see that all of them do takes long."""
    x, y = global_symbol("x"), global_symbol("y")
    worker = Code("worker")
    worker.parameter("argument", POINTER)
    t = worker.register("t")
    worker.atomic_begin().load(t, at(x)).block(equal(t, 1), "x is 1").atomic_end().ret(0)
    main = Code()
    for _ in range(32):
        main.start("worker")
    main.label("again").increment(y).goto("again")
    whole = program(main, worker, symbols=[x, y])
    assert run(whole, max_instructions=5_000).detail == "5000 instructions"
    result = run(whole, max_instructions=5_000, max_waits=100)
    assert (result.status, result.detail) == (Status.LIMIT, "threads that wait")
    assert result.waits >= 100
