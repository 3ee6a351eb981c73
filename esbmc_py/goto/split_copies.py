"""A copy of an aggregate that other threads may see happens scalar by scalar, with switch points between.

Each scalar is still a `Copy` (of a scalar's bytes), so that undefined bytes stay undefined and no value is invented.
Where source and target are both shared, the scalar rests in a private temporary in between.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from esbmc_py.goto.deferred import dataclass

from .expressions import AddressOf, Binary, Const, Expression, Register
from .instructions import Assign, Branch, Copy, Dead, Declare, Instruction
from .program import Function, Program
from .rewrite import rewrite
from .scalars import Part, Repeat, Scalar, scalars
from .symbols import SourceLocation, Storage, Symbol
from .types import INT, UNSIGNED, FloatType, IntType, PointerType, ScalarType, size_of

_TEMPORARY = "cell$copy"  # no name in C has a dollar in it that is not followed by one of ours


def is_temporary(symbol: Symbol) -> bool:
    """Of a split copy: a local that only its own function knows, for the time of the copy."""
    return symbol.storage is Storage.LOCAL and symbol.name.startswith(_TEMPORARY)


@dataclass(slots=True)
class CopySplitter:
    """Collects, for one function, what its shared copies are replaced by, and the registers and locals that takes."""

    function: Function
    pointer_bits: int
    replacements: dict[int, list[Instruction]] = field(default_factory=dict)
    registers: list[Register] = field(init=False)
    locals: list[Symbol] = field(init=False)
    _counters: list[Register] = field(default_factory=list)  # by nesting depth
    _temporaries: dict[ScalarType, Symbol] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.registers = list(self.function.registers)
        self.locals = list(self.function.locals)

    def split(self, index: int, copy: Copy, *, source_shared: bool, target_shared: bool) -> None:
        sequence = _Sequence(self, copy, source_shared=source_shared, target_shared=target_shared)
        self.replacements[index] = sequence.build(_in_words(scalars(copy.type, self.pointer_bits), self.pointer_bits))

    @property
    def offset_type(self) -> IntType:
        return IntType(self.pointer_bits, False, "unsigned long" if self.pointer_bits == 64 else "unsigned int")

    def register(self, name: str, ctype: ScalarType) -> Register:
        register = Register(len(self.registers), f"{name}{len(self.registers)}", ctype)
        self.registers.append(register)
        return register

    def counter(self, depth: int) -> Register:
        if depth == len(self._counters):
            register = Register(len(self.registers), f"i$copy{depth}", self.offset_type)
            self._counters.append(register)
            self.registers.append(register)
        return self._counters[depth]

    def temporary(self, ctype: ScalarType, location: SourceLocation) -> Symbol:
        if ctype not in self._temporaries:
            name = f"{_TEMPORARY}{len(self.locals)}"
            symbol = Symbol(name, ctype, size_of(ctype), Storage.LOCAL, location)
            self._temporaries[ctype] = symbol
            self.locals.append(symbol)
        return self._temporaries[ctype]


@dataclass(slots=True)
class _Sequence:
    """What one Copy is replaced by."""

    splitter: CopySplitter
    copy: Copy
    source_shared: bool
    target_shared: bool
    instructions: list[Instruction] = field(default_factory=list)
    used: dict[Symbol, None] = field(default_factory=dict)  # temporaries, in order of first use

    def build(self, parts: list[Part]) -> list[Instruction]:
        self.declare_temporaries(parts)
        for part in parts:
            self.add(part, 0, None, "", 0)
        self.instructions += [Dead(symbol, self.copy.location) for symbol in self.used]
        return self.instructions

    def declare_temporaries(self, parts: list[Part]) -> None:
        if self.source_shared and self.target_shared:
            for ctype in _scalar_types(parts):
                symbol = self.splitter.temporary(ctype, self.copy.location)
                if symbol not in self.used:
                    self.used[symbol] = None
                    self.instructions.append(Declare(symbol, self.copy.location))

    def add(self, part: Part, base: int, moving: Expression | None, path: str, depth: int) -> None:
        """`moving` is the part of the offset that loop counters make, `base` the constant part."""
        match part:
            case Scalar():
                self.add_scalar(part, base + part.offset, moving, path + part.path)
            case Repeat():
                self.add_loop(part, base + part.offset, moving, path + part.path, depth)

    def add_scalar(self, scalar: Scalar, offset: int, moving: Expression | None, path: str) -> None:
        copy = self.copy
        piece = replace(
            copy,
            target=self.shifted(copy.target, offset, moving),
            source=self.shifted(copy.source, offset, moving),
            type=scalar.type,
            place=_part_of(copy.place, path),
            source_place=_part_of(copy.source_place, path),
            visible=True,
        )
        if self.source_shared and self.target_shared:
            symbol = self.splitter.temporary(scalar.type, copy.location)
            temporary = AddressOf(symbol, PointerType(scalar.type, self.splitter.pointer_bits // 8))
            self.instructions.append(replace(piece, target=temporary, place=symbol.name))
            self.instructions.append(replace(piece, source=temporary, source_place=symbol.name))
        else:
            self.instructions.append(piece)

    def add_loop(self, repeat: Repeat, offset: int, moving: Expression | None, path: str, depth: int) -> None:
        counter, unit = self.splitter.counter(depth), self.splitter.offset_type
        location = self.copy.location
        self.instructions.append(Assign(counter, Const(0, unit), location))
        start = len(self.instructions)
        step: Expression = Binary("*", counter, Const(repeat.stride, unit), unit)
        inner = step if moving is None else Binary("+", moving, step, unit)
        for part in repeat.body:
            self.add(part, offset, inner, f"{path}[{counter.name}]", depth + 1)
        self.instructions.append(Assign(counter, Binary("+", counter, Const(1, unit), unit), location))
        self.instructions.append(Branch(Binary("<", counter, Const(repeat.count, unit), INT), start, location))

    def shifted(self, address: Expression, offset: int, moving: Expression | None) -> Expression:
        unit = self.splitter.offset_type
        if moving is not None:
            address = Binary("+", address, moving, address.type)
        return Binary("+", address, Const(offset, unit), address.type) if offset else address


def _in_words(parts: Sequence[Part], pointer_bits: int) -> list[Part]:
    """A 32-bit machine copies no more than four bytes at once, unless there is nothing but a double."""
    alone = len(parts) == 1 and isinstance(parts[0], Scalar) and isinstance(parts[0].type, FloatType)
    if pointer_bits != 32 or alone:
        return list(parts)
    small: list[Part] = []
    for part in parts:
        if isinstance(part, Repeat):
            small.append(replace(part, body=tuple(_in_words(part.body, pointer_bits))))
        elif size_of(part.type) == 8:
            small += [replace(part, type=UNSIGNED, offset=part.offset + half) for half in (0, 4)]
        else:
            small.append(part)
    return small


def _part_of(place: str, path: str) -> str:
    """As C says it: `to->length` for the `length` of `*to`."""
    if not place.startswith("*") or not path:
        return place + path
    if place[1:].isidentifier() and path.startswith("."):
        return f"{place[1:]}->{path[1:]}"
    return f"({place}){path}"


def _scalar_types(parts: list[Part] | tuple[Part, ...]) -> list[ScalarType]:
    types: list[ScalarType] = []
    for part in parts:
        types += [part.type] if isinstance(part, Scalar) else _scalar_types(part.body)
    return types


def with_copies_split(program: Program, seen: Mapping[tuple[str, int], tuple[bool, bool]]) -> Program:
    """Copies that others may see happen scalar by scalar. `seen`: place → do they see its source, its target?"""
    functions = dict(program.functions)
    for name in dict.fromkeys(name for name, _ in seen):
        function = functions[name]
        splitter = CopySplitter(function, program.pointer_bits)
        for index, instruction in enumerate(function.instructions):
            if isinstance(instruction, Copy) and (name, index) in seen:
                source, target = seen[name, index]
                splitter.split(index, instruction, source_shared=source, target_shared=target)
        if splitter.replacements:
            functions[name] = rewrite(
                function, splitter.replacements, registers=splitter.registers, locals=splitter.locals
            )
    return replace(program, functions=functions)
