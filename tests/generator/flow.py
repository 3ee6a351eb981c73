"""Statements and expressions of generated programs that jump, call and return, and conditions with effects."""

from __future__ import annotations

from dataclasses import dataclass, field

from .arithmetic import INT, CInteger
from .expressions import Expression, Number, Place, Read, compute, load, operand, store
from .statements import Block, cost_of, indented, run_block
from .world import Jump, LeaveFunction, LeaveLoop, LeaveThread, NextIteration, Steps, Thread

# Ways out


@dataclass(frozen=True, slots=True)
class Return:
    """From a worker or from a function, with what that returns at this place."""

    value: Expression
    leaves: str  # worker or function

    @property
    def lines(self) -> list[str]:
        cast = "(void *)(long)" if self.leaves == "worker" else ""
        return [f"return {cast}{operand(self.value)};"]

    @property
    def cost(self) -> int:
        return self.value.cost

    def run(self, thread: Thread) -> Steps[None]:
        value = yield from self.value.value(thread)
        raise LeaveFunction(INT.wrap(value))


@dataclass(frozen=True, slots=True)
class ExitThread:
    """`pthread_exit`: also out of functions that the thread's routine has called, and in main."""

    number: int
    cost: int = 0

    @property
    def lines(self) -> list[str]:
        return [f"pthread_exit((void *){self.number}L);"]

    def run(self, thread: Thread) -> Steps[None]:
        raise LeaveThread(self.number)
        yield


@dataclass(frozen=True, slots=True)
class Continue:
    cost: int = 0

    @property
    def lines(self) -> list[str]:
        return ["continue;"]

    def run(self, thread: Thread) -> Steps[None]:
        raise NextIteration
        yield


@dataclass(frozen=True, slots=True)
class Goto:
    label: str
    cost: int = 0

    @property
    def lines(self) -> list[str]:
        return [f"goto {self.label};"]

    def run(self, thread: Thread) -> Steps[None]:
        raise Jump(self.label)
        yield


@dataclass(frozen=True, slots=True)
class Labelled:
    """A block with a label after it, to which jumps from anywhere in the block lead."""

    label: str
    body: Block

    @property
    def lines(self) -> list[str]:
        return ["{", *indented(self.body), "}", f"{self.label}: ;"]

    @property
    def cost(self) -> int:
        return cost_of(self.body)

    def run(self, thread: Thread) -> Steps[None]:
        try:
            yield from run_block(self.body, thread)
        except Jump as jump:
            if jump.label != self.label:
                raise


@dataclass(frozen=True, slots=True)
class Retry:
    """A loop made of a label and a goto back to it: at most `count` times, while the condition holds."""

    label: str
    counter: str
    count: int
    body: Block
    condition: Expression

    @property
    def lines(self) -> list[str]:
        again = f"if (++{self.counter} < {self.count} && {operand(self.condition)})"
        head = [f"int {self.counter} = 0;", f"{self.label}: ;", "{", *indented(self.body), "}"]
        return [*head, again, f"    goto {self.label};"]

    @property
    def cost(self) -> int:
        return self.count * cost_of(self.body) + (self.count - 1) * self.condition.cost

    def run(self, thread: Thread) -> Steps[None]:
        for left in reversed(range(self.count)):
            yield from run_block(self.body, thread)
            if not left or not (yield from self.condition.value(thread)):
                return


@dataclass(frozen=True, slots=True)
class Case:
    value: int | None  # None: default
    body: Block
    ends: bool  # with a break; else the next one follows


@dataclass(frozen=True, slots=True)
class Switch:
    subject: Expression
    cases: tuple[Case, ...]

    @property
    def lines(self) -> list[str]:
        lines = [f"switch ({self.subject.text}) {{"]
        for case in self.cases:
            label = "default" if case.value is None else f"case {case.value}"
            lines += [f"{label}: {{", *indented(case.body), "}", *(["    break;"] if case.ends else [])]
        return [*lines, "}"]

    @property
    def cost(self) -> int:
        return self.subject.cost + sum(cost_of(case.body) for case in self.cases)

    def run(self, thread: Thread) -> Steps[None]:
        subject = yield from self.subject.value(thread)
        values = [case.value for case in self.cases]
        if subject not in values and None not in values:
            return
        for case in self.cases[values.index(subject if subject in values else None) :]:
            try:
                yield from run_block(case.body, thread)
            except LeaveLoop:
                return
            if case.ends:
                return


