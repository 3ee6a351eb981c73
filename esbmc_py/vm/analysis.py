"""Facts about a function's registers, computed once when it is first compiled, as bit sets (bit i: register i).

- Which registers *certainly have a value* at an instruction: reading any other may find it undefined.
- Which registers are *live*: the others cannot influence anything, so two states that differ only there are the same.
- Which registers may hold a *missing result*: what a call gave that came to its end without a value (see `Missing`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator

from esbmc_py.goto.deferred import dataclass

from ..goto.expressions import Binary, Convert, Expression, FunctionAddress, Register, Unary
from ..goto.flow import successors
from ..goto.instructions import (
    Allocate,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
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
from ..goto.program import Function, Program
from ..goto.types import IntType, PointerType, ScalarType, VoidType


def operands(instruction: Instruction) -> tuple[Expression, ...]:
    """The expressions that an instruction evaluates, in order."""
    match instruction:
        case Assign(value=value):
            return (value,)
        case Load(address=address) | Free(address=address) | ObjectSize(address=address):
            return (address,)
        case Store(address=address, value=value):
            return (address, value)
        case Copy(target=target, source=source):
            return (target, source)
        case Havoc(address=address, size=size):
            return (address, size)
        case Assume(condition) | Assert(condition) | Branch(condition):
            return (condition,)
        case Block(condition=condition, object=waited, holder=holder, holders=holders):
            return (condition, *(operand for operand in (waited, holder, holders) if operand is not None))
        case Call(callee=callee, arguments=arguments):
            return arguments if isinstance(callee, FunctionAddress) else (callee, *arguments)
        case Return(value=value):
            return () if value is None else (value,)
        case StartThread(function=function, argument=argument, self_value=self_value):
            return (function, argument, self_value)
        case Halt(status=status):
            return (status,)
        case Allocate(size=size):
            return (size,)
        case Dead(variable=Register() as address):
            return (address,)
        case _:
            return ()


def registers_in(expression: Expression) -> Iterator[Register]:
    pending = [expression]
    while pending:
        match pending.pop():
            case Register() as register:
                yield register
            case Unary(operand=operand) | Convert(operand=operand):
                pending.append(operand)
            case Binary(left=left, right=right):
                pending += (right, left)


def registers_read(instruction: Instruction) -> Iterator[Register]:
    for expression in operands(instruction):
        yield from registers_in(expression)


def register_written(instruction: Instruction) -> Register | None:
    match instruction:
        case Assign() | Load() | Nondet() | Havoc() | Allocate() | ObjectSize():
            return instruction.target
        case Call() | StartThread():
            return instruction.target
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Missing:
    """Where the result of a function that ends without one can get, as long as it is only moved on.

    C11 6.9.1p12: only the use of such a value is undefined. It is moved on by an assignment, an argument, a return.
    """

    functions: frozenset[str]  # those of a type other than void that may give no value
    registers: dict[str, int]  # per function, the registers that may hold none

    def in_function(self, name: str) -> int:
        return self.registers.get(name, 0)


def moved_register(expression: Expression) -> Register | None:
    """The register whose value, as it is or with another type of the same width, is the expression's."""
    while isinstance(expression, Convert) and _same_values(expression.operand.type, expression.type):
        expression = expression.operand
    return expression if isinstance(expression, Register) else None


def _same_values(source: ScalarType, target: ScalarType) -> bool:
    return is_any_bits(source) and is_any_bits(target) and source.size == target.size


def is_any_bits(ctype: ScalarType) -> bool:
    """Is every pattern of the type's bytes a value of its own?"""
    match ctype:
        case PointerType():
            return True
        case IntType():
            return not ctype.is_bool and ctype.width == 8 * ctype.size
        case _:
            return False


def missing_results(program: Program) -> Missing:
    """Follows missing results through the program, whatever the order of execution."""
    functions = _functions_without_return_value(program)
    registers: dict[str, int] = {}
    if program.thread_exit is not None and program.functions[program.thread_exit].parameters:
        registers[program.thread_exit] = 1  # its parameter is the result of the start routine, which may be void
    while functions or registers:
        size = len(functions), sum(bits.bit_count() for bits in registers.values())
        for name, function in program.functions.items():
            _move_on(program, name, function, functions, registers)
        if size == (len(functions), sum(bits.bit_count() for bits in registers.values())):
            break
    return Missing(frozenset(functions), registers)


def _functions_without_return_value(program: Program) -> set[str]:
    return {
        name
        for name, function in program.functions.items()
        if not isinstance(function.type.result, VoidType)
        and any(isinstance(instruction, Return) and instruction.value is None for instruction in function.instructions)
    }


