"""Arguments, operands and sides of assignments whose order matters: C leaves it open.

gcc takes arguments from the right, and `x + f()`, but not `x - f()`; clang the right side of an assignment first. Where
two of them disturb each other, the program has both orders: from the left, or from the right. Which it is, is decided
when the program begins (these objects begin with anything), for each place by itself, as compilers do; in programs with
many such places, once for each kind: they would be as many executions as there are combinations. Others are evaluated
from the left.
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
    KnownNames,
    effects_of,
    effects_of_library,
    effects_of_place,
)
from .exposed_names import ExposedNames
from .linked_objects import LinkedObjects
from .names_in_effects import Name, name_in, names_of_function, takes
from .operators import convert
from .scopes import MemoryPlace, Scope
from .syntax_nodes import c_ast

Evaluated: TypeAlias = Expression | MemoryPlace
_CHANGES = (c_ast.Assignment, c_ast.FuncCall)
_IN_EACH_OTHER = 3  # places; what is inside of them follows them: each place doubles the code of what it has inside
_CHOSEN_FOR = 4  # places; others share a choice with those of their kind


@dataclass(frozen=True, slots=True)
class KnownFunctions:
    """What the linker tells."""

    definition: Callable[[str], tuple[c_ast.FuncDef, Scope] | None]  # of the program's own, with its file's scope
    model: Callable[[str], FunctionType | None]
    addressed: Callable[[], Iterable[str]]  # the program's own whose addresses are taken somewhere
    atomic_members: Callable[[], frozenset[str]]  # of structures: their names
    array_members: Callable[[], frozenset[str]]
    members_other_than_arrays: Callable[[], frozenset[str]]
    exposed: Callable[[], ExposedNames]


class EffectsOfFunctions:
    """For the whole program: what calls of its functions read and write; and where it has both orders."""

    def __init__(self, known: KnownFunctions, objects: LinkedObjects) -> None:
        self._known = known
        self._objects = objects
        self._own: dict[str, Effects] = {}
        self._all: dict[str, Effects] = {}
        self._choices: dict[Any, Symbol] = {}  # by nodes, or kinds
        self.kinds: set[OpenOrder] = set()

    @cached_property
    def atomic_members(self) -> frozenset[str]:
        return self._known.atomic_members()

    @cached_property
    def exposed(self) -> ExposedNames:
        return self._known.exposed()

    @cached_property
    def _array_members(self) -> frozenset[str]:
        return self._known.array_members()

    @cached_property
    def _only_arrays(self) -> frozenset[str]:
        return self._array_members - self._known.members_other_than_arrays()

    @cached_property
    def _addressed(self) -> list[str]:
        return sorted(self._known.addressed())

    def of_call(self, name: str) -> Effects:
        if name not in self._all:
            total, pending, seen = Effects(), [name], {name}
            while pending:
                own = self._of_body(pending.pop())
                total.include(own)
                pending += own.calls - seen
                seen |= own.calls
            self._all[name] = total
        return self._all[name]

    def _of_body(self, name: str) -> Effects:
        if name not in self._own:
            self._own[name] = self._read(name)
        return self._own[name]

    def _read(self, name: str) -> Effects:
        if name.startswith(THROUGH_POINTER):
            count = name.removeprefix(THROUGH_POINTER)
            return Effects(calls={one for one in self._addressed if self._may_take(one, count)})
        defined = self._known.definition(name)
        if defined is None:
            return effects_of_library(name, self._known.model(name))
        return effects_of(defined[0].body, self.around(names_of_function(*defined, self.exposed)))

    def around(self, name_of: Callable[[str], Name]) -> KnownNames:
        return KnownNames(name_of, self.atomic_members, self._only_arrays, self._is_exposed_member, self._library)

    def _is_exposed_member(self, name: str) -> bool:
        return self.exposed.holds_member(name, is_array=name in self._array_members)

    def _library(self, name: str) -> FunctionType | None:
        return self._known.model(name) if self._known.definition(name) is None else None

    def _may_take(self, name: str, count: str) -> bool:
        """Can the function be called with so many arguments?"""
        defined = self._known.definition(name)
        return not count or defined is None or takes(defined[0], int(count))

    def choice(self, kind: OpenOrder, node: Any) -> Symbol:
        """An object of type _Bool: from the right?"""
        key = node if node in self._choices or len(self._choices) < _CHOSEN_FOR else kind
        if key not in self._choices:
            self._choices[key] = self._objects.static(kind, BOOL, 1, NOWHERE)
            self.kinds.add(kind)
        return self._choices[key]

    @property
    def choices(self) -> list[Symbol]:
        return list(self._choices.values())

    @property
    def are_shared(self) -> bool:
        return any(isinstance(key, OpenOrder) for key in self._choices)


class EvaluationOrder:
    """Of one function that is being lowered."""

    def __init__(self, builder: FunctionBuilder, functions: EffectsOfFunctions) -> None:
        self._builder = builder
        self._functions = functions
        self._tells: dict[Any, bool] = {}  # by nodes: may it matter when it is evaluated?
        self._from_the_right: dict[OpenOrder, bool] = {}  # inside operands of which there are both orders: which it is
        self._depth = 0

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
        place = self._with_calls(effects_of_place(target, self._functions.around(self._name)))
        return place.disturbs(self._effects(value))

    def matters_for_output(self, nodes: Sequence[Any]) -> bool:
        """Of arguments that are only printed: is it more than what they are that the order tells?"""
        if self._builder.is_model:
            return False
        pairs = combinations([node for node in nodes if self._may_change(node)], 2)
        return any(not are_alike(*pair) and self._effects(pair[0]).changes(self._effects(pair[1])) for pair in pairs)

    def evaluate(self, kind: OpenOrder, node: Any, parts: Sequence[Callable[[], Evaluated]]) -> list[Evaluated]:
        """The values of operands whose order matters; of structures and lvalues, where they are."""
        if self._builder.discarding:
            return [part() for part in parts]
        if kind in self._from_the_right and self._depth >= _IN_EACH_OTHER:
            return self._in_order(kind, parts, self._from_the_right[kind])
        builder = self._builder
        other, end = builder.label(), builder.label()
        choice = self._functions.choice(kind, node)
        builder.branch(builder.load(MemoryPlace(builder.address(choice), BOOL, kind)), other)
        values = self._in_order(kind, parts, from_the_right=False)
        registers = [builder.temporary(_scalar(value).type, "operand") for value in values]
        self._keep(registers, values)
        builder.goto(end)
        builder.place_label(other)
        self._keep(registers, self._in_order(kind, parts, from_the_right=True))
        builder.place_label(end)
        return [_in_register(value, register) for value, register in zip(values, registers, strict=True)]

    def scalars(self, node: Any, parts: Sequence[Callable[[], Expression]]) -> list[Expression]:
        """The values of operands."""
        return [_scalar(value) for value in self.evaluate(OpenOrder.OPERANDS, node, parts)]

    def _keep(self, registers: Sequence[Register], values: Sequence[Evaluated]) -> None:
        for register, value in zip(registers, values, strict=True):
            self._builder.assign(register, convert(_scalar(value), register.type))

    def _in_order(
        self, kind: OpenOrder, parts: Sequence[Callable[[], Evaluated]], from_the_right: bool
    ) -> list[Evaluated]:
        outer, self._from_the_right = self._from_the_right, {**self._from_the_right, kind: from_the_right}
        self._depth += 1
        values = [self._settled(part()) for part in (reversed(parts) if from_the_right else parts)]
        self._depth -= 1
        self._from_the_right = outer
        return values[::-1] if from_the_right else values

    def _settled(self, value: Evaluated) -> Evaluated:
        if isinstance(value, MemoryPlace):
            return replace(value, address=self._builder.settle(value.address, "address"))
        return self._builder.settle(value)

    def _may_tell(self, node: Any) -> bool:
        if node not in self._tells:
            self._tells[node] = _is_change(node) or self._is_atomic(node) or any(map(self._may_tell, node))
        return self._tells[node]

    def _may_change(self, node: Any) -> bool:
        return _is_change(node) or any(map(self._may_change, node))

    def _is_atomic(self, node: Any) -> bool:
        if isinstance(node, c_ast.ID):
            known = name_in(self._builder.scope, node.name)
            return known.is_atomic or known.leads_to_atomic
        return isinstance(node, c_ast.StructRef) and node.field.name in self._functions.atomic_members

    def _name(self, name: str) -> Name:
        return name_in(self._builder.scope, name, self._functions.exposed)

    def _effects(self, node: Any) -> Effects:
        return self._with_calls(effects_of(node, self._functions.around(self._name)))

    def _with_calls(self, found: Effects) -> Effects:
        for name in found.calls:
            found.include(self._functions.of_call(name))
        return found


def _is_change(node: Any) -> bool:
    return isinstance(node, _CHANGES) or (isinstance(node, c_ast.UnaryOp) and node.op in STEPS)


def are_alike(one: Any, other: Any) -> bool:
    """Are they written in the same way?"""
    if type(one) is not type(other) or any(getattr(one, a) != getattr(other, a) for a in one.attr_names):
        return False
    mine, others = list(one), list(other)
    return len(mine) == len(others) and all(map(are_alike, mine, others))


def _scalar(value: Evaluated) -> Expression:
    return value.address if isinstance(value, MemoryPlace) else value


def _in_register(value: Evaluated, register: Register) -> Evaluated:
    if isinstance(value, MemoryPlace):
        return replace(value, address=convert(register, value.address.type))
    return convert(register, value.type)
