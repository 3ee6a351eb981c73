"""One closure per instruction: how each is executed symbolically.

An operation gets the run, whose `pc` is at the instruction. It returns None (go on at the run's new pc), or another Run
that split off. A run whose guard became FALSE is dropped by the executor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from esbmc_py.goto.expressions import FunctionAddress, Register
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
from esbmc_py.goto.properties import OUTSIDE, Property
from esbmc_py.goto.types import IntType, ScalarType

from .code import FunctionCode
from .memory import is_outside
from .objects import Object
from .operations import conversion
from .pointers import leaves
from .run import Operation, Run
from .terms import FALSE, TRUE, Term, and_, bv, eq, not_, unsigned_range
from .values import Condition, Value, condition_term, is_nonzero, known, truth_value

Compiled = Operation[Run]


def compile_instruction(code: FunctionCode, pc: int) -> Compiled:
    instruction = code.instructions[pc]
    return _COMPILERS[type(instruction)](code, pc, instruction)


# -- values and memory ------------------------------------------------------------------------------------------------


def _assign(code: FunctionCode, pc: int, instruction: Assign) -> Compiled:
    """R1: an assignment makes a new state."""
    index, evaluate = instruction.target.index, code.compiler.value(instruction.value)

    def assign(run: Run) -> None:
        run.registers[index] = evaluate(run.registers)
        run.pc = pc + 1

    return assign


def _load(code: FunctionCode, pc: int, instruction: Load) -> Compiled:
    index, where = instruction.target.index, code.compiler.place(instruction.address)
    size = (instruction.type.width + 7) // 8

    def load(run: Run) -> None:
        run.registers[index] = run.executor.load(run, where(run.registers), size, instruction)
        run.pc = pc + 1

    def load_bool(run: Run) -> None:
        run.registers[index] = _as_bool(run.executor.load(run, where(run.registers), size, instruction))
        run.pc = pc + 1

    return load_bool if isinstance(instruction.type, IntType) and instruction.type.is_bool else load


def _as_bool(value: Value) -> Value:
    """0 or 1, though memory that nobody has written to may hold any byte: the machine reads it like that, too."""
    if isinstance(value, Term) and unsigned_range(value)[1] <= 1:
        return value
    return truth_value(is_nonzero(value, 8), 8)


def _store(code: FunctionCode, pc: int, instruction: Store) -> Compiled:
    where, evaluate = code.compiler.place(instruction.address), code.compiler.value(instruction.value)
    size = (instruction.type.width + 7) // 8

    def store(run: Run) -> None:
        registers = run.registers
        run.executor.store(run, where(registers), size, evaluate(registers), instruction)
        run.pc = pc + 1

    return store


def _copy(code: FunctionCode, pc: int, instruction: Copy) -> Compiled:
    to, start = code.compiler.place(instruction.target), code.compiler.place(instruction.source)

    def copy(run: Run) -> None:
        run.executor.copy(run, to(run.registers), start(run.registers), instruction)
        run.pc = pc + 1

    return copy


def _nondet(code: FunctionCode, pc: int, instruction: Nondet) -> Compiled:
    index, ctype = instruction.target.index, instruction.target.type

    def nondet(run: Run) -> None:
        run.registers[index] = run.fresh_of(ctype)
        run.pc = pc + 1

    return nondet


def _havoc(code: FunctionCode, pc: int, instruction: Havoc) -> Compiled:
    index, where = instruction.target.index, code.compiler.value(instruction.address)
    evaluate = code.compiler.value(instruction.size)

    def havoc(run: Run) -> None:
        registers = run.registers
        done = run.executor.havoc(run, where(registers), evaluate(registers), instruction)
        if not done and instruction.private:
            run.declined()
        registers[index] = int(done)
        run.pc = pc + 1

    return havoc


def _free(code: FunctionCode, pc: int, instruction: Free) -> Compiled:
    where = code.compiler.value(instruction.address)

    def free(run: Run) -> None:
        run.executor.free(run, where(run.registers), instruction)
        run.pc = pc + 1

    return free


def _object_size(code: FunctionCode, pc: int, instruction: ObjectSize) -> Compiled:
    index, where = instruction.target.index, code.compiler.value(instruction.address)

    def object_size(run: Run) -> None:
        run.registers[index] = run.executor.object_size(run, where(run.registers), instruction)
        run.pc = pc + 1

    return object_size


def _dead(code: FunctionCode, pc: int, instruction: Dead) -> Compiled:
    variable = instruction.variable
    if isinstance(variable, Register):
        return _dead_array(pc, variable.index)
    slot = code.local_slots.get(variable)
    # a sequentialized program has the thread-locals of its threads as globals
    address = code.addresses[variable] if slot is None else 0

    def dead(run: Run) -> None:
        where = address if slot is None else run.registers[slot]
        run.executor.bury(run, where >> run.space.offset_bits)
        run.pc = pc + 1

    return dead


def _dead_array(pc: int, index: int) -> Compiled:
    """A variable-length array. Where runs met, it is one of several."""

    def dead_array(run: Run) -> None:
        address = run.registers[index]
        if address.__class__ is int:
            run.executor.bury(run, address >> run.space.offset_bits)
        else:
            for leaf in leaves(address, run.space):
                if leaf.object is not None:
                    run.executor.bury(run, leaf.object, leaf.guard)
        run.pc = pc + 1

    return dead_array


# -- conditions, sections, the end ------------------------------------------------------------------------------------


def _assume(code: FunctionCode, pc: int, instruction: Assume) -> Compiled:
    """R4: an assumption joins the guard."""
    test = code.compiler.test(instruction.condition)

    def assume(run: Run) -> None:
        held = test(run.registers)
        if held is not True:
            run.executor.assume(run, condition_term(held))
        run.pc = pc + 1

    return assume


def _assert(code: FunctionCode, pc: int, instruction: Assert) -> Compiled:
    """R4: an assertion is a verification condition, and joins the guard."""
    test = code.compiler.test(instruction.condition)

    def check(run: Run) -> None:
        held = test(run.registers)
        if held is not True:
            run.fault(not_(condition_term(held)), instruction.property, instruction.message)
        run.pc = pc + 1

    return check


def _block(code: FunctionCode, pc: int, instruction: Block) -> Compiled:
    """R6: a wait has successors only where its condition holds."""
    test = code.compiler.test(instruction.condition)
    holder = code.compiler.value(instruction.holder) if instruction.holder is not None else _nobody
    holders = code.compiler.value(instruction.holders) if instruction.holders is not None else _nobody

    def block(run: Run) -> None:
        registers = run.registers
        condition = condition_term(test(registers))
        run.executor.block(run, condition, instruction, holder(registers), holders(registers))
        run.pc = pc + 1

    return block


def _nobody(registers: list[Any]) -> Value:
    return 0


def _atomic_begin(code: FunctionCode, pc: int, instruction: AtomicBegin) -> Compiled:
    is_own, visible = not code.function.is_model, instruction.visible

    def begin(run: Run) -> None:
        if run.atomic == 0:
            run.in_own_section = is_own
            run.section_begins_step = visible
        run.atomic += 1
        run.pc = pc + 1

    return begin


def _atomic_end(code: FunctionCode, pc: int, instruction: AtomicEnd) -> Compiled:
    def end(run: Run) -> None:
        run.atomic = max(0, run.atomic - 1)
        run.pc = pc + 1

    return end


def _end_thread(code: FunctionCode, pc: int, instruction: EndThread) -> Compiled:
    return lambda run: run.executor.end_thread(run)


def _halt(code: FunctionCode, pc: int, instruction: Halt) -> Compiled:
    def halt(run: Run) -> None:
        if not instruction.abrupt:
            run.executor.check_leaks(run)
        run.executor.halt(run)

    return halt


def _unsupported(code: FunctionCode, pc: int, instruction: Unsupported) -> Compiled:
    return lambda run: run.executor.not_supported(run, instruction)


# -- control flow -----------------------------------------------------------------------------------------------------


def _goto(code: FunctionCode, pc: int, instruction: Goto) -> Compiled:
    """R2: an unconditional jump moves the location."""
    target = instruction.target
    left = code.leaves_loop(pc, target)
    if target > pc and not left:

        def forward(run: Run) -> None:
            run.pc = target

        return forward

    def leave_or_go_round(run: Run) -> None:
        if left:
            run.leave_loops(left)
        if target > pc:
            run.pc = target
        else:
            run.executor.go_round(run, target)

    return leave_or_go_round


def _branch(code: FunctionCode, pc: int, instruction: Branch) -> Compiled:
    """R3: a conditional goto splits the run, unless the state decides it; `run` joins what meets again."""
    target, test = instruction.target, code.compiler.test(instruction.condition)
    jump_leaves, fall_leaves = code.leaves_loop(pc, target), code.leaves_loop(pc, pc + 1)
    backward = target <= pc
    again = target if backward else -1

    def stay(run: Run) -> None:
        """Falls through."""
        if jump_leaves:
            run.executor.stay_in_loops(run, jump_leaves)
        if fall_leaves:
            run.leave_loops(fall_leaves)
        run.pc = pc + 1

    def jump(run: Run) -> None:
        if fall_leaves:
            run.executor.stay_in_loops(run, fall_leaves, again)
        if jump_leaves:
            run.leave_loops(jump_leaves)
        if backward:
            run.executor.go_round(run, target)
        else:
            run.pc = target

    def branch(run: Run) -> Run | None:
        held: Condition = test(run.registers)
        if held is True:
            jump(run)
            return None
        if held is False:
            stay(run)
            return None
        other = run.split(held)
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


# -- calls ------------------------------------------------------------------------------------------------------------


def _call(code: FunctionCode, pc: int, instruction: Call) -> Compiled:
    compiler = code.compiler
    arguments = [compiler.value(argument) for argument in instruction.arguments]
    types = [argument.type for argument in instruction.arguments]
    result = instruction.target.index if instruction.target is not None else -1
    after = pc + 1
    callee = instruction.callee
    if isinstance(callee, FunctionAddress):
        name = callee.name

        def call(run: Run) -> Run | None:
            values = [evaluate(run.registers) for evaluate in arguments]
            run.executor.call(run, name, values, types, result, after, instruction)
            return None

        return call
    pointer = compiler.value(callee)

    def call_through(run: Run) -> Run | None:
        values = [evaluate(run.registers) for evaluate in arguments]
        other, name = _resolve(run, pointer(run.registers), instruction.candidates)
        if name is not None:
            run.executor.call(run, name, values, types, result, after, instruction)
        return other

    return call_through


def _resolve(run: Run, pointer: Value, candidates: tuple[str, ...] | None = None) -> tuple[Run | None, str | None]:
    """The function at an address. Of several, the first: a run for the others splits off and calls again."""
    if isinstance(pointer, int):
        name = run.executor.function_at(pointer)
        if name is None and is_outside(run, run.space.split(pointer)[0]):
            run.unsupported(TRUE, f"a call, {OUTSIDE}")
        elif name is None:
            prop = Property.NULL if pointer == 0 else Property.BOUNDS
            run.fault(
                TRUE, prop, "call through a null pointer" if pointer == 0 else "call through no function's address"
            )
        return None, name
    tried, run.tried = run.tried, 0
    for position, (guard, number, offset) in enumerate(_call_targets(run, pointer, candidates)):
        if position < tried or and_(run.guard, guard) is FALSE:
            continue  # called already, by the run that this one split from
        name = None
        if number is not None and offset.__class__ is int and offset == 0:
            name = run.executor.function_at(run.space.join(number, 0))
        if number is None:
            run.unsupported(guard, "a call through a pointer whose value is not known")
            continue
        if name is None and is_outside(run, number):
            run.unsupported(guard, f"a call, {OUTSIDE}")
            continue
        if name is None:
            prop = Property.NULL if number == 0 else Property.BOUNDS
            run.fault(
                guard, prop, "call through a null pointer" if number == 0 else "call through no function's address"
            )
            continue
        other = run.split(guard)
        other.tried = position + 1
        return (other if other.guard is not FALSE else None), name
    run.guard = FALSE  # there is nothing else that the pointer could be
    return None, None


def _call_targets(
    run: Run, pointer: Term, candidates: tuple[str, ...] | None
) -> Iterator[tuple[Term, int | None, Value]]:
    """The leaves of a pointer to a function; one that is not known may be any of the candidates.

    Without candidates, it may be any function whose address is taken.
    """
    bits, executor = run.space.pointer_bits, run.executor
    names = executor.addressed_functions if candidates is None else candidates
    for leaf in leaves(pointer, run.space):
        if leaf.object is not None:
            yield leaf.guard, leaf.object, known(leaf.offset)
            continue
        rest = leaf.guard
        for address in (executor.addresses[name] for name in names):
            here = eq(pointer, bv(address, bits))
            yield and_(leaf.guard, here), run.space.split(address)[0], 0
            rest = and_(rest, not_(here))
        here = eq(pointer, bv(0, bits))
        yield and_(leaf.guard, here), 0, 0
        yield and_(rest, not_(here)), None, 0


def _return(code: FunctionCode, pc: int, instruction: Return) -> Compiled:
    value = instruction.value
    evaluate = code.compiler.value(value) if value is not None else None
    ctype = value.type if value is not None else None

    def leave(run: Run) -> None:
        result = evaluate(run.registers) if evaluate is not None else None
        run.executor.leave(run, result, ctype)

    return leave


def _start_thread(code: FunctionCode, pc: int, instruction: StartThread) -> Compiled:
    """R5: the new thread stands at its first location, under its creator's guard."""
    compiler = code.compiler
    function = compiler.value(instruction.function)
    argument, self_value = compiler.value(instruction.argument), compiler.value(instruction.self_value)
    result = instruction.target.index if instruction.target is not None else -1

    def start(run: Run) -> Run | None:
        registers = run.registers
        values = argument(registers), self_value(registers)
        other, name = _resolve(run, function(registers))
        if name is not None:
            number = run.executor.start_thread(run, name, values[0], instruction.argument.type, values[1])
            if result >= 0:
                run.registers[result] = number
            run.pc = pc + 1
        return other

    return start


