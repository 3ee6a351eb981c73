"""Expressions and places of generated programs: each knows its C text and how to compute itself.

Operands are evaluated from left to right. C leaves that order open; it is the front end's, so what the simulation
reaches, the machine must reach too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from .arithmetic import ARITHMETIC, COMPARISONS, INT, CInteger, common, promoted
from .world import MemoryMisused, Steps, Thread

VALUE_BOUND = 1000  # no signed variable gets larger: stores are masked, and increments are few


class Expression(Protocol):
    @property
    def text(self) -> str: ...
    @property
    def type(self) -> CInteger: ...
    @property
    def bound(self) -> int:
        """No value of the expression is larger in magnitude."""
        ...

    @property
    def cost(self) -> int:
        """How often it accesses shared memory, at most."""
        ...

    def value(self, thread: Thread) -> Steps[int]: ...


class Place(Protocol):
    """Something that can be assigned to."""

    @property
    def text(self) -> str: ...
    @property
    def type(self) -> CInteger: ...
    @property
    def shared(self) -> bool: ...
    @property
    def cost(self) -> int:
        """Shared accesses needed to find out which cell it is."""
        ...

    def cell(self, thread: Thread) -> Steps[str]: ...


def load(place: Place, cell: str, thread: Thread) -> Steps[int]:
    if not place.shared:
        return int(thread.cells[cell])
    yield from thread.switch_point()
    word, _, lowest = cell.partition("@")
    if word not in thread.world.cells:
        raise MemoryMisused
    value = int(thread.world.cells[word])
    return place.type.wrap(value >> int(lowest)) if lowest else value


def store(place: Place, cell: str, value: int, thread: Thread) -> Steps[None]:
    value = place.type.wrap(value)
    if not place.shared:
        thread.cells[cell] = value
        return
    yield from thread.switch_point()
    word, _, lowest = cell.partition("@")  # a part of a word, or all of it
    if word not in thread.world.cells:
        raise MemoryMisused
    if lowest:
        mask = ((1 << place.type.width) - 1) << int(lowest)
        value = (int(thread.world.cells[word]) & ~mask) | ((value << int(lowest)) & mask)
    thread.world.cells[word] = value


@dataclass(frozen=True, slots=True)
class Variable:
    name: str
    type: CInteger
    shared: bool = True
    atomic: bool = False  # declared _Atomic
    cost: int = 0

    @property
    def text(self) -> str:
        return self.name

    def cell(self, thread: Thread) -> Steps[str]:
        return self.name
        yield


@dataclass(frozen=True, slots=True)
class Element:
    array: str
    type: CInteger
    index: Expression
    shared: bool = True

    @property
    def text(self) -> str:
        return f"{self.array}[{self.index.text}]"

    @property
    def cost(self) -> int:
        return self.index.cost

    def cell(self, thread: Thread) -> Steps[str]:
        index = yield from self.index.value(thread)
        return f"{self.array}[{index}]"


@dataclass(frozen=True, slots=True)
class Pointer:
    """A pointer variable: global (shared), or a local copy of a thread's argument."""

    name: str
    shared: bool

    @property
    def cost(self) -> int:
        return int(self.shared)

    def target(self, thread: Thread) -> Steps[str]:
        if self.shared:
            yield from thread.switch_point()
            return str(thread.world.cells[self.name])
        return str(thread.cells[self.name])


