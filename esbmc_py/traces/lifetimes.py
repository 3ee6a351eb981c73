"""What a reader cannot see in values: that nobody has set them, and where the life of a local has ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import FunctionAddress, Register
from esbmc_py.goto.instructions import Allocate, Call, Copy, Dead, Declare, EndThread, Load, Return
from esbmc_py.goto.numbering import Numbering, ObjectKind
from esbmc_py.goto.operands import registers_read, target_of
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import Symbol
from esbmc_py.vm.findings import DataRace, Deadlock, Violation
from esbmc_py.vm.intrinsics import OUTPUT
from esbmc_py.vm.trace import TraceEvent

_WRITE = frozenset(name for name in OUTPUT if "sprintf" in name or "snprintf" in name)  # the machine does it by itself


_Object: TypeAlias = int | tuple[int, int, Symbol]  # a number; of a local, its thread, depth and symbol


@dataclass(frozen=True, slots=True)
class EndOfLife:
    """Of the local that is used when it lives no more."""

    position: int  # of the event that ended it
    name: str


def end_of_life(
    program: Program, events: Sequence[TraceEvent], what: Violation | Deadlock | DataRace | None
) -> EndOfLife | None:
    executed = [position for position, event in enumerate(events) if event.waits is None]
    if not isinstance(what, Violation) or what.property is not Property.DEAD or not executed:
        return None
    used, numbering = events[executed[-1]], Numbering(program)
    for address in (used.address, used.operand) if isinstance(used.instruction, Copy) else (used.address,):
        number = program.address_space.split(address)[0]
        identity, symbol = numbering.identity(number), numbering.symbol(number)
        if identity is None or identity.kind is not ObjectKind.LOCAL or symbol is None:
            continue
        depth = identity.index // numbering.stride
        own = [position for position in executed[:-1] if events[position].thread == identity.thread]
        born = max((position for position in own if _begins(events[position], depth, symbol)), default=0)
        ends = (position for position in own if position > born and _ends(events[position], depth, symbol))
        if (position := next(ends, None)) is not None:
            return EndOfLife(position, symbol.source_name or symbol.name)
    return None


def _begins(event: TraceEvent, depth: int, symbol: object) -> bool:
    return isinstance(event.instruction, Declare) and event.depth == depth and event.instruction.variable == symbol


def _ends(event: TraceEvent, depth: int, symbol: object) -> bool:
    match event.instruction:
        case EndThread():
            return True
        case Return():
            return event.depth <= depth
        case Dead(variable=variable):
            return event.depth == depth and variable == symbol
        case _:
            return False


@dataclass(frozen=True, slots=True)
class Unset:
    """What the program uses and nobody has set, by position: variables, memory from malloc."""

    uses: dict[int, list[str]]
    again: dict[int, str]  # where a local begins anew, in the next round of a loop, of which another thread uses that


def uses_of_unset(program: Program, events: Sequence[TraceEvent]) -> Unset:
    follower = _Follower(program)
    found = ((position, list(follower.follow(position, event))) for position, event in enumerate(events))
    return Unset({position: names for position, names in found if names}, follower.again)


class _Follower:
    """Follows an execution."""

    def __init__(self, program: Program) -> None:
        self.again: dict[int, str] = {}
        self._split = program.address_space.split
        self._numbering = Numbering(program)
        self._registers: dict[tuple[int, int], dict[int, str]] = {}  # thread and depth → those without a value
        self._written: dict[_Object, set[int]] = {}  # objects that begin without a value → addresses that have one
        self._begun_again: dict[_Object, int] = {}  # where
        self._is_known = True

    def follow(self, position: int, event: TraceEvent) -> Iterator[str]:
        """The names of what it uses and nobody has set."""
        if event.waits is not None or not self._is_known:
            return
        match event.instruction:
            case Call(callee=FunctionAddress(name=name)) if name in _WRITE:
                self._is_known = False
            case Declare(variable=Register() as variable):
                self._registers.setdefault((event.thread, event.depth), {})[variable.index] = variable.name
            case Declare(variable=Symbol() as variable):
                local = event.thread, event.depth, variable
                if local in self._written:
                    self._begun_again[local] = position
                self._written[local] = set()
            case Allocate(zeroed=False) if event.touched:
                self._written[self._split(event.touched[0].address)[0]] = set()
            case Load() if not event.in_model and self._is_unset(event):
                yield event.instruction.place
                self._note_begun_again(event)
        without = self._registers.get((event.thread, event.depth))
        if without:
            if not event.in_model:
                yield from (without[one.index] for one in registers_read(event.instruction) if one.index in without)
            written = target_of(event.instruction)
            if isinstance(written, Register) and not isinstance(event.instruction, Declare):
                without.pop(written.index, None)
            if isinstance(event.instruction, Return):
                del self._registers[event.thread, event.depth]
        for one in event.touched:
            if one.write and (known := self._written.get(self._object(one.address))) is not None:
                known.update(range(one.address, one.address + one.size))

    def _is_unset(self, event: TraceEvent) -> bool:
        one = event.touched[0]
        written = self._written.get(self._object(one.address))
        return written is not None and written.isdisjoint(range(one.address, one.address + one.size))

    def _note_begun_again(self, event: TraceEvent) -> None:
        which = self._object(event.address)
        if isinstance(which, tuple) and which[0] != event.thread and which in self._begun_again:
            self.again[self._begun_again[which]] = which[2].source_name or which[2].name

    def _object(self, address: int) -> _Object:
        number = self._split(address)[0]
        identity, symbol = self._numbering.identity(number), self._numbering.symbol(number)
        if identity is None or identity.kind is not ObjectKind.LOCAL or symbol is None:
            return number
        return identity.thread, identity.index // self._numbering.stride, symbol
