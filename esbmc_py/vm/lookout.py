"""A lookout for a few instructions, in steps that are compiled otherwise.

Whoever waits for a thread to pass one of them need not see all others one by one. A step that would pass one ends with
`Noticed`, and nothing it has done counts: restore the machine, and make it again instruction by instruction.
"""

from __future__ import annotations

from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.instructions import AtomicBegin, Call, Goto, Return

from .executable import CodeRunner, FunctionCode, Run

Spot: TypeAlias = tuple[str, int]  # a function's name, and the number of an instruction in it


class Noticed(Exception):
    """A step comes to something that is looked out for."""


@dataclass(frozen=True, slots=True)
class Awaited:
    spots: frozenset[Spot] = frozenset()  # instructions that somebody wants to see executed
    returns: frozenset[Spot] = frozenset()  # calls that somebody wants to see return


NOTHING = Awaited()


class Lookout:
    """Code of the program (not of the library) asks it before it goes on."""

    def __init__(self) -> None:
        self.awaited = NOTHING

    def before(self, code: FunctionCode, index: int, run: Run) -> Run:
        """`run` begins at `index` and goes straight on to the next switch point (in an atomic section, past it)."""
        alone, atomic = _straight(code, index, False), _straight(code, index, True)

        def looking(machine: CodeRunner) -> Run | None:
            if not self.awaited.spots.isdisjoint(atomic if machine.atomic else alone):
                raise Noticed
            return run(machine)

        return looking

    def after(self, code: FunctionCode, index: int, run: Run) -> Run:
        """`run` goes on at `index`, perhaps since a call has come back."""
        call = (code.name, index - 1)
        if index == 0 or not isinstance(code.instructions[index - 1], Call):
            return run

        def looking(machine: CodeRunner) -> Run | None:
            if call in self.awaited.returns:
                raise Noticed
            return run(machine)

        return looking


def _straight(code: FunctionCode, index: int, atomic: bool) -> frozenset[Spot]:
    """All that a run from there may execute (see `compile`): past branches that are not taken, through jumps ahead."""
    spots: set[Spot] = set()
    at: int | None = index
    while at is not None and (at == index or atomic or not code.visible[at]):
        spots.add((code.name, at))
        instruction = code.instructions[at]
        atomic = atomic or isinstance(instruction, AtomicBegin)
        match instruction:
            case Goto(target=target):
                at = target if target > at else None
            case Return():
                at = None
            case Call(callee=FunctionAddress(name=name)) if name not in code.executable.codes:
                at += 1
            case Call():
                at = None
            case _:
                at += 1
        if at is not None and at >= len(code.instructions):
            at = None
    return frozenset(spots)