def _move_on(program: Program, name: str, function: Function, functions: set[str], registers: dict[str, int]) -> None:
    """What the instructions of one function add."""
    held = registers.get(name, 0)
    if not (held or functions):
        return

    def may_miss(expression: Expression | None) -> bool:
        register = None if expression is None else moved_register(expression)
        return register is not None and bool(held >> register.index & 1)

    for instruction in function.instructions:
        match instruction:
            case Assign(target=target, value=value) if may_miss(value):
                held |= 1 << target.index
            case Return(value=value) if may_miss(value):
                functions.add(name)
            case Call(target=target, callee=callee, arguments=arguments):
                if target is not None and _may_lack_result(callee, functions):
                    held |= 1 << target.index
                if isinstance(callee, FunctionAddress) and callee.name in program.functions:
                    for position, argument in enumerate(arguments):
                        if may_miss(argument):
                            registers[callee.name] = registers.get(callee.name, 0) | 1 << position
    if held:
        registers[name] = registers.get(name, 0) | held


def certainly_defined(function: Function, entry: int, missing: Missing) -> list[int]:
    """Per instruction, the registers that have a value whenever control gets there; `entry`: those at the beginning."""
    instructions = function.instructions
    everything = (1 << len(function.registers)) - 1
    defined = [everything] * (len(instructions) + 1)
    defined[0] = entry
    pending = [0]
    seen: set[int] = set()
    while pending:
        index = pending.pop()
        seen.add(index)
        after = _define(instructions[index], defined[index], missing.functions, missing.in_function(function.name))
        for following in successors(instructions, index):
            both = defined[following] & after
            if both != defined[following] or following not in seen:
                defined[following] = both
                pending.append(following)
    return defined


def _define(instruction: Instruction, defined: int, without_result: frozenset[str], missing: int) -> int:
    match instruction:
        case Assign(target=Register(index=index), value=value) if missing >> index & 1:
            moved = moved_register(value)  # what it moves on may be missing still
            if moved is not None and missing & ~defined & 1 << moved.index:
                return defined & ~(1 << index)
    for register in registers_read(instruction):
        defined |= 1 << register.index  # reading an undefined register settles its value, or it is not read again
    match instruction:
        case Declare(variable=Register(index=index)):
            return defined & ~(1 << index)
        case Call(target=Register(index=index), callee=callee) if _may_lack_result(callee, without_result):
            return defined & ~(1 << index)
    written = register_written(instruction)
    return defined if written is None else defined | 1 << written.index


def _may_lack_result(callee: Expression, without_result: Collection[str]) -> bool:
    return callee.name in without_result if isinstance(callee, FunctionAddress) else bool(without_result)


def live_registers(function: Function) -> list[int]:
    """Per instruction, the registers whose value may be read from there on before it is overwritten."""
    instructions = function.instructions
    predecessors: dict[int, list[int]] = defaultdict(list)
    for index in range(len(instructions)):
        for following in successors(instructions, index):
            predecessors[following].append(index)
    live = [0] * (len(instructions) + 1)
    pending = list(range(len(instructions)))
    while pending:
        index = pending.pop()
        after = 0
        for following in successors(instructions, index):
            after |= live[following]
        before = _live_before(instructions[index], after)
        if before != live[index]:
            live[index] = before
            pending.extend(predecessors[index])
    return live


def _live_before(instruction: Instruction, after: int) -> int:
    written = register_written(instruction)
    if written is not None:
        after &= ~(1 << written.index)
    if isinstance(instruction, Declare) and isinstance(instruction.variable, Register):
        after &= ~(1 << instruction.variable.index)
    for register in registers_read(instruction):
        after |= 1 << register.index
    return after


def indices_of(bits: int) -> tuple[int, ...]:
    return tuple(index for index in range(bits.bit_length()) if bits >> index & 1)


def may_block_at_hidden_sections(program: Program) -> bool:
    """Can a step reach a `Block` although it did not begin with an atomic section?

    Only through a section that is not a switch point itself; the sharing analysis leaves no such section invisible.
    """
    blocking = _blocking_functions(program)
    return any(
        isinstance(instruction, AtomicBegin) and not instruction.visible
        for name in blocking
        for instruction in program.functions[name].instructions
    )


def _blocking_functions(program: Program) -> set[str]:
    """Functions in which a `Block` may be reached, also in what they call; through a pointer, anything is called."""
    callers: dict[str, set[str]] = defaultdict(set)
    calling_anything: set[str] = set()
    blocking: list[str] = []
    for name, function in program.functions.items():
        for instruction in function.instructions:
            match instruction:
                case Block():
                    blocking.append(name)
                case Call(callee=FunctionAddress(name=callee)):
                    callers[callee].add(name)
                case Call():
                    calling_anything.add(name)
    if blocking:
        blocking.extend(calling_anything)
    found: set[str] = set()
    while blocking:
        name = blocking.pop()
        if name not in found:
            found.add(name)
            blocking.extend(callers[name])
    return found
