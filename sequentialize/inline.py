"""Pass `inline`: thread functions without calls.

A call becomes the callee's body with registers and locals of its own; recursion is followed up to a bound. A call
through a pointer becomes a choice between the functions whose address is taken. What the library's models do gets the
location of the call in the program's own code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field, replace
from functools import cached_property

from esbmc_py.goto.addressed import addressed_functions
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import Binary, Const, Convert, Expression, FunctionAddress, Register
from esbmc_py.goto.flow import jump_targets
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
    StartThread,
    Unsupported,
)
from esbmc_py.goto.points_to import points_to
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import NOWHERE, SourceLocation, Storage, Symbol
from esbmc_py.goto.types import CHAR, INT, VOID, ArrayType, FunctionType, PointerType, ScalarType, is_scalar

from .bounds import bound_reached
from .emitter import Emitter, Label
from .operands import Renaming

FALSE = Const(0, INT)
Chosen = Callable[[Function], None]
Place = tuple[str, int]  # a function and an index of its instructions


@dataclass(frozen=True, slots=True)
class CallSite(SourceLocation):
    """Where the program calls the library; `inner` is where in the library's model it is then."""

    inner: SourceLocation = NOWHERE


def call_site(location: SourceLocation) -> SourceLocation:
    """A location in the program's own code."""
    return SourceLocation(location.file, location.line, location.column)


def innermost(location: SourceLocation) -> SourceLocation:
    return location.inner if isinstance(location, CallSite) else location


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
    _done: dict[str, Inlined] = field(default_factory=dict)

    def main(self) -> Inlined:
        return self.routine(self.program.entry)

    def routine(self, name: str) -> Inlined:
        """A thread's function."""
        known = self._done.get(name)
        if known is None:
            known = self._done[name] = _Inlining(self, name).run()
        return known

    def function(self, name: str) -> Inlined:
        """A function that stays one, with parameters and result."""
        return _Inlining(self, name).run_function()

    @cached_property
    def _addressed(self) -> list[str]:
        return sorted(addressed_functions(self.program) & self.program.functions.keys())

    @cached_property
    def _callees(self) -> dict[Place, set[str]]:
        """What the calls and starts of threads, by function and index, may lead to."""
        if not self._addressed:
            return {}
        found = points_to(self.program)
        callees: dict[Place, set[str]] = {}
        for caller, sites in found.calls.items():
            for index, activations in sites.items():
                callees.setdefault((caller.function, index), set()).update(one.function for one in activations)
        for starter, starts in found.starts.items():
            for index, names in starts.items():
                callees.setdefault((starter.function, index), set()).update(names)
        return callees

    def candidates(self, place: Place, *arguments: int) -> Iterator[Function]:
        """Functions that a pointer may point to there, and that take so many arguments."""
        for name in sorted(self._callees.get(place, ())):
            function = self.program.functions.get(name)
            if function is not None and any(function.takes(count) for count in arguments):
                yield function


