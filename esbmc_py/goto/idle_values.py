"""Values that decide nothing: counters that are only counted and printed.

A value matters if a branch, a condition, an address, a size, the start of a thread, or what is told to a function
without a body may depend on it. All others are *idle*: whatever they are, the same steps are possible and the same is
violated. With `without_idle_values`, a program stores 0 in their place, at the same places: executions have the same
steps as before, and states that differ only in idle values become the same.

Where pointers are made from integers, nobody knows what they lead to: then only registers are looked at.

Flow-insensitive: an object is idle if nothing that matters is ever loaded from it, a register if nothing that matters
is ever computed from it. Only the program's own numbers are idled. What the library keeps is looked at by others (who
holds a lock, who has ended); addresses tell what is lost. An undefined value is an input where it is used, so what may
be undefined is still used.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from .abstract_objects import PointsTo
from .closure import closure
from .expressions import AddressOf, Binary, Const, Convert, Expression, FunctionAddress, Register
from .flow import endless_loops
from .inclusion import members
from .instructions import Assign, Branch, Call, Copy, Dead, Declare, Goto, Instruction, Load, Return, Store
from .operands import registers_in, registers_read, subexpressions, target_of
from .points_to import points_to
from .program import Function, Program
from .types import IntType

Node: TypeAlias = "int | str | tuple[str, int]"  # an object; what a function returns; a function's register

_FORMATS = {"printf": 0, "fprintf": 1}  # where the format is among the arguments
_CONVERSION = re.compile(rb"%[-+ #0]*\d*(?:\.\d+)?(?:hh|h|ll|l|j|z|t)?(?P<kind>.)", re.DOTALL)
_NUMBERS = b"diouxXc"


def without_idle_values(program: Program) -> Program:
    """The same program, if there are none. Only registers, if it is not known what its pointers lead to."""
    if not may_pay(program):
        return program
    found = points_to(program)
    touched = {} if found.forged else _touched(found)
    matters = (_MattersInside(program) if found.forged else _Matters(program, found, touched)).everything()
    functions = dict(program.functions)
    for name in functions if found.forged else {activation.function for activation in found.calls}:
        function = functions[name]
        if not function.is_model:
            functions[name] = _idled(function, touched, matters)
    return replace(program, functions=functions)


def _touched(found: PointsTo) -> dict[tuple[str, int, bool], set[int]]:
    """The objects that an instruction may read, and write."""
    touched: defaultdict[tuple[str, int, bool], set[int]] = defaultdict(set)
    for activation, accesses in found.accesses.items():
        for access in accesses:
            touched[activation.function, access.index, access.writes].update(members(access.objects))
    return touched


class _Matters:
    """What matters, followed from its uses to where it comes from."""

    def __init__(self, program: Program, found: PointsTo, touched: dict[tuple[str, int, bool], set[int]]) -> None:
        self._program = program
        self._found = found
        self._touched = touched
        self._sources: defaultdict[Node, set[Node]] = defaultdict(set)
        self._used: set[Node] = set()
        self._callees: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
        for caller, sites in found.calls.items():
            for index, activations in sites.items():
                self._callees[caller.function, index] |= {one.function for one in activations}

    def everything(self) -> set[Node]:
        for name in {activation.function for activation in self._found.calls}:
            for index, instruction in enumerate(self._program.functions[name].instructions):
                self._note(name, index, instruction)
        for sites in self._found.starts.values():
            for routines in sites.values():
                self._used |= routines  # what they return is given to whoever joins them
        return closure(self._used, lambda node: self._sources.get(node, ()))

    def _note(self, name: str, index: int, instruction: Instruction) -> None:
        match instruction:
            case Assign(target, value):
                self._sources[name, target.index] |= _registers(name, value)
            case Load(target, address):
                self._sources[name, target.index] |= self._touched.get((name, index, False), set())
                self._used |= _registers(name, address)
            case Store(address, value):
                for number in self._touched.get((name, index, True), ()):
                    self._sources[number] |= _registers(name, value)
                self._used |= _registers(name, address)
            case Copy(target_address, source_address):
                for number in self._touched.get((name, index, True), ()):
                    self._sources[number] |= self._touched.get((name, index, False), set())
                self._used |= _registers(name, target_address) | _registers(name, source_address)
            case Return(value):
                if value is not None:
                    self._sources[name] |= _registers(name, value)
            case Call():
                self._call(name, index, instruction)
            case _:
                self._used |= {(name, register.index) for register in registers_read(instruction)}

    def _call(self, name: str, index: int, call: Call) -> None:
        self._used |= _registers(name, call.callee)
        target: Node | None = None if call.target is None else (name, call.target.index)
        callees = self._callees.get((name, index), set())
        for callee in callees:
            for parameter, argument in zip(self._program.functions[callee].parameters, call.arguments, strict=False):
                self._sources[callee, parameter.index] |= _registers(name, argument)
            if target is not None:
                self._sources[target].add(callee)
        if callees and isinstance(call.callee, FunctionAddress):
            return
        shown = set(_shown(self._program, call))
        for place, argument in enumerate(call.arguments):
            if place not in shown:
                self._used |= _registers(name, argument)
            elif target is not None:
                self._sources[target] |= _registers(name, argument)  # how long is the text?
        self._used |= self._reachable(self._touched.get((name, index, False), set()))

    def _reachable(self, objects: set[int]) -> set[int]:
        return closure(objects, lambda number: members(self._found.contents[number]))


class _MattersInside:
    """The same for registers, each function by itself: what goes into memory, or to another function, matters."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def everything(self) -> set[Node]:
        sources: defaultdict[Node, set[Node]] = defaultdict(set)
        used: set[Node] = set()
        for name, function in self._program.functions.items():
            for instruction in function.instructions:
                match instruction:
                    case Assign(target, value):
                        sources[name, target.index] |= _registers(name, value)
                    case Call():
                        shown = set(_shown(self._program, instruction))
                        used |= _registers(name, instruction.callee)
                        for place, argument in enumerate(instruction.arguments):
                            if place not in shown:
                                used |= _registers(name, argument)
                            elif instruction.target is not None:  # how long is the text?
                                sources[name, instruction.target.index] |= _registers(name, argument)
                    case _:
                        used |= {(name, register.index) for register in registers_read(instruction)}
        return closure(used, lambda node: sources.get(node, ()))


