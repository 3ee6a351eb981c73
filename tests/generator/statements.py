"""Statements of generated programs: each knows its C lines and how to execute itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from .arithmetic import CInteger
from .expressions import Expression, Number, Place, Pointer, Read, StructPlace, Variable, compute, load, store
from .world import AssertionFailed, AssumptionFailed, LeaveLoop, NextIteration, Steps, Thread


class Statement(Protocol):
    @property
    def lines(self) -> list[str]: ...
    @property
    def cost(self) -> int:
        """How many switch points an execution passes, at most."""
        ...

    def run(self, thread: Thread) -> Steps[None]: ...


Block = Sequence[Statement]


def indented(block: Block) -> list[str]:
    return ["    " + line for statement in block for line in statement.lines]


def cost_of(block: Block) -> int:
    return sum(statement.cost for statement in block)


def run_block(block: Block, thread: Thread) -> Steps[None]:
    for statement in block:
        yield from statement.run(thread)


@dataclass(frozen=True, slots=True)
class DeclareLocal:
    variable: Variable
    value: Expression

    @property
    def lines(self) -> list[str]:
        return [f"{self.variable.type.name} {self.variable.name} = {self.value.text};"]

    @property
    def cost(self) -> int:
        return self.value.cost

    def run(self, thread: Thread) -> Steps[None]:
        value = yield from self.value.value(thread)
        thread.cells[self.variable.name] = self.variable.type.wrap(value)


@dataclass(frozen=True, slots=True)
class Assign:
    place: Place
    value: Expression
    spelling: str = "{} = {};"  # e.g. "atomic_store(&{}, {});"

    @property
    def lines(self) -> list[str]:
        return [self.spelling.format(self.place.text, self.value.text)]

    @property
    def cost(self) -> int:
        return self.place.cost + self.place.shared + self.value.cost

    def run(self, thread: Thread) -> Steps[None]:
        cell = yield from self.place.cell(thread)
        value = yield from self.value.value(thread)
        yield from store(self.place, cell, value, thread)


@dataclass(frozen=True, slots=True)
class Update:
    """`x += e`, `x++` and friends: a read and a write, with a switch point before each unless x is _Atomic."""

    place: Place
    op: str
    amount: Expression
    short: bool = False  # x++ rather than x += 1

    @property
    def lines(self) -> list[str]:
        if self.short:
            return [f"{self._target}{self.op * 2};"]
        return [f"{self.place.text} {self.op}= {self.amount.text};"]

    @property
    def _target(self) -> str:
        return f"({self.place.text})" if self.place.text.startswith("*") else self.place.text

    @property
    def _atomic(self) -> bool:
        return isinstance(self.place, Variable) and self.place.atomic

    @property
    def cost(self) -> int:
        return self.place.cost + self.amount.cost + (1 if self._atomic else 2 * self.place.shared)

    def run(self, thread: Thread) -> Steps[None]:
        cell = yield from self.place.cell(thread)
        amount = yield from self.amount.value(thread)
        old = yield from load(self.place, cell, thread)
        new = compute(self.op, old, self.place.type, amount, self.amount.type)
        if self._atomic:
            thread.world.cells[cell] = self.place.type.wrap(new)
        else:
            yield from store(self.place, cell, new, thread)


@dataclass(frozen=True, slots=True)
class FetchUpdate:
    """An atomic read-modify-write through a builtin or <stdatomic.h>; the old value may go to a local."""

    spelling: str  # e.g. "__sync_fetch_and_add(&{}, {})"
    place: Variable
    op: str
    amount: Expression
    result: Variable | None

    @property
    def lines(self) -> list[str]:
        call = self.spelling.format(self.place.text, self.amount.text)
        return [f"{self.result.name} = {call};" if self.result else f"{call};"]

    @property
    def cost(self) -> int:
        return 1 + self.amount.cost

    def run(self, thread: Thread) -> Steps[None]:
        amount = yield from self.amount.value(thread)
        yield from thread.switch_point()
        old = int(thread.world.cells[self.place.name])
        ctype = self.place.type
        thread.world.cells[self.place.name] = ctype.wrap(compute(self.op, old, ctype, ctype.wrap(amount), ctype))
        if self.result:
            thread.cells[self.result.name] = self.result.type.wrap(old)


@dataclass(frozen=True, slots=True)
class CompareAndSwap:
    """An atomic compare-and-swap whose success goes to a local."""

    place: Variable
    expected: int
    desired: Expression
    result: Variable
    scratch: str | None  # C11 passes the expected value by address: the local to hold it. None: __sync_bool_...

    @property
    def lines(self) -> list[str]:
        if self.scratch is None:
            call = f"__sync_bool_compare_and_swap(&{self.place.text}, {self.expected}, {self.desired.text})"
            return [f"{self.result.name} = {call};"]
        call = f"atomic_compare_exchange_strong(&{self.place.text}, &{self.scratch}, {self.desired.text})"
        return [f"{self.place.type.name} {self.scratch} = {self.expected};", f"{self.result.name} = {call};"]

    @property
    def cost(self) -> int:
        return 1 + self.desired.cost

    def run(self, thread: Thread) -> Steps[None]:
        desired = yield from self.desired.value(thread)
        yield from thread.switch_point()
        cells = thread.world.cells
        succeeded = cells[self.place.name] == self.place.type.wrap(self.expected)
        if succeeded:
            cells[self.place.name] = self.place.type.wrap(desired)
        thread.cells[self.result.name] = int(succeeded)


@dataclass(frozen=True, slots=True)
class Retarget:
    """`p = &x;` for a shared pointer."""

    pointer: Pointer
    target: str
    cost: int = 1

    @property
    def lines(self) -> list[str]:
        return [f"{self.pointer.name} = &{self.target};"]

    def run(self, thread: Thread) -> Steps[None]:
        yield from thread.switch_point()
        thread.world.cells[self.pointer.name] = self.target


@dataclass(frozen=True, slots=True)
class CopyStruct:
    """A struct assignment: member by member, each a read and a write."""

    target: StructPlace
    source: StructPlace
    members: tuple[str, ...]
    declared: str | None = None  # the struct's name where the target is a local declared here

    @property
    def lines(self) -> list[str]:
        declaration = f"struct {self.declared} " if self.declared else ""
        return [f"{declaration}{self.target.text} = {self.source.text};"]

    @property
    def cost(self) -> int:
        both = self.target.shared + self.source.shared
        return self.target.cost + self.source.cost + len(self.members) * both

    def run(self, thread: Thread) -> Steps[None]:
        target = yield from self.target.base(thread)
        source = yield from self.source.base(thread)
        for member in self.members:
            if self.source.shared:
                yield from thread.switch_point()
            value = (thread.world.cells if self.source.shared else thread.cells)[f"{source}.{member}"]
            if self.target.shared:
                yield from thread.switch_point()
            (thread.world.cells if self.target.shared else thread.cells)[f"{target}.{member}"] = value


@dataclass(frozen=True, slots=True)
class CallAdd:
    """`add_to(&x, e);`: a helper function that updates what it gets by address."""

    place: Place
    amount: Expression

    definition = "static void add_to(int *where, int amount)\n{\n    *where = *where + amount;\n}\n"

    @property
    def lines(self) -> list[str]:
        return [f"add_to(&{self.place.text}, {self.amount.text});"]

    @property
    def cost(self) -> int:
        return self.place.cost + self.amount.cost + 2 * self.place.shared

    def run(self, thread: Thread) -> Steps[None]:
        cell = yield from self.place.cell(thread)
        amount = yield from self.amount.value(thread)
        old = yield from load(self.place, cell, thread)
        yield from store(self.place, cell, old + amount, thread)


@dataclass(frozen=True, slots=True)
class Scoped:
    """`{ ... }`"""

    body: Block

    @property
    def lines(self) -> list[str]:
        return ["{", *indented(self.body), "}"]

    @property
    def cost(self) -> int:
        return cost_of(self.body)

    def run(self, thread: Thread) -> Steps[None]:
        return run_block(self.body, thread)


@dataclass(frozen=True, slots=True)
class InARow:
    """Statements that belong together."""

    body: Block

    @property
    def lines(self) -> list[str]:
        return [line for statement in self.body for line in statement.lines]

    @property
    def cost(self) -> int:
        return cost_of(self.body)

    def run(self, thread: Thread) -> Steps[None]:
        return run_block(self.body, thread)


@dataclass(frozen=True, slots=True)
class If:
    condition: Expression
    yes: Block
    no: Block = ()

    @property
    def lines(self) -> list[str]:
        lines = [f"if ({self.condition.text}) {{", *indented(self.yes)]
        return [*lines, "} else {", *indented(self.no), "}"] if self.no else [*lines, "}"]

    @property
    def cost(self) -> int:
        return self.condition.cost + max(cost_of(self.yes), cost_of(self.no))

    def run(self, thread: Thread) -> Steps[None]:
        condition = yield from self.condition.value(thread)
        yield from run_block(self.yes if condition else self.no, thread)


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop that runs at most `count` times; `condition` may end it earlier."""

    counter: Variable
    count: int
    body: Block
    condition: Expression | None = None
    style: str = "for"  # for, while or do
    counted_last: bool = False  # the condition is tested before the counter

    @property
    def lines(self) -> list[str]:
        name, condition = self.counter.name, f"{self.counter.name} < {self.count}"
        if self.condition is not None:
            tests = [condition, f"({self.condition.text})"]
            condition = " && ".join(reversed(tests) if self.counted_last else tests)
        match self.style:
            case "for":
                return [f"for (int {name} = 0; {condition}; {name}++) {{", *indented(self.body), "}"]
            case "while":
                return [f"int {name} = 0;", f"while ({condition}) {{", f"    {name}++;", *indented(self.body), "}"]
            case _:
                head = [f"int {name} = 0;", "do {", f"    {name}++;"]
                return [*head, *indented(self.body), f"}} while ({condition});"]

    @property
    def cost(self) -> int:
        once = cost_of(self.body) + (self.condition.cost if self.condition else 0)
        return self.count * once

    def run(self, thread: Thread) -> Steps[None]:
        thread.cells[self.counter.name] = 0
        first = self.style == "do"
        while first or (yield from self._goes_on(thread)):
            first = False
            if self.style != "for":
                self._count(thread)
            try:
                yield from run_block(self.body, thread)
            except LeaveLoop:
                return
            except NextIteration:
                pass
            if self.style == "for":
                self._count(thread)

    def _count(self, thread: Thread) -> None:
        thread.cells[self.counter.name] = int(thread.cells[self.counter.name]) + 1

    def _goes_on(self, thread: Thread) -> Steps[bool]:
        counted = int(thread.cells[self.counter.name]) < self.count
        if self.condition is None or not (counted or self.counted_last):
            return counted
        value = yield from self.condition.value(thread)
        return counted and bool(value)


