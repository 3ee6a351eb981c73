"""Instructions of bounded functions as C statements; forward jumps become if and else again where they nest."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import field

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import Const, Expression, FunctionAddress, Register
from esbmc_py.goto.instructions import (
    Allocate,
    Assert,
    Assign,
    Assume,
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
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation, Symbol
from esbmc_py.goto.types import ArrayType, CType, FloatType, PointerType, ScalarType, is_scalar, size_of, unqualified
from symex.externals import OUTPUT, WRITES_MEMORY

from .c_expressions import CExpressions, address_of
from .c_runtime import choice
from .tidy import negated


@dataclass(frozen=True, slots=True)
class Line:
    """A line of C and where it comes from."""

    text: str
    location: SourceLocation | None = None
    comment: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class CStatements:
    """One instruction at a time."""

    expressions: CExpressions
    properties: frozenset[Property]
    stubs: dict[str, str]  # functions that may be called → their C names
    create: Callable[[StartThread, int], list[str]]  # the statements that start a thread
    left_out: list[tuple[str, SourceLocation]] = field(default_factory=list)
    escaping: dict[Symbol, str] = field(default_factory=dict)  # locals known by address → their pointers

    def of(self, index: int, instruction: Instruction) -> list[str]:
        """The statements; none for what only the concrete machine and the symbolic executor need."""
        write = self.expressions.write
        match instruction:
            case Assume(condition=Const()):
                return []  # a thread's beginning
            case Assume(condition=condition) | Block(condition=condition):
                return [f"assume({write(condition)});"]
            case Assert(condition=condition, property=prop):
                return [f"{'assert' if prop in self.properties else 'assume'}({write(condition)});"]
            case StartThread():
                return self.create(instruction, index)
            case Halt(status=status):
                return [f"exit({write(status)});"]
            case Return(value=value):
                return [f"return {write(value)};" if value is not None else "return;"]
            case Call():
                return self.call(instruction)
            case Unsupported(construct, location):
                if not instruction.is_bound:
                    self.left_out.append((construct, location))
                return ["assume(0);"]
            case _:
                return self.memory(instruction)

    def memory(self, instruction: Instruction) -> list[str]:
        expressions = self.expressions
        match instruction:
            case Assign(target, value):
                return [self.assignment(target, expressions.assigned(value, target.type))]
            case Load(target, address, ctype):
                place = expressions.lvalue(address, ctype)
                same = isinstance(target.type, PointerType) <= expressions.types.same(target.type, ctype)
                return [self.assignment(target, place if same else self.cast(target.type, place))]
            case Store(address, value, ctype):
                return [f"{expressions.lvalue(address, ctype)} = {expressions.assigned(value, ctype)};"]
            case Copy(target=target, source=source, type=ctype):
                return [self.copy(target, source, ctype)]
            case Nondet(target=target) | Declare(variable=Register() as target):
                return [self.assignment(target, self.any_value(target.type))]
            case Havoc(target=target):
                return [self.assignment(target, "0")]  # byte by byte: what follows does that
            case Declare(variable=Symbol() as symbol):
                return [*self.begun(symbol), self.undefined(symbol)]
            case Dead(variable=symbol) if symbol in self.escaping:
                return [f"END({self.escaping[symbol]});"]
            case Allocate(target, size, zeroed):
                return self.allocate(target, size, zeroed)
            case Free(address):
                return [f"free({expressions.write(address)});"]
            case ObjectSize(target, measure=Measure.EXTENT):
                return [self.assignment(target, "-1")]  # not known here: each byte is looked at when its turn comes
            case ObjectSize(target, address):
                return [self.assignment(target, f"malloc_usable_size({expressions.write(address)})")]
            case _:
                return []  # atomic sections, ends of lives

    def assignment(self, target: Register, text: str) -> str:
        return f"{self.expressions.register(target)} = {text};"

    def cast(self, ctype: CType, text: str) -> str:
        return f"({self.expressions.types.declaration(ctype)}){text}"

    def any_value(self, ctype: ScalarType) -> str:
        return self.cast(ctype, choice(ctype)) if isinstance(ctype, PointerType) else choice(ctype)

    def begun(self, symbol: Symbol) -> list[str]:
        """A local that others may come to know lives on the heap, so that its end is noticed."""
        name = self.escaping.get(symbol)
        return [] if name is None else [f"{name} = malloc(sizeof *{name});"]

    def undefined(self, symbol: Symbol) -> str:
        name, ctype = self.expressions.symbol(symbol), unqualified(symbol.type)
        if is_scalar(ctype):
            return f"{name} = {self.any_value(ctype)};"
        return f"havoc({address_of(name)}, sizeof {name});"

    def copy(self, target: Expression, source: Expression, ctype: CType) -> str:
        write = self.expressions
        if isinstance(unqualified(ctype), ArrayType):
            return f"memcpy({write.write(target)}, {write.write(source)}, {size_of(ctype)});"
        return f"{write.lvalue(target, ctype)} = {write.lvalue(source, ctype)};"

    def allocate(self, target: Register, size: Expression, zeroed: bool) -> list[str]:
        bytes_, name = self.expressions.write(size), self.expressions.register(target)
        if zeroed:
            return [self.assignment(target, f"calloc(1, {bytes_})")]
        return [self.assignment(target, f"malloc({bytes_})"), f"havoc({name}, {bytes_});"]

    def call(self, call: Call) -> list[str]:
        assert isinstance(call.callee, FunctionAddress)
        name = call.callee.name
        if name in self.stubs:
            arguments = ", ".join(self.expressions.write(argument) for argument in call.arguments)
            text = f"{self.stubs[name]}({arguments})"
            return [self.assignment(call.target, text) if call.target is not None else f"{text};"]
        plain = name.removeprefix("__builtin_")
        if plain in WRITES_MEMORY or (call.target is not None and plain not in OUTPUT and is_float(call.target)):
            self.left_out.append((f"{name}()", call.location))
            return ["assume(0);"]
        return [] if call.target is None else [self.assignment(call.target, self.any_value(call.target.type))]


def is_float(register: Register) -> bool:
    return isinstance(register.type, FloatType)


@dataclass(frozen=True, slots=True, eq=False)
class Structure:
    """The body of a bounded function as lines. `before` gives what stands before an instruction (J and G)."""

    instructions: list[Instruction]
    statements: CStatements
    before: Callable[[int], list[str]]
    label: Callable[[int], str]
    end: int  # where EndThread leads
    stops: frozenset[int] = frozenset()  # where a thread is not followed further: to its end, too
    jumped_to: set[int] = field(default_factory=set)
    _sources: dict[int, list[int]] = field(default_factory=dict)

    def lines(self) -> Iterator[tuple[int, Line]]:
        for index, instruction in enumerate(self.instructions):
            target = self._target(index, instruction)
            if target is not None:
                self._sources.setdefault(target, []).append(index)
        yield from self._block(0, len(self.instructions), 1)

    def _target(self, index: int, instruction: Instruction) -> int | None:
        if index in self.stops:
            return self.end
        match instruction:
            case Goto(target=target) | Branch(target=target):
                return target
            case EndThread():
                return self.end
            case _:
                return None

    def _block(self, first: int, last: int, depth: int) -> Iterator[tuple[int, Line]]:
        index = first
        while index < last:
            instruction = self.instructions[index]
            if index in self.jumped_to:
                yield 0, Line(f"{self.label(index)}:;")
            for text in self.before(index):
                yield depth, Line(text, instruction.location)
            if isinstance(instruction, Branch):
                index = yield from self._branch(index, instruction, last, depth)
                continue
            target = self._target(index, instruction)
            if target is not None:
                if target != index + 1:
                    yield depth, self._jump(target, instruction)
                elif index in self.stops:
                    yield depth, Line("/* the thread stops here */", instruction.location, _comment(instruction))
            else:
                for text in self.statements.of(index, instruction):
                    yield depth, Line(text, instruction.location, _comment(instruction))
            index += 1

    def _jump(self, target: int, instruction: Instruction, condition: str = "") -> Line:
        self.jumped_to.add(target)
        return Line(f"{condition}goto {self.label(target)};", instruction.location, _comment(instruction))

    def _branch(self, index: int, branch: Branch, last: int, depth: int) -> Generator[tuple[int, Line], None, int]:
        """`if` where the jump leaps over a block that nobody else enters. Returns the index to go on at."""
        write = self.statements.expressions.write
        then, target = index + 1, branch.target
        if target > last or not self._is_closed(then, target, index):
            yield depth, self._jump(target, branch, f"if ({write(branch.condition)}) ")
            return then
        yield depth, Line(f"if ({write(negated(branch.condition))}) {{", branch.location)
        leap = self.instructions[target - 1]
        if isinstance(leap, Goto) and target < leap.target <= last and self._is_closed(target, leap.target, index):
            yield from self._block(then, target - 1, depth + 1)
            yield depth, Line("} else {", leap.location)
            yield from self._block(target, leap.target, depth + 1)
            yield depth, Line("}")
            return leap.target
        yield from self._block(then, target, depth + 1)
        yield depth, Line("}")
        return target

    def _is_closed(self, first: int, last: int, entry: int) -> bool:
        """Is [first, last) entered by falling into it, from within, or by the branch at `entry` only?"""
        return all(
            source == entry or first <= source < last
            for place in range(first, last)
            for source in self._sources.get(place, ())
        )


def _comment(instruction: Instruction) -> str:
    match instruction:
        case Assert(property=prop, message=message) if prop is not Property.ASSERTION:
            return f"{prop}: {message}"
        case Block(reason=reason):
            return f"wait until {reason}"
        case Unsupported():
            return str(instruction)
        case Nondet(name=name):
            return name
        case _:
            return ""
