"""Candidates that the goals suggest: what must hold where something could go wrong, and, step by step, before that.

A violation that is to be impossible is a clause already: not its guard. What a step needs so that a clause holds after
it is one, too: the clause with the step's effect put in, or the step is not made. Guards may be left out: that says
more, and holds longer while others move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from esbmc_py.goto.types import IntType
from symex.terms import Term, bv, not_, or_, sle, substitute, symbols, ule

from .clauses import Clause, Comparison, Element, Operand, Self, Sum, is_signed
from .graph import Arrival, Graph, GuardedTransition, Location
from .variables import Variable

STEPS_BACK = 6
MOST_GOALS = 60  # of a location
MOST_COMPARISONS = 4  # of a clause
MOST_LEVELS = 100  # of `and` and `or` in one another
MOST_CLAUSES = 8  # that a term is taken apart into
MOST_TERMS = 400  # of a violation that are looked at for bounds
LARGEST_FACTOR = 256
INPUTS = ("in!", "out!")  # how their names begin
MOST_LIMITS = 6


class Goals:
    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._into: dict[Location, list[tuple[GuardedTransition, Arrival]]] = {}
        for step in graph.transitions:
            for arrival in (*step.started, *(() if step.arrival is None else (step.arrival,))):
                self._into.setdefault(arrival.target, []).append((step, arrival))
        self._found: dict[Location, dict[Clause, None]] = {}
        self._search()

    def at(self, location: Location) -> list[Clause]:
        return list(self._found.get(location, ()))

    def _search(self) -> None:
        pending = [
            pair
            for at, violation in self._graph.violations
            for pair in self._added(at, [not_(violation.guard), *bounds(violation.guard)])
        ]
        for _ in range(STEPS_BACK):
            pending = [
                pair
                for location, clause in pending
                for step, arrival in self._into.get(location, ())
                for pair in self._added(step.source, self._before(step, arrival, clause))
            ]

    def _before(self, step: GuardedTransition, arrival: Arrival, clause: Clause) -> list[Term]:
        effect = {variable.symbol: value for variable, value in step.shared.items()}
        effect.update({variable.symbol: value for variable, value in arrival.values.items()})
        if arrival.itself is not None:
            effect[self._graph.self_term(arrival.target.instance)] = arrival.itself
        after = substitute(clause.term, effect)
        return [after, or_(not_(step.guard), after)]

    def _added(self, location: Location, terms: Iterable[Term]) -> Iterator[tuple[Location, Clause]]:
        """Those that are new there."""
        there = self._found.setdefault(location, {})
        reader = _Reader(self._graph, location)
        for term in terms:
            for clause in reader.clauses(term):
                if clause not in there and len(there) < MOST_GOALS:
                    there[clause] = None
                    yield location, clause


class _Reader:
    """Terms as clauses over what is known at a location by name."""

    def __init__(self, graph: Graph, location: Location) -> None:
        self._variables = {one.symbol: one for one in graph.seen_at(location)}
        self._numbers_of_threads = {one.symbol for one in graph.shared if one.counts and not one.own}
        self._numbers_of_threads |= {one.choice for one in graph.monitors if one.choice is not None}
        self._self = graph.self_term(location.instance)

    def clauses(self, term: Term) -> list[Clause]:
        """A conjunction of clauses; those that cannot be said are left out."""
        found = (self._clause(parts) for parts in _conjunction(term, positive=True) or ())
        return [one for one in found if one is not None]

    def _clause(self, parts: frozenset[tuple[Term, bool]]) -> Clause | None:
        """Without what is known of numbers of threads: it holds in any case. And without inputs: they may be any."""
        said = [(atom, positive) for atom, positive in parts if not any(map(self._is_left_out, symbols(atom)))]
        comparisons = [self._comparison(atom, positive) for atom, positive in sorted(said, key=lambda one: one[0].id)]
        if None in comparisons or not 0 < len(comparisons) <= MOST_COMPARISONS:
            return None
        return Clause(tuple(comparisons))  # type: ignore[arg-type]

    def _is_left_out(self, one: Term) -> bool:
        return one in self._numbers_of_threads or str(one.payload).startswith(INPUTS)

    def _comparison(self, atom: Term, positive: bool) -> Comparison | None:
        if atom.op == "symbol" and atom in self._variables:
            return Comparison(self._variables[atom], "==", int(positive))
        if atom.op not in ("=", "bvult", "bvslt"):
            return None
        first, second = atom.args
        if atom.op == "=":
            op, turned = ("==", "==") if positive else ("!=", "!=")
        else:
            op, turned = ("<", ">") if positive else (">=", "<=")
        return self._compared(atom.op, first, op, second) or self._compared(atom.op, second, turned, first)

    def _compared(self, kind: str, left: Term, op: str, right: Term) -> Comparison | None:
        side, operand = self._variables.get(left) or self._element(left), self._operand(right)
        if side is None or operand is None or left.width < 0:
            return None
        if kind != "=" and is_signed(side) != (kind == "bvslt"):
            return None
        if isinstance(operand, int) and is_signed(side) and operand >= 1 << left.width - 1:
            operand -= 1 << left.width
        return Comparison(side, op, operand)

    def _element(self, term: Term) -> Element | None:
        """A part of an object of a pool."""
        if term.op != "select":
            return None
        array, index = self._variables.get(term.args[0]), term.args[1]
        if array is None or array.element is None:
            return None
        if index is self._self:
            return Element(array, Self(index))
        found = self._variables.get(index)
        return None if found is None else Element(array, found)

    def _operand(self, term: Term) -> Operand | None:
        if term.op == "const":
            return int(term.payload)
        if term is self._self:
            return Self(term)
        if term in self._variables:
            return self._variables[term]
        if term.op == "bvadd":
            return _sum(self._variables, *term.args)
        return self._element(term)


def bounds(guard: Term) -> Iterator[Term]:
    """What is compared with a number in a violation, such as an index: it may be that it has that bound everywhere."""
    compared, factors = _numbers(guard)
    found = {value // factor for value in compared for factor in factors}
    for one in sorted(symbols(guard), key=lambda one: one.id):
        for limit in sorted(found) if one.width > 1 else ():
            if limit + 1 < 1 << (one.width - 1):
                zero = bv(0, one.width)
                for most in (bv(limit, one.width), bv(limit + 1, one.width)):
                    yield ule(one, most)
                    yield sle(one, most)
                yield sle(zero, one)


def limits(guards: Iterable[Term]) -> list[int]:
    """Numbers that bound something in violations, such as the lengths of arrays."""
    found = (_numbers(guard) for guard in guards)
    every = {value // factor + 1 for compared, factors in found for value in compared for factor in factors}
    return sorted(every)[:MOST_LIMITS]


def _numbers(guard: Term) -> tuple[set[int], set[int]]:
    """That something is compared with, and that something is multiplied by."""
    compared: set[int] = set()
    factors = {1}
    seen = {guard.id}
    pending = [guard]
    while pending and len(seen) < MOST_TERMS:
        term = pending.pop()
        for one in term.args if len(term.args) == 2 else ():
            if one.op == "const" and one.width > 0:
                value = int(one.payload)
                match term.op:
                    case "bvult" | "bvslt" if 0 < value < 1 << 31:
                        compared.add(value)
                    case "bvmul" if 0 < value <= LARGEST_FACTOR:
                        factors.add(value)
                    case "bvshl" if value < LARGEST_FACTOR.bit_length():
                        factors.add(1 << value)
                    case "concat" if one is term.args[1] and value == 0 and one.width < LARGEST_FACTOR.bit_length():
                        factors.add(1 << one.width)
        new = [one for one in term.args if one.id not in seen]
        seen.update(one.id for one in new)
        pending += new
    return compared, factors


def _sum(variables: dict[Term, Variable], first: Term, second: Term) -> Sum | None:
    if first.op == "const":
        first, second = second, first
    variable = variables.get(first)
    if variable is None or second.op != "const" or not isinstance(variable.type, IntType):
        return None
    plus = int(second.payload)
    return Sum((variable,), constant=plus if plus < 1 << variable.width - 1 else plus - (1 << variable.width))


Parts = frozenset[tuple[Term, bool]]


def _conjunction(term: Term, *, positive: bool, levels: int = MOST_LEVELS) -> list[Parts] | None:
    """The term, or its negation, as a conjunction of disjunctions of atoms. None: it would be too long."""
    match term.op:
        case "const":
            return [] if bool(term.payload) == positive else [frozenset()]
        case "not":
            return _conjunction(term.args[0], positive=not positive, levels=levels)
        case "and" | "or":
            if levels == 0:
                return None
            sides = [_conjunction(one, positive=positive, levels=levels - 1) for one in term.args]
            first, second = sides
            if first is None or second is None:
                return None
            if (term.op == "and") == positive:
                found = first + second
            else:
                found = [one | other for one, other in product(first, second)]
            return found if len(found) <= MOST_CLAUSES else None
        case _:
            return [frozenset(((term, positive),))]
