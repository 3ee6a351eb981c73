"""`longjmp`, as returns: whoever called a function that jumps looks whether somebody is on the way to a `setjmp`.

`setjmp` gives the activation that it is called in a ticket, and writes it into the buffer; `longjmp` says which ticket
it is on the way to, and returns (`pthread_models/library/setjmp.c`). After every call that may have jumped, the ticket
is looked at: nobody jumps (it is 0), or it is one of this activation, then the function goes on behind that `setjmp`;
or it is somebody else's, then this function returns, too. So all executors see calls, branches and returns only, and a
program that does not jump stays as it is.

Locals keep what they hold: C leaves open what those are that have changed since, unless they are volatile.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import field, replace

from esbmc_py.goto.deferred import dataclass

from .addressed import addressed_functions
from .closure import closure
from .expressions import AddressOf, Binary, Const, Expression, FunctionAddress, Register
from .flow import successors
from .instructions import (
    Assign,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Call,
    Dead,
    Declare,
    Goto,
    Instruction,
    Load,
    Return,
    Store,
    Unsupported,
)
from .program import Function, Program
from .signal_runtime import IN_HANDLER
from .symbols import SourceLocation, Symbol
from .types import BOOL, INT, FloatType, IntType, PointerType, ScalarType, VoidType, is_scalar, unqualified

JUMP = "longjmp"
_SET = "__smtcb_set_jump"
_MASKED = frozenset({"sigsetjmp", "__sigsetjmp"})
_KEEP_MASK = "__smtcb_keep_mask"
_SETTERS = frozenset({"setjmp", "_setjmp"}) | _MASKED
_TARGET, _VALUE = "__smtcb_jump_target", "__smtcb_jump_value"


def with_long_jumps(program: Program) -> Program:
    jump = program.functions.get(JUMP)
    if jump is None or not jump.is_model or _SET not in program.functions:
        return program
    variables = {symbol.name: symbol for symbol in program.thread_locals}
    addressed = addressed_functions(program)
    jumping = _jumping(program, addressed)
    by_pointers = not jumping.isdisjoint(addressed)
    outermost = frozenset({program.entry, *_only_begun(program, addressed)})
    jumps = _LongJumps(program, variables[_TARGET], variables[_VALUE], jumping, by_pointers, outermost)
    functions = {name: jumps.function(function) for name, function in program.functions.items()}
    return replace(program, functions=functions)


def _jumping(program: Program, addressed: frozenset[str]) -> frozenset[str]:
    """Functions that may be left by a jump: those that call `longjmp`, and whoever calls them, also by pointers."""
    callers: dict[str, set[str]] = defaultdict(set)
    by_pointer: set[str] = set()
    for name, function in program.functions.items():
        for call in function.instructions:
            if isinstance(call, Call):
                if isinstance(call.callee, FunctionAddress):
                    callers[call.callee.name].add(name)
                else:
                    by_pointer.add(name)
    return frozenset(closure([JUMP], lambda name: callers[name] | (by_pointer if name in addressed else set())))


def _only_begun(program: Program, addressed: frozenset[str]) -> set[str]:
    """`main`, unless the program calls it, too."""
    called = {
        call.callee.name
        for function in program.functions.values()
        if not function.is_model
        for call in function.instructions
        if isinstance(call, Call) and isinstance(call.callee, FunctionAddress)
    }
    return {"main"} - called - addressed


@dataclass(slots=True)
class _Code:
    """New instructions of a function; jumps to old ones get their targets at the end."""

    instructions: list[Instruction] = field(default_factory=list)
    places: list[int] = field(default_factory=list)  # of the old instructions
    old_targets: dict[int, int] = field(default_factory=dict)  # jumps here → index of an old instruction

    def add(self, *instructions: Instruction) -> None:
        self.instructions.extend(instructions)

    def jump_to_old(self, jump: Goto | Branch, target: int) -> None:
        self.old_targets[len(self.instructions)] = target
        self.instructions.append(jump)

    def skip_unless(self, condition: Expression, where: SourceLocation, body: Sequence[Instruction]) -> None:
        """The body where the condition does not hold."""
        self.add(Branch(condition, len(self.instructions) + 1 + len(body), where), *body)

    def of(self, function: Function, registers: Iterable[Register]) -> Function:
        """The function with this code."""
        labels = {self.places[index]: label for index, label in function.labels.items()}
        return replace(function, instructions=self._finished(), registers=tuple(registers), labels=labels)

    def _finished(self) -> list[Instruction]:
        done = list(self.instructions)
        for index, target in self.old_targets.items():
            jump = done[index]
            assert isinstance(jump, Goto | Branch)
            done[index] = replace(jump, target=self.places[target])
        return done


@dataclass(frozen=True, slots=True)
class _Site:
    """A call of `setjmp`: who goes on behind it has this ticket."""

    index: int
    ticket: Register
    result: Register | None


@dataclass(frozen=True, slots=True)
class _LongJumps:
    program: Program
    target: Symbol
    value: Symbol
    jumping: frozenset[str]
    by_pointers: bool  # may a call through a pointer jump?
    outermost: frozenset[str]  # called by nobody but the library's beginning

    def function(self, function: Function) -> Function:
        calls = {index for index, one in enumerate(function.instructions) if self.may_jump(one)}
        registers = list(function.registers)
        sites = {} if function.is_model else self.sites(function, registers)
        if function.name == self.program.thread_exit:
            return self.nobody_arrives(function)
        if function.name == JUMP and IN_HANDLER in self.program.functions:
            return self.not_in_handlers(function)
        if not calls and not sites:
            return function
        on_the_way = Register(len(registers), "jump$", self.ticket_type)
        registers.append(on_the_way)
        code = _Code()
        zero = Const(0, self.ticket_type)
        code.add(*(Assign(site.ticket, zero, function.location) for site in sites.values()))
        depths, lives = _open_sections(function), _living(function)
        for index, instruction in enumerate(function.instructions):
            code.places.append(len(code.instructions))
            if index in sites:
                self.set_jump(code, sites[index], instruction)
            elif isinstance(instruction, Goto | Branch):
                code.jump_to_old(instruction, instruction.target)
            else:
                code.add(instruction)
            if index not in calls:
                continue
            where = instruction.location
            code.add(self.load(on_the_way, self.target, where))
            beyond = Branch(Binary("==", on_the_way, zero, INT), index + 1, where)
            code.jump_to_old(beyond, index + 1)
            if depths[index]:
                code.add(Unsupported("longjmp out of an atomic section", where))
                continue
            for site in sites.values():
                gone = sorted(lives[index] - lives[site.index], key=lambda symbol: symbol.name)
                arrival: list[Instruction] = [Dead(symbol, where) for symbol in gone]
                arrival.append(self.store(self.target, zero, where))
                if site.result is not None:
                    arrival.append(self.load(site.result, self.value, where))
                elsewhere = Binary("!=", on_the_way, site.ticket, INT)
                code.add(Branch(elsewhere, len(code.instructions) + len(arrival) + 2, where), *arrival)
                code.jump_to_old(Goto(site.index + 1, where), site.index + 1)
            code.add(self.leave(function, where))
        code.places.append(len(code.instructions))
        return code.of(function, registers)

    @property
    def ticket_type(self) -> IntType:
        ctype = unqualified(self.target.type)
        assert isinstance(ctype, IntType)
        return ctype

    def may_jump(self, instruction: Instruction) -> bool:
        if not isinstance(instruction, Call):
            return False
        callee = instruction.callee
        if isinstance(callee, FunctionAddress):
            return callee.name in self.jumping
        return self.by_pointers

    def sites(self, function: Function, registers: list[Register]) -> dict[int, _Site]:
        found: dict[int, _Site] = {}
        for index, call in enumerate(function.instructions):
            if isinstance(call, Call) and isinstance(call.callee, FunctionAddress) and call.callee.name in _SETTERS:
                ticket = Register(len(registers), f"ticket${index}", self.ticket_type)
                registers.append(ticket)
                found[index] = _Site(index, ticket, call.target)
        return found

    def set_jump(self, code: _Code, site: _Site, call: Instruction) -> None:
        assert isinstance(call, Call)
        code.add(Call(site.ticket, self.model(_SET), (call.arguments[0], site.ticket), call.location))
        if isinstance(call.callee, FunctionAddress) and call.callee.name in _MASKED:
            code.add(Call(None, self.model(_KEEP_MASK), call.arguments, call.location))
        if site.result is not None:
            code.add(Assign(site.result, Const(0, INT), call.location))

    def leave(self, function: Function, where: SourceLocation) -> Instruction:
        """To the caller, who looks further. What is returned, nobody reads."""
        if function.name in self.outermost:
            return _no_such_activation(where)
        result = unqualified(function.type.result)
        if isinstance(result, VoidType) or not is_scalar(result):
            return Return(None, where)
        return Return(Const(0.0 if isinstance(result, FloatType) else 0, result), where)

    def nobody_arrives(self, function: Function) -> Function:
        """A start routine that returns because of a jump was not the one that the jump was to."""
        register = Register(len(function.registers), "jump$", self.ticket_type)
        begin = self.load(register, self.target, function.location)
        return _only_if_zero(function, register, begin, _no_such_activation(function.location))

    def not_in_handlers(self, function: Function) -> Function:
        """What the delivery of a signal does after its handler would be left out."""
        register = Register(len(function.registers), "handler$", BOOL)
        begin = Call(register, self.model(IN_HANDLER), (), function.location)
        refusal = Unsupported("longjmp out of a signal handler", function.location)
        return _only_if_zero(function, register, begin, refusal)

    def model(self, name: str) -> FunctionAddress:
        return FunctionAddress(name, PointerType(self.program.functions[name].type, self.program.pointer_bits // 8))

    def address(self, symbol: Symbol) -> AddressOf:
        return AddressOf(symbol, PointerType(symbol.type, self.program.pointer_bits // 8))

    def load(self, register: Register, symbol: Symbol, where: SourceLocation) -> Load:
        ctype = unqualified(symbol.type)
        assert isinstance(ctype, IntType)
        return Load(register, self.address(symbol), ctype, symbol.name, where)

    def store(self, symbol: Symbol, value: Expression, where: SourceLocation) -> Store:
        ctype: ScalarType = value.type
        return Store(self.address(symbol), value, ctype, symbol.name, where)


def _only_if_zero(function: Function, register: Register, begin: Instruction, refusal: Instruction) -> Function:
    """The function with a question at its beginning, of which the register gets the answer."""
    where = function.location
    code = _Code()
    code.add(begin)
    code.skip_unless(Binary("==", register, Const(0, register.type), INT), where, [refusal])
    for instruction in function.instructions:
        code.places.append(len(code.instructions))
        if isinstance(instruction, Goto | Branch):
            code.jump_to_old(instruction, instruction.target)
        else:
            code.add(instruction)
    code.places.append(len(code.instructions))
    return code.of(function, (*function.registers, register))


def _no_such_activation(where: SourceLocation) -> Unsupported:
    return Unsupported("longjmp to a function that has returned", where)


def _open_sections(function: Function) -> list[int]:
    """How many atomic sections may be open before each instruction."""
    depths = [0] * len(function.instructions)
    pending = [(0, 0)]
    seen: set[tuple[int, int]] = set()
    while pending:
        index, depth = pending.pop()
        if (index, depth) in seen or index >= len(depths):
            continue
        seen.add((index, depth))
        depths[index] = max(depths[index], depth)
        instruction = function.instructions[index]
        after = depth + isinstance(instruction, AtomicBegin) - isinstance(instruction, AtomicEnd)
        pending.extend((following, min(max(after, 0), 9)) for following in successors(function.instructions, index))
    return depths


def _living(function: Function) -> list[frozenset[Symbol]]:
    """Which locals may live before each instruction."""
    lives: list[frozenset[Symbol]] = [frozenset()] * len(function.instructions)
    visited = [False] * len(function.instructions)
    pending: list[tuple[int, frozenset[Symbol]]] = [(0, frozenset())]
    while pending:
        index, arriving = pending.pop()
        if index >= len(lives) or (visited[index] and arriving <= lives[index]):
            continue
        visited[index] = True
        lives[index] |= arriving
        pending.extend(_after(function.instructions, index, lives[index]))
    return lives


def _after(
    instructions: list[Instruction], index: int, lives: frozenset[Symbol]
) -> Iterable[tuple[int, frozenset[Symbol]]]:
    instruction = instructions[index]
    if isinstance(instruction, Declare | Dead) and isinstance(instruction.variable, Symbol):
        one = {instruction.variable}
        lives = lives | one if isinstance(instruction, Declare) else lives - one
    return ((following, lives) for following in successors(instructions, index))
