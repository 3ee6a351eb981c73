"""Goto programs by hand, one word per instruction, with labels: for tests and measurements that need no C."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from esbmc_py.goto.expressions import AddressOf, Binary, Const, Convert, Expression, FunctionAddress, Register, Unary
from esbmc_py.goto.instructions import (
    Allocate,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Block,
    Branch,
    Call,
    Copy,
    Dead,
    Declare,
    EndThread,
    Free,
    Goto,
    Halt,
    Instruction,
    Load,
    Nondet,
    ObjectSize,
    Return,
    StartThread,
    Store,
    Unsupported,
)
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import Image, SourceLocation, Storage, Symbol
from esbmc_py.goto.types import (
    CHAR,
    INT,
    VOID,
    ArrayType,
    CType,
    FunctionType,
    IntType,
    PointerType,
    ScalarType,
    size_of,
)

LONG = IntType(64, True, "long")
SIZE = IntType(64, False, "unsigned long")
UCHAR = IntType(8, False, "unsigned char")
POINTER = PointerType(VOID, 8)
CHAR_POINTER = PointerType(CHAR, 8)


def const(value: int | float, ctype: ScalarType = INT) -> Const:
    return Const(value, ctype)


NULL = const(0, POINTER)


def as_expression(value: Expression | int) -> Expression:
    return const(value) if isinstance(value, int) else value


def binary(op: str, left: Expression | int, right: Expression | int, ctype: ScalarType = INT) -> Binary:
    return Binary(op, as_expression(left), as_expression(right), ctype)


def add(left: Expression | int, right: Expression | int) -> Binary:
    return binary("+", left, right)


def less(left: Expression | int, right: Expression | int) -> Binary:
    return binary("<", left, right)


def equal(left: Expression | int, right: Expression | int) -> Binary:
    return binary("==", left, right)


def no(operand: Expression) -> Unary:
    return Unary("!", operand, INT)


def global_symbol(name: str, ctype: CType = INT, *, constant: bool = False) -> Symbol:
    return Symbol(name, ctype, size_of(ctype), Storage.GLOBAL, SourceLocation("test.c", 1), constant=constant)


def string(text: str) -> tuple[Symbol, Image]:
    data = text.encode() + b"\0"
    return global_symbol(f"string${text}", ArrayType(CHAR, len(data)), constant=True), Image(data)


def at(symbol: Symbol, offset: int = 0) -> Expression:
    """The address of a byte of an object."""
    address = AddressOf(symbol, PointerType(symbol.type, 8))
    return address if not offset else offset_from(address, const(offset, POINTER))


def offset_from(address: Expression, offset: Expression) -> Expression:
    return Binary("+", address, Convert(offset, POINTER), POINTER)


def function_address(name: str) -> FunctionAddress:
    return FunctionAddress(name, PointerType(FunctionType(POINTER, (POINTER,), False), 8))


class Code:
    """A function under construction: every method appends an instruction; the line is the number of the instruction."""

    def __init__(self, name: str = "main", *, file: str = "test.c", is_model: bool = False):
        self.name = name
        self.file = file
        self.is_model = is_model
        self.registers: list[Register] = []
        self.parameters: list[Register] = []
        self.locals: list[Symbol] = []
        self.instructions: list[Instruction] = []
        self._labels: dict[str, int] = {}
        self._jumps: dict[int, str] = {}
        self.result: CType = POINTER

    @property
    def here(self) -> SourceLocation:
        return SourceLocation(self.file, len(self.instructions) + 1)

    def register(self, name: str, ctype: ScalarType = INT) -> Register:
        register = Register(len(self.registers), name, ctype)
        self.registers.append(register)
        return register

    def parameter(self, name: str, ctype: ScalarType = INT) -> Register:
        self.parameters.append(self.register(name, ctype))
        return self.parameters[-1]

    def local(self, name: str, ctype: CType = INT) -> Symbol:
        symbol = Symbol(name, ctype, size_of(ctype), Storage.LOCAL, self.here)
        self.locals.append(symbol)
        return symbol

    def put(self, kind: Any, *arguments: Any, **options: Any) -> Code:
        self.instructions.append(kind(*arguments, location=self.here, **options))
        return self

    def label(self, name: str) -> Code:
        self._labels[name] = len(self.instructions)
        return self

    def assign(self, target: Register, value: Expression | int) -> Code:
        return self.put(Assign, target, const(value, target.type) if isinstance(value, int) else value)

    def load(self, target: Register, address: Expression, *, visible: bool = True, atomic: bool = False) -> Code:
        return self.put(Load, target, address, target.type, _place(address), visible=visible, atomic=atomic)

    def store(
        self,
        address: Expression,
        value: Expression | int,
        ctype: ScalarType = INT,
        *,
        visible: bool = True,
        atomic: bool = False,
    ) -> Code:
        shown = const(value, ctype) if isinstance(value, int) else value
        return self.put(Store, address, shown, ctype, _place(address), visible=visible, atomic=atomic)

    def copy(self, target: Expression, source: Expression, ctype: CType) -> Code:
        return self.put(Copy, target, source, ctype, _place(target), _place(source), visible=False)

    def increment(self, symbol: Symbol, by: int = 1) -> Code:
        """`symbol += by`: a read and a write."""
        register = self.register(f"{symbol.name}${len(self.registers)}")
        return self.load(register, at(symbol)).store(at(symbol), add(register, by))

    def nondet(self, target: Register) -> Code:
        return self.put(Nondet, target, "__VERIFIER_nondet")

    def assume(self, condition: Expression) -> Code:
        return self.put(Assume, condition)

    def check(self, condition: Expression, kind: Property = Property.ASSERTION) -> Code:
        return self.put(Assert, condition, kind, "it holds")

    def check_global(self, symbol: Symbol, value: int) -> Code:
        register = self.register(f"{symbol.name}${len(self.registers)}")
        return self.load(register, at(symbol)).check(equal(register, value))

    def goto(self, label: str) -> Code:
        self._jumps[len(self.instructions)] = label
        return self.put(Goto, 0)

    def branch(self, condition: Expression, label: str) -> Code:
        self._jumps[len(self.instructions)] = label
        return self.put(Branch, condition, 0)

    def call(self, callee: str | Expression, *arguments: Expression, target: Register | None = None) -> Code:
        address = function_address(callee) if isinstance(callee, str) else callee
        return self.put(Call, target, address, arguments)

    def ret(self, value: Expression | int | None = None) -> Code:
        return self.put(Return, const(value, POINTER) if isinstance(value, int) else value)

    def declare(self, variable: Symbol | Register) -> Code:
        return self.put(Declare, variable)

    def dead(self, symbol: Symbol) -> Code:
        return self.put(Dead, symbol)

    def atomic_begin(self, *, visible: bool = True) -> Code:
        return self.put(AtomicBegin, visible=visible)

    def atomic_end(self) -> Code:
        return self.put(AtomicEnd)

    def block(self, condition: Expression, reason: str = "it is time") -> Code:
        return self.put(Block, condition, reason)

    def lock(self, symbol: Symbol) -> Code:
        register = self.register(f"lock${len(self.registers)}")
        self.atomic_begin().load(register, at(symbol)).block(equal(register, 0), f"{symbol.name} is free")
        return self.store(at(symbol), 1).atomic_end()

    def unlock(self, symbol: Symbol) -> Code:
        return self.atomic_begin().store(at(symbol), 0).atomic_end()

    def start(self, function: str, argument: Expression = NULL, *, target: Register | None = None) -> Code:
        return self.put(StartThread, target, function_address(function), argument, NULL)

    def end(self) -> Code:
        return self.put(EndThread)

    def halt(self, status: Expression | int = 0) -> Code:
        return self.put(Halt, as_expression(status))

    def allocate(
        self, target: Register, size: Expression | int, *, zeroed: bool = False, on_stack: bool = False
    ) -> Code:
        shown = const(size, SIZE) if isinstance(size, int) else size
        return self.put(Allocate, target, shown, zeroed=zeroed, on_stack=on_stack)

    def free(self, address: Expression) -> Code:
        return self.put(Free, address)

    def object_size(self, target: Register, address: Expression) -> Code:
        return self.put(ObjectSize, target, address)

    def unsupported(self, construct: str) -> Code:
        return self.put(Unsupported, construct)

    def function(self) -> Function:
        instructions = list(self.instructions)
        for index, label in self._jumps.items():
            jump = instructions[index]
            assert isinstance(jump, Goto | Branch)
            instructions[index] = replace(jump, target=self._labels[label])
        types = tuple(parameter.type for parameter in self.parameters)
        return Function(
            self.name,
            FunctionType(self.result, types, False),
            tuple(self.parameters),
            tuple(self.registers),
            tuple(self.locals),
            instructions,
            SourceLocation(self.file, 1),
            is_model=self.is_model,
        )


def _place(address: Expression) -> str:
    return address.symbol.name if isinstance(address, AddressOf) else "the place"


def program(
    *codes: Code,
    symbols: dict[Symbol, Image | int] | list[Symbol] | None = None,
    externals: dict[str, FunctionType] | None = None,
    thread_locals: dict[Symbol, Image] | None = None,
    **options: Any,
) -> Program:
    """A program whose first function is the entry. Globals without an image are zero; an int is their value."""
    images = {}
    for symbol in symbols or []:
        given = symbols[symbol] if isinstance(symbols, dict) else 0
        images[symbol] = given if isinstance(given, Image) else Image(given.to_bytes(symbol.size, "little"))
    return Program(
        {code.name: code.function() for code in codes},
        externals or {},
        images,
        thread_locals or {},
        entry=codes[0].name,
        **options,
    )
