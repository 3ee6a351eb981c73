"""Stacks of calls: what is needed of them, and what they and their variables are called."""

from __future__ import annotations

from collections.abc import Iterator

from esbmc_py.goto.numbering import Numbering
from esbmc_py.goto.program import Program
from esbmc_py.goto.symbols import SourceLocation, Symbol
from symex.run import Run
from symex.state import NO_LOOPS, Frame

from .graph import Location, Stack, StackKey, ThreadInstance
from .names import VariableNames
from .objects import ObjectInfo
from .variables import LIFE, SIZE, CellSlot, RegisterSlot, Variable, variable_symbol

_FOR_PROGRAMS = ("optind", "optarg", "optopt")  # variables of the library that programs use as theirs


def frames(frame: Frame | None) -> Iterator[Frame]:
    while frame is not None:
        yield frame
        frame = frame.parent


def frame_of(run: Run) -> Frame:
    """Where a run has come to rest."""
    return Frame(run.code, run.pc, tuple(run.registers), NO_LOOPS, run.result, run.parent, run.depth)


def key_of_stack(stack: Stack) -> StackKey:
    return tuple((code.name, pc, result) for code, pc, result in stack)


def live(stack: Stack, position: int) -> list[int]:
    """Registers that are needed; of a caller, without the one that the call sets."""
    code, pc, _ = stack[position]
    live = code.live[pc] if pc < len(code.instructions) else frozenset()
    result = stack[position - 1][2] if position > 0 else -1
    return sorted(index for index in live if index != result)


def source(program: Program, instance: ThreadInstance, stack: Stack) -> SourceLocation:
    """In the program's own code. Before and after that: where the thread begins, and where it ends."""
    for position, (code, pc, _) in enumerate(stack):
        if not code.function.is_model:
            return code.instructions[pc if position == 0 else pc - 1].location
    routine = program.functions.get("main" if instance.routine == program.entry else instance.routine)
    code, pc, _ = stack[-1]
    if routine is None or routine.is_model:
        return code.instructions[pc].location
    return routine.location if pc == 0 else routine.instructions[-1].location


def place_in_program(program: Program, location: SourceLocation, otherwise: SourceLocation) -> SourceLocation:
    """A path into the library's models says nothing to anybody."""
    models = {function.location.file for function in program.functions.values() if function.is_model}
    return otherwise if location.file in models else location


def chain(stack: Stack, position: int) -> str:
    """The calls that lead to a frame: what tells its variables from those of other calls."""
    outer = len(stack) - 1
    if outer >= 0 and stack[outer][0].name == "__smtcb_start" and position < outer:
        outer -= 1
    parts = [f"{stack[one][0].name}@{stack[one + 1][1] - 1}::" for one in range(outer - 1, position - 1, -1)]
    return "".join(parts)


def name_of(instance: ThreadInstance, alone: bool, allocated: int, stack: Stack) -> str:
    calls = ">".join(f"{code.name}:{pc}" for code, pc, _ in reversed(stack))
    many = max(allocated, 0)
    return f"{instance.name}|{f'alone{many or str()}' if alone else many}|{calls}"


def register_variable(
    location: Location, slot: RegisterSlot, values: tuple[int, ...], names: VariableNames
) -> Variable:
    code = location.stack[slot.frame][0]
    register = code.function.registers[slot.index]
    name = register.name
    if sum(other.name == name for other in code.function.registers) > 1:
        name += f"#{slot.index}"  # no name in a program has that
    name = names.of_own(chain(location.stack, slot.frame) + name, code.name)
    full = f"{location.instance.routine}!{name}"
    made = variable_symbol(full, register.type.width, shared=False)
    return Variable(name, made, register.type, False, values, own=not code.function.is_model)


def cell_name(
    names: VariableNames, numbering: Numbering, info: ObjectInfo, slot: CellSlot, location: Location | None
) -> str:
    """Of a part of an object; `location`: of whose frames an object of the thread's own may be."""
    if info.shared or location is None:
        base = names.of_shared(info.number)
    else:
        base = _own_name(names, numbering, info, location.stack)
    if slot.offset == LIFE:
        return f"alive({base})"
    if slot.offset == SIZE:
        return f"length({base})"
    part = next((one for one in info.shape.parts if one.offset == slot.offset), None)
    path = "" if part is None else part.path.replace(" ", "_").replace("(", "").replace(")", "")
    return base + path


def _own_name(names: VariableNames, numbering: Numbering, info: ObjectInfo, stack: Stack) -> str:
    """A local of one of these frames, or a thread-local."""
    identity = numbering.identity(info.number)
    depth = 0 if identity is None else identity.index // numbering.stride
    if info.symbol is None or not depth:
        return names.of_shared(info.number)
    function = stack[len(stack) - depth][0].name
    return names.of_own(chain(stack, len(stack) - depth) + info.symbol.name, function)


def is_of_library(what: Symbol) -> bool:
    return what.name not in _FOR_PROGRAMS and "pthread_models" in what.location.file
