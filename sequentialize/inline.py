"""Pass `inline`: thread functions without calls.

A call becomes the callee's body with registers and locals of its own; recursion is followed up to a bound. A call
through a pointer becomes a choice between the functions whose address is taken. What the library's models do gets the
location of the call in the program's own code.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from esbmc_py.goto.expressions import Binary, Const, Convert, Expression, FunctionAddress, Register
from esbmc_py.goto.instructions import (
    Allocate,
    Assert,
    Assign,
    Assume,
    Branch,
    Call,
    Dead,
    EndThread,
    Goto,
    Instruction,
    Nondet,
    Return,
    Unsupported,
)
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation, Storage, Symbol
from esbmc_py.goto.types import CHAR, INT, VOID, ArrayType, FunctionType, PointerType, ScalarType
from symex.addressed import addressed_by, image_targets

from .bounds import bound_reached
from .emitter import Emitter, Label
from .operands import Renaming

FALSE = Const(0, INT)


@dataclass(frozen=True, slots=True)
class Inlined:
    """`blocks`: the local that stands for the object of each alloca, by the register that gets its address."""

    function: Function
    blocks: dict[int, Symbol]


@dataclass(eq=False)
class Inliner:
    program: Program
    recursion: int  # how often a function may be on the stack besides itself
    keep: frozenset[str] = frozenset()  # functions whose calls stay calls
    _done: dict[tuple[str, ...], Inlined] = field(default_factory=dict)

    def main(self) -> Inlined:
        return self._function((self.program.entry,), is_main=True)

    def routine(self, names: tuple[str, ...]) -> Inlined:
        """A thread's function. With several names, its first parameter says which of them it is."""
        return self._function(names, is_main=False)

    def start_candidates(self) -> tuple[str, ...]:
        """What a thread may run whose start routine is not known."""
        return tuple(name for name in self._addressed if len(self.program.functions[name].parameters) <= 1)

    def _function(self, names: tuple[str, ...], *, is_main: bool) -> Inlined:
        known = self._done.get(names)
        if known is None:
            known = self._done[names] = _Inlining(self, names, is_main).run()
        return known

    @cached_property
    def _addressed(self) -> list[str]:
        program = self.program
        names = {target for image in program.globals.values() for target in image_targets(image)}
        names |= {target for image in program.thread_locals.values() for target in image_targets(image)}
        for function in program.functions.values():
            for instruction in function.instructions:
                names |= addressed_by(instruction)
        return sorted(name for name in names if name in program.functions)

    def candidates(self, arguments: int) -> Iterator[Function]:
        for name in self._addressed:
            function = self.program.functions[name]
            if takes(function, arguments):
                yield function


def takes(function: Function, arguments: int) -> bool:
    wanted = len(function.parameters)
    return arguments == wanted or (arguments > wanted and not function.type.prototyped)


