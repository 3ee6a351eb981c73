"""Builds one goto function: emits instructions, hands out registers and locals, reads and writes places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field, replace

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import AddressOf, Binary, Const, Convert, Expression, Register
from esbmc_py.goto.instructions import (
    Allocate,
    Assert,
    Assign,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Copy,
    Dead,
    Declare,
    Goto,
    Instruction,
    Load,
    Nondet,
    Return,
    Store,
)
from esbmc_py.goto.program import Function
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import NOWHERE, SourceLocation, Storage, Symbol
from esbmc_py.goto.types import (
    CType,
    FloatType,
    FunctionType,
    IntType,
    Member,
    PointerType,
    ScalarType,
    StructType,
    is_scalar,
    size_of,
    unqualified,
)

from .architecture import INT, Architecture, field_type, storable
from .checks import Checks
from .layout import unit_type
from .operators import binary, convert, is_simple, is_true
from .problems import TypeProblem, UnsupportedConstruct
from .scopes import MemoryPlace, Place, RegisterPlace, Scope, place_of
from .sections import StatementSections

_LONGEST_CHAIN = 50
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*$")


@dataclass(frozen=True, slots=True)
class LabelPosition:
    """Where a label stands: which scopes are open there, and how many objects each had declared by then."""

    index: int
    scopes: dict[Scope, int]


@dataclass(eq=False)
class FunctionBuilder:
    name: str
    architecture: Architecture
    checks: Checks
    scope: Scope
    is_model: bool = False
    atomic_statements: bool = False  # a full expression is one step, as in the papers
    by_graphs: bool = False  # memory model rc11, which knows atomic accesses of scalars only
    code: list[Instruction] = field(default_factory=list)
    registers: list[Register] = field(default_factory=list)
    locals: list[Symbol] = field(default_factory=list)
    location: SourceLocation = NOWHERE
    atomic_depth: int = 0  # lexically, in models
    _labels: list[LabelPosition | None] = field(default_factory=list)
    discarding: int = 0  # how many contexts of `discarded` are open
    _far_jumps: dict[int, dict[Scope, int]] = field(default_factory=dict)  # code index of a goto → scopes there
    _names: dict[str, int] = field(default_factory=dict)
    _variables: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.sections = StatementSections(self, wanted=self.atomic_statements)

    # -- names, registers, objects ------------------------------------------------------------------------------

    def unique_name(self, name: str) -> str:
        count = self._names.get(name, 0)
        self._names[name] = count + 1
        return name if count == 0 else f"{name}${count + 1}"

    def new_register(self, name: str, ctype: ScalarType) -> Register:
        register = Register(len(self.registers), self.unique_name(name), ctype)
        self.registers.append(register)
        self._variables.add(register.index)
        return register

    def temporary(self, ctype: ScalarType, hint: str = "t") -> Register:
        base = hint if _IDENTIFIER.match(hint) else "t"
        count = self._names.get(base, 0) or 1
        self._names[base] = count + 1
        register = Register(len(self.registers), f"{base}${count}", storable(ctype))
        self.registers.append(register)
        return register

    def new_local(self, name: str, ctype: CType, size: int | None = None, source_name: str = "") -> Symbol:
        """A local in memory; the caller emits its Declare. `source_name` is what messages call it."""
        unique = self.unique_name(name)
        actual = size_of(ctype) if size is None else size
        symbol = Symbol(unique, ctype, actual, Storage.LOCAL, self.location, source_name=source_name or name)
        self.locals.append(symbol)
        return symbol

    def declare(self, symbol: Symbol) -> None:
        self.scope.declared.append(symbol)
        self.emit(Declare(symbol, self.location))

    def scratch(self, ctype: CType, hint: str = "tmp") -> MemoryPlace:
        """A fresh private object in memory."""
        symbol = self.new_local(f"{hint}$", ctype)
        self.declare(symbol)
        return MemoryPlace(self.address(symbol), unqualified(ctype), symbol.name)

    def address(self, symbol: Symbol) -> AddressOf:
        return AddressOf(symbol, self.architecture.pointer(symbol.type))

    # -- emission -----------------------------------------------------------------------------------------------

    def emit(self, instruction: Instruction) -> None:
        self.code.append(instruction)

    def assign(self, target: Register, value: Expression) -> None:
        self.emit(Assign(target, value, self.location))

    def settle(self, value: Expression, hint: str = "t") -> Expression:
        """The same value in a form that is cheap to write twice."""
        if is_simple(value):
            return value
        register = self.temporary(value.type, hint)
        self.assign(register, convert(value, register.type))
        return convert(register, value.type)

    def require(self, condition: Expression, prop: Property, message: str) -> None:
        if not is_true(condition):
            self.emit(Assert(condition, prop, message, self.location))

    @contextmanager
    def atomic(self) -> Iterator[None]:
        self.emit(AtomicBegin(self.location))
        yield
        self.emit(AtomicEnd(self.location))

    def begin_atomic(self) -> None:
        """What lies between the two is atomic by its place in the text, which need not be a scope."""
        self.emit(AtomicBegin(self.location))
        self.atomic_depth += 1

    def end_atomic(self) -> None:
        self.emit(AtomicEnd(self.location))
        self.atomic_depth -= 1

    def allocate(self, size: Expression, *, zeroed: bool, on_stack: bool, internal: bool = False) -> Register:
        register = self.temporary(self.architecture.void_pointer, "object")
        self.emit(Allocate(register, size, zeroed, on_stack, self.location, internal))
        return register

    @contextmanager
    def discarded(self) -> Iterator[None]:
        """Whatever is emitted inside never happened: for the operands of sizeof, typeof and _Generic."""
        code, registers, local, declared = (
            len(self.code),
            len(self.registers),
            len(self.locals),
            len(self.scope.declared),
        )
        depth, labels = self.atomic_depth, len(self._labels)
        self.discarding += 1
        try:
            yield
        finally:
            self.discarding -= 1
            self.forget_code(code)
            del self.registers[registers:], self.locals[local:], self.scope.declared[declared:]
            self._labels[labels:] = [None] * (len(self._labels) - labels)
            self.atomic_depth = depth

    def forget_code(self, length: int) -> None:
        """What was emitted beyond this length never happened."""
        del self.code[length:]
        self.sections.forget(length)
        self._far_jumps = {index: scopes for index, scopes in self._far_jumps.items() if index < length}

    # -- places -------------------------------------------------------------------------------------------------

    @property
    def _synchronising(self) -> bool:
        return self.is_model and self.atomic_depth > 0

    def load(self, place: Place) -> Expression:
        """The value of a scalar place."""
        if isinstance(place, RegisterPlace):
            return place.register
        if place.bits is not None:
            return self._load_bits(place, place.bits)
        ctype = place.type
        if not is_scalar(ctype):
            raise TypeProblem(f"a value of type '{ctype}' is used where a scalar is needed", self.location)
        return self._load(place.address, ctype, place)

    def _load(self, address: Expression, ctype: ScalarType, place: MemoryPlace) -> Register:
        register = self.temporary(ctype, place.text)
        atomic = place.atomic or self._synchronising
        load = Load(register, address, ctype, place.text, self.location, atomic, volatile=place.volatile)
        self.emit(replace(load, order=place.order, failure=place.failure))
        if place.volatile and not isinstance(ctype, PointerType) and _base_changes(address):
            register = self.temporary(ctype, place.text)
            self.emit(Nondet(register, place.text, self.location))
        return register

    def _load_bits(self, place: MemoryPlace, member: Member) -> Expression:
        unit = self._load(place.address, unit_type(member), place)
        return self._extract_bits(unit, member)

    def _extract_bits(self, unit: Expression, member: Member) -> Expression:
        """The field's value, in the type that integer promotion gives it."""
        declared = unqualified(member.type)
        assert isinstance(declared, IntType) and member.bit_width is not None
        width = member.bit_width
        shifted = binary(">>", unit, Const(member.bit_offset, INT))
        value = convert(shifted, field_type(declared, width))
        if width < 32 or (width == 32 and declared.signed):
            return convert(value, INT)
        return convert(value, declared) if width in (32, declared.width) else value

    def store(self, place: Place, value: Expression) -> Expression:
        """Writes a scalar; `value` is converted to the place's type. Returns the value that the place now has."""
        ctype = unqualified(place.type)
        if not is_scalar(ctype):
            raise TypeProblem(f"cannot assign to an expression of type '{ctype}'", self.location)
        assert isinstance(ctype, IntType | FloatType | PointerType)
        value = convert(value, ctype)
        if isinstance(place, RegisterPlace):
            self.assign(place.register, value)
            return place.register
        if place.bits is not None:
            return self._store_bits(place, place.bits, value)
        value = self.settle(value)
        atomic, where = place.atomic or self._synchronising, place.address
        store = Store(where, value, ctype, place.text, self.location, atomic, volatile=place.volatile)
        self.emit(replace(store, order=place.order))
        return value

    def _store_bits(self, place: MemoryPlace, member: Member, value: Expression) -> Expression:
        """Reads the storage unit and writes it back: neighbours in the unit are one memory location (C11 3.14)."""
        assert member.bit_width is not None
        value = self.settle(value)
        unit = unit_type(member)
        mask = ((1 << member.bit_width) - 1) << member.bit_offset
        bits = binary("<<", convert(value, unit), Const(member.bit_offset, INT))
        bits = binary("&", bits, Const(mask, unit))
        address = self.settle(place.address)
        if mask != (1 << unit.width) - 1:
            old = self._load(address, unit, place)
            rest = binary("&", old, Const(((1 << unit.width) - 1) & ~mask, unit))
            bits = binary("|", rest, bits)
        new = self.settle(bits)
        atomic = place.atomic or self._synchronising
        self.emit(Store(address, new, unit, place.text, self.location, atomic, volatile=place.volatile))
        return self._extract_bits(new, member)

    def copy(self, target: MemoryPlace, source: MemoryPlace) -> None:
        if target.type != source.type:
            raise TypeProblem(f"cannot assign '{source.type}' to '{target.type}'", self.location)
        if isinstance(target.type, StructType) and target.type.size == 0:
            return
        if self.by_graphs and (target.atomic or source.atomic):
            raise UnsupportedConstruct("an atomic structure under memory model rc11", self.location)
        if target.atomic:
            source = self._loaded_whole(source)
            self._copy_whole(target, source)
        elif source.atomic:
            self._copy(target, self._loaded_whole(source))
        else:
            self._copy(target, source)

    def _copy(self, target: MemoryPlace, source: MemoryPlace) -> None:
        self.emit(Copy(target.address, source.address, target.type, target.text, source.text, self.location))

    def _copy_whole(self, target: MemoryPlace, source: MemoryPlace) -> None:
        with self.atomic():
            self._copy(target, source)

    def _loaded_whole(self, source: MemoryPlace) -> MemoryPlace:
        """A private copy: of an atomic structure in one step, of a plain one in pieces."""
        scratch = self.scratch(source.type, "atomic")
        (self._copy_whole if source.atomic else self._copy)(scratch, source)
        return scratch

    def member(self, base: MemoryPlace, name: str) -> MemoryPlace:
        struct = base.type
        if not isinstance(struct, StructType):
            raise TypeProblem(f"request for member '{name}' in something not a structure or union", self.location)
        if struct.members is None:
            raise TypeProblem(f"'{struct}' is incomplete: it has no member '{name}'", self.location)
        path = struct.member_paths.get(name)
        if path is None:
            raise TypeProblem(f"'{struct}' has no member named '{name}'", self.location)
        offset = sum(step.offset for step in path)
        last = path[-1]
        place = self.element(base, last.type, offset, f"{base.text}.{name}")
        return replace(place, bits=last) if last.bit_width is not None else place

    def element(self, base: MemoryPlace, ctype: CType, offset: int, text: str) -> MemoryPlace:
        """The part of `base` at a constant offset."""
        place = place_of(self.offset(base.address, offset), ctype, text)
        return replace(
            place,
            atomic=place.atomic or (base.atomic and is_scalar(place.type)),
            volatile=place.volatile or base.volatile,
            const=place.const or base.const,
        )

    def offset(self, address: Expression, offset: int) -> Expression:
        return binary("+", address, Const(offset, self.architecture.ptrdiff_t)) if offset else address

    # -- control flow -------------------------------------------------------------------------------------------

    def label(self) -> int:
        self._labels.append(None)
        return len(self._labels) - 1

    def place_label(self, label: int) -> None:
        self._labels[label] = LabelPosition(len(self.code), self.open_scopes())

    def open_scopes(self) -> dict[Scope, int]:
        return {scope: len(scope.declared) for scope in self.scope.chain()}

    def goto(self, label: int) -> None:
        self.emit(Goto(label, self.location))

    def skip(self, index: int) -> None:
        """Makes an instruction a jump to the next one, which `finish` drops."""
        self._labels.append(LabelPosition(index + 1, {}))
        self.code[index] = Goto(len(self._labels) - 1, self.code[index].location)

    def put_first(self, start: int, middle: int) -> None:
        """Moves the code from `middle` on before that from `start` on; jumps still lead to the same code."""
        back, ahead = middle - start, len(self.code) - middle

        def moved(index: int) -> int:
            if index < start or index == len(self.code):
                return index
            return index + ahead if index < middle else index - back

        self._labels = [position and LabelPosition(moved(position.index), position.scopes) for position in self._labels]
        self._far_jumps = {moved(index): scopes for index, scopes in self._far_jumps.items()}
        self.code[start:] = self.code[middle:] + self.code[start:middle]

    def branch(self, condition: Expression, label: int) -> None:
        self.emit(Branch(condition, label, self.location))

    def far_goto(self, label: int) -> None:
        """A jump that may leave or enter scopes: what it skips is declared, what it leaves is dead."""
        self._far_jumps[len(self.code)] = self.open_scopes()
        self.goto(label)

    def enters_scopes(self, label: int) -> bool:
        """Would a jump from here skip declarations? Only for labels that are placed already."""
        position = self._labels[label]
        assert position is not None
        here = self.open_scopes()
        return any(count > here.get(scope, 0) for scope, count in position.scopes.items())

    @contextmanager
    def nested_scope(self) -> Iterator[Scope]:
        outer = self.scope
        self.scope = Scope(outer)
        yield self.scope
        self.bury(self.scope)
        self.scope = outer

    def bury(self, scope: Scope) -> None:
        """Ends the lives of what a scope declares; all of it is still there while cleanups run."""
        self.clean_up(scope)
        for variable in reversed(scope.objects):
            self.emit(Dead(variable, self.location))

    def clean_up(self, scope: Scope) -> None:
        for call in scope.cleanups():
            self.emit(call)

    def clean_up_everything(self) -> None:
        """For a return: the function's locals end by themselves, what cleans them up has to be called."""
        for scope in self.scope.chain():
            self.clean_up(scope)

    @property
    def has_cleanups(self) -> bool:
        return any(scope.cleanups() for scope in self.scope.chain())

    def bury_down_to(self, outer: Scope) -> None:
        """Ends the lives of what was declared inside `outer`, for a jump there."""
        for scope in self.scope.chain():
            if scope is outer:
                return
            self.bury(scope)

    def function(self, ctype: FunctionType, parameters: tuple[Register, ...] = ()) -> Function:
        """What has been built."""
        return Function(
            self.name,
            ctype,
            parameters,
            tuple(self.registers),
            tuple(self.locals),
            self.finish(),
            self.location,
            is_model=self.is_model,
            variables=frozenset(self._variables),
        )

    def finish(self) -> list[Instruction]:
        """The instructions, with labels resolved and what cannot be reached removed."""
        if (
            not self.code
            or not isinstance(self.code[-1], Return | Goto)
            or any(position and position.index == len(self.code) for position in self._labels)
        ):
            self.emit(Return(None, self.location))
        code, position = self._expand_far_jumps()
        resolved: list[Instruction] = []
        for instruction in code:
            if isinstance(instruction, Goto):
                instruction = Goto(position[instruction.target], instruction.location)
            elif isinstance(instruction, Branch):
                instruction = Branch(instruction.condition, position[instruction.target], instruction.location)
            resolved.append(instruction)
        return _compact(resolved)

    def _expand_far_jumps(self) -> tuple[list[Instruction], list[int]]:
        if not self._far_jumps:
            return self.code, [position.index if position else -1 for position in self._labels]
        code: list[Instruction] = []
        moved: list[int] = []
        for index, instruction in enumerate(self.code):
            moved.append(len(code))
            if index in self._far_jumps:
                assert isinstance(instruction, Goto)
                code += self._scope_changes(self._far_jumps[index], self._labels[instruction.target], instruction)
            code.append(instruction)
        moved.append(len(code))
        return code, [moved[position.index] if position else -1 for position in self._labels]

    def _scope_changes(
        self, source: dict[Scope, int], target: LabelPosition | None, jump: Goto
    ) -> Iterator[Instruction]:
        assert target is not None, "statements check that labels exist"
        for scope, count in source.items():
            kept = target.scopes.get(scope, 0)
            yield from scope.cleanups(kept, count)
            for variable in reversed(scope.left(kept, count, whole=scope not in target.scopes)):
                yield Dead(variable, jump.location)
        for scope, count in target.scopes.items():
            for entered in scope.declared[source.get(scope, 0) : count]:
                if isinstance(entered, Symbol):  # no jump leads into the scope of a variable-length array
                    yield Declare(entered, jump.location)


