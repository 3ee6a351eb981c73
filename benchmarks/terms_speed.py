"""How fast terms are built and handed to solvers: `python -m benchmarks.terms_speed [--nodes N]`.

Rates are per second of processor time. The collector of Python's garbage is left as it is, except where a line says so.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable, Iterator
from itertools import product

from encoders.solvers import make_solver
from encoders.solvers.bitwuzla_solver import BitwuzlaSolver
from encoders.solvers.z3_solver import Z3Solver
from symex import terms as t


def arithmetic(nodes: int) -> Iterator[t.Term]:
    """A chain of + - * and xor over two symbols."""
    term, other = t.symbol("x", 32), t.symbol("y", 32)
    operations = (t.bvadd, t.bvmul, t.bvsub, t.bvxor)
    for i in range(nodes):
        term = operations[i % 4](term, other)
    yield t.eq(term, t.bv(0, 32))


def rounds(nodes: int) -> Iterator[t.Term]:
    """Memory threaded through the operations of threads, round by round: a write is a choice, a read an equation."""
    cells = [t.bv(0, 32) for _ in range(8)]
    per_step, step = 9, 0
    while step * per_step < nodes:
        cell = step * 7 % 8
        runs = t.and_(t.bool_symbol(f"past{step}"), t.not_(t.bool_symbol(f"past{step - 1}")))
        read = t.symbol(f"r{step}", 32)
        yield t.implies(runs, t.eq(read, cells[cell]))
        value = t.bvadd(read, t.bv(1, 32)) if step % 3 else t.bv(step % 5, 32)
        cells[cell] = t.ite(runs, value, cells[cell])
        step += 1


def guards(nodes: int) -> Iterator[t.Term]:
    """A guard that grows by one condition per step, and a flag that is written under it and tested."""
    guard, flag = t.TRUE, t.bv(0, 32)
    for i in range(nodes // 7):
        guard = t.and_(guard, t.slt(t.symbol(f"v{i}", 32), t.symbol(f"v{i + 1}", 32)))
        flag = t.ite(guard, t.bv(i % 3, 32), flag)
        yield t.eq(flag, t.bv(1, 32))


WORKLOADS: dict[str, Callable[[int], Iterator[t.Term]]] = {
    "arithmetic": arithmetic,
    "rounds": rounds,
    "guards": guards,
}


def measure(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def report(label: str, count: int, seconds: float) -> None:
    print(f"  {label:<46}{count:>10,} {count / max(seconds, 1e-9):>12,.0f} /s")


def build(name: str, nodes: int) -> list[t.Term]:
    """Fresh terms; prints the rate of building them and of asking for them again."""
    t.reset()
    gc.collect()
    found: list[t.Term] = []
    first = t.bool_symbol("the first").id
    seconds = measure(lambda: found.extend(WORKLOADS[name](nodes)))
    made = t.bool_symbol("the last").id - first - 1
    report(f"{name}: new nodes", made, seconds)
    report(f"{name}: the same again", made, measure(lambda: list(WORKLOADS[name](nodes))))
    return found


def convert(found: list[t.Term]) -> None:
    count = t.size(*found)
    z3, bitwuzla = Z3Solver(), BitwuzlaSolver()
    report("  to Z3", count, measure(lambda: [z3._terms.convert(term) for term in found]))
    report("  to Bitwuzla", count, measure(lambda: [bitwuzla._converter.convert(term) for term in found]))
    report("  to SMT-LIB text", count, measure(lambda: [None for _ in t.script(found)]))
    report("  evaluated", count, measure(lambda: _evaluate(found)))


def _evaluate(found: list[t.Term]) -> None:
    memo: dict[int, t.Value] = {}
    for term in found:
        t.evaluate(term, {}, memo)


def constants(count: int) -> None:
    def fold() -> None:
        term, seven = t.bv(0, 32), t.bv(7, 32)
        for _ in range(count):
            term = t.bvadd(term, seven)

    report("constants folded", count, measure(fold))


def walk(name: str, checks: int) -> None:
    """The small checks of a depth-first walk: two levels pushed, one check, two levels popped."""
    t.reset()
    solver, x = make_solver(name), t.symbol("x", 32)

    def work() -> None:
        for i in range(checks):
            y = t.symbol(f"y{i % 50}", 32)
            solver.push()
            solver.assert_(t.eq(t.bvadd(x, t.bv(i % 7, 32)), y))
            solver.push()
            solver.assert_(t.slt(t.bvmul(y, t.bv(3, 32)), t.bv(i % 300, 32)))
            solver.check()
            solver.pop(2)

    report(f"{name}: checks below two pushes", checks, measure(work))


def increments(threads: int, steps: int, rounds: int) -> list[t.Term]:
    """Each thread increments a counter; that its last value is below 2 has no model."""
    constraints, memory = [], t.bv(0, 32)

    def past(thread: int, step: int, after: int) -> t.Term:
        return t.bool_symbol(f"past{thread}_{after}_{step}") if after else t.FALSE

    for after, thread, step in product(range(rounds), range(threads), range(2 * steps)):
        runs = t.and_(past(thread, step, after + 1), t.not_(past(thread, step, after)))
        constraints.append(t.implies(past(thread, step, after), past(thread, step, after + 1)))
        if step:
            constraints.append(t.implies(past(thread, step, after + 1), past(thread, step - 1, after + 1)))
        read = t.symbol(f"read{thread}_{step // 2}", 32)
        if step % 2:
            memory = t.ite(runs, t.bvadd(read, t.bv(1, 32)), memory)
        else:
            constraints.append(t.implies(runs, t.eq(read, memory)))
    finished = [past(thread, 2 * steps - 1, rounds) for thread in range(threads)]
    return [*constraints, *finished, t.slt(memory, t.bv(2, 32))]


def refute(name: str, pushed: bool) -> None:
    t.reset()
    solver = make_solver(name)
    if pushed:
        solver.push()
    for constraint in increments(threads=3, steps=4, rounds=4):
        solver.assert_(constraint)
    seconds = measure(solver.check)
    print(f"  {name}{' below a push' if pushed else ''}: 3 threads, 4 increments, 4 rounds refuted in {seconds:.2f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=200_000, help="how many nodes to build (default %(default)s)")
    nodes = parser.parse_args().nodes
    print("As Python starts:")
    for name in WORKLOADS:
        convert(build(name, nodes))
    constants(nodes)
    print("Solvers:")
    for name in ("z3", "bitwuzla"):
        walk(name, 300)
        refute(name, pushed=False)
        refute(name, pushed=True)
    print("Without the collector of cyclic garbage (gc.disable()):")
    gc.disable()
    for name in WORKLOADS:
        build(name, nodes)


if __name__ == "__main__":
    main()
