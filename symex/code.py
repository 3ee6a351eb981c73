"""Goto functions, compiled for symbolic execution: one closure per instruction.

An operation gets the run, whose `pc` is at the instruction. It returns None (go on at the run's new pc), or another Run
that split off. A run whose guard became FALSE is dropped by the executor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from esbmc_py.goto.expressions import Expression, FunctionAddress, Register
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
from esbmc_py.goto.program import Function
from esbmc_py.goto.properties import Property

from . import memory
from .expressions import ExpressionCompiler
from .objects import Object
from .operations import conversion
from .pointers import leaves
from .run import Run
from .terms import FALSE, TRUE, not_
from .values import Condition, Value, condition_term, known

if TYPE_CHECKING:
    from .executor import Executor

Operation = Callable[[Run], "Run | None"]


class FunctionCode:
    def __init__(self, executor: Executor, function: Function) -> None:
        self.executor = executor
        self.function = function
        self.name = function.name
        self.instructions = function.instructions
        self.visible = [instruction.visible for instruction in function.instructions]
        self.register_count = len(function.registers)
        pointer = executor.space.pointer_bits
        thread_locals = list(executor.program.thread_locals)
        self.register_widths = [register.type.width for register in function.registers]
        self.register_widths += [pointer] * (len(function.locals) + len(thread_locals))
        slots = {symbol: self.register_count + index for index, symbol in enumerate([*function.locals, *thread_locals])}
        self.local_slots = {symbol: slots[symbol] for symbol in function.locals}
        self.first_local = executor.numbering.local_index[function.locals[0]] if function.locals else 0
        self.compiler = ExpressionCompiler(executor.addresses, slots)
        self.parameters = function.parameters
        self.joins = _join_points(function.instructions)
        self.loops = _loops(function.instructions)
        self._operations: list[Operation | None] = [None] * len(function.instructions)

    def operation(self, pc: int) -> Operation:
        found = self._operations[pc]
        if found is None:
            found = self._operations[pc] = _compile(self, pc, self.instructions[pc])
        return found

    def registers(self, thread: int, depth: int, arguments: list[Value | None]) -> list[Value | None]:
        """A new frame's: parameters, undefined locals, then the addresses of what is in memory."""
        executor = self.executor
        shift = executor.space.offset_bits
        numbers = executor.numbering.frame(thread, depth, self.first_local, len(self.local_slots))
        blank: list[Value | None] = [None] * (self.register_count - len(arguments))
        return [
            *arguments,
            *blank,
            *(number << shift for number in numbers),
            *executor.thread_local_addresses(thread),
        ]

    def leaves_loop(self, source: int, target: int) -> list[int]:
        """The heads of the loops around `source` that a jump to `target` leaves."""
        return [head for head, last in self.loops if head <= source <= last and not head <= target <= last]


def _join_points(instructions: list[Instruction]) -> list[bool]:
    """Where control flow meets: targets of jumps, and returns (where the caller goes on)."""
    joins = [isinstance(instruction, Return) for instruction in instructions]
    for instruction in instructions:
        if isinstance(instruction, Goto | Branch):
            joins[instruction.target] = True
    return joins


def _loops(instructions: list[Instruction]) -> list[tuple[int, int]]:
    """Heads and last instructions, by jumps backwards; jumps of a switch into its body are none."""
    found: dict[int, int] = {}
    for index, instruction in enumerate(instructions):
        if isinstance(instruction, Goto | Branch) and instruction.target <= index:
            found[instruction.target] = max(index, found.get(instruction.target, 0))
    return sorted(found.items())