@dataclass(slots=True, eq=False)
class _Inlining:
    inliner: Inliner
    name: str
    emitter: Emitter = field(default_factory=Emitter)
    blocks: dict[int, Symbol] = field(default_factory=dict)
    frames: list[list[Symbol]] = field(default_factory=list)  # the locals of each function that is being inlined

    def run(self) -> Inlined:
        program, emitter = self.inliner.program, self.emitter
        routine, is_main = program.functions[self.name], self.name == program.entry
        void = PointerType(VOID, program.pointer_bits // 8)
        parameters = () if is_main else (emitter.register("argument", void),)
        if not routine.instructions[0].visible:
            # a thread's beginning is a switch point of its own: the skip of TOPLAS 2021, figure 8
            emitter.emit(Assume(Const(1, INT), routine.location, visible=True))
        result = emitter.register("result", void) if not is_main and program.thread_exit else None
        self.body(routine, list(parameters) if routine.parameters else [], result, (), None)
        where = last_location(routine)
        if result is not None:
            assert program.thread_exit is not None
            self.body(program.functions[program.thread_exit], [result], None, (), where)
        emitter.emit(EndThread(where))
        made = Function(
            "main" if is_main else self.name,
            FunctionType(VOID, tuple(register.type for register in parameters), False),
            parameters, (), (), [], routine.location,
        )  # fmt: skip
        return Inlined(emitter.finish(made), self.blocks)

    def run_function(self) -> Inlined:
        emitter, function = self.emitter, self.inliner.program.functions[self.name]
        parameters = tuple(emitter.register(one.name, one.type) for one in function.parameters)
        returned = function.type.result
        result = emitter.register("result", returned) if is_scalar(returned) else None
        self.body(function, list(parameters), result, (), None)
        emitter.emit(Return(result, last_location(function)))
        ctype = FunctionType(returned, tuple(register.type for register in parameters), False)
        made = Function(self.name, ctype, parameters, (), (), [], function.location, is_model=function.is_model)
        return Inlined(emitter.finish(made), self.blocks)

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
        labels = {target: Label() for target in jump_targets(function.instructions)}
        end = Label()
        dying = [*symbols.values()]
        self.frames.append(dying)
        stack = (*stack, function.name)
        for index, original in enumerate(function.instructions):
            if index in labels:
                emitter.place(labels[index])
            instruction = _as_called(renaming.instruction(original), location)
            match instruction:
                case Goto(target=target) | Branch(target=target):
                    emitter.jump(instruction, labels[target])
                case Return():
                    self.leave(instruction, result)
                    emitter.jump(Goto(0, instruction.location), end)
                case Call():
                    self.call(instruction, (function.name, index), stack, location)
                case StartThread():
                    self.start(instruction, (function.name, index))
                case Allocate(on_stack=True, target=register):
                    self.blocks[register.index] = block = self.stack_block(instruction)
                    dying.append(block)
                    emitter.emit(instruction)
                case Dead(variable=Register() as register):
                    emitter.emit(replace(instruction, variable=self.blocks[register.index]))
                case EndThread():
                    self.end_thread(instruction)
                case _:
                    emitter.emit(instruction)
        self.frames.pop()
        emitter.place(end)

    def end_thread(self, instruction: EndThread) -> None:
        """pthread_exit: whoever called it ends as well."""
        self.bury([symbol for frame in reversed(self.frames) for symbol in frame], instruction.location)
        self.emitter.emit(instruction)

    def leave(self, instruction: Return, result: Register | None) -> None:
        where = instruction.location
        if result is not None and instruction.value is None:
            self.emitter.emit(Nondet(result, "a missing result", where))
        elif result is not None and instruction.value is not None:
            self.emitter.emit(Assign(result, converted(instruction.value, result.type), where))
        self.bury(self.frames[-1], where, instruction.visible)

    def bury(self, dying: list[Symbol], where: SourceLocation, visible: bool = False) -> None:
        """They end together: there is one switch point at most."""
        for position, symbol in enumerate(dying):
            self.emitter.emit(Dead(symbol, where, visible and position == 0))

    def stack_block(self, instruction: Allocate) -> Symbol:
        symbol = Symbol("alloca", ArrayType(CHAR, None), 0, Storage.LOCAL, instruction.location)
        return self.emitter.local(symbol)

    # -- calls ----------------------------------------------------------------------------------------------------

    def call(self, call: Call, place: Place, stack: tuple[str, ...], location: SourceLocation | None) -> None:
        functions = self.inliner.program.functions
        callee = call.callee
        if isinstance(callee, FunctionAddress):
            if callee.name in functions and callee.name not in self.inliner.keep:
                self.direct(functions[callee.name], call, stack, location)
            else:
                self.emitter.emit(call)
            return
        functions_there = self.inliner.candidates(place, len(call.arguments))
        self.choice(call, callee, functions_there, lambda one: self.direct(one, call, stack, location))

    def direct(self, function: Function, call: Call, stack: tuple[str, ...], location: SourceLocation | None) -> None:
        where = call.location
        if not function.takes(len(call.arguments)):
            count, wanted = len(call.arguments), len(function.parameters)
            construct = f"a call of {function.name} with {count} arguments instead of {wanted}"
            self.emitter.emit(Unsupported(construct, where))
        elif stack.count(function.name) > self.inliner.recursion:
            self.emitter.emit(bound_reached(f"recursion bound {self.inliner.recursion}", where))
        else:
            inner = (location or call_site(where)) if function.is_model else None
            self.body(function, list(call.arguments), call.target, stack, inner)

    def start(self, start: StartThread, place: Place) -> None:
        """Each routine that a thread may be started with becomes a thread of its own."""
        if called_function(start.function) is not None:
            self.emitter.emit(start)
            return

        def started(one: Function) -> None:
            self.emitter.emit(replace(start, function=FunctionAddress(one.name, pointer_type(start.function.type))))

        self.choice(start, start.function, self.inliner.candidates(place, 0, 1), started)

    def choice(
        self, what: Call | StartThread, pointer: Expression, functions: Iterable[Function], chosen: Chosen
    ) -> None:
        """What is done with the function that a pointer points to. Most are known once a program is unwound."""
        emitter, where = self.emitter, what.location
        end, null = Label(), Label()
        emitter.jump(Branch(Binary("==", pointer, Const(0, pointer.type), INT), 0, where), null)
        for function in functions:
            following = Label()
            here = FunctionAddress(function.name, pointer_type(pointer.type))
            emitter.jump(Branch(Binary("!=", pointer, here, INT), 0, where), following)
            chosen(function)
            emitter.jump(Goto(0, where), end)
            emitter.place(following)
        emitter.emit(Unsupported("a call through a pointer to a function that is not known", where))
        emitter.place(null)
        emitter.emit(Assert(FALSE, Property.NULL, "call through a null pointer", where))
        emitter.emit(EndThread(where))
        emitter.place(end)


def called_function(expression: Expression) -> str | None:
    """The function whose address this is, seen through conversions."""
    while isinstance(expression, Convert):
        expression = expression.operand
    return expression.name if isinstance(expression, FunctionAddress) else None


def pointer_type(ctype: ScalarType) -> PointerType:
    assert isinstance(ctype, PointerType)
    return ctype


def converted(value: Expression, ctype: ScalarType) -> Expression:
    return value if value.type == ctype else Convert(value, ctype)


def _as_called(instruction: Instruction, location: SourceLocation | None) -> Instruction:
    """As if it stood where the program calls, if `location` is given."""
    if location is None:
        return instruction
    site = CallSite(location.file, location.line, location.column, instruction.location)
    return replace(instruction, location=site)


def last_location(function: Function) -> SourceLocation:
    found: list[Instruction] = function.instructions
    return found[-1].location if found else function.location
