"""One instruction as one line, in the manner of the goto programs of CBMC and ESBMC."""

from __future__ import annotations

from collections.abc import Callable

from .expression_text import declaration_text, expression_text
from .expressions import Expression, Register
from .instructions import (
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
    Havoc,
    Instruction,
    Load,
    Nondet,
    ObjectSize,
    Return,
    StartThread,
    Store,
    Unsupported,
)


def instruction_text(instruction: Instruction, *, exact: bool = False) -> str:
    """The instruction; with `exact`, memory accesses show address and type, not only what they are called in C."""

    def text(expression: Expression) -> str:
        return expression_text(expression, exact=exact)

    if exact:
        match instruction:
            case Load(target, address, ctype, place):
                return f"{target.name} = *({ctype} *)({text(address)})  // {place}"
            case Store(address, value, ctype, place):
                return f"*({ctype} *)({text(address)}) = {text(value)}  // {place}"
            case Copy(target_address, source_address, copied, place, source_place):
                left, right = f"*({copied} *)({text(target_address)})", f"*({copied} *)({text(source_address)})"
                return f"{left} = {right}  // {place} = {source_place}"
    return _memory_text(instruction, text) or _control_text(instruction, text)


def _memory_text(instruction: Instruction, text: Callable[[Expression], str]) -> str | None:
    match instruction:
        case Assign(target, value):
            return f"{target.name} = {text(value)}"
        case Load(target, _, _, place):
            return f"{target.name} = {place}"
        case Store(_, value, _, place):
            return f"{place} = {text(value)}"
        case Copy(_, _, _, place, source_place):
            return f"{place} = {source_place}"
        case Nondet(target, name):
            return f"{target.name} = NONDET({target.type})  // {name}"
        case Havoc(target, address, size):
            return f"{target.name} = HAVOC({text(address)}, {text(size)})"
        case Declare(variable):
            return f"DECLARE {declaration_text(variable.type, variable.name)}"
        case Dead(variable):
            return f"DEAD {variable.name}"
        case Allocate(target, size, zeroed, on_stack):
            kind = "ALLOCATE_ON_STACK" if on_stack else "ALLOCATE"
            return f"{target.name} = {kind}({text(size)}{', zeroed' if zeroed else ''})"
        case Free(address):
            return f"FREE({text(address)})"
        case ObjectSize(target, address, measure=measure):
            return f"{target.name} = OBJECT_{measure.upper()}({text(address)})"
        case _:
            return None


def _control_text(instruction: Instruction, text: Callable[[Expression], str]) -> str:
    match instruction:
        case Assume(condition):
            return f"ASSUME({text(condition)})"
        case Assert(condition, prop, message):
            return f"ASSERT({text(condition)})  // {prop}: {message}"
        case Goto(target):
            return f"GOTO L{target}"
        case Branch(condition, target):
            return f"IF {text(condition)} GOTO L{target}"
        case Call(register, callee, arguments):
            return f"{_result(register)}CALL {_callee(text(callee))}({', '.join(map(text, arguments))})"
        case Return(value):
            return "RETURN" if value is None else f"RETURN {text(value)}"
        case AtomicBegin():
            return "ATOMIC_BEGIN"
        case AtomicEnd():
            return "ATOMIC_END"
        case Block(condition, reason):
            return f"BLOCK UNTIL {text(condition)}  // {reason}"
        case StartThread(register, function, argument):
            return f"{_result(register)}START_THREAD {_callee(text(function))}({text(argument)})"
        case EndThread():
            return "END_THREAD"
        case Halt(status):
            return f"HALT({text(status)})"
        case Unsupported():
            return f"UNSUPPORTED({instruction})"
        case _:
            raise AssertionError(instruction)


def _result(register: Register | None) -> str:
    return "" if register is None else f"{register.name} = "


def _callee(text: str) -> str:
    return text if text.isidentifier() or "$" in text else f"({text})"
