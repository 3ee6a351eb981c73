"""Arguments, operands and sides of assignments whose order matters: C leaves it open.

gcc takes arguments from the right, clang the right side of an assignment first. Where two of them disturb each other,
the program has both orders: from the left, or from the right. Which it is, is decided once for each kind, when the
program begins (these objects begin with anything): a choice at each place would be as many executions as there are
combinations. Others are evaluated from the left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from typing import Any, TypeAlias

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import Expression, Register
from esbmc_py.goto.symbols import NOWHERE, OpenOrder, Symbol
from esbmc_py.goto.types import BOOL, FunctionType

from .builder import FunctionBuilder
from .effects import (
    STEPS,
    THROUGH_POINTER,
    Effects,
    Name,
    effects_of,
    effects_of_library,
    effects_of_place,
    name_in,
    names_of_function,
)
from .linked_objects import LinkedObjects
from .operators import convert
from .scopes import MemoryPlace, Scope
from .syntax_nodes import c_ast

Evaluated: TypeAlias = Expression | MemoryPlace
_CHANGES = (c_ast.Assignment, c_ast.FuncCall)


@dataclass(frozen=True, slots=True)
class KnownFunctions:
    """What the linker tells."""

    definition: Callable[[str], tuple[c_ast.FuncDef, Scope] | None]  # of the program's own, with its file's scope
    model: Callable[[str], FunctionType | None]
    addressed: Callable[[], Iterable[str]]  # the program's own whose addresses are taken somewhere
    atomic_members: Callable[[], frozenset[str]]  # of structures: their names


class EffectsOfFunctions:
    """For the whole program: what calls of its functions read and write; and whether it has both orders somewhere."""

    def __init__(self, known: KnownFunctions, objects: LinkedObjects) -> None:
        self._known = known
        self._objects = objects
        self._own: dict[str, Effects] = {}
        self._all: dict[str, Effects] = {}
        self.choices: dict[OpenOrder, Symbol] = {}  # objects of type _Bool, once they are needed

    @cached_property
    def atomic_members(self) -> frozenset[str]:
        return self._known.atomic_members()

    def of_call(self, name: str) -> Effects:
        if name not in self._all:
            total, pending, seen = Effects(), [name], {name}
            handed: set[str] = set()
            while pending:
                own = self._of_body(pending.pop())
                total.include(own)
                handed = handed.union(*own.calls.values())
                pending += own.calls.keys() - seen
                seen |= own.calls.keys()
            total.include(total, handed)
            self._all[name] = total
        return self._all[name]

    def _of_body(self, name: str) -> Effects:
        if name not in self._own:
            self._own[name] = self._read(name)
        return self._own[name]

    def _read(self, name: str) -> Effects:
        if name == THROUGH_POINTER:
            return Effects(calls={function: set() for function in self._known.addressed()})
        defined = self._known.definition(name)
        if defined is None:
            return effects_of_library(name, self._known.model(name))
        return effects_of(defined[0].body, names_of_function(*defined), self.atomic_members)

    def choice(self, kind: OpenOrder) -> Symbol:
        if kind not in self.choices:
            self.choices[kind] = self._objects.static(kind, BOOL, 1, NOWHERE)
        return self.choices[kind]


class EvaluationOrder:
    """Of one function that is being lowered."""

    def __init__(self, builder: FunctionBuilder, functions: EffectsOfFunctions) -> None:
        self._builder = builder
        self._functions = functions
        self._tells: dict[Any, bool] = {}  # by nodes: may it matter when it is evaluated?
        self._from_the_right: dict[
            OpenOrder, bool
        ] = {}  # inside operands of which there are both orders: which this is

    def matters(self, nodes: Sequence[Any]) -> bool:
        """Do two of the operands disturb each other? Models do not depend on it."""
        if self._builder.is_model or len(nodes) < 2 or not any(map(self._may_tell, nodes)):
            return False
        found = [self._effects(node) for node in nodes]
        return any(one.disturbs(other) for one, other in combinations(found, 2))

    def matters_for(self, target: Any, value: Any) -> bool:
        """Do the value that is assigned and the way to the object disturb each other?"""
        if self._builder.is_model or isinstance(target, c_ast.ID):
            return False
        if not (self._may_tell(target) or self._may_tell(value)):
            return False
        return self._with_calls(effects_of_place(target, self._name, self._functions.atomic_members)).disturbs(
            self._effects(value)
        )

    def evaluate(self, kind: OpenOrder, parts: Sequence[Callable[[], Evaluated]]) -> list[Evaluated]:
        """The values of operands whose order matters; of structures and lvalues, where they are."""
        if kind in self._from_the_right:
            return self._in_order(kind, parts, self._from_the_right[kind])
        builder = self._builder
        other, end = builder.label(), builder.label()
        choice = self._functions.choice(kind)
        builder.branch(builder.load(MemoryPlace(builder.address(choice), BOOL, choice.name)), other)
        values = self._in_order(kind, parts, from_the_right=False)
        registers = [builder.temporary(_scalar(value).type, "operand") for value in values]
        self._keep(registers, values)
        builder.goto(end)
        builder.place_label(other)
        self._keep(registers, self._in_order(kind, parts, from_the_right=True))
        builder.place_label(end)
        return [_in_register(value, register) for value, register in zip(values, registers, strict=True)]

    def scalars(self, parts: Sequence[Callable[[], Expression]]) -> list[Expression]:
        """The values of operands."""
        return [_scalar(value) for value in self.evaluate(OpenOrder.OPERANDS, parts)]

    def _keep(self, registers: Sequence[Register], values: Sequence[Evaluated]) -> None:
        for register, value in zip(registers, values, strict=True):
            self._builder.assign(register, convert(_scalar(value), register.type))

    def _in_order(
        self, kind: OpenOrder, parts: Sequence[Callable[[], Evaluated]], from_the_right: bool
    ) -> list[Evaluated]:
        outer, self._from_the_right = self._from_the_right, {**self._from_the_right, kind: from_the_right}
        values = [self._settled(part()) for part in (reversed(parts) if from_the_right else parts)]
        self._from_the_right = outer
        return values[::-1] if from_the_right else values

    def _settled(self, value: Evaluated) -> Evaluated:
        if isinstance(value, MemoryPlace):
            return replace(value, address=self._builder.settle(value.address, "address"))
        return self._builder.settle(value)

    def _may_tell(self, node: Any) -> bool:
        if node not in self._tells:
            self._tells[node] = (
                isinstance(node, _CHANGES)
                or (isinstance(node, c_ast.UnaryOp) and node.op in STEPS)
                or self._is_atomic(node)
                or any(map(self._may_tell, node))
            )
        return self._tells[node]

    def _is_atomic(self, node: Any) -> bool:
        if isinstance(node, c_ast.ID):
            known = self._name(node.name)
            return known.atomic or known.leads_to_atomic
        return isinstance(node, c_ast.StructRef) and node.field.name in self._functions.atomic_members

    def _name(self, name: str) -> Name:
        return name_in(self._builder.scope, name)

    def _effects(self, node: Any) -> Effects:
        return self._with_calls(effects_of(node, self._name, self._functions.atomic_members))

    def _with_calls(self, found: Effects) -> Effects:
        for name, handed in found.calls.items():
            found.include(self._functions.of_call(name), handed)
        return found


def _scalar(value: Evaluated) -> Expression:
    return value.address if isinstance(value, MemoryPlace) else value


def _in_register(value: Evaluated, register: Register) -> Evaluated:
    if isinstance(value, MemoryPlace):
        return replace(value, address=convert(register, value.address.type))
    return convert(register, value.type)