# Functions


@dataclass(slots=True, eq=False)
class Function:
    """A function of one int, `n`, that acts on shared objects. A recursive one returns at once where n is 0."""

    name: str
    body: Block = ()
    result: Expression = field(default_factory=lambda: Number(0))
    deepest: int = 0  # of a recursive one: the largest n that it is called with

    RESULT_BOUND = 15

    @property
    def text(self) -> str:
        first = ["    if (n <= 0)", "        return 0;"] if self.deepest else ["    (void)n;"]
        lines = [f"static int {self.name}(int n)", "{", *first, *indented(self.body)]
        return "\n".join([*lines, f"    return {self.result.text};", "}", ""])

    def call(self, argument: int, thread: Thread) -> Steps[int]:
        if self.deepest and argument <= 0:
            return 0
        caller, thread.cells = thread.cells, {"n": argument}
        try:
            yield from run_block(self.body, thread)
            value = yield from self.result.value(thread)
        except LeaveFunction as left:
            value = left.value
        thread.cells = caller
        return INT.wrap(value)


@dataclass(frozen=True, slots=True)
class Call:
    function: Function
    argument: Expression
    cost: int  # counted when the function is complete
    type: CInteger = INT
    bound: int = Function.RESULT_BOUND

    @property
    def text(self) -> str:
        return f"{self.function.name}({self.argument.text})"

    def value(self, thread: Thread) -> Steps[int]:
        argument = yield from self.argument.value(thread)
        return (yield from self.function.call(INT.wrap(argument), thread))


@dataclass(frozen=True, slots=True)
class Evaluate:
    """An expression for its effects alone."""

    expression: Expression

    @property
    def lines(self) -> list[str]:
        return [f"{self.expression.text};"]

    @property
    def cost(self) -> int:
        return self.expression.cost

    def run(self, thread: Thread) -> Steps[None]:
        yield from self.expression.value(thread)


# Conditions


@dataclass(frozen=True, slots=True)
class Not:
    of: Expression
    type: CInteger = INT
    bound: int = 1

    @property
    def text(self) -> str:
        return f"!{operand(self.of)}"

    @property
    def cost(self) -> int:
        return self.of.cost

    def value(self, thread: Thread) -> Steps[int]:
        value = yield from self.of.value(thread)
        return int(not value)


@dataclass(frozen=True, slots=True)
class Stepped:
    """`x++` or `x--` for its value, the old one."""

    place: Place
    op: str

    @property
    def text(self) -> str:
        return f"({self.place.text}){self.op * 2}"

    @property
    def type(self) -> CInteger:
        return self.place.type

    @property
    def bound(self) -> int:
        return Read(self.place).bound

    @property
    def cost(self) -> int:
        return self.place.cost + 2 * self.place.shared

    def value(self, thread: Thread) -> Steps[int]:
        cell = yield from self.place.cell(thread)
        old = yield from load(self.place, cell, thread)
        yield from store(self.place, cell, compute(self.op, old, self.place.type, 1, INT), thread)
        return old


@dataclass(frozen=True, slots=True)
class Sequenced:
    """`(x = 1, y)`"""

    place: Place
    number: int
    then: Expression

    @property
    def text(self) -> str:
        return f"{self.place.text} = {self.number}, {operand(self.then)}"

    @property
    def type(self) -> CInteger:
        return self.then.type

    @property
    def bound(self) -> int:
        return self.then.bound

    @property
    def cost(self) -> int:
        return self.place.cost + self.place.shared + self.then.cost

    def value(self, thread: Thread) -> Steps[int]:
        cell = yield from self.place.cell(thread)
        yield from store(self.place, cell, self.number, thread)
        return (yield from self.then.value(thread))
