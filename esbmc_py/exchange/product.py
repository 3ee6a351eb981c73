"""A program that can be violated only as a witness says: if it cannot be at all, the witness is wrong.

A variable of its own counts the waypoints that have been passed. Where the witness's target is, an assertion may fail
only once all have been; elsewhere, executions in which one fails are given up. What is left out (which thread passes a
waypoint, branches, what an expression means that is not simple) only makes more executions possible. So every mode can
be asked whether the witness is right, with its reductions and with all values of inputs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pycparser import c_ast

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import AddressOf, Binary, Const, Convert, Expression, Register
from esbmc_py.goto.instructions import (
    Assert,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Call,
    Goto,
    Instruction,
    Load,
    Nondet,
    Store,
)
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.rewrite import rewrite
from esbmc_py.goto.symbols import NOWHERE, Image, SourceLocation, Storage, Symbol
from esbmc_py.goto.types import INT, IntType, PointerType, unqualified

from .automaton import Automaton, Guard, Kind, Spot
from .c_values import RESULT, common_type, expression_tree, integer
from .reachable_code import ThreadFlow
from .scopes import visible
from .source_map import SourceMap

_COMPARED = frozenset({"==", "!=", "<", "<=", ">", ">="})


class _NotSimple(Exception):
    """An expression that is not written as instructions."""


@dataclass(frozen=True, slots=True)
class _Passing:
    """The waypoint with this number can be passed at a place."""

    number: int
    guard: Guard


def products(
    program: Program, automaton: Automaton, sources: SourceMap, properties: frozenset[Property]
) -> Iterator[Program]:
    """Of a sequence of segments; the program is not prepared yet. First one that knows only the told values."""
    guards = [edge.guard for edges in automaton.edges for edge in edges]
    told = [one for one in guards if one.kind in (Kind.BEFORE, Kind.RETURN) and one.spots and not one.vague]
    with_values = [one for one in told if one.constraint]
    for some in (with_values, told):
        if some and (some is told or len(some) < len(told)):
            yield _product(program, some, _TargetPlaces(program, automaton), sources, properties)


def _product(
    program: Program,
    guards: Sequence[Guard],
    places: _TargetPlaces,
    sources: SourceMap,
    properties: frozenset[Property],
) -> Program:
    passings: dict[Spot, list[_Passing]] = {}
    for number, guard in enumerate(guards):
        for spot in guard.spots:
            passings.setdefault(spot, []).append(_Passing(number, guard))
    count = Symbol("__smtcb_waypoints", INT, 4, Storage.GLOBAL, NOWHERE)
    functions = {
        name: _Writer(program, function, sources, count).written(passings, places, len(guards), properties)
        for name, function in program.functions.items()
    }
    return replace(program, functions=functions, globals={**program.globals, count: Image(bytes(4))})


class _TargetPlaces:
    """Where a violation counts: at the lines of the target, and in what is called from there."""

    def __init__(self, program: Program, automaton: Automaton) -> None:
        targets = [one for several in automaton.targets.values() for some in several for one in some]
        self._everywhere = any(one.lines is None for one in targets)
        self._lines = frozenset().union(*(one.lines or () for one in targets))
        flow = ThreadFlow(program)
        self._called: set[str] = set()
        for function in program.functions.values():
            for instruction in function.instructions:
                if isinstance(instruction, Call) and self._is_there(instruction.location):
                    self._called |= flow.called_from(instruction)

    def _is_there(self, at: SourceLocation) -> bool:
        return (at.file, at.line) in self._lines

    def has(self, function: Function, instruction: Instruction) -> bool:
        return self._everywhere or function.name in self._called or self._is_there(instruction.location)


class _Writer:
    def __init__(self, program: Program, function: Function, sources: SourceMap, count: Symbol) -> None:
        self._program = program
        self._function = function
        self._sources = sources
        self._count = count
        self._registers = list(function.registers)
        self._bytes = program.pointer_bits // 8

    def written(
        self, passings: dict[Spot, list[_Passing]], places: _TargetPlaces, last: int, properties: frozenset[Property]
    ) -> Function:
        before: dict[int, list[Instruction]] = {}
        replaced: dict[int, list[Instruction]] = {}
        for index, instruction in enumerate(self._function.instructions):
            # One visit passes one waypoint: later ones come first.
            here = sorted(passings.get((self._function.name, index), ()), key=lambda one: -one.number)
            early = [one for one in here if one.guard.kind is not Kind.RETURN]
            late = [one for one in here if one.guard.kind is Kind.RETURN]
            if isinstance(instruction, Goto | Branch):
                before[index] = [step for one in here for step in self._pass(one, instruction)]
            elif isinstance(instruction, Assert) and instruction.property in properties:
                counts = places.has(self._function, instruction)
                replaced[index] = [*self._passed(early, instruction, 0), *self._asserted(instruction, last, counts)]
            elif here:
                passed = [*self._passed(early, instruction, 0), instruction]
                replaced[index] = [*passed, *self._passed(late, instruction, len(passed))]
        return rewrite(self._function, replaced, registers=self._registers, before=before)

    def _passed(self, several: list[_Passing], at: Instruction, first: int) -> list[Instruction]:
        """Something is stored only where a waypoint is passed. The sequence begins at `first`."""
        found: list[Instruction] = []
        for one in several:
            *told, store, end = self._pass(one, at)
            assert isinstance(store, Store) and isinstance(store.value, Binary)
            untouched = Binary("==", store.value.right, Const(0, INT), INT)
            skipped = first + len(found) + len(told) + 2
            found += [*told, Branch(untouched, skipped, at.location), store, end]
        return found

    def _asserted(self, one: Assert, last: int, counts: bool) -> list[Instruction]:
        given_up = Assume(one.condition, one.location)
        if not counts:
            return [given_up]
        read, number = self._read(self._count, one.location)
        early = Binary("!=", number, Const(last, INT), INT)
        return [read, replace(one, condition=_either(_truth(one.condition), early)), given_up]

    def _pass(self, one: _Passing, at: Instruction) -> Iterator[Instruction]:
        where = at.location
        result = at.target if one.guard.kind is Kind.RETURN and isinstance(at, Call | Nondet) else None
        read, number = self._read(self._count, where)
        loads: list[Instruction] = []
        here: Expression = Binary("==", number, Const(one.number, INT), INT)
        if one.guard.constraint:
            try:
                here = _both(here, _truth(self._value(one.guard.constraint, where, result, loads)))
            except _NotSimple:
                loads.clear()
        yield AtomicBegin(where)
        yield read
        yield from loads
        passed = Binary("+", number, here, INT)
        yield Store(self._address(self._count), passed, INT, self._count.name, where, atomic=True)
        yield AtomicEnd(where)

    def _read(self, symbol: Symbol, where: SourceLocation) -> tuple[Instruction, Register]:
        ctype = unqualified(symbol.type)
        if not isinstance(ctype, IntType):
            raise _NotSimple
        register = Register(len(self._registers), f"waypoint${len(self._registers)}", ctype)
        self._registers.append(register)
        return Load(register, self._address(symbol), ctype, symbol.name, where, atomic=True), register

    def _address(self, symbol: Symbol) -> AddressOf:
        return AddressOf(symbol, PointerType(symbol.type, self._bytes))

    # -- C expressions -------------------------------------------------------------------------------------------------

    def _value(self, text: str, where: SourceLocation, result: Register | None, loads: list[Instruction]) -> Expression:
        tree = expression_tree(text)
        if tree is None:
            raise _NotSimple
        return self._expression(tree, where, result, loads)

    def _expression(
        self, node: c_ast.Node, where: SourceLocation, result: Register | None, loads: list[Instruction]
    ) -> Expression:
        match node:
            case c_ast.Constant():
                told = integer(node)
                if told is None or not isinstance(told.type, IntType):
                    raise _NotSimple
                return Const(told.value, told.type)
            case c_ast.ID(name=name):
                return self._variable(name, where, result, loads)
            case c_ast.UnaryOp(op="-", expr=expr):
                operand = self._expression(expr, where, result, loads)
                ctype = common_type(operand.type, INT)
                if not isinstance(ctype, IntType):
                    raise _NotSimple
                return Binary("-", Const(0, ctype), Convert(operand, ctype), ctype)
            case c_ast.UnaryOp(op="!", expr=expr):
                operand = _truth(self._expression(expr, where, result, loads))
                return Binary("==", operand, Const(0, INT), INT)
            case c_ast.BinaryOp(op=op, left=left, right=right):
                sides = [self._expression(side, where, result, loads) for side in (left, right)]
                return _joined(op, *sides)
        raise _NotSimple

    def _variable(
        self, name: str, where: SourceLocation, result: Register | None, loads: list[Instruction]
    ) -> Expression:
        if name == RESULT:
            if result is None or not isinstance(result.type, IntType):
                raise _NotSimple
            return result
        found = visible(self._program, self._sources.of(self._function.name), where, name)
        if not isinstance(found, Symbol) or found.storage is not Storage.GLOBAL or found.changes:
            raise _NotSimple  # local variables may be undefined
        read, register = self._read(found, where)
        loads.append(read)
        return register


def _joined(op: str, left: Expression, right: Expression) -> Expression:
    if op == "&&":
        return _both(_truth(left), _truth(right))
    if op == "||":
        return _either(_truth(left), _truth(right))
    ctype = common_type(left.type, right.type)
    if op not in _COMPARED or not isinstance(ctype, IntType):
        raise _NotSimple
    return Binary(op, Convert(left, ctype), Convert(right, ctype), INT)


def _truth(one: Expression) -> Expression:
    """0 or 1."""
    if isinstance(one, Binary) and one.op in _COMPARED:
        return one
    if not isinstance(one.type, IntType | PointerType):
        raise _NotSimple
    return Binary("!=", one, Const(0, one.type), INT)


def _both(one: Expression, other: Expression) -> Expression:
    return Binary("&", one, other, INT)


def _either(one: Expression, other: Expression) -> Expression:
    return Binary("|", one, other, INT)
