"""Puts calls of the library's `__smtcb_signal_point` before places of a program; never into atomic sections."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace

from esbmc_py.goto.deferred import dataclass

from .atomic_sections import DEEPEST_NESTING, Callees
from .closure import closure
from .expressions import Binary, Const, Convert, Register
from .flow import jumps_back, loop_ranges, successors
from .instructions import Assume, AtomicBegin, AtomicEnd, Block, Branch, Call, Goto, Instruction, Return
from .library_calls import call
from .operands import callee_of
from .program import Function, Program
from .rewrite import rewrite
from .sharing import starts_threads
from .signal_handlers import Place
from .signal_runtime import POINT, SECTION, is_runtime
from .types import INT, ScalarType


@dataclass(slots=True)
class Placing:
    program: Program
    uninterrupted: frozenset[str]  # functions that need no points
    unclear: bool = False  # is there a point that may lie inside an atomic section, or outside?

    def put(self, places: set[Place], callees: Callees, helped: Mapping[Place, str], *, loops: bool) -> None:
        program = self.program
        sections = AtomicSections.of(program, callees)
        indices: dict[str, set[int]] = defaultdict(set)
        for name, index in places:
            if name not in self.uninterrupted and not sections.certainly_inside(name, index):
                indices[name].add(index)
                self.unclear |= sections.maybe_inside(name, index)
        functions = dict(program.functions)
        for name, function in program.functions.items():
            if not is_runtime(function):
                blocks = {index: helper for (where, index), helper in helped.items() if where == name}
                heads = (
                    _loops(function) if loops and not function.is_model and name not in self.uninterrupted else set()
                )
                heads = {index for index in heads if not sections.certainly_inside(name, index)}
                self.unclear |= any(sections.maybe_inside(name, index) for index in heads)
                functions[name] = _pointed(program, function, indices[name], heads, blocks)
        self.program = replace(program, functions=functions)


@dataclass(slots=True)
class AtomicSections:
    """Which instructions are executed inside atomic sections?"""

    depths: dict[str, list[set[int]]]
    inside: set[str]  # functions that may be called inside a section
    outside: set[str]  # and outside
    lopsided: bool  # some function opens or closes sections of its callers

    @staticmethod
    def of(program: Program, callees: Callees) -> AtomicSections:
        depths = {name: _depths(function) for name, function in program.functions.items()}
        lopsided = any(
            _leaves_open(function, depths[name])
            for name, function in program.functions.items()
            if not is_runtime(function)
        )
        called: set[str] = set()
        started: set[str] = set(program.functions)
        inside: set[str] = set()
        for (caller, index), names in callees.items():
            called |= names
            if max(depths[caller][index], default=0) > 0:
                inside |= names
        outside = _reached(callees, started - called, lambda caller, index: 0 in depths[caller][index])
        return AtomicSections(depths, _reached(callees, inside, lambda caller, index: True), outside, lopsided)

    def certainly_inside(self, name: str, index: int) -> bool:
        if self.lopsided:
            return False
        return name not in self.outside or (bool(self.depths[name][index]) and 0 not in self.depths[name][index])

    def maybe_inside(self, name: str, index: int) -> bool:
        return self.lopsided or name in self.inside or max(self.depths[name][index], default=0) > 0


def _depths(function: Function) -> list[set[int]]:
    """How deep in its own atomic sections a function may be, before each instruction."""
    depths: list[set[int]] = [set() for _ in function.instructions]
    pending = [(0, 0)]
    while pending:
        index, depth = pending.pop()
        if depth in depths[index] or abs(depth) > DEEPEST_NESTING:
            continue
        depths[index].add(depth)
        instruction = function.instructions[index]
        if isinstance(instruction, AtomicBegin):
            depth += 1
        elif isinstance(instruction, AtomicEnd):
            depth -= 1
        pending.extend((following, depth) for following in successors(function.instructions, index))
    return depths


def _leaves_open(function: Function, depths: list[set[int]]) -> bool:
    return any(
        min(found, default=0) < 0 or (isinstance(i, Return) and max(found, default=0) > 0)
        for i, found in zip(function.instructions, depths, strict=True)
    )


def _reached(callees: Callees, names: set[str], counts: Callable[[str, int], bool]) -> set[str]:
    """These functions, and all that they call in places that count."""
    calls: dict[str, set[str]] = defaultdict(set)
    for (caller, index), called in callees.items():
        if counts(caller, index):
            calls[caller] |= called
    return closure(names, lambda name: calls[name])


def with_depth_kept(program: Program) -> Program:
    """Threads know whether they are inside an atomic section."""
    functions = dict(program.functions)
    change = program.functions[SECTION].parameters[0].type
    for name, function in program.functions.items():
        replacements: dict[int, list[Instruction]] = {}
        for index, instruction in enumerate(function.instructions):
            if isinstance(instruction, AtomicBegin):
                up = call(program, SECTION, instruction.location, None, (Const(1, change),))
                replacements[index] = [instruction, up]
            elif isinstance(instruction, AtomicEnd):
                down = call(program, SECTION, instruction.location, None, (Const(-1, change),))
                replacements[index] = [down, instruction]
        if replacements and not is_runtime(function):
            functions[name] = rewrite(function, replacements)
    return replace(program, functions=functions)


def _pointed(
    program: Program, function: Function, places: set[int], loops: set[int], blocks: Mapping[int, str]
) -> Function:
    registers = list(function.registers)
    replacements: dict[int, list[Instruction]] = {}
    before: dict[int, list[Instruction]] = defaultdict(list)
    polling = set() if starts_threads(program) else _polling(function, places)
    for index, instruction in enumerate(function.instructions):
        if index in places or index in loops:
            before[index].append(call(program, POINT, instruction.location))
        if index in polling:
            before[index].append(Assume(Const(1, INT), instruction.location, visible=True))
        if index in blocks and isinstance(instruction, Block):
            replacements[index] = _helped(program, instruction, blocks[index], registers)
    if not (before or replacements):
        return function
    result = rewrite(function, replacements, registers=registers, before=before)
    return _entered_once(result, _new_heads(function, replacements, before, loops - places))


def _helped(program: Program, block: Block, helper: str, registers: list[Register]) -> list[Instruction]:
    """The thread can go on if a signal may come; but no execution goes on without what it waits for."""
    ctype = program.functions[helper].type.result
    assert isinstance(ctype, ScalarType)
    register = Register(len(registers), f"signal${len(registers)}", ctype)
    registers.append(register)
    met = Binary("!=", block.condition, Const(0, block.condition.type), INT)
    return [
        call(program, helper, block.location, register),
        replace(block, condition=Binary("|", met, Convert(register, INT), INT)),
        Assume(met, block.location, visible=False),
    ]


def _loops(function: Function) -> set[int]:
    """Where jumps backwards lead to."""
    return set(loop_ranges(function.instructions))


def _polling(function: Function, places: set[int]) -> set[int]:
    """The heads of loops with points in them. Where there is one thread only, they are the places at which states are
    compared, so that a loop that waits for a handler is seen to come round."""
    return {
        i.target
        for index, i in enumerate(function.instructions)
        if isinstance(i, Goto | Branch)
        and any(_may_have_point(function, places, at) for at in range(i.target, index + 1))
    }


def _may_have_point(function: Function, places: set[int], index: int) -> bool:
    return index in places or isinstance(function.instructions[index], Call)


def _new_heads(
    function: Function,
    replacements: Mapping[int, list[Instruction]],
    before: Mapping[int, list[Instruction]],
    heads: set[int],
) -> set[int]:
    """Where the points before these instructions are in the new function."""
    found: set[int] = set()
    place = 0
    for index in range(len(function.instructions)):
        if index in heads:
            found.add(place)
        place += len(before.get(index, ())) + (len(replacements[index]) if index in replacements else 1)
    return found


def _entered_once(function: Function, heads: set[int]) -> Function:
    """A point before a loop is not passed again in every round: jumps backwards lead to what follows it."""
    instructions = list(function.instructions)
    for index, jump in jumps_back(function.instructions):
        if jump.target in heads:
            instructions[index] = replace(jump, target=jump.target + 1)
    return replace(function, instructions=instructions)


def is_point(instructions: list[Instruction], index: int) -> bool:
    return index >= 0 and callee_of(instructions[index]) == POINT
