"""What a program does where threads do not interrupt each other: a fix must leave that as it is."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from esbmc_py.goto.program import Program
from esbmc_py.goto.symbols import Symbol
from esbmc_py.goto.types import ArrayType, CType, FloatType, IntType, unqualified
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.findings import Status
from esbmc_py.vm.inputs import RunInputs
from esbmc_py.vm.machine import Machine
from esbmc_py.vm.memory import Buffer
from esbmc_py.vm.run import Runner, Scheduled

_MOST_STEPS = 20_000
_SEEDS = (0, 1)  # of inputs
_PATIENCE = 200

Result = tuple[str, str, int | None, tuple[tuple[str, bytes], ...]]  # output, errors, exit status, global variables


class InOrder(Scheduled):
    """The current thread goes on while it can; then `pick` of the others. A thread that spins lets others go on."""

    def __init__(self, choose: Callable[[list[int]], int], *, at_once: bool) -> None:
        super().__init__(())
        self._choose = choose
        self._at_once = at_once  # new threads begin when they are started
        self._last = -1
        self._steps = 0
        self._most = 0

    def pick(self, candidates: list[int], current: int) -> int:
        newest = max(candidates)
        begins = self._at_once and newest > self._most
        self._most = max(self._most, newest)
        self._steps = self._steps + 1 if current == self._last else 0
        self._last = current
        if begins:
            return newest
        if current in candidates and self._steps < _PATIENCE:
            return current
        self._steps = 0
        return self._choose([one for one in candidates if one != current] or candidates)


def sequential_results(program: Program) -> dict[int, list[Result | None]]:
    """For each choice of inputs, what comes out in each of some orders of whole threads; None: something goes wrong."""
    executable = Executable(program)
    orders: list[tuple[Callable[[list[int]], int], bool]] = [(min, False), (min, True), (max, False), (max, True)]
    return {
        seed: [_run(executable, program, seed, InOrder(choose, at_once=at_once)) for choose, at_once in orders]
        for seed in _SEEDS
    }


def same_results(before: Program, after: Program) -> bool:
    """Nothing comes out that did not come out before; of an order in which something went wrong, nothing is said."""
    old, new = sequential_results(before), sequential_results(after)
    names = {symbol.name for symbol in before.globals} & {symbol.name for symbol in after.globals}
    for seed, results in old.items():
        came_out = {_only(one, names) for one in results if one is not None}
        if came_out and not any(new[seed]):
            return False
        for before_it, after_it in zip(results, new[seed], strict=True):
            if before_it is not None and after_it is not None and _only(after_it, names) not in came_out:
                return False
    return True


def _only(result: Result, names: set[str]) -> Result:
    output, errors, status, variables = result
    return output, errors, status, tuple(one for one in variables if one[0] in names)


def _run(executable: Executable, program: Program, seed: int, order: InOrder) -> Result | None:
    values = RunInputs((), Random(seed))
    machine = Machine(executable, values.choose)
    result = Runner(machine, values, order, None, None, {}).run(_MOST_STEPS, None)
    if result.status is not Status.EXITED:
        return None
    return result.output, result.errors, result.exit_status, tuple(_globals(machine, program))


def _globals(machine: Machine, program: Program) -> list[tuple[str, bytes]]:
    """Numbers only: what a pointer is called depends on what else there is. (A `pthread_t` is one, too.)"""
    found = []
    for number, buffer in machine.memory.buffers.items():
        symbol = machine.executable.numbering.static(number)
        if isinstance(symbol, Symbol) and symbol in program.globals and _is_number(symbol.type):
            if not any(_may_be_address(buffer, at, symbol.type) for at in range(0, len(buffer), 8)):
                found.append((symbol.name, bytes(buffer)))
    return sorted(found)


def _may_be_address(buffer: Buffer, at: int, ctype: CType) -> bool:
    while isinstance(plain := unqualified(ctype), ArrayType):
        ctype = plain.element
    large = isinstance(plain, IntType) and plain.width == 64
    return large and int.from_bytes(buffer[at : at + 8], "little") >> 32 != 0


def _is_number(ctype: CType) -> bool:
    match unqualified(ctype):
        case IntType() | FloatType():
            return True
        case ArrayType(element=element):
            return _is_number(element)
        case _:
            return False