@dataclass(slots=True, eq=False)
class _Inlining:
    inliner: Inliner
    names: tuple[str, ...]
    is_main: bool
    emitter: Emitter = field(default_factory=Emitter)
    blocks: dict[int, Symbol] = field(default_factory=dict)

    def run(self) -> Inlined:
        program = self.inliner.program
        routines = [program.functions[name] for name in self.names]
        void = PointerType(VOID, program.pointer_bits // 8)
        parameters: tuple[Register, ...] = ()
        if not self.is_main:
            parameters = (self.emitter.register("argument", void),)
            if len(routines) > 1:
                parameters = (self.emitter.register("routine", void), *parameters)
        if len(routines) > 1 or not routines[0].instructions[0].visible:
            # a thread's beginning is a switch point of its own: the skip of TOPLAS 2021, figure 8
            self.emitter.emit(Assume(Const(1, INT), routines[0].location, visible=True))
        end = Label()
        result = self.emitter.register("result", void) if not self.is_main and program.thread_exit else None
        for routine in routines:
            following = Label()
            if len(routines) > 1:
                other = Binary("!=", parameters[0], FunctionAddress(routine.name, void), INT)
                self.emitter.jump(Branch(other, 0, routine.location), following)
            arguments: list[Expression] = list(parameters[-1:]) if routine.parameters else []
            self.body(routine, arguments, result, (), None)
            self.emitter.jump(Goto(0, routine.location), end)
            self.emitter.place(following)
        if len(routines) > 1:
            message = "a thread is started with no function's address"
            self.emitter.emit(Assert(FALSE, Property.CONVERSION, message, routines[0].location))
        self.emitter.place(end)
        where = last_location(routines[0])
        if result is not None:
            assert program.thread_exit is not None
            self.body(program.functions[program.thread_exit], [result], None, (), where)
        self.emitter.emit(EndThread(where))
        made = self.emitter.finish(
            Function(
                "main" if self.is_main else self.names[0],
                FunctionType(VOID, tuple(register.type for register in parameters), False),
                parameters, (), (), [], routines[0].location,
            )
        )  # fmt: skip
        return Inlined(made, self.blocks)

    # -- bodies ---------------------------------------------------------------------------------------------------

    def body(
        self,
        function: Function,
        arguments: list[Expression],
        result: Register | None,
        stack: tuple[str, ...],
        location: SourceLocation | None,
    ) -> None:
        """`location`, if given, is that of the call in the program's own code."""
        emitter = self.emitter
        registers = [emitter.register(register.name, register.type) for register in function.registers]
        symbols = {symbol: emitter.local(symbol) for symbol in function.locals}
        renaming = Renaming(lambda register: registers[register.index], lambda symbol: symbols.get(symbol, symbol))
        where = location or function.location
        for parameter, argument in zip(function.parameters, arguments, strict=False):
            emitter.emit(Assign(registers[parameter.index], converted(argument, parameter.type), where))
        labels = {
            instruction.target: Label()
            for instruction in function.instructions
            if isinstance(instruction, Goto | Branch)
        }
        end = Label()
        dying = [*symbols.values()]
        stack = (*stack, function.name)
        for index, original in enumerate(function.instructions):
            if index in labels:
                emitter.place(labels[index])
            instruction = renaming.instruction(original)
            if location is not None:
                instruction = replace(instruction, location=location)
            match instruction:
                case Goto() | Branch():
                    emitter.jump(instruction, labels[original.target])  # type: ignore[union-attr]
                case Return():
                    self.leave(instruction, result, dying)
                    emitter.jump(Goto(0, instruction.location), end)
                case Call():
                    self.call(instruction, stack, location)
                case Allocate(on_stack=True, target=target):
                    self.blocks[target.index] = block = self.stack_block(instruction)
                    dying.append(block)
                    emitter.emit(instruction)
                case _:
                    emitter.emit(instruction)
        emitter.place(end)

    def leave(self, instruction: Return, result: Register | None, dying: list[Symbol]) -> None:
        where = instruction.location
        if result is not None and instruction.value is None:
            self.emitter.emit(Nondet(result, "a missing result", where))
        elif result is not None and instruction.value is not None:
            self.emitter.emit(Assign(result, converted(instruction.value, result.type), where))
        for symbol in dying:
            self.emitter.emit(Dead(symbol, where))

    def stack_block(self, instruction: Allocate) -> Symbol:
        symbol = Symbol("alloca", ArrayType(CHAR, None), 0, Storage.LOCAL, instruction.location)
        return self.emitter.local(symbol)

    # -- calls ----------------------------------------------------------------------------------------------------

    def call(self, call: Call, stack: tuple[str, ...], location: SourceLocation | None) -> None:
        functions = self.inliner.program.functions
        callee = call.callee
        if isinstance(callee, FunctionAddress):
            if callee.name in functions and callee.name not in self.inliner.keep:
                self.direct(functions[callee.name], call, stack, location)
            else:
                self.emitter.emit(call)
            return
        self.indirect(call, stack, location)

    def direct(self, function: Function, call: Call, stack: tuple[str, ...], location: SourceLocation | None) -> None:
        where = call.location
        if not takes(function, len(call.arguments)):
            count, wanted = len(call.arguments), len(function.parameters)
            message = f"call of {function.name} with {count} arguments instead of {wanted}"
            self.emitter.emit(Assert(FALSE, Property.CONVERSION, message, where))
            self.emitter.emit(EndThread(where))
        elif stack.count(function.name) > self.inliner.recursion:
            self.emitter.emit(bound_reached(f"recursion bound {self.inliner.recursion}", where))
        else:
            inner = (location or where) if function.is_model else None
            self.body(function, list(call.arguments), call.target, stack, inner)

    def indirect(self, call: Call, stack: tuple[str, ...], location: SourceLocation | None) -> None:
        emitter, pointer, where = self.emitter, call.callee, call.location
        end, unknown = Label(), Label()
        null = Binary("==", pointer, Const(0, pointer.type), INT)
        emitter.jump(Branch(null, 0, where), unknown)
        for function in self.inliner.candidates(len(call.arguments)):
            following = Label()
            here = FunctionAddress(function.name, pointer_type(pointer.type))
            emitter.jump(Branch(Binary("!=", pointer, here, INT), 0, where), following)
            self.direct(function, call, stack, location)
            emitter.jump(Goto(0, where), end)
            emitter.place(following)
        emitter.emit(Unsupported("a call through a pointer to a function that is not known", where))
        emitter.place(unknown)
        emitter.emit(Assert(FALSE, Property.NULL, "call through a null pointer", where))
        emitter.emit(EndThread(where))
        emitter.place(end)


def pointer_type(ctype: ScalarType) -> PointerType:
    assert isinstance(ctype, PointerType)
    return ctype


def converted(value: Expression, ctype: ScalarType) -> Expression:
    return value if value.type == ctype else Convert(value, ctype)


def last_location(function: Function) -> SourceLocation:
    found: list[Instruction] = function.instructions
    return found[-1].location if found else function.location
