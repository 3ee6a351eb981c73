"""Instructions with other operands: every expression, target register and local exchanged for another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import AddressOf, Binary, Convert, Expression, Register, Unary
from esbmc_py.goto.instructions import (
    Allocate,
    Assert,
    Assign,
    Assume,
    Block,
    Branch,
    Call,
    Copy,
    Dead,
    Declare,
    Free,
    Halt,
    Havoc,
    Instruction,
    Load,
    Nondet,
    ObjectSize,
    Return,
    StartThread,
    Store,
)
from esbmc_py.goto.symbols import Symbol

Rewrite = Callable[[Expression], Expression]


def with_operands(instruction: Instruction, change: Rewrite) -> Instruction:
    """The instruction with `change` applied to every expression that it evaluates; targets stay."""
    match instruction:
        case Assign(value=value):
            return replace(instruction, value=change(value))
        case Load(address=address) | Free(address=address) | ObjectSize(address=address):
            return replace(instruction, address=change(address))
        case Store(address=address, value=value):
            return replace(instruction, address=change(address), value=change(value))
        case Copy(target=target, source=source):
            return replace(instruction, target=change(target), source=change(source))
        case Havoc(address=address, size=size):
            return replace(instruction, address=change(address), size=change(size))
        case Assume(condition=condition) | Assert(condition=condition) | Branch(condition=condition):
            return replace(instruction, condition=change(condition))
        case Block(condition=condition):
            return replace(
                instruction,
                condition=change(condition),
                object=change(instruction.object) if instruction.object is not None else None,
                holder=change(instruction.holder) if instruction.holder is not None else None,
                holders=change(instruction.holders) if instruction.holders is not None else None,
            )
        case Call(callee=callee, arguments=arguments):
            return replace(instruction, callee=change(callee), arguments=tuple(map(change, arguments)))
        case Return(value=value) if value is not None:
            return replace(instruction, value=change(value))
        case StartThread(function=function, argument=argument, self_value=own):
            return replace(instruction, function=change(function), argument=change(argument), self_value=change(own))
        case Halt(status=status):
            return replace(instruction, status=change(status))
        case Allocate(size=size):
            return replace(instruction, size=change(size))
        case _:
            return instruction


@dataclass(frozen=True, slots=True)
class Renaming:
    """Registers by index, symbols by identity; what is not named stays."""

    registers: Callable[[Register], Register]
    symbols: Callable[[Symbol], Symbol]

    def expression(self, expression: Expression) -> Expression:
        match expression:
            case Register():
                return self.registers(expression)
            case AddressOf(symbol, ctype):
                return AddressOf(self.symbols(symbol), ctype)
            case Unary(op, operand, ctype):
                return Unary(op, self.expression(operand), ctype)
            case Binary(op, left, right, ctype):
                return Binary(op, self.expression(left), self.expression(right), ctype)
            case Convert(operand, ctype):
                return Convert(self.expression(operand), ctype)
            case _:
                return expression

    def instruction(self, instruction: Instruction) -> Instruction:
        renamed = with_operands(instruction, self.expression)
        match renamed:
            case Declare(variable=Symbol() as symbol):
                return replace(renamed, variable=self.symbols(symbol))
            case Declare(variable=Register() as register):
                return replace(renamed, variable=self.registers(register))
            case Dead(variable=Symbol() as symbol):
                return replace(renamed, variable=self.symbols(symbol))
            case Dead(variable=Register() as register):
                return replace(renamed, variable=self.registers(register))
            case Call(target=Register() as target) | StartThread(target=Register() as target):
                return replace(renamed, target=self.registers(target))
            case Assign(target=target) | Load(target=target) | Nondet(target=target):
                return replace(renamed, target=self.registers(target))
            case ObjectSize(target=target) | Allocate(target=target) | Havoc(target=target):
                return replace(renamed, target=self.registers(target))
            case _:
                return renamed