# -- objects ----------------------------------------------------------------------------------------------------------


def _declare(code: FunctionCode, pc: int, instruction: Declare) -> Compiled:
    variable = instruction.variable
    after = pc + 1
    if isinstance(variable, Register):
        index, ctype = variable.index, variable.type

        def undefine(run: Run) -> None:
            run.registers[index] = run.fresh_of(ctype)
            run.pc = after

        return undefine
    slot = code.local_slots[variable]
    size: int = variable.size

    def declare(run: Run) -> None:
        number = run.registers[slot] >> run.space.offset_bits
        run.executor.new_object(run, number, Object(size, None, run.fresh_contents(size)))
        run.pc = after

    return declare


def _allocate(code: FunctionCode, pc: int, instruction: Allocate) -> Compiled:
    evaluate = code.compiler.value(instruction.size)
    index = instruction.target.index
    zeroed, on_stack = instruction.zeroed, instruction.on_stack
    of_program = not (on_stack or instruction.internal)
    width = instruction.size.type.width

    def allocate(run: Run) -> None:
        size = evaluate(run.registers)
        address = run.executor.allocate(run, size, width, zeroed=zeroed, on_stack=on_stack)
        run.registers[index] = address
        if of_program and address.__class__ is int:
            run.executor.allocated(run, run.space.split(address)[0])
        run.pc = pc + 1

    return allocate


def converted(value: Value | None, source: ScalarType | None, target: ScalarType) -> Value | None:
    """A value passed through a call whose types do not agree exactly."""
    if value is None or source is None or source == target:
        return value
    change = conversion(source, target)
    return value if change is None else change(value)


_COMPILERS: dict[type[Instruction], Callable[[FunctionCode, int, Any], Compiled]] = {
    Allocate: _allocate,
    Assert: _assert,
    Assign: _assign,
    Assume: _assume,
    AtomicBegin: _atomic_begin,
    AtomicEnd: _atomic_end,
    Block: _block,
    Branch: _branch,
    Call: _call,
    Copy: _copy,
    Dead: _dead,
    Declare: _declare,
    EndThread: _end_thread,
    Free: _free,
    Goto: _goto,
    Halt: _halt,
    Load: _load,
    Nondet: _nondet,
    Havoc: _havoc,
    ObjectSize: _object_size,
    Return: _return,
    StartThread: _start_thread,
    Store: _store,
    Unsupported: _unsupported,
}
