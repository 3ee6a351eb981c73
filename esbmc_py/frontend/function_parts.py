"""The parts of a function on its way, as they know one another: `lowering.Lowering` puts them together."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, Protocol

from esbmc_py.goto.expressions import Expression, Register
from esbmc_py.goto.types import CType, FunctionType, IntType

from .evaluating import Evaluating, FunctionAround
from .evaluation_order import EvaluationOrder
from .initializers import Initializers
from .labels import Labels
from .linking import Linking
from .outside import Outside
from .scopes import EnumConstant, MemoryPlace, Place, Value
from .syntax_nodes import c_ast
from .type_reader import TypeReader


class LinkingWithOutside(Linking, Protocol):
    """Who calls functions asks also about those without a body."""

    outside: Outside

    def is_outside(self, name: str) -> bool: ...


class Expressing(Evaluating, Protocol):
    """What statements ask of `expressions.Expressions` besides."""

    def place(self, node: Any) -> Place: ...

    def test(self, node: Any, if_true: int, if_false: int, *, next_label: int) -> None: ...

    def named_constant(self, node: Any, ctype: IntType) -> EnumConstant: ...

    def call_with_values(self, name: str, ctype: FunctionType, values: list[Expression], node: Any) -> Value: ...


class Stating(Protocol):
    """`statements.Statements` says what each of them is."""

    labels: Labels

    def statement_expression(self, block: c_ast.Compound) -> Value: ...


class FunctionParts(FunctionAround, Protocol):
    """`lowering.Lowering` says what each of them is."""

    types: TypeReader
    order: EvaluationOrder
    initializers: Initializers
    result_type: CType
    result_pointer: Register | None
    is_atomic: bool
    is_noreturn: bool
    label_texts: dict[int, str]
    label_addresses: list[str]

    @property
    def linker(self) -> LinkingWithOutside: ...

    @property
    def expressions(self) -> Expressing: ...

    @property
    def statements(self) -> Stating: ...

    def special_name(self, node: c_ast.ID) -> MemoryPlace | None: ...

    def is_in_memory(self, name: str, ctype: CType) -> bool: ...

    def start_asynchronously(self, node: Any) -> None: ...

    def constant_values(self) -> AbstractContextManager[None]: ...
