"""Arguments and operands whose order matters: C leaves it open, and gcc takes arguments from the right.

Where two of them disturb each other, the program has both orders: from the left, or from the right. Which it is, is
decided once, when the program begins (`RIGHT_TO_LEFT` begins with anything): a choice at each place would be as many
executions as there are combinations. Other operands are evaluated from the left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from esbmc_py.goto.expressions import Expression
from esbmc_py.goto.symbols import NOWHERE, RIGHT_TO_LEFT, Symbol
from esbmc_py.goto.types import BOOL

from .builder import FunctionBuilder
from .effects import STEPS, Effects, effects_of, name_in, names_of_function
from .linked_objects import LinkedObjects
from .scopes import MemoryPlace, Scope
from .syntax_nodes import c_ast

_CHANGES = (c_ast.Assignment, c_ast.FuncCall)


class EffectsOfFunctions:
    """For the whole program: what calls of its functions read and write; and whether it has both orders somewhere."""

    def __init__(self, definition: Callable[[str], tuple[c_ast.FuncDef, Scope] | None], objects: LinkedObjects) -> None:
        """`definition`: of a function of the program's own, with the scope of its file."""
        self._definition = definition
        self._objects = objects
        self._own: dict[str, Effects] = {}
        self._all: dict[str, Effects] = {}
        self.right_to_left: Symbol | None = None  # an object of type _Bool, once it is needed

    def of_call(self, name: str) -> Effects:
        if name not in self._all:
            total, pending, seen = Effects(), [name], {name}
            while pending:
                own = self._of_body(pending.pop())
                total.reads |= own.reads
                total.writes |= own.writes
                pending += own.calls - seen
                seen |= own.calls
            self._all[name] = total
        return self._all[name]

    def _of_body(self, name: str) -> Effects:
        if name not in self._own:
            found = Effects()
            defined = self._definition(name)
            if defined is not None:
                found = effects_of(defined[0].body, names_of_function(*defined))
            self._own[name] = found
        return self._own[name]

    def choice(self) -> Symbol:
        if self.right_to_left is None:
            self.right_to_left = self._objects.static(RIGHT_TO_LEFT, BOOL, 1, NOWHERE)
        return self.right_to_left


class EvaluationOrder:
    """Of one function that is being lowered."""

    def __init__(self, builder: FunctionBuilder, functions: EffectsOfFunctions) -> None:
        self._builder = builder
        self._functions = functions
        self._changes: dict[Any, bool] = {}  # by nodes: may evaluating it change anything?
        self._from_the_right: bool | None = None  # inside operands of which there are both orders: which this is

    def matters(self, nodes: Sequence[Any]) -> bool:
        """Do two of the operands disturb each other? Models do not depend on it."""
        if self._builder.is_model or len(nodes) < 2 or not any(map(self._may_change, nodes)):
            return False
        found = [self._effects(node) for node in nodes]
        return any(one.disturbs(other) for one, other in combinations(found, 2))

    def evaluate(self, parts: Sequence[Callable[[], Expression]]) -> list[Expression]:
        """The values of scalar operands whose order matters."""
        if self._from_the_right is not None:
            return self._in_order(parts, self._from_the_right)
        builder = self._builder
        other, end = builder.label(), builder.label()
        choice = self._functions.choice()
        builder.branch(builder.load(MemoryPlace(builder.address(choice), BOOL, choice.name)), other)
        results = []
        for value in self._in_order(parts, from_the_right=False):
            results.append(builder.temporary(value.type, "operand"))
            builder.assign(results[-1], value)
        builder.goto(end)
        builder.place_label(other)
        for result, value in zip(results, self._in_order(parts, from_the_right=True), strict=True):
            builder.assign(result, value)
        builder.place_label(end)
        return list(results)

    def _in_order(self, parts: Sequence[Callable[[], Expression]], from_the_right: bool) -> list[Expression]:
        outer, self._from_the_right = self._from_the_right, from_the_right
        values = [self._builder.settle(part()) for part in (reversed(parts) if from_the_right else parts)]
        self._from_the_right = outer
        return values[::-1] if from_the_right else values

    def _may_change(self, node: Any) -> bool:
        if node not in self._changes:
            self._changes[node] = (
                isinstance(node, _CHANGES)
                or (isinstance(node, c_ast.UnaryOp) and node.op in STEPS)
                or any(map(self._may_change, node))
            )
        return self._changes[node]

    def _effects(self, node: Any) -> Effects:
        found = effects_of(node, lambda name: name_in(self._builder.scope, name))
        for name in found.calls:
            called = self._functions.of_call(name)
            found.reads |= called.reads
            found.writes |= called.writes
        return found