def _compile(code: FunctionCode, pc: int, instruction: Instruction) -> Operation:
    compiler = code.compiler
    after = pc + 1
    match instruction:
        case Assign(target=Register(index=index), value=value):
            evaluate = compiler.value(value)

            def assign(run: Run) -> None:
                run.registers[index] = evaluate(run.registers)  # type: ignore[arg-type]
                run.pc = after

            return assign
        case Load(target=Register(index=index), address=address, type=ctype):
            where, size = compiler.value(address), (ctype.width + 7) // 8

            def load(run: Run) -> None:
                run.registers[index] = run.executor.load(run, where(run.registers), size, instruction)  # type: ignore[arg-type]
                run.pc = after

            return load
        case Store(address=address, value=value, type=ctype):
            where, evaluate, size = compiler.value(address), compiler.value(value), (ctype.width + 7) // 8

            def store(run: Run) -> None:
                registers = run.registers
                run.executor.store(run, where(registers), size, evaluate(registers), instruction)  # type: ignore[arg-type]
                run.pc = after

            return store
        case Copy(target=target, source=source):
            to, start = compiler.value(target), compiler.value(source)

            def copy(run: Run) -> None:
                registers = run.registers
                run.executor.copy(run, to(registers), start(registers), instruction)  # type: ignore[arg-type]
                run.pc = after

            return copy
        case Goto(target=target):
            return _goto(code, pc, target)
        case Branch(condition=condition, target=target):
            return _branch(code, pc, condition, target)
        case Assert(condition=condition, property=prop, message=message):
            return _assert(code, pc, condition, prop, message)
        case Assume(condition=condition):
            test = compiler.test(condition)

            def assume(run: Run) -> None:
                held = test(run.registers)  # type: ignore[arg-type]
                if held is not True:
                    run.executor.assume(run, condition_term(held))
                run.pc = after

            return assume
        case Nondet(target=Register(index=index, type=ctype)):

            def nondet(run: Run) -> None:
                run.registers[index] = run.fresh_of(ctype)
                run.pc = after

            return nondet
        case Call():
            return _call(code, pc, instruction)
        case Return(value=value):
            return _return(code, value)
        case Declare(variable=variable):
            return _declare(code, pc, variable)
        case Dead(variable=variable):
            slot = code.local_slots[variable]

            def dead(run: Run) -> None:
                run.memory = _without(run.memory, run.registers[slot] >> run.space.offset_bits)  # type: ignore
                run.pc = after

            return dead
        case AtomicBegin():

            def begin(run: Run) -> None:
                run.atomic += 1
                run.pc = after

            return begin
        case AtomicEnd():

            def end(run: Run) -> None:
                run.atomic = max(0, run.atomic - 1)
                run.pc = after

            return end
        case Block(condition=condition):
            test = compiler.test(condition)

            def block(run: Run) -> None:
                held = test(run.registers)  # type: ignore[arg-type]
                run.executor.block(run, condition_term(held), instruction)
                run.pc = after

            return block
        case StartThread():
            return _start_thread(code, pc, instruction)
        case EndThread():

            def end_thread(run: Run) -> None:
                run.executor.end_thread(run)

            return end_thread
        case Halt():

            def halt(run: Run) -> None:
                run.executor.halt(run)

            return halt
        case Allocate():
            return _allocate(code, pc, instruction)
        case Free(address=address):
            where = compiler.value(address)

            def free(run: Run) -> None:
                run.executor.free(run, where(run.registers), instruction)  # type: ignore[arg-type]
                run.pc = after

            return free
        case ObjectSize(target=Register(index=index), address=address):
            where = compiler.value(address)

            def object_size(run: Run) -> None:
                pointer = where(run.registers)  # type: ignore[arg-type]
                run.registers[index] = run.executor.object_size(run, pointer)
                run.pc = after

            return object_size
        case Unsupported(construct=construct):

            def unsupported(run: Run) -> None:
                run.unsupported(TRUE, construct)

            return unsupported


def _without(memory_map, number: int):  # type: ignore[no-untyped-def]
    return memory_map.delete(number) if number in memory_map else memory_map


# -- control flow -----------------------------------------------------------------------------------------------------


def _goto(code: FunctionCode, pc: int, target: int) -> Operation:
    if target > pc:

        def forward(run: Run) -> None:
            run.pc = target

        return forward

    def backward(run: Run) -> None:
        run.executor.go_round(run, target)

    return backward


def _branch(code: FunctionCode, pc: int, condition: Expression, target: int) -> Operation:
    test = code.compiler.test(condition)
    jump_leaves, fall_leaves = code.leaves_loop(pc, target), code.leaves_loop(pc, pc + 1)
    backward = target <= pc

    def stay(run: Run) -> None:
        """Falls through."""
        if jump_leaves:
            run.executor.stay_in_loops(run, jump_leaves)
        run.pc = pc + 1

    def jump(run: Run) -> None:
        if fall_leaves:
            run.executor.stay_in_loops(run, fall_leaves)
        if backward:
            run.executor.go_round(run, target)
        else:
            run.pc = target

    def branch(run: Run) -> Run | None:
        held: Condition = test(run.registers)  # type: ignore[arg-type]
        if held is True:
            jump(run)
            return None
        if held is False:
            stay(run)
            return None
        other = run.split(held)  # type: ignore[arg-type]
        if run.guard is FALSE:
            run.guard, other.guard = other.guard, FALSE
            stay(run)
            return None
        jump(run)
        if other.guard is FALSE:
            return None
        stay(other)
        return other

    return branch


def _assert(code: FunctionCode, pc: int, condition: Expression, prop: Property, message: str) -> Operation:
    test = code.compiler.test(condition)
    after = pc + 1

    def check(run: Run) -> None:
        held = test(run.registers)  # type: ignore[arg-type]
        if held is not True:
            run.fault(not_(condition_term(held)), prop, message)
        run.pc = after

    return check