def _base_changes(address: Expression) -> bool:
    """Is this somewhere in an object that somebody outside writes to?"""
    while isinstance(address, Binary | Convert):
        address = address.left if isinstance(address, Binary) else address.operand
    return isinstance(address, AddressOf) and address.symbol.changes


def _end_of_jumps(code: list[Instruction], target: int) -> int:
    """Where a chain of jumps leads in the end; its beginning if it never ends."""
    place = target
    for _ in range(_LONGEST_CHAIN):
        jump = code[place]
        if not isinstance(jump, Goto):
            return place
        place = jump.target
    return target


def _compact(code: list[Instruction]) -> list[Instruction]:
    """Drops unreachable instructions and jumps to the next one."""
    final = list(code)
    for index, instruction in enumerate(code):
        if isinstance(instruction, Goto | Branch):
            target = _end_of_jumps(code, instruction.target)
            if target != instruction.target:
                final[index] = replace(instruction, target=target)
    reachable = bytearray(len(final))
    work = [0]
    while work:
        index = work.pop()
        while index < len(final) and not reachable[index]:
            reachable[index] = 1
            instruction = final[index]
            if isinstance(instruction, Goto):
                index = instruction.target
                continue
            if isinstance(instruction, Branch):
                work.append(instruction.target)
            elif isinstance(instruction, Return):
                break
            index += 1
    drop = [
        not live
        or (
            isinstance(instruction, Goto)
            and index < instruction.target
            and not any(reachable[index + 1 : instruction.target])
        )
        for index, (live, instruction) in enumerate(zip(reachable, final, strict=True))
    ]
    moved, count = [], 0
    for dropped in drop:
        moved.append(count)
        count += not dropped
    moved.append(count)
    result: list[Instruction] = []
    for dropped, instruction in zip(drop, final, strict=True):
        if not dropped:
            if isinstance(instruction, Goto | Branch):
                instruction = replace(instruction, target=moved[instruction.target])
            result.append(instruction)
    return result
