"""Goto programs by hand: a few words per instruction, for tests that need no C."""

from __future__ import annotations

from dataclasses import dataclass, field

from esbmc_py.goto.expressions import AddressOf, Binary, Const, Expression, FunctionAddress, Register
from esbmc_py.goto.instructions import (
    Allocate,
    Assign,
    AtomicBegin,
    AtomicEnd,
    Block,
    Branch,
    Call,
    Copy,
    Free,
    Goto,
    Halt,
    Instruction,
    Load,
    Return,
    StartThread,
    Store,
)
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.symbols import Image, Relocation, SourceLocation, Storage, Symbol
from esbmc_py.goto.types import (
    INT,
    VOID,
    CType,
    FunctionType,
    IntType,
    Member,
    PointerType,
    ScalarType,
    StructType,
    size_of,
)

HERE = SourceLocation("test.c", 1, 1)
LONG = IntType(64, False, "unsigned long")
POINTER = PointerType(VOID, 8)
INT_POINTER = PointerType(INT, 8)
ROUTINE = FunctionType(POINTER, (POINTER,), variadic=False)
NULL = Const(0, POINTER)


def const(value: int) -> Const:
    return Const(value, INT)


def ref(symbol: Symbol) -> AddressOf:
    return AddressOf(symbol, PointerType(symbol.type, 8))


def function_ref(name: str) -> FunctionAddress:
    return FunctionAddress(name, PointerType(ROUTINE, 8))


def plus(address: Expression, offset: Expression) -> Binary:
    return Binary("+", address, offset, address.type)


@dataclass
class FunctionMaker:
    """Each method appends one instruction and returns its index, or the register it defines."""

    name: str
    registers: list[Register] = field(default_factory=list)
    locals: list[Symbol] = field(default_factory=list)
    code: list[Instruction] = field(default_factory=list)
    parameter_count: int = 0
    line: int = 1

    def at(self, line: int) -> FunctionMaker:
        self.line = line
        return self

    @property
    def here(self) -> SourceLocation:
        return SourceLocation("test.c", self.line, 1)

    def register(self, name: str, ctype: ScalarType = POINTER) -> Register:
        self.registers.append(Register(len(self.registers), name, ctype))
        return self.registers[-1]

    def parameter(self, name: str, ctype: ScalarType = POINTER) -> Register:
        self.parameter_count += 1
        return self.register(name, ctype)

    def local(self, name: str, ctype: CType = INT) -> Symbol:
        self.locals.append(Symbol(name, ctype, size_of(ctype), Storage.LOCAL, self.here))
        return self.locals[-1]

    def emit(self, instruction: Instruction) -> int:
        self.code.append(instruction)
        return len(self.code) - 1

    def assign(self, target: Register, value: Expression) -> int:
        return self.emit(Assign(target, value, self.here))

    def load(self, address: Expression, ctype: ScalarType = INT, place: str = "place") -> Register:
        target = self.register(f"t${len(self.registers)}", ctype)
        self.emit(Load(target, address, ctype, place, self.here))
        return target

    def store(self, address: Expression, value: Expression = NULL, place: str = "place") -> int:
        return self.emit(Store(address, value, value.type, place, self.here))

    def copy(self, target: Expression, source: Expression, ctype: CType) -> int:
        return self.emit(Copy(target, source, ctype, "to", "from", self.here))

    def allocate(self) -> Register:
        target = self.register(f"heap${len(self.registers)}")
        self.emit(Allocate(target, Const(8, LONG), False, False, self.here))
        return target

    def free(self, address: Expression) -> int:
        return self.emit(Free(address, self.here))

    def start(self, function: str | Expression, argument: Expression = NULL, self_value: Expression = NULL) -> int:
        callee = function_ref(function) if isinstance(function, str) else function
        return self.emit(StartThread(None, callee, argument, self_value, self.here))

    def call(self, callee: str | Expression, *arguments: Expression, target: Register | None = None) -> int:
        address = function_ref(callee) if isinstance(callee, str) else callee
        return self.emit(Call(target, address, arguments, self.here))

    def atomic_begin(self) -> int:
        return self.emit(AtomicBegin(self.here))

    def atomic_end(self) -> int:
        return self.emit(AtomicEnd(self.here))

    def block(self, condition: Expression) -> int:
        return self.emit(Block(condition, "reason", self.here))

    def goto(self, target: int) -> int:
        return self.emit(Goto(target, self.here))

    def branch(self, condition: Expression, target: int) -> int:
        return self.emit(Branch(condition, target, self.here))

    def returns(self, value: Expression | None = None) -> int:
        return self.emit(Return(value, self.here))

    def halt(self) -> int:
        return self.emit(Halt(const(0), self.here))

    def build(self) -> Function:
        if not self.code or not isinstance(self.code[-1], Return | Halt | Goto):
            self.returns(NULL)
        registers = tuple(self.registers)
        return Function(
            self.name, ROUTINE, registers[: self.parameter_count], registers, tuple(self.locals), self.code, self.here
        )


@dataclass
class ProgramMaker:
    functions: dict[str, FunctionMaker] = field(default_factory=dict)
    globals: dict[Symbol, Image] = field(default_factory=dict)
    thread_locals: dict[Symbol, Image] = field(default_factory=dict)
    thread_exit: str | None = None
    thread_self: Symbol | None = None

    def function(self, name: str) -> FunctionMaker:
        self.functions[name] = FunctionMaker(name)
        return self.functions[name]

    def variable(
        self, name: str, ctype: CType = INT, *, points_to: Symbol | str | None = None, constant: bool = False
    ) -> Symbol:
        symbol = Symbol(name, ctype, size_of(ctype), Storage.GLOBAL, HERE, constant)
        relocations = () if points_to is None else (Relocation(0, points_to),)
        self.globals[symbol] = Image(bytes(symbol.size), relocations)
        return symbol

    def thread_local(self, name: str, ctype: CType = INT) -> Symbol:
        symbol = Symbol(name, ctype, size_of(ctype), Storage.THREAD, HERE)
        self.thread_locals[symbol] = Image(bytes(symbol.size))
        return symbol

    def build(self) -> Program:
        functions = {name: maker.build() for name, maker in self.functions.items()}
        return Program(
            functions,
            {},
            self.globals,
            self.thread_locals,
            entry="main",
            thread_exit=self.thread_exit,
            thread_self=self.thread_self,
        )


def struct(tag: str, **members: CType) -> StructType:
    """A struct without padding concerns: the caller orders its members by falling size."""
    offset, listed = 0, []
    for name, ctype in members.items():
        listed.append(Member(name, ctype, offset))
        offset += size_of(ctype)
    return StructType(tag, is_union=False, members=tuple(listed), size=offset, align=8)
