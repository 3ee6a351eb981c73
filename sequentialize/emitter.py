"""Writing a function instruction by instruction, with labels that are placed later than they are jumped to."""

from __future__ import annotations

from dataclasses import field, replace

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import Register
from esbmc_py.goto.instructions import Branch, Goto, Instruction
from esbmc_py.goto.program import Function
from esbmc_py.goto.symbols import Symbol
from esbmc_py.goto.types import ScalarType

MOST_INSTRUCTIONS = 400_000


class ProgramTooLarge(Exception):
    """A bounded program that nobody would want to look at; says what is too large."""


@dataclass(slots=True, eq=False)
class Label:
    """A place to jump to. `place` is its index once it is known."""

    place: int = -1


@dataclass(slots=True, eq=False)
class Emitter:
    """Names of registers and locals become unique by a number after them."""

    instructions: list[Instruction] = field(default_factory=list)
    registers: list[Register] = field(default_factory=list)
    locals: list[Symbol] = field(default_factory=list)
    _jumps: list[tuple[int, Label]] = field(default_factory=list)
    _names: dict[str, int] = field(default_factory=dict)

    def emit(self, instruction: Instruction) -> None:
        if len(self.instructions) >= MOST_INSTRUCTIONS:
            raise ProgramTooLarge(f"a bounded program of more than {MOST_INSTRUCTIONS} instructions")
        self.instructions.append(instruction)

    def jump(self, instruction: Goto | Branch, label: Label) -> None:
        self._jumps.append((len(self.instructions), label))
        self.emit(instruction)

    def place(self, label: Label) -> None:
        label.place = len(self.instructions)

    def register(self, name: str, ctype: ScalarType) -> Register:
        made = Register(len(self.registers), self.unique(name), ctype)
        self.registers.append(made)
        return made

    def local(self, symbol: Symbol) -> Symbol:
        """A symbol of its own for one more life of a local."""
        source_name = symbol.source_name or symbol.name
        made = replace(symbol, name=self.unique(symbol.name), source_name=source_name)
        self.locals.append(made)
        return made

    def unique(self, name: str) -> str:
        used = self._names.get(name, 0)
        self._names[name] = used + 1
        if used == 0:
            return name
        return self.unique(f"{name}${used + 1}")

    def finish(self, function: Function) -> Function:
        """The function with these instructions instead of its own."""
        for index, label in self._jumps:
            instruction = self.instructions[index]
            assert isinstance(instruction, Goto | Branch) and label.place >= 0
            self.instructions[index] = replace(instruction, target=label.place)
        return replace(
            function,
            registers=tuple(self.registers),
            locals=tuple(self.locals),
            instructions=self.instructions,
            labels={},
        )
