"""What a reader cannot see in values: that nobody has set them, and where the life of a local has ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import FunctionAddress, Register
from esbmc_py.goto.instructions import Allocate, Call, Copy, Dead, Declare, EndThread, Load, Return
from esbmc_py.goto.numbering import Numbering, ObjectKind
from esbmc_py.goto.operands import registers_read, target_of
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.findings import DataRace, Deadlock, Violation
from esbmc_py.vm.intrinsics import OUTPUT
from esbmc_py.vm.trace import TraceEvent

_WRITE = frozenset(name for name in OUTPUT if "sprintf" in name or "snprintf" in name)  # the machine does it by itself


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


def uses_of_unset(program: Program, events: Sequence[TraceEvent]) -> dict[int, list[str]]:
    """At which positions the program uses what nobody has set: variables, and memory from malloc."""
    unset = _Unset(program)
    found = ((position, list(unset.follow(event))) for position, event in enumerate(events))
    return {position: names for position, names in found if names}


class _Unset:
    """Follows an execution."""

    def __init__(self, program: Program) -> None:
        self._split = program.address_space.split
        self._registers: dict[tuple[int, int], dict[int, str]] = {}  # thread and depth → those without a value
        self._objects: set[int] = set()  # from malloc
        self._written: set[int] = set()  # addresses in them
        self._is_known = True

    def follow(self, event: TraceEvent) -> Iterator[str]:
        """The names of what it uses and nobody has set."""
        if event.waits is not None or not self._is_known:
            return
        match event.instruction:
            case Call(callee=FunctionAddress(name=name)) if name in _WRITE:
                self._is_known = False
            case Declare(variable=Register() as variable):
                self._registers.setdefault((event.thread, event.depth), {})[variable.index] = variable.name
            case Allocate(zeroed=False) if event.touched:
                self._objects.add(self._split(event.touched[0].address)[0])
            case Load() if not event.in_model and self._is_unset(event):
                yield event.instruction.place
        without = self._registers.get((event.thread, event.depth))
        if without:
            if not event.in_model:
                yield from (without[one.index] for one in registers_read(event.instruction) if one.index in without)
            written = target_of(event.instruction)
            if isinstance(written, Register) and not isinstance(event.instruction, Declare):
                without.pop(written.index, None)
            if isinstance(event.instruction, Return):
                del self._registers[event.thread, event.depth]
        self._written.update(
            address
            for one in event.touched
            if one.write and self._split(one.address)[0] in self._objects
            for address in range(one.address, one.address + one.size)
        )

    def _is_unset(self, event: TraceEvent) -> bool:
        one = event.touched[0]
        return self._split(one.address)[0] in self._objects and self._written.isdisjoint(
            range(one.address, one.address + one.size)
        )