# -- calls ------------------------------------------------------------------------------------------------------------


def _call(code: FunctionCode, pc: int, instruction: Call) -> Operation:
    compiler = code.compiler
    arguments = [compiler.value(argument) for argument in instruction.arguments]
    types = [argument.type for argument in instruction.arguments]
    result = instruction.target.index if instruction.target is not None else -1
    after = pc + 1
    callee = instruction.callee
    if isinstance(callee, FunctionAddress):
        name = callee.name

        def call(run: Run) -> Run | None:
            values = [evaluate(run.registers) for evaluate in arguments]  # type: ignore[arg-type]
            run.executor.call(run, name, values, types, result, after, instruction)
            return None

        return call
    pointer = compiler.value(callee)

    def call_through(run: Run) -> Run | None:
        values = [evaluate(run.registers) for evaluate in arguments]  # type: ignore[arg-type]
        other, name = _resolve(run, pointer(run.registers))  # type: ignore[arg-type]
        if name is not None:
            run.executor.call(run, name, values, types, result, after, instruction)
        return other

    return call_through


def _resolve(run: Run, pointer: Value) -> tuple[Run | None, str | None]:
    """The function at an address. Of several, the first: a run for the others splits off and calls again."""
    if pointer.__class__ is int:
        name = run.executor.function_at(pointer)  # type: ignore[arg-type]
        if name is None:
            prop = Property.NULL if pointer == 0 else Property.CONVERSION
            run.fault(TRUE, prop, "call through a null pointer" if pointer == 0 else "call through no function's address")
        return None, name
    found = [(leaf.guard, leaf.object, known(leaf.offset)) for leaf in leaves(pointer, run.space)]  # type: ignore[arg-type]
    for guard, number, offset in found:
        name = None
        if number is not None and offset.__class__ is int and offset == 0:
            name = run.executor.function_at(run.space.join(number, 0))
        if name is None:
            prop = Property.NULL if number == 0 else Property.CONVERSION
            run.fault(guard, prop, "call through a null pointer" if number == 0 else "call through no function's address")
            continue
        other = run.split(guard)
        return (other if other.guard is not FALSE else None), name
    return None, None


def _return(code: FunctionCode, value: Expression | None) -> Operation:
    evaluate = code.compiler.value(value) if value is not None else None
    ctype = value.type if value is not None else None

    def leave(run: Run) -> None:
        result = evaluate(run.registers) if evaluate is not None else None  # type: ignore[arg-type]
        run.executor.leave(run, result, ctype)

    return leave


def _start_thread(code: FunctionCode, pc: int, instruction: StartThread) -> Operation:
    compiler = code.compiler
    function = compiler.value(instruction.function)
    argument, self_value = compiler.value(instruction.argument), compiler.value(instruction.self_value)
    result = instruction.target.index if instruction.target is not None else -1

    def start(run: Run) -> Run | None:
        registers = run.registers
        values = argument(registers), self_value(registers)  # type: ignore[arg-type]
        other, name = _resolve(run, function(registers))  # type: ignore[arg-type]
        if name is not None:
            number = run.executor.start_thread(run, name, values[0], instruction.argument.type, values[1])
            if result >= 0:
                run.registers[result] = number
            run.pc = pc + 1
        return other

    return start


# -- objects ----------------------------------------------------------------------------------------------------------


def _declare(code: FunctionCode, pc: int, variable: object) -> Operation:
    after = pc + 1
    if isinstance(variable, Register):
        index, ctype = variable.index, variable.type

        def undefine(run: Run) -> None:
            run.registers[index] = run.fresh_of(ctype)
            run.pc = after

        return undefine
    slot = code.local_slots[variable]  # type: ignore[index]
    size: int = variable.size  # type: ignore[attr-defined]

    def declare(run: Run) -> None:
        number = run.registers[slot] >> run.space.offset_bits  # type: ignore
        run.executor.new_object(run, number, Object(size, None, run.fresh_contents(size)))
        run.pc = after

    return declare


def _allocate(code: FunctionCode, pc: int, instruction: Allocate) -> Operation:
    evaluate = code.compiler.value(instruction.size)
    index = instruction.target.index
    zeroed, on_stack = instruction.zeroed, instruction.on_stack
    width = instruction.size.type.width

    def allocate(run: Run) -> None:
        size = evaluate(run.registers)  # type: ignore[arg-type]
        run.registers[index] = run.executor.allocate(run, size, width, zeroed=zeroed, on_stack=on_stack)
        run.pc = pc + 1

    return allocate


def converted(value: Value | None, source: object, target: object) -> Value | None:
    """A value passed through a call whose types do not agree exactly."""
    if value is None or source is None or source == target:
        return value
    change = conversion(source, target)  # type: ignore[arg-type]
    return value if change is None else change(value)
