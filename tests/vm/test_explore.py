"""All interleavings: what is found, what is counted, what is admitted not to have been looked at."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import comb

import pytest

from esbmc_py.goto.by_hand import (
    NULL,
    POINTER,
    SIZE,
    UCHAR,
    Code,
    add,
    at,
    binary,
    const,
    equal,
    global_symbol,
    less,
    no,
    program,
)
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.types import BOOL, INT, FloatType, IntType
from esbmc_py.vm import Exploration, Status, explore, run
from esbmc_py.vm.schedule import switches

from .test_run import deadlock, lost_update


def independent(*lengths: int) -> Program:
    """Threads that write to variables of their own, so that every interleaving leads to the same states."""
    symbols, workers = [], []
    main = Code()
    for number, length in enumerate(lengths, 1):
        symbol = global_symbol(f"x{number}")
        worker = Code(f"f{number}")
        for value in range(length):
            worker.store(at(symbol), value + 1)
        symbols.append(symbol)
        workers.append(worker.ret(0))
        main.start(f"f{number}")
    return program(main.end(), *workers, symbols=symbols)


def order_matters(steps: int) -> Program:
    """Two threads append their digit to a number, `steps` times each, each append in one step."""
    x = global_symbol("x", SIZE)
    main = Code()
    workers = []
    for digit in (1, 2):
        worker = Code(f"f{digit}")
        t = worker.register("t", SIZE)
        for _ in range(steps):
            appended = binary("+", binary("*", t, const(4, SIZE), SIZE), const(digit, SIZE), SIZE)
            worker.atomic_begin().load(t, at(x)).store(at(x), appended, SIZE).atomic_end()
        workers.append(worker.ret(0))
        main.start(f"f{digit}")
    return program(main.end(), *workers, symbols=[x])


def test_independent_threads_span_a_grid_of_states() -> None:
    exploration = explore(independent(4, 3))
    assert exploration.states == 1 + 5 * 4
    assert exploration.transitions == 1 + 4 * 4 + 5 * 3
    assert (exploration.terminal_states, exploration.deepest) == (1, 1 + 7)
    assert exploration.complete


@pytest.mark.parametrize("steps", [1, 2, 3, 4])
def test_every_interleaving_is_taken(steps: int) -> None:
    exploration = explore(order_matters(steps))
    assert exploration.terminal_states == comb(2 * steps, steps)


@pytest.mark.parametrize("contexts", range(8))
def test_a_bound_on_switches_keeps_exactly_the_schedules_within_it(contexts: int) -> None:
    steps = 3
    exploration = explore(order_matters(steps), contexts=contexts)
    schedules = (
        tuple(1 if place in ones else 2 for place in range(2 * steps)) for ones in combinations(range(2 * steps), steps)
    )
    within = [schedule for schedule in schedules if switches(schedule) <= contexts]
    assert exploration.terminal_states == len(within)
    assert exploration.bound_hit == (contexts < 2 * steps)


@pytest.mark.parametrize("preemptions", range(7))
def test_leaving_a_thread_that_has_ended_is_no_preemption(preemptions: int) -> None:
    steps = 3
    exploration = explore(order_matters(steps), preemptions=preemptions)

    def used(schedule: tuple[int, ...]) -> int:
        places = range(1, len(schedule))
        return sum(schedule[p] != schedule[p - 1] and schedule[p - 1] in schedule[p:] for p in places)

    schedules = (
        tuple(1 if place in ones else 2 for place in range(2 * steps)) for ones in combinations(range(2 * steps), steps)
    )
    assert exploration.terminal_states == sum(used(schedule) <= preemptions for schedule in schedules)


@pytest.mark.parametrize("rounds", range(1, 5))
def test_a_bound_on_rounds_is_round_robin(rounds: int) -> None:
    steps = 3
    exploration = explore(order_matters(steps), rounds=rounds)
    schedules = (
        tuple(1 if place in ones else 2 for place in range(2 * steps)) for ones in combinations(range(2 * steps), steps)
    )
    within = [s for s in schedules if 1 + sum(a > b for a, b in pairwise(s)) <= rounds]
    assert exploration.terminal_states == len(within)
    assert exploration.bound_hit == (rounds < steps + 1)


def test_only_one_bound_at_a_time() -> None:
    with pytest.raises(ValueError, match="contexts and rounds"):
        explore(independent(1), contexts=1, rounds=1)


def test_the_lost_update_is_found_with_a_shortest_schedule_that_replays() -> None:
    exploration = explore(lost_update())
    (finding,) = exploration.findings
    assert finding.property is Property.ASSERTION
    result = run(lost_update(), schedule=finding.schedule)
    assert (result.status, result.violation) == (Status.VIOLATION, finding.what)
    assert result.schedule == finding.schedule
    assert len(finding.schedule.threads) == 9


def test_depth_first_and_breadth_first_agree() -> None:
    deep, broad = explore(lost_update()), explore(lost_update(), order="bfs")
    assert deep.findings == broad.findings
    assert (deep.states, deep.transitions) == (broad.states, broad.transitions)


def test_the_lost_update_needs_a_preemption() -> None:
    assert not explore(lost_update(), preemptions=0).findings
    assert explore(lost_update(), preemptions=1).findings


def test_a_deadlock_is_found_with_who_waits_for_what() -> None:
    exploration = explore(deadlock())
    (found,) = exploration.deadlocks
    assert [(b.thread, b.reason) for b in found.blocked] == [(1, "b is free"), (2, "a is free")]
    (finding,) = exploration.findings
    assert run(deadlock(), schedule=finding.schedule).deadlock == found


def test_every_distinct_violation_is_reported_once() -> None:
    code = Code()
    t = code.register("t", IntType(8, False, "unsigned char"))
    code.nondet(t).branch(less(t, const(10, UCHAR)), "small").branch(less(t, const(20, UCHAR)), "middle").halt()
    code.label("small").check(const(0)).label("middle").check(const(0), Property.REACH).halt()
    exploration = explore(program(code))
    assert [v.property for v in exploration.violations] == [Property.ASSERTION, Property.REACH]
    assert [f.schedule.inputs for f in exploration.findings] == [(0,), (10,)]


@pytest.mark.parametrize(("ctype", "values"), [(BOOL, 2), (UCHAR, 256), (IntType(8, True, "char"), 256)])
def test_inputs_of_small_types_take_all_their_values(ctype: IntType, values: int) -> None:
    code = Code()
    code.nondet(t := code.register("t", ctype)).halt(t)
    exploration = explore(program(code))
    assert exploration.terminal_states == values
    assert exploration.complete


def test_two_inputs_take_all_pairs_of_values() -> None:
    code = Code()
    a, b = code.register("a", BOOL), code.register("b", BOOL)
    code.nondet(a).nondet(b).halt(binary("+", binary("*", a, 2), b))
    assert explore(program(code)).terminal_states == 4


@pytest.mark.parametrize("ctype", [INT, FloatType(64, 8, "double"), POINTER])
def test_inputs_of_large_types_make_the_exploration_incomplete(ctype: IntType) -> None:
    code = Code()
    code.nondet(code.register("t", ctype)).halt()
    exploration = explore(program(code))
    assert exploration.incomplete == (f"not all values of type {ctype} were tried",)
    assert not exploration.complete


def test_a_failed_assumption_is_no_deadlock_and_no_end() -> None:
    code = Code()
    code.nondet(t := code.register("t", BOOL)).assume(t).halt(t)
    exploration = explore(program(code))
    assert (exploration.terminal_states, exploration.findings) == (1, ())


def test_a_spinning_thread_has_finitely_many_states() -> None:
    flag = global_symbol("flag")
    waiter = Code("f")
    t = waiter.register("t")
    waiter.label("again").load(t, at(flag)).branch(no(t), "again").ret(0)
    exploration = explore(program(Code().start("f").store(at(flag), 1).end(), waiter, symbols=[flag]))
    assert exploration.complete
    assert exploration.terminal_states == 1


def test_an_endless_loop_without_switch_points_has_finitely_many_states() -> None:
    code = Code().start("f").label("again").goto("again")
    exploration = explore(program(code, Code("f").ret(0)), invisible_limit=50)
    assert exploration.complete
    assert exploration.terminal_states == 0


def test_an_endless_loop_that_comes_round_late_has_finitely_many_states() -> None:
    code = Code().start("f")
    i = code.register("i")
    code.assign(i, 0).label("again").assign(i, add(i, 1)).branch(less(i, 37), "again").assign(i, 0).goto("again")
    exploration = explore(program(code, Code("f").ret(0)), invisible_limit=50)
    assert exploration.complete
    assert exploration.terminal_states == 0


def test_the_number_of_states_can_be_limited() -> None:
    exploration = explore(independent(20, 20), max_states=50)
    assert (exploration.states, exploration.incomplete) == (50, ("stopped after 50 states",))


def test_the_time_can_be_limited() -> None:
    exploration = explore(independent(20, 20), max_seconds=0)
    assert exploration.incomplete == ("out of time",)
    assert exploration.transitions == 1, "the clock is looked at after every step, however long it takes"


def test_unsupported_constructs_spoil_completeness_only_where_they_are_reached() -> None:
    code = Code()
    code.nondet(t := code.register("t", BOOL)).branch(t, "asm").halt().label("asm").unsupported("asm").halt()
    exploration = explore(program(code))
    assert [(u.construct, u.location.line) for u in exploration.unsupported] == [("asm", 4)]
    assert not exploration.complete
    dead = Code().halt().unsupported("asm")
    assert explore(program(dead)).complete


def racing(*, first_atomic: bool, second_atomic: bool, second_writes: bool = True) -> Exploration:
    x = global_symbol("x")
    one, two = Code("one"), Code("two")
    one.store(at(x), 1, atomic=first_atomic).ret(0)
    if second_writes:
        two.store(at(x), 2, atomic=second_atomic).ret(0)
    else:
        two.load(two.register("t"), at(x), atomic=second_atomic).ret(0)
    return explore(program(Code().start("one").start("two").end(), one, two, symbols=[x]), races=True)


@pytest.mark.parametrize("second_writes", [True, False])
def test_conflicting_accesses_that_are_not_both_atomic_race(second_writes: bool) -> None:
    for first, second in ((False, False), (True, False), (False, True)):
        (race,) = racing(first_atomic=first, second_atomic=second, second_writes=second_writes).races
        assert (race.first.place, race.first.write, race.second.write) == ("x", True, second_writes)
    assert not racing(first_atomic=True, second_atomic=True, second_writes=second_writes).races


def test_two_reads_do_not_race() -> None:
    x = global_symbol("x")
    worker = Code("f")
    worker.load(worker.register("t"), at(x)).ret(0)
    assert not explore(program(Code().start("f").start("f").end(), worker, symbols=[x]), races=True).races


def test_accesses_under_one_lock_do_not_race_and_under_two_they_do() -> None:
    x, a, b = global_symbol("x"), global_symbol("a"), global_symbol("b")

    def races(second_lock: object) -> bool:
        one, two = Code("one"), Code("two")
        one.lock(a).increment(x).unlock(a).ret(0)
        lock = b if second_lock is b else a
        two.lock(lock).increment(x).unlock(lock).ret(0)
        found = explore(program(Code().start("one").start("two").end(), one, two, symbols=[x, a, b]), races=True)
        return bool(found.races)

    assert not races(a)
    assert races(b)


def test_neighbouring_bytes_do_not_race() -> None:
    x = global_symbol("x")
    one, two = Code("one"), Code("two")
    one.store(at(x), 1, UCHAR).ret(0)
    two.store(at(x, 1), 1, UCHAR).ret(0)
    assert not explore(program(Code().start("one").start("two").end(), one, two, symbols=[x]), races=True).races


def test_heap_objects_have_the_same_numbers_in_every_interleaving() -> None:
    x = global_symbol("x", POINTER)
    worker = Code("f")
    p = worker.register("p", POINTER)
    worker.allocate(p, 4, zeroed=True).store(at(x), p, POINTER).free(p).ret(0)
    exploration = explore(program(Code().start("f").start("f").end(), worker, symbols=[x]))
    assert exploration.terminal_states == 2  # whose pointer is left in x


def test_registers_that_are_not_read_again_do_not_tell_states_apart() -> None:
    x = global_symbol("x")
    reader = Code("f")
    t = reader.register("t")
    reader.load(t, at(x)).load(t, at(x)).ret(0)
    with_reader = explore(program(Code().start("f").store(at(x), 1).end(), reader, symbols=[x]))
    assert with_reader.states == 1 + 3 * 2


def test_negative_zero_and_nan_are_states_of_their_own() -> None:
    double = FloatType(64, 8, "double")
    x = global_symbol("x", double)
    code = Code()
    flag, f = code.register("flag", BOOL), code.register("f", double)
    code.nondet(flag).assign(f, const(0.0, double)).branch(flag, "store").assign(f, const(-0.0, double))
    code.label("store").store(at(x), f, double).halt()
    assert explore(program(code, symbols=[x])).terminal_states == 2
    spin = Code()
    g = spin.register("g", double)
    spin.assign(g, const(float("nan"), double)).label("again").store(at(x), g, double).goto("again")
    assert explore(program(spin, symbols=[x])).complete


def test_exploring_is_deterministic() -> None:
    assert explore(lost_update()) == explore(lost_update())


def test_a_blocked_last_thread_can_be_left_without_a_preemption() -> None:
    x, lock = global_symbol("x"), global_symbol("lock")
    worker = Code("f")
    worker.lock(lock).increment(x).unlock(lock).ret(0)
    main = Code().start("f").lock(lock).increment(x).unlock(lock).check(const(1)).end()
    exploration = explore(program(main, worker, symbols=[x, lock]), preemptions=0)
    assert exploration.terminal_states == 1
    assert exploration.bound_hit


def test_a_null_argument_is_what_a_start_routine_gets() -> None:
    worker = Code("f")
    p = worker.parameter("p", POINTER)
    worker.check(equal(p, NULL)).ret(0)
    assert explore(program(Code().start("f").end(), worker)).findings == ()


def test_recursion_without_end_is_admitted() -> None:
    x = global_symbol("x")
    for visible, limit in (
        (False, "more than 100000 nested calls"),
        (True, "more than 50 nested calls at a switch point"),
    ):
        worker = Code("f")
        n = worker.parameter("n")
        worker.store(at(x), 1, visible=visible).call("f", add(n, 1)).ret(0)
        made = program(Code().call("f", const(0)).halt(), worker, symbols=[x])
        (reason,) = explore(made, deepest_rest=50).incomplete
        assert reason.endswith(limit)
