"""Shorter executions that end in the same violation."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import pytest

import esbmc_py
from esbmc_py.checking.reduction import (
    Again,
    Reducer,
    by_earlier_threads,
    turns_of,
    with_earlier_signals,
    without_rounds,
    without_signals,
)
from esbmc_py.checking.results import Counterexample
from esbmc_py.checking.shorten import follow, same_violation, with_fewer_switches
from esbmc_py.goto.program import Program
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.findings import DataRace, Deadlock, Finding, RunResult, Violation
from esbmc_py.vm.move_lists import FollowedMoves, MoveMade
from esbmc_py.vm.run import run
from esbmc_py.vm.schedule import Schedule, switches
from esbmc_py.vm.state_after import local_deadlocks_after, races_after
from tests.agreement.agree import load_text

ENDLESS = Path(__file__).parent / "endless"
START = (
    "#include <assert.h>\n#include <pthread.h>\nint __VERIFIER_nondet_int(void);\n_Bool __VERIFIER_nondet_bool(void);\n"
)
TWO_INPUTS = (
    START
    + """
int one, two;
void *f(void *unused) { one = __VERIFIER_nondet_int(); return unused; }
void *g(void *unused) { two = __VERIFIER_nondet_int(); return unused; }
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, g, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(one != 7 || two != 8);
}
"""
)
ROUNDS = (
    START
    + """
_Atomic int stop, sum;
void *f(void *unused) { for (;;) sum = sum + 1; return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    while (__VERIFIER_nondet_bool())
        stop = 0;
    stop = 1;
    assert(sum < 1);
}
"""
)

TWO_ALIKE = (
    START
    + """