@dataclass(frozen=True, slots=True)
class Break:
    cost: int = 0

    @property
    def lines(self) -> list[str]:
        return ["break;"]

    def run(self, thread: Thread) -> Steps[None]:
        raise LeaveLoop
        yield


@dataclass(frozen=True, slots=True)
class Locked:
    mutex: str
    body: Block

    @property
    def lines(self) -> list[str]:
        lock, unlock = f"pthread_mutex_lock(&{self.mutex});", f"pthread_mutex_unlock(&{self.mutex});"
        return [lock, *(line for statement in self.body for line in statement.lines), unlock]

    @property
    def cost(self) -> int:
        return 2 + cost_of(self.body)

    def run(self, thread: Thread) -> Steps[None]:
        held = thread.world.held
        yield from thread.switch_point(lambda: self.mutex not in held)
        held.add(self.mutex)
        yield from run_block(self.body, thread)
        yield from thread.switch_point()
        held.discard(self.mutex)


@dataclass(frozen=True, slots=True)
class AtomicSection:
    body: Block

    @property
    def lines(self) -> list[str]:
        body = [line for statement in self.body for line in statement.lines]
        return ["__VERIFIER_atomic_begin();", *body, "__VERIFIER_atomic_end();"]

    @property
    def cost(self) -> int:
        return 1

    def run(self, thread: Thread) -> Steps[None]:
        yield from thread.switch_point()
        thread.atomic += 1
        yield from run_block(self.body, thread)
        thread.atomic -= 1