def _registers(name: str, value: Expression) -> set[Node]:
    return {(name, register.index) for register in registers_in(value)}


def may_pay(program: Program) -> bool:
    """Is a number printed, or counted in a loop without an end? Whoever counts something mostly shows it, and to look
    for more takes time."""
    own = [function for function in program.functions.values() if not function.is_model]
    instructions = (instruction for function in own for instruction in function.instructions)
    if any(isinstance(instruction, Call) and any(_shown(program, instruction)) for instruction in instructions):
        return True
    return any(
        endless_loops(one.instructions, calls_return=True) and any(map(_counts, one.instructions)) for one in own
    )


def _counts(instruction: Instruction) -> bool:
    return isinstance(instruction, Assign) and instruction.target in registers_in(instruction.value)


def _shown(program: Program, call: Call) -> Iterator[int]:
    """The arguments that are printed as numbers, by a format that is known."""
    if not isinstance(call.callee, FunctionAddress) or call.callee.name in program.functions:
        return
    first = _FORMATS.get(call.callee.name)
    if first is None or first >= len(call.arguments):
        return
    template = call.arguments[first]
    while isinstance(template, Convert):
        template = template.operand
    if not isinstance(template, AddressOf) or not template.symbol.constant:
        return
    image = program.globals.get(template.symbol)
    if image is None:
        return
    place = first
    for conversion in _CONVERSION.finditer(image.data.split(b"\0")[0]):
        kind = conversion["kind"]
        if kind == b"%":
            continue
        place += 1
        if kind in b"sp":
            continue
        if kind not in _NUMBERS or place >= len(call.arguments):
            return  # what follows is not clear
        if isinstance(call.arguments[place].type, IntType):
            yield place


def _idled(function: Function, touched: dict[tuple[str, int, bool], set[int]], matters: set[Node]) -> Function:
    defined = _defined(function)
    instructions = list(function.instructions)
    for index, instruction in enumerate(instructions):
        if not isinstance(instruction, Assign | Store) or not _is_plain(instruction.value, defined):
            continue
        if isinstance(instruction, Store):
            objects: Iterable[Node] = touched.get((function.name, index, True), set())
        else:
            objects = {(function.name, instruction.target.index)}
        if objects and matters.isdisjoint(objects):
            instructions[index] = replace(instruction, value=Const(0, instruction.value.type))
    return replace(function, instructions=instructions)


def _is_plain(value: Expression, defined: set[int]) -> bool:
    """A number that is computed without a division, from what is certainly defined."""
    for part in subexpressions(value):
        divides = isinstance(part, Binary) and part.op in ("/", "%")
        if divides or (isinstance(part, Register) and part.index not in defined):
            return False
    return isinstance(value.type, IntType) and not isinstance(value, Const)


def _defined(function: Function) -> set[int]:
    """The registers that are given a value before anything else is done with them, each time they are declared."""
    instructions = function.instructions
    undefined = {
        instruction.variable.index
        for index, instruction in enumerate(instructions)
        if isinstance(instruction, Declare)
        and isinstance(instruction.variable, Register)
        and not _is_given_next(instruction.variable, instructions[index + 1 :])
    }
    return {register.index for register in function.registers} - undefined


def _is_given_next(variable: Register, following: Sequence[Instruction]) -> bool:
    """On a straight way, whatever is done with others in between."""
    for instruction in following:
        match instruction:
            case Goto() | Branch() | Return():
                return False
            case Declare(variable=declared) | Dead(variable=declared) if declared == variable:
                return False
        if variable in registers_read(instruction):
            return False
        if target_of(instruction) == variable and not isinstance(instruction, Declare):
            return True
    return False