#include <stdlib.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int guarded, plain;
void *f(void *unused)
{
    pthread_mutex_lock(&lock);
    guarded++;
    pthread_mutex_unlock(&lock);
    plain++;
    malloc(1);
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    return unused;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, f, 0);
    guarded = 5;
    plain = 5;
    guarded = 6;
    plain = 6;
    exit(0);
}
"""
)
LONG = [0] * 4 + [1] * 3 + [0, 1, 0] + [1] * 2 + [2] * 6 + [3] * 9


def followed(program: Program, moves: list[MoveMade], steps: int | None = None) -> tuple[FollowedMoves, RunResult]:
    followed = FollowedMoves(moves)
    return followed, follow(Executable(program), Schedule(()), followed, steps, 10_000)


def found_at_random(program: Program, wanted: Callable[[RunResult], bool]) -> RunResult:
    for seed in range(500):
        result = run(program, seed=seed, max_instructions=5_000)
        if result.violation is not None and wanted(result):
            return result
    raise AssertionError("nothing found")


def again_in(program: Program, wanted: Finding, steps_of: list[int]) -> Again:
    executable = Executable(program)

    def again(followed: FollowedMoves, steps: int | None, instructions: int | None) -> tuple[Finding | None, RunResult]:
        result = follow(executable, wanted.schedule, followed, steps, instructions or 10_000)
        steps_of.append(result.steps)
        same = result.violation is not None and same_violation(result.violation, wanted.what)
        return Finding(result.violation, result.schedule) if result.violation and same else None, result

    return again


# -- moves ------------------------------------------------------------------------------------------------------------


def test_moves_that_are_made_again_give_the_same_execution() -> None:
    program = load_text(TWO_INPUTS)
    first, result = followed(
        program, [MoveMade(0, "", 0, ())] * 3 + [MoveMade(2, "", 0, (8,)), MoveMade(1, "", 0, (7,))]
    )
    moves = first.made(result.schedule.threads)
    second, again = followed(program, moves)
    assert again.schedule == result.schedule
    assert second.made(again.schedule.threads) == moves
    assert [move.thread for move in moves] == list(result.schedule.threads)
    assert {move.function for move in moves if move.thread == 1} >= {"f"}


def test_a_move_keeps_its_inputs_where_the_order_changes() -> None:
    program = load_text(TWO_INPUTS)
    first = MoveMade(0, "", 0, ())
    one, two = MoveMade(1, "", 0, (7,)), MoveMade(2, "", 0, (8,))
    for order in ([one, two], [two, one]):
        result = followed(program, [first, first, first, *order])[1]
        assert result.violation is not None, order
        assert result.schedule.inputs == tuple(move.inputs[0] for move in order)


def test_a_move_that_cannot_be_made_is_left_out() -> None:
    program = load_text(TWO_INPUTS)
    moves = [MoveMade(5, "", 0, ()), MoveMade(0, "", 0, ()), MoveMade(2, "", 0, ()), MoveMade(0, "", 0, ())]
    result = followed(program, moves, steps=2)[1]
    assert result.schedule.threads == (0, 0)  # thread 2 does not exist yet


def test_what_was_said_yes_to_is_noted() -> None:
    program = load_text(ROUNDS)
    made, result = followed(program, [MoveMade(0, "", 0, (1,))] * 6, steps=5)
    moves = made.made(result.schedule.threads)
    assert any(move.said_yes for move in moves)
    assert all(move.inputs[place] for move in moves for place in move.said_yes)


# -- reduction --------------------------------------------------------------------------------------------------------


def test_three_rounds_at_once_are_left_out() -> None:
    moves = [MoveMade(0, "main", index, (round_number,)) for round_number in range(6) for index in (1, 2)]
    left = {len(list(candidate)) // 2 for candidate in without_rounds(moves)}
    assert left == {1, 2, 3, 4, 5}


def test_rounds_of_endless_loops_are_left_out() -> None:
    program = load_text(ROUNDS)
    long = found_at_random(program, lambda result: result.steps > 60)
    assert long.violation is not None
    finding = Finding(long.violation, long.schedule)
    best = Reducer(again_in(program, finding, [])).reduced(finding)
    assert len(best.schedule.threads) <= 8
    assert len(list(groupby(best.schedule.threads))) == 3  # main, the other thread, main
    assert not any(best.schedule.inputs)
    told = run(program, schedule=best.schedule)
    assert told.violation is not None and same_violation(told.violation, long.violation)


def test_a_reduction_takes_no_more_than_its_runs_and_its_instructions() -> None:
    program = load_text(ROUNDS)
    long = found_at_random(program, lambda result: result.steps > 60)
    assert long.violation is not None
    finding = Finding(long.violation, long.schedule)
    runs: list[int] = []
    Reducer(again_in(program, finding, runs), most_runs=5).reduced(finding)
    assert len(runs) == 5
    runs.clear()
    Reducer(again_in(program, finding, runs), most_instructions=1).reduced(finding)
    assert len(runs) == 1  # the execution itself


def test_what_does_not_happen_again_is_left_as_it_is() -> None:
    program = load_text(ROUNDS)
    long = found_at_random(program, lambda result: True)
    assert long.violation is not None
    finding = Finding(long.violation, long.schedule)
    assert Reducer(lambda followed, steps, instructions: (None, long)).reduced(finding) is finding


def test_turns_are_moves_of_one_thread_in_a_row() -> None:
    moves = [MoveMade(thread, "f", 0, ()) for thread in (0, 0, 1, 0)]
    assert [[move.thread for move in turn] for turn in turns_of(moves)] == [[0, 0], [1], [0]]


def long_schedule(program: Program, moves: list[int]) -> Schedule:
    once = FollowedMoves([MoveMade(thread, "", 0, ()) for thread in moves])
    once.goes_on = False
    return follow(Executable(program), Schedule(()), once, None, 10_000).schedule


def test_what_others_do_meanwhile_is_no_part_of_a_local_deadlock() -> None:
    program = load_text(TWO_ALIKE)
    schedule = long_schedule(program, LONG)
    wanted = local_deadlocks_after(program, schedule, lambda event: None)[0]
    best = with_fewer_switches(program, Counterexample(wanted, schedule, ()))
    assert isinstance(best.what, Deadlock) and [one.thread for one in best.what.blocked] == [1]
    assert set(best.schedule.threads) == {0, 1} and switches(best.schedule.threads) == 1
    assert local_deadlocks_after(program, best.schedule, lambda event: None) == [best.what]
    assert {event.thread for event in best.events} == {0, 1}


def test_what_others_do_meanwhile_is_no_part_of_a_race() -> None:
    program = load_text(TWO_ALIKE)
    schedule = long_schedule(program, LONG[:14])
    (wanted,) = races_after(program, schedule, lambda event: None)
    best = with_fewer_switches(program, Counterexample(wanted, schedule, ()))
    assert isinstance(best.what, DataRace) and {best.what.first.thread, best.what.second.thread} == {0, 1}
    assert {best.what.first.place, best.what.second.place} == {"guarded"}
    assert switches(schedule.threads) == 6 and switches(best.schedule.threads) == 1
    assert best.what in races_after(program, best.schedule, lambda event: None)


def test_what_others_do_meanwhile_is_no_part_of_a_leak() -> None:
    program = load_text(TWO_ALIKE)
    long = next(
        result
        for result in (run(program, seed=seed, leaks=True) for seed in range(50))
        if result.violation is not None and set(result.schedule.threads) == {0, 1, 2, 3}
    )
    assert isinstance(long.violation, Violation)
    best = with_fewer_switches(program, Counterexample(long.violation, long.schedule, ()))
    assert set(best.schedule.threads) == {0, 1} and switches(best.schedule.threads) == 2
    assert run(program, schedule=best.schedule, leaks=True).violation == best.what


def test_signals_are_left_out_with_what_their_handlers_do_many_at_once_first() -> None:
    def comes(index: int) -> list[MoveMade]:
        handler = [MoveMade(0, "handler", at, (), (), 5) for at in (1, 2)]
        return [MoveMade(0, "main", index, (0, 1), (1,), 1), MoveMade(0, "deliver", 0, (), (), 4), *handler]

    other = MoveMade(1, "f", 0, (), (), 1)
    moves = [*comes(1), other, *comes(2), *comes(3), MoveMade(0, "main", 4, (), (), 1)]
    signals = [
        [move.index for move in moves if move.function == "main" and 1 in move.inputs]
        for moves in without_signals(moves)
    ]
    assert signals[:3] == [[], [3], [1]]
    first = next(without_signals(moves))
    assert [(move.thread, move.function, move.index) for move in first] == [
        (0, "main", 1),
        (1, "f", 0),
        (0, "main", 2),
        (0, "main", 3),
        (0, "main", 4),
    ]
    assert not list(without_signals([other]))


def test_a_signal_comes_before_the_rounds_that_were_made_until_it_came() -> None:
    loop = [MoveMade(1, "f", index, (0, 0)) for index in (4, 5, 6)]
    comes = MoveMade(1, "f", 5, (0, 1), said_yes=(1,))
    moves = [
        MoveMade(0, "main", 0, ()),
        MoveMade(1, "f", 0, (0,)),
        loop[0],
        comes,
        MoveMade(1, "handler", 0, ()),
        *loop,
    ]
    shorter = [*moves[:1], MoveMade(1, "f", 0, (1,)), *moves[4:]]
    assert shorter in list(with_earlier_signals(moves))
    assert not list(with_earlier_signals(moves[:2] + loop + loop))  # nothing comes


def test_what_a_thread_does_the_first_one_can_do_that_does_nothing() -> None:
    moves = [MoveMade(thread, "f", 0, ()) for thread in (0, 3, 0, 3)]
    threads = [[move.thread for move in candidate] for candidate in by_earlier_threads(moves)]
    assert threads == [[0, 1, 0, 1], [0, 2, 0, 2]]


@pytest.mark.parametrize(
    ("name", "mode", "most"), [("stock.c", "random", 40), ("relay.c", "random", 70), ("server.c", "lazy", 40)]
)  # what comes from outside is the solver's choice: server.c had 26 and 31 moves
def test_traces_of_endless_programs_are_short(name: str, mode: str, most: int) -> None:
    found = esbmc_py.check(ENDLESS / name, mode=mode).counterexamples[0]
    assert len(found.schedule.threads) <= most
    assert not found.schedule.pauses
