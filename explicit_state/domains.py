"""Which values an input may take: those of its type, or those that get past its assumptions, where they are few.

The user can restrict an input by name: that of the function which gave it, or that of the variable which gets it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import Assign, Instruction, Nondet, Store
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.goto.types import IntType, ScalarType
from esbmc_py.vm.analysis import registers_read
from esbmc_py.vm.inputs import samples
from esbmc_py.vm.run import user_location
from esbmc_py.vm.values import Value

from .ranges import possible_values

if TYPE_CHECKING:
    from esbmc_py.vm.machine import Machine

SMALL_DOMAIN = 256


@dataclass(frozen=True, slots=True, eq=False)
class Domain:
    values: Sequence[Value]
    sampled: bool = False  # there are more
    restricted: str = ""  # the name by which the user has restricted it


class Domains:
    def __init__(self, restricted: Mapping[str, range] | None = None, small: int = SMALL_DOMAIN):
        self._small = small
        self._restricted = restricted or {}
        self._known: dict[object, Domain] = {}
        self.sampled: dict[tuple[SourceLocation, str], None] = {}  # where values were left out, and of which type
        self.used: dict[str, None] = {}  # names of restrictions that left something out

    def of(self, ctype: ScalarType, machine: Machine) -> Domain:
        """For the input that the machine's step is about to take."""
        names = tuple(names_of_input(machine.code.instructions, machine.pc, machine))
        place = machine.code.name, machine.pc, ctype, names
        domain = self._known.get(place)
        if domain is None:
            domain = self._known[place] = self._find(ctype, machine, names)
        if domain.sampled:
            self.sampled[user_location(machine.stack()), str(ctype)] = None
        if domain.restricted:
            self.used[domain.restricted] = None
        return domain

    def _find(self, ctype: ScalarType, machine: Machine, names: tuple[str, ...]) -> Domain:
        instructions, pc = machine.code.instructions, machine.pc
        if not isinstance(ctype, IntType):
            return Domain(samples(ctype), sampled=True)
        for name in names:
            if name in self._restricted:
                wanted = self._restricted[name]
                allowed = range(max(wanted.start, ctype.minimum), min(wanted.stop, ctype.maximum + 1))
                return Domain(allowed or range(ctype.minimum, ctype.minimum + 1), restricted=name)
        if ctype.maximum - ctype.minimum < self._small:
            return Domain(range(ctype.minimum, ctype.maximum + 1))
        instruction = instructions[pc]
        if isinstance(instruction, Nondet):
            ranges = possible_values(instructions, pc, instruction.target, ctype)
            if sum(part.high - part.low + 1 for part in ranges) <= self._small:
                values = sorted({value for part in ranges for value in range(part.low, part.high + 1)})
                return Domain(values or [ctype.minimum])  # without any, the execution still comes as far as this
        return Domain(samples(ctype), sampled=True)


def names_of_input(instructions: list[Instruction], pc: int, machine: Machine) -> list[str]:
    """What a user may call the input that is taken at `pc`: the variable that gets it, the function that gives it."""
    instruction = instructions[pc]
    if not isinstance(instruction, Nondet):  # a variable that nobody has initialised
        return [register.name for register in registers_read(instruction) if machine.registers[register.index] is None]
    match instructions[pc + 1]:
        case Assign(target=target, value=value) if value == instruction.target:
            return [target.name, instruction.name]
        case Store(place=place, value=value) if value == instruction.target:
            return [place, instruction.name]
        case _:
            return [instruction.name]
