"""How fast the machine is: `python -m benchmarks.vm_speed` prints instructions and states per second.

The programs are goto programs built here, so that the numbers are the machine's alone. Seconds are those of the
processor, compilation of the goto program included: what else runs on the computer matters less.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from esbmc_py.goto.by_hand import POINTER, Code, add, at, binary, equal, global_symbol, less, no, offset_from, program
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.types import INT, ArrayType
from esbmc_py.vm import explore, run

ROUNDS = 3  # the best counts


def registers_only(count: int) -> Program:
    """A loop that adds up in registers, with overflow checks."""
    code = Code()
    i, total = code.register("i"), code.register("total")
    code.assign(i, 0).assign(total, 0).label("again").branch(no(less(i, count)), "done")
    code.check(no(binary("overflow+", total, i)), Property.OVERFLOW).assign(total, binary("&", add(total, i), 0xFFFF))
    code.assign(i, add(i, 1)).goto("again").label("done").halt()
    return program(code)


def array_sweeps(count: int) -> Program:
    """A loop that reads, changes and writes the elements of an array."""
    array = global_symbol("a", ArrayType(INT, 100))
    code = Code()
    i, t, place = code.register("i"), code.register("t"), code.register("place")
    code.assign(i, 0).label("again").branch(no(less(i, count)), "done").assign(place, binary("%", i, 100))
    address = offset_from(at(array), binary("*", place, 4))
    code.load(t, address, visible=False).assign(t, add(t, 1)).store(address, t, visible=False)
    code.assign(i, add(i, 1)).goto("again").label("done").halt()
    return program(code, symbols=[array])


def calls(count: int) -> Program:
    """A loop that calls a small function."""
    callee = Code("next")
    n = callee.parameter("n")
    callee.ret(add(n, 1))
    code = Code()
    i = code.register("i")
    code.assign(i, 0).label("again").branch(no(less(i, count)), "done").call("next", i, target=i).goto("again")
    return program(code.label("done").halt(), callee)


def two_threads(operations: int) -> Program:
    """Two threads with so many visible operations each on variables of their own: a grid of states."""
    main, workers, symbols = Code(), [], []
    for number in (1, 2):
        symbol = global_symbol(f"x{number}")
        worker = Code(f"f{number}")
        for _ in range(operations // 2):
            worker.increment(symbol)
        symbols.append(symbol)
        workers.append(worker.ret(0))
        main.start(f"f{number}")
    return program(main.end(), *workers, symbols=symbols)


def lost_updates(threads: int, increments: int) -> Program:
    """Threads that increment one variable without a lock: as many states as there are values and places."""
    x, lock, done = global_symbol("x"), global_symbol("lock"), global_symbol("done", POINTER)
    worker, main = Code("worker"), Code()
    for _ in range(increments):
        worker.increment(x)
    worker.lock(lock).increment(done).unlock(lock).ret(0)
    for _ in range(threads):
        main.start("worker")
    t = main.register("t")
    main.atomic_begin().load(t, at(done)).block(equal(t, threads)).atomic_end().halt()
    return program(main, worker, symbols=[x, lock, done])


def best(measure: Callable[[], float]) -> float:
    return max(measure() for _ in range(ROUNDS))


def instructions_per_second(made: Program) -> float:
    begin = time.process_time()
    result = run(made, invisible_limit=10**9)
    return result.instructions / (time.process_time() - begin)


def states_per_second(made: Program, *, races: bool = False) -> float:
    begin = time.process_time()
    exploration = explore(made, races=races, shortest=False)
    return exploration.states / (time.process_time() - begin)


def main() -> None:
    for name, made in (
        ("registers", registers_only(100_000)),
        ("arrays", array_sweeps(60_000)),
        ("calls", calls(60_000)),
    ):
        speed = best(lambda made=made: instructions_per_second(made))  # type: ignore[misc]
        print(f"run      {name:<34} {speed:>12,.0f} instructions/s")
    for name, made in (
        ("two threads, 30 operations each", two_threads(30)),
        ("lost updates, 2 threads × 10", lost_updates(2, 10)),
        ("lost updates, 3 threads × 2", lost_updates(3, 2)),
        ("two threads, 200 operations each", two_threads(200)),
    ):
        speed = best(lambda made=made: states_per_second(made))  # type: ignore[misc]
        print(f"explore  {name:<34} {speed:>12,.0f} states/s")
    speed = states_per_second(two_threads(30), races=True)
    print(f"explore  {'two threads, with race detection':<34} {speed:>12,.0f} states/s")


if __name__ == "__main__":
    main()