class PointerPlace(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def cost(self) -> int: ...
    def target(self, thread: Thread) -> Steps[str]: ...


@dataclass(frozen=True, slots=True)
class Through:
    """`*p`"""

    pointer: PointerPlace
    type: CInteger
    shared: bool = True

    @property
    def text(self) -> str:
        return f"*{self.pointer.name}"

    @property
    def cost(self) -> int:
        return self.pointer.cost

    def cell(self, thread: Thread) -> Steps[str]:
        return (yield from self.pointer.target(thread))


@dataclass(frozen=True, slots=True)
class StructVariable:
    name: str
    shared: bool
    cost: int = 0

    @property
    def text(self) -> str:
        return self.name

    def member_text(self, member: str) -> str:
        return f"{self.name}.{member}"

    def base(self, thread: Thread) -> Steps[str]:
        return self.name
        yield


@dataclass(frozen=True, slots=True)
class StructThrough:
    pointer: Pointer
    shared: bool = True

    @property
    def cost(self) -> int:
        return self.pointer.cost

    @property
    def text(self) -> str:
        return f"*{self.pointer.name}"

    def member_text(self, member: str) -> str:
        return f"{self.pointer.name}->{member}"

    def base(self, thread: Thread) -> Steps[str]:
        return (yield from self.pointer.target(thread))


StructPlace = StructVariable | StructThrough


@dataclass(frozen=True, slots=True)
class Member:
    of: StructPlace
    name: str
    type: CInteger

    @property
    def text(self) -> str:
        return self.of.member_text(self.name)

    @property
    def shared(self) -> bool:
        return self.of.shared

    @property
    def cost(self) -> int:
        return self.of.cost

    def cell(self, thread: Thread) -> Steps[str]:
        base = yield from self.of.base(thread)
        return f"{base}.{self.name}"


@dataclass(frozen=True, slots=True)
class Number:
    number: int
    type: CInteger = INT
    cost: int = 0

    @property
    def text(self) -> str:
        return f"{self.number}{self.type.suffix}" if self.number >= 0 else f"({self.number}{self.type.suffix})"

    @property
    def bound(self) -> int:
        return abs(self.number)

    def value(self, thread: Thread) -> Steps[int]:
        return self.number
        yield


@dataclass(frozen=True, slots=True)
class Read:
    place: Place
    spelling: str = "{}"  # e.g. "atomic_load(&{})"

    @property
    def text(self) -> str:
        return self.spelling.format(self.place.text)

    @property
    def type(self) -> CInteger:
        return self.place.type

    @property
    def bound(self) -> int:
        if self.type.signed:
            return min(VALUE_BOUND, 1 << (self.type.width - 1))
        return 1 if self.type.name == "_Bool" else (1 << self.type.width) - 1

    @property
    def cost(self) -> int:
        return self.place.cost + self.place.shared

    def value(self, thread: Thread) -> Steps[int]:
        cell = yield from self.place.cell(thread)
        return (yield from load(self.place, cell, thread))


def operand(expression: Expression) -> str:
    """The text, in parentheses where something stands beside it."""
    if isinstance(expression, Number | Read | PureCall):
        return expression.text
    return f"({expression.text})"


@dataclass(frozen=True, slots=True)
class Binary:
    """Arithmetic that the builder knows to stay within its type, or to be unsigned."""

    op: str
    left: Expression
    right: Expression
    bound: int

    @property
    def text(self) -> str:
        return f"{operand(self.left)} {self.op} {operand(self.right)}"

    @property
    def type(self) -> CInteger:
        return promoted(self.left.type) if self.op in ("<<", ">>") else common(self.left.type, self.right.type)

    @property
    def cost(self) -> int:
        return self.left.cost + self.right.cost

    def value(self, thread: Thread) -> Steps[int]:
        left = yield from self.left.value(thread)
        right = yield from self.right.value(thread)
        return compute(self.op, left, self.left.type, right, self.right.type)


def compute(op: str, left: int, left_type: CInteger, right: int, right_type: CInteger) -> int:
    if op in ("<<", ">>"):
        return promoted(left_type).wrap(ARITHMETIC[op](left, right))
    ctype = common(left_type, right_type)
    return ctype.wrap(ARITHMETIC[op](ctype.wrap(left), ctype.wrap(right)))


@dataclass(frozen=True, slots=True)
class Comparison:
    op: str
    left: Expression
    right: Expression
    type: CInteger = INT
    bound: int = 1

    @property
    def text(self) -> str:
        return f"{operand(self.left)} {self.op} {operand(self.right)}"

    @property
    def cost(self) -> int:
        return self.left.cost + self.right.cost

    def value(self, thread: Thread) -> Steps[int]:
        left = yield from self.left.value(thread)
        right = yield from self.right.value(thread)
        ctype = common(self.left.type, self.right.type)
        return int(COMPARISONS[self.op](ctype.wrap(left), ctype.wrap(right)))


@dataclass(frozen=True, slots=True)
class Logical:
    op: str  # && or ||
    left: Expression
    right: Expression
    type: CInteger = INT
    bound: int = 1

    @property
    def text(self) -> str:
        return f"{operand(self.left)} {self.op} {operand(self.right)}"

    @property
    def cost(self) -> int:
        return self.left.cost + self.right.cost

    def value(self, thread: Thread) -> Steps[int]:
        left = yield from self.left.value(thread)
        if bool(left) == (self.op == "||"):
            return int(left != 0)
        right = yield from self.right.value(thread)
        return int(right != 0)


@dataclass(frozen=True, slots=True)
class Conditional:
    condition: Expression
    yes: Expression
    no: Expression

    @property
    def text(self) -> str:
        return f"{operand(self.condition)} ? {operand(self.yes)} : {operand(self.no)}"

    @property
    def type(self) -> CInteger:
        return common(self.yes.type, self.no.type)

    @property
    def bound(self) -> int:
        return max(self.yes.bound, self.no.bound)

    @property
    def cost(self) -> int:
        return self.condition.cost + max(self.yes.cost, self.no.cost)

    def value(self, thread: Thread) -> Steps[int]:
        condition = yield from self.condition.value(thread)
        chosen = self.yes if condition else self.no
        value = yield from chosen.value(thread)
        return self.type.wrap(value)


@dataclass(frozen=True, slots=True)
class PureCall:
    """A call of one of the helper functions that only compute."""

    function: str
    arguments: tuple[Expression, ...]
    bound: int
    type: CInteger = INT

    @property
    def text(self) -> str:
        return f"{self.function}({', '.join(argument.text for argument in self.arguments)})"

    @property
    def cost(self) -> int:
        return sum(argument.cost for argument in self.arguments)

    def value(self, thread: Thread) -> Steps[int]:
        values: list[int] = []
        for argument in self.arguments:
            value = yield from argument.value(thread)
            values.append(INT.wrap(value))
        match self.function:
            case "smaller":
                return min(values)
            case "triangle":
                return sum(range(values[0] + 1))
        raise KeyError(self.function)


PURE_FUNCTIONS = {
    "smaller": "static int smaller(int a, int b)\n{\n    return a < b ? a : b;\n}\n",
    "triangle": "static int triangle(int n)\n{\n    return n <= 0 ? 0 : n + triangle(n - 1);\n}\n",
}


def masked(expression: Expression, mask: int) -> Expression:
    """The expression, brought into 0..mask."""
    match expression:
        case Comparison() | Logical():
            return expression
        case Number(number) if 0 <= number <= mask:
            return expression
        case _:
            return Binary("&", expression, Number(mask), mask)
