"""One instruction, executed exactly and without haste: what every instruction means.

Compiled code comes here for whatever is unusual, traces and race detection come here for everything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..goto.expressions import (
    COMPARISONS,
    OVERFLOWS,
    AddressOf,
    Binary,
    Const,
    Convert,
    Expression,
    FunctionAddress,
    Register,
    Unary,
)
from ..goto.extents import end_of
from ..goto.instructions import (
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
    Measure,
    Nondet,
    ObjectSize,
    Return,
    StartThread,
    Store,
    Unsupported,
)
from ..goto.operands import origin_of
from ..goto.properties import Property
from ..goto.symbols import Storage
from ..goto.types import FloatType, IntType, PointerType, StructType, size_of, unqualified
from . import values
from .analysis import is_any_bits, moved_register
from .checked_memory import check_writable, free, load, store
from .describe import place_text, pointer_text
from .external import call_external
from .faults import access_fault, free_fault, outside_fault
from .races import Access
from .stops import Blocked, Infeasible, UnsupportedReached, ViolationFound
from .values import Value

if TYPE_CHECKING:
    from .core import MachineCore
    from .executable import FunctionCode


def evaluate(machine: MachineCore, expression: Expression) -> Value:
    """The value of an expression in the executing frame. Reading an undefined register settles its value."""
    return _EVALUATORS[type(expression)](machine, expression)


def evaluate_int(machine: MachineCore, expression: Expression) -> int:
    return int(evaluate(machine, expression))


def _const(machine: MachineCore, expression: Const) -> Value:
    return float(expression.value) if isinstance(expression.type, FloatType) else expression.value


def _register(machine: MachineCore, expression: Register) -> Value:
    value: Value | None = machine.registers[expression.index]
    if value is None:
        value = machine.registers[expression.index] = machine.choose(expression.type)
    return value


def _function_address(machine: MachineCore, expression: FunctionAddress) -> int:
    return machine.executable.addresses[expression.name]


def _address_of(machine: MachineCore, expression: AddressOf) -> int:
    symbol = expression.symbol
    match symbol.storage:
        case Storage.GLOBAL:
            return machine.executable.addresses[symbol]
        case Storage.THREAD:
            return machine.thread_locals[machine.executable.thread_local_index[symbol]]
        case Storage.LOCAL:
            address: int = machine.registers[machine.code.local_slot[symbol]]
            return address


def _convert(machine: MachineCore, expression: Convert) -> Value:
    return values.convert(evaluate(machine, expression.operand), expression.operand.type, expression.type)


def _unary(machine: MachineCore, expression: Unary) -> Value:
    op, ctype, operand = expression.op, expression.operand.type, evaluate(machine, expression.operand)
    if op == "!":
        return int(operand == 0)
    if isinstance(ctype, FloatType):
        return -operand
    return values.wrap(ctype, -int(operand) if op == "-" else ~int(operand))


def _binary(machine: MachineCore, expression: Binary) -> Value:
    left, right = evaluate(machine, expression.left), evaluate(machine, expression.right)
    op, ctype = expression.op, expression.type
    if op in COMPARISONS:
        return int(values.compare(op, left, right))
    if op in OVERFLOWS:
        operand_type = expression.left.type
        assert not isinstance(operand_type, FloatType)
        return int(values.overflows(op, operand_type, int(left), int(right)))
    if isinstance(ctype, FloatType):
        return values.float_arithmetic(op, ctype, left, right)
    try:
        return values.int_arithmetic(op, ctype, int(left), int(right))
    except ZeroDivisionError:
        raise ViolationFound(Property.DIVISION, "division by zero") from None


def moved(machine: MachineCore, expression: Expression) -> Value | None:
    """The value; or None, which a function gave instead of one, on its way to the only place that holds it then."""
    if machine.code.missing:
        register = moved_register(expression)
        if register is not None and machine.registers[register.index] is None:
            if machine.code.moves_on(machine.pc, register):
                return None
    return evaluate(machine, expression)


_EVALUATORS: dict[type, Callable[[MachineCore, Any], Value]] = {
    Const: _const,
    Register: _register,
    AddressOf: _address_of,
    FunctionAddress: _function_address,
    Unary: _unary,
    Binary: _binary,
    Convert: _convert,
}


def place_of(machine: MachineCore, expression: Expression) -> int:
    """The address of an access."""
    address = evaluate_int(machine, expression)
    origin = origin_of(expression) if isinstance(expression, Binary) else None
    return address if origin is None else machine.memory.space.reached(evaluate_int(machine, origin), address)


def _note(
    machine: MachineCore, address: int, size: int, instruction: Load | Store | Copy | Havoc | Free, write: bool
) -> None:
    if machine.accesses is not None:
        atomic = machine.atomic > 0 or (isinstance(instruction, Load | Store) and instruction.atomic)
        if isinstance(instruction, Free):
            place = place_text(machine.executable.numbering, address)
        elif machine.code.function.is_model and not atomic:  # the names there mean nothing to whoever calls memcpy
            place = place_text(machine.executable.numbering, address, size)
        else:
            place = instruction.source_place if isinstance(instruction, Copy) and not write else instruction.place
        number, offset = machine.memory.space.split(address)
        possible = machine.memory.accepts if write else machine.memory.contains
        if not possible(number, offset, size):
            return  # that is a violation of its own
        plain = not (isinstance(instruction, Load | Store) and instruction.atomic)
        machine.accesses.append(
            Access(
                number,
                offset,
                offset + size,
                write,
                atomic,
                place,
                instruction.location,
                machine.stack(),
                ordered=plain or instruction.ordered,  # type: ignore[union-attr]
                section=plain and machine.atomic > 0 and machine.in_own_section,
                shared=instruction.visible or machine.atomic > 0,
            )
        )


def _note_birth(machine: MachineCore, number: int) -> None:
    """Whatever had this number before is gone: an access of no bytes says so."""
    if machine.accesses is not None:
        location = machine.code.instructions[machine.pc].location
        machine.accesses.append(Access(number, 0, 0, False, True, "", location, ()))


# -- instructions: each handler gets the machine, whose pc is at the instruction, and returns the next pc --------


def _assign(machine: MachineCore, instruction: Assign) -> int:
    machine.registers[instruction.target.index] = moved(machine, instruction.value)
    return machine.pc + 1


def _load(machine: MachineCore, instruction: Load) -> int:
    address = place_of(machine, instruction.address)
    _note(machine, address, size_of(instruction.type), instruction, write=False)
    value = load(machine, address, instruction.type, instruction.place)
    machine.registers[instruction.target.index] = value
    return machine.pc + 1


def _store(machine: MachineCore, instruction: Store) -> int:
    address = place_of(machine, instruction.address)
    value = (moved if is_any_bits(instruction.type) else evaluate)(machine, instruction.value)
    _note(machine, address, size_of(instruction.type), instruction, write=True)
    if value is None:
        size = size_of(instruction.type)
        check_writable(machine, address, size, instruction.place)
        machine.memory.undefine(address, size)
    else:
        store(machine, address, values.pack(instruction.type, value), instruction.place)
    return machine.pc + 1


def _copy(machine: MachineCore, instruction: Copy) -> int:
    size = size_of(instruction.type)
    target = place_of(machine, instruction.target)
    source = place_of(machine, instruction.source)
    _note(machine, source, size, instruction, write=False)
    _note(machine, target, size, instruction, write=True)
    if size:
        number, offset = machine.memory.space.split(source)
        if not machine.memory.contains(number, offset, size):
            raise access_fault(machine, source, size, instruction.source_place, write=False)
        check_writable(machine, target, size, instruction.place)
        machine.memory.copy(target, source, size)
    return machine.pc + 1


def _nondet(machine: MachineCore, instruction: Nondet) -> int:
    machine.registers[instruction.target.index] = machine.choose(instruction.target.type)
    return machine.pc + 1


def _havoc(machine: MachineCore, instruction: Havoc) -> int:
    number, _ = machine.memory.space.split(evaluate_int(machine, instruction.address))
    left_alone = instruction.leaves_alone(machine.executable.numbering.symbol(number))
    if not left_alone:
        make_anything(machine, instruction)
    machine.registers[instruction.target.index] = int(not left_alone)
    return machine.pc + 1


def make_anything(machine: MachineCore, instruction: Havoc) -> None:
    address, size = place_of(machine, instruction.address), evaluate_int(machine, instruction.size)
    _note(machine, address, size, instruction, write=True)
    number, offset = machine.memory.space.split(address)
    if not machine.memory.accepts(number, offset, size):
        check_writable(machine, address, 1, instruction.place)
        extent = len(machine.memory.buffers[number]) - offset
        check_writable(machine, address + extent, 1, instruction.place)
    machine.memory.undefine(address, size)


def _assume(machine: MachineCore, instruction: Assume) -> int:
    if not evaluate(machine, instruction.condition):
        raise Infeasible
    return machine.pc + 1


def _assert(machine: MachineCore, instruction: Assert) -> int:
    if not evaluate(machine, instruction.condition):
        raise ViolationFound(instruction.property, instruction.message)
    return machine.pc + 1


def _goto(machine: MachineCore, instruction: Goto) -> int:
    return instruction.target


def _branch(machine: MachineCore, instruction: Branch) -> int:
    return instruction.target if evaluate(machine, instruction.condition) else machine.pc + 1


def _call(machine: MachineCore, instruction: Call) -> int:
    callee = instruction.callee
    function: FunctionCode | str
    if isinstance(callee, FunctionAddress):
        function = machine.executable.codes.get(callee.name, callee.name)
    else:
        function = callable_at(machine, evaluate_int(machine, callee))
    # through a pointer, and to what has no body, nothing is passed on that is missing: the types may not fit
    takes_missing = isinstance(callee, FunctionAddress) and not isinstance(function, str)
    pass_on = moved if takes_missing else evaluate
    arguments: list[Any] = [pass_on(machine, argument) for argument in instruction.arguments]
    if isinstance(function, str):
        value = call_external(machine, function, instruction, arguments)
        if instruction.target is not None:
            machine.registers[instruction.target.index] = value
        return machine.pc + 1
    machine.enter(function, passed(function, arguments), machine.pc + 1)
    return 0


def callable_at(machine: MachineCore, address: int) -> FunctionCode | str:
    """The function at an address."""
    function = machine.executable.callable_at.get(address)
    if function is None:
        shown = pointer_text(machine.executable.numbering, address)
        if address == 0:
            raise ViolationFound(Property.NULL, "call through a null pointer")
        outside = outside_fault(machine, address, "a call")
        if outside is not None:
            raise outside
        raise ViolationFound(Property.BOUNDS, f"call through {shown}, which is not a function")
    return function


def passed(function: FunctionCode, arguments: list[Any]) -> list[Any]:
    """The registers of a new frame: a call through a wrongly typed pointer must not put in what does not fit.

    Wrong numbers of arguments are dealt with in the program (see `goto.argument_counts`), as far as they were foreseen.
    """
    if not function.function.takes(len(arguments)):
        raise UnsupportedReached(
            f"a call of {function.name} with {len(arguments)} arguments instead of {function.parameter_count}"
        )
    parameters = function.function.parameters
    return [
        *(
            None if value is None else values.coerce(value, parameter.type)
            for value, parameter in zip(arguments, parameters, strict=False)
        ),
        *function.blank,
    ]


def _return(machine: MachineCore, instruction: Return) -> int | None:
    value = None if instruction.value is None else moved(machine, instruction.value)
    return machine.exit(value)


def _declare(machine: MachineCore, instruction: Declare) -> int:
    variable = instruction.variable
    if isinstance(variable, Register):
        machine.registers[variable.index] = None
    else:
        address = machine.registers[machine.code.local_slot[variable]]
        _note_birth(machine, machine.memory.space.split(address)[0])
        machine.memory.declare(address, variable.size)
    return machine.pc + 1


def _dead(machine: MachineCore, instruction: Dead) -> int:
    variable = instruction.variable
    slot = variable.index if isinstance(variable, Register) else machine.code.local_slot[variable]
    machine.memory.bury(machine.registers[slot] >> machine.memory.shift)
    return machine.pc + 1


def _atomic_begin(machine: MachineCore, instruction: AtomicBegin) -> int:
    if machine.atomic == 0:
        machine.in_own_section = not machine.code.function.is_model
    machine.atomic += 1
    return machine.pc + 1


def _atomic_end(machine: MachineCore, instruction: AtomicEnd) -> int:
    machine.atomic = max(0, machine.atomic - 1)
    return machine.pc + 1


def _block(machine: MachineCore, instruction: Block) -> int:
    waited = 0 if instruction.object is None else evaluate_int(machine, instruction.object)
    if not evaluate(machine, instruction.condition):
        raise Blocked(instruction.reason, waited, _size_of_target(instruction.object), _holders(machine, instruction))
    if waited and machine.acquired is not None:
        machine.acquired[waited, machine.thread] = machine.stack()
    return machine.pc + 1


def _size_of_target(pointer: Expression | None) -> int:
    target = unqualified(pointer.type.target) if pointer is not None and isinstance(pointer.type, PointerType) else None
    return size_of(target) if isinstance(target, StructType | IntType) else 0


def _holders(machine: MachineCore, instruction: Block) -> tuple[int, ...]:
    """The threads without which the wait does not end."""
    holder = 0 if instruction.holder is None else evaluate_int(machine, instruction.holder)
    others = 0 if instruction.holders is None else evaluate_int(machine, instruction.holders)
    named = machine.threads_called(holder) if holder else []
    return tuple(thread.number for thread in machine.threads if others >> thread.number & 1 or thread.number in named)


def _start_thread(machine: MachineCore, instruction: StartThread) -> int:
    function = callable_at(machine, evaluate_int(machine, instruction.function))
    argument = evaluate(machine, instruction.argument)
    self_value = evaluate_int(machine, instruction.self_value)
    if isinstance(function, str):
        raise UnsupportedReached(f"a thread that runs {function}, which has no body")
    if function.parameter_count > 1:
        raise UnsupportedReached(f"a thread that runs {function.name}, which has several parameters")
    number = machine.start_thread(function, argument, self_value)
    if instruction.target is not None:
        machine.registers[instruction.target.index] = number
    return machine.pc + 1


def _end_thread(machine: MachineCore, instruction: EndThread) -> None:
    machine.end_thread()


def _halt(machine: MachineCore, instruction: Halt) -> None:
    machine.exit_status = evaluate_int(machine, instruction.status)
    if not instruction.abrupt:
        machine.check_leaks()


def _allocate(machine: MachineCore, instruction: Allocate) -> int:
    size = evaluate_int(machine, instruction.size)
    if instruction.on_stack:
        allocate = machine.allocate_on_stack
    else:
        allocate = machine.allocate_internally if instruction.internal else machine.allocate
    address = allocate(size, instruction.zeroed)
    _note_birth(machine, machine.memory.space.split(address)[0])
    machine.registers[instruction.target.index] = address
    return machine.pc + 1


def _free(machine: MachineCore, instruction: Free) -> int:
    address = evaluate_int(machine, instruction.address)
    buffer = machine.memory.buffers.get(address >> machine.memory.shift)
    if buffer is not None:
        _note(machine, address, len(buffer), instruction, write=True)
    free(machine, address)
    return machine.pc + 1


def _asked(machine: MachineCore, instruction: ObjectSize, address: int) -> int:
    if instruction.measure is Measure.FUNCTION:
        return int(address in machine.executable.callable_at)
    number, offset = machine.memory.space.split(address)
    if instruction.measure is Measure.EXTENT:
        memory = machine.memory
        return len(memory.buffers[number]) - offset if memory.contains(number, offset, 1) else memory.space.plenty
    if not machine.memory.accepts(number, offset, 1):
        return 0
    symbol = machine.executable.numbering.symbol(number) if instruction.element is not None else None
    end = None
    if symbol is not None and instruction.element is not None:
        end = end_of(symbol.type, instruction.element, offset)
    return (len(machine.memory.buffers[number]) if end is None else end) - offset


def _object_size(machine: MachineCore, instruction: ObjectSize) -> int:
    address = evaluate_int(machine, instruction.address)
    number, offset = machine.memory.space.split(address)
    if instruction.measure is not Measure.SIZE:
        machine.registers[instruction.target.index] = _asked(machine, instruction, address)
        return machine.pc + 1
    if number not in machine.memory.buffers:
        raise access_fault(machine, address, 1, "the object's size", write=False)
    fault = free_fault(machine, address) if offset else None  # realloc, which would free it in the end
    if fault is not None:
        raise fault
    machine.registers[instruction.target.index] = len(machine.memory.buffers[number])
    return machine.pc + 1


def _unsupported(machine: MachineCore, instruction: Unsupported) -> None:
    raise UnsupportedReached(instruction.construct)


_HANDLERS: dict[type, Callable[[MachineCore, Any], int | None]] = {
    Assign: _assign,
    Load: _load,
    Store: _store,
    Copy: _copy,
    Nondet: _nondet,
    Havoc: _havoc,
    Assume: _assume,
    Assert: _assert,
    Goto: _goto,
    Branch: _branch,
    Call: _call,
    Return: _return,
    Declare: _declare,
    Dead: _dead,
    AtomicBegin: _atomic_begin,
    AtomicEnd: _atomic_end,
    Block: _block,
    StartThread: _start_thread,
    EndThread: _end_thread,
    Halt: _halt,
    Allocate: _allocate,
    Free: _free,
    ObjectSize: _object_size,
    Unsupported: _unsupported,
}


def execute(machine: MachineCore, instruction: Instruction) -> int | None:
    """Executes the instruction at `machine.pc`. The next one's index (in `machine.code`), or None: the thread rests."""
    return _HANDLERS[type(instruction)](machine, instruction)