@dataclass(frozen=True, slots=True)
class Input:
    """A nondeterministic local out of a few values."""

    variable: Variable
    values: int  # 0 .. values-1
    cost: int = 0

    @property
    def lines(self) -> list[str]:
        name = self.variable.name
        if self.variable.type.name == "_Bool":
            return [f"_Bool {name} = __VERIFIER_nondet_bool();"]
        declaration = f"char {name} = __VERIFIER_nondet_char();"
        return [declaration, f"__VERIFIER_assume({name} >= 0 && {name} < {self.values});"]

    def run(self, thread: Thread) -> Steps[None]:
        thread.cells[self.variable.name] = thread.world.random.randrange(self.values)
        return
        yield


@dataclass(frozen=True, slots=True)
class Assume:
    condition: Expression

    @property
    def lines(self) -> list[str]:
        return [f"__VERIFIER_assume({self.condition.text});"]

    @property
    def cost(self) -> int:
        return self.condition.cost

    def run(self, thread: Thread) -> Steps[None]:
        holds = yield from self.condition.value(thread)
        if not holds:
            raise AssumptionFailed


@dataclass(slots=True)
class AssertionSlot:
    """Where an assertion will stand. Without a condition yet, it records what the assertion could speak about."""

    number: int
    reads: tuple[Read, ...]
    condition: Expression | None = field(default=None)

    @property
    def lines(self) -> list[str]:
        return [f"assert({self.condition.text});"] if self.condition else []

    @property
    def cost(self) -> int:
        return 3

    def run(self, thread: Thread) -> Steps[None]:
        if self.condition is not None:
            holds = yield from self.condition.value(thread)
            if not holds:
                raise AssertionFailed
            return
        values: list[int] = []
        for read in self.reads:
            value = yield from read.value(thread)
            values.append(value)
        thread.world.observed.setdefault(self.number, []).append(tuple(values))


def number_like(value: int, ctype: CInteger) -> Number:
    """A constant to compare a variable of this type with: no surprise from mixed signedness."""
    value = ctype.wrap(value)
    return Number(value, ctype) if ctype.width >= 32 else Number(value)
