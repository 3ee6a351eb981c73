"""Candidates for clauses, taken from the program: what is compared, assigned and counted in it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations

from esbmc_py.goto.expressions import Binary, Const, Convert, Expression, Unary
from esbmc_py.goto.instructions import Assert, Assign, Assume, Branch, Call, Return, Store
from esbmc_py.goto.program import Program
from esbmc_py.goto.types import IntType, PointerType, VoidType, unqualified
from symex.terms import Term

from .clauses import Clause, Comparison, Self, Side, Sum, unit
from .goals import limits
from .graph import Graph, Location
from .indices import Inside
from .pool_candidates import PoolCandidates
from .relevant import relevant
from .sizes import Size
from .variables import Variable

_OPERATORS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge
}  # fmt: skip
MOST_CONSTANTS = 8
MOST_PROMISES = 2000
MOST_IMPLICATIONS = 1500  # of a location
INT_MAX = (1 << 31) - 1
MOST_TARGETS = 3  # of a pointer
MOST_PARTS = 60  # of a term
MOST_VARIABLES = 14  # that are compared with each other at a location


class Candidates:
    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._relevant = relevant(graph)
        self.constants = program_constants(graph.program)
        named = {one.instance for one in graph.locations if not one.instance.many}
        self._thread_numbers = list(range(max(3, len(named))))
        self._of_pools = PoolCandidates(graph, self.constants)
        every = (*graph.shared, *(one for location in graph.locations for one in location.variables.values()))
        self._has_sizes = any(isinstance(one.inside, Size) for one in every)
        self._pointed_into = {one.inside.number for one in every if isinstance(one.inside, Inside)}
        self._limits = limits(violation.guard for _, violation in graph.violations) if self._pointed_into else []

    def simple(self, location: Location) -> list[Clause]:
        """Comparisons, one each."""
        return list(dict.fromkeys(self._simple(location)))

    def _simple(self, location: Location) -> Iterator[Clause]:
        numbers, threads, truths = self._sorted(location)
        itself = Self(self._graph.self_term(location.instance))
        for one in threads:
            yield from (unit(one, op, itself) for op in ("==", "!="))
            yield from (unit(one, op, 0) for op in ("==", "!="))
            yield from (unit(one, "!=", value) for value in one.values)
        for one in truths:
            yield from (unit(one, "==", value) for value in (0, 1))
        for one in numbers:
            yield from self._with_constants(one)
        for first, second in combinations(numbers[:MOST_VARIABLES], 2):
            if alike(first, second):
                yield from _with_each_other(first, second)
            elif self._has_sizes:
                yield from _of_different_widths(first, second)
        yield from self._of_pools.at(location)
        yield from () if location.alone else self._where_pointers_point

    @cached_property
    def _where_pointers_point(self) -> list[Clause]:
        """Where steps let them point, or nowhere. (What may be written by a wrong index may be anything at first.)"""
        found: dict[Variable, set[int]] = {}
        for step in self._graph.transitions:
            for one, value in step.shared.items():
                if isinstance(one.type, PointerType) and not (one.values or one.inside or one.is_thread):
                    found.setdefault(one, set()).update(choices(value))
        return [
            Clause(tuple(Comparison(one, "==", value) for value in sorted(values | {0})))
            for one, values in found.items()
            if 0 < len(values - {0}) <= MOST_TARGETS
        ]

    def of_locks(self) -> list[Clause]:
        """Whenever a lock is free, something holds: what threads promise each other. These hold at all locations."""
        promises = [one.comparisons[0] for one in self._promises()]
        owners = [one for one in self._graph.shared if one.is_thread and not one.ghost]
        found = (Clause((Comparison(owner, "!=", 0), one)) for owner in owners for one in promises)
        return list(dict.fromkeys(found))[:MOST_PROMISES]

    def of_threads(self) -> list[Clause]:
        """What holds before a thread is started, and what it has done when it has ended: of those known by name."""
        told = [one for one in self._graph.shared if one.tells_of]
        flags = [Comparison(one, "==", int(one.tells_of == "start")) for one in told]
        promises = [one.comparisons[0] for one in self._promises()]
        found = (Clause((flag, one)) for flag in flags for one in promises)
        return list(dict.fromkeys(found))[:MOST_PROMISES]

    def of_flags(self) -> list[Clause]:
        """The same for numbers that are used as locks or flags."""
        promises = [one.comparisons[0] for one in self._promises()]
        flags = [
            Comparison(one, op, value)
            for one in self.shared_numbers()
            for value in self._constants_for(one)[:3]
            for op in ("==", "!=")
        ]
        found = (Clause((flag, one)) for flag in flags for one in promises if flag.left is not one.left)
        return list(dict.fromkeys(found))[:MOST_PROMISES]

    def shared_numbers(self) -> list[Variable]:
        return [one for one in self._graph.shared if one.own and isinstance(one.type, IntType) and self._matters(one)]

    def _matters(self, one: Variable) -> bool:
        return one.ghost or one in self._relevant

    def _promises(self) -> Iterator[Clause]:
        numbers = self.shared_numbers()
        for one in numbers:
            yield from self._with_constants(one)
        for first, second in combinations(numbers[:MOST_VARIABLES], 2):
            if alike(first, second):
                yield from _with_each_other(first, second)

    def implications(self, location: Location) -> list[Clause]:
        """Where something is so, something else holds: at one location."""
        numbers, threads, truths = self._sorted(location)
        itself = Self(self._graph.self_term(location.instance))
        flags = [
            Comparison(one, op, value)
            for one in numbers
            if one.own and one.shared
            for value in self._constants_for(one)[:3]
            for op in ("==", "!=")
        ]
        flags += [Comparison(one, op, itself) for one in threads for op in ("==", "!=")]
        flags += [Comparison(one, "==", value) for one in truths for value in (0, 1)]
        simple = [one.comparisons[0] for one in self._simple(location)]
        found = (Clause((flag, one)) for flag in flags for one in simple if flag.left is not one.left)
        return list(dict.fromkeys(found))[:MOST_IMPLICATIONS]

    def _sorted(self, location: Location) -> tuple[list[Variable], list[Variable], list[Variable]]:
        """Numbers, threads and truth values; of the program first."""
        shared = [] if location.alone else list(self._graph.shared)
        every = [*location.variables.values(), *shared]
        every = [one for one in every if one.width >= 0 and (one.is_thread or self._matters(one))]
        threads = [one for one in every if one.is_thread]
        truths = [one for one in every if one.width == 0]
        numbers = [one for one in every if isinstance(one.type, IntType | PointerType) and not one.is_thread]
        return sorted(numbers, key=lambda one: not (one.own or one.inside)), threads, truths

    def _constants_for(self, one: Variable) -> list[int]:
        if one.values:
            return list(one.values)
        if isinstance(one.type, PointerType):
            return [0]
        if not one.own:
            return self._thread_numbers
        assert isinstance(one.type, IntType)
        kind = one.type
        return [value for value in self.constants if kind.minimum <= value <= kind.maximum]

    def _is_ordered(self, one: Variable) -> bool:
        """Elements of arrays are many. Their order matters where threads are given pointers to them."""
        return not _is_element(one) or one.number in self._pointed_into

    def _with_constants(self, one: Variable) -> Iterator[Clause]:
        for value in self._constants_for(one):
            yield unit(one, "==", value)
            yield unit(one, "!=", value)
            own = one.own or one.inside is not None
            if isinstance(one.type, IntType) and own and not one.values and self._is_ordered(one):
                if value not in (one.type.maximum, one.type.minimum):
                    yield unit(one, "<=", value)
                    yield unit(one, ">=", value)
        own = one.own and not one.shared
        if isinstance(one.type, IntType) and not one.values and (own or one.number in self._pointed_into):
            yield from (unit(one, "<=", value) for value in self._limits if value <= one.type.maximum)
        if is_any_pointer(one) and not one.values:
            yield from (unit(one, "<=", value) for value in (*self.constants, INT_MAX) if value > 0)


def choices(value: Term) -> set[int]:
    """The numbers that a term is a choice between, beside others."""
    found: set[int] = set()
    pending, seen = [value], set[int]()
    while pending:
        one = pending.pop()
        if one.id not in seen and len(seen) < MOST_PARTS:
            seen.add(one.id)
            if one.op == "const":
                found.add(int(one.payload))
            pending += one.args[1:] if one.op == "ite" else ()
    return found


def not_said_yet(found: Iterable[Clause], known: Iterable[Clause]) -> list[Clause]:
    """What is known, and of what was found that which says more; without the parts that are known to be false."""
    said = dict.fromkeys(known)
    units = {one.comparisons[0] for one in said if len(one.comparisons) == 1}
    settled = {one.left: one.right for one in units if one.op == "==" and isinstance(one.right, int)}
    more = (_left_to_say(one, units, settled) for one in found)
    return list(dict.fromkeys((*said, *(one for one in more if one is not None))))


def _left_to_say(clause: Clause, units: set[Comparison], settled: dict[Side, int]) -> Clause | None:
    if not units.isdisjoint(clause.comparisons):
        return None
    left = []
    for one in clause.comparisons:
        value = settled.get(one.left)
        if value is None or not isinstance(one.right, int):
            left.append(one)
        elif _OPERATORS[one.op](value, one.right):
            return None
    return Clause(tuple(left)) if left else None


def is_any_pointer(one: Variable) -> bool:
    """It may be a number that was made a pointer."""
    return isinstance(one.type, PointerType) and isinstance(unqualified(one.type.target), VoidType)


def _is_element(one: Variable) -> bool:
    """Of an array: there are many of them, and it is rarely the order between two that matters."""
    return one.name.endswith("]")


def alike(first: Variable, second: Variable) -> bool:
    """Of one kind, and of the program: what the library counts is not compared with anything."""
    if not _are_comparable(first, second) or first.width != second.width:
        return False
    if _is_size(first) or _is_size(second):
        return isinstance(first.type, IntType) and isinstance(second.type, IntType)
    if isinstance(first.type, IntType) and isinstance(second.type, IntType):
        return first.type.signed == second.type.signed and "bytes" not in (first.type.name, second.type.name)
    return isinstance(first.type, PointerType) and isinstance(second.type, PointerType)


def _are_comparable(first: Variable, second: Variable) -> bool:
    if _is_element(first) or _is_element(second):
        return False
    if first.own and second.own:
        return True
    one, other = first.inside, second.inside
    return (isinstance(one, Size) and isinstance(other, Inside)) or (
        isinstance(one, Inside) and isinstance(other, Size)
    )


def _is_size(one: Variable) -> bool:
    return isinstance(one.inside, Size)


def _with_each_other(first: Variable, second: Variable) -> Iterator[Clause]:
    for op in ("==", "!=", "<=", "<", ">=", ">"):
        yield unit(first, op, second)
    if isinstance(first.type, IntType):
        yield unit(first, "==", Sum((second,), constant=1))
        yield unit(second, "==", Sum((first,), constant=1))
    if _is_size(second) and not _is_size(first):
        yield unit(first, "<", Sum((second,), constant=-1))


def _of_different_widths(first: Variable, second: Variable) -> Iterator[Clause]:
    """An index and a length, an `int` and a `long`."""
    if not (isinstance(first.type, IntType) and isinstance(second.type, IntType)):
        return
    if first.width == second.width or not _are_comparable(first, second):
        return
    if {"bytes", "char", "_Bool"}.isdisjoint((first.type.name, second.type.name)):
        if not first.type.signed or (_is_size(first) and second.type.signed):
            first, second = second, first
        yield from (unit(first, op, second) for op in ("==", "<", "<=", ">", ">="))
        if _is_size(second):
            yield unit(first, "<", Sum((second,), constant=-1))


def program_constants(program: Program) -> list[int]:
    """Those of the program's own code, small ones first; and their neighbours."""
    found: dict[int, None] = {0: None, 1: None}
    own = (one for function in program.functions.values() if not function.is_model for one in function.instructions)
    for instruction in own:
        for expression in _expressions(instruction):
            for value in _constants(expression):
                found.setdefault(value)
    ordered = sorted(found, key=lambda value: (abs(value), value))
    return ordered[:MOST_CONSTANTS]


def _expressions(instruction: object) -> Sequence[Expression]:
    match instruction:
        case Assign(value=value) | Store(value=value):
            return (value,)
        case Branch(condition=condition) | Assert(condition=condition) | Assume(condition=condition):
            return (condition,)
        case Call(arguments=arguments):
            return arguments
        case Return(value=value) if value is not None:
            return (value,)
        case _:
            return ()


def _constants(expression: Expression) -> Iterable[int]:
    match expression:
        case Const(value=value) if isinstance(value, int):
            yield value
        case Binary(left=left, right=right):
            yield from _constants(left)
            yield from _constants(right)
        case Unary(operand=operand) | Convert(operand=operand):
            yield from _constants(operand)
