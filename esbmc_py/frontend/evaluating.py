"""What the parts of a function (builtins, initialisers) ask of it: so they need not know how it is put together."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, Protocol

from esbmc_py.goto.expressions import Expression, Register
from esbmc_py.goto.types import CType, FunctionType, PointerType

from .architecture import Architecture
from .builder import FunctionBuilder
from .file_scope import FileScope
from .linking import Linking
from .scopes import FunctionName, MemoryPlace, Value
from .syntax_nodes import c_ast


class Evaluating(Protocol):
    """`expressions.Expressions` says what each of them is."""

    def lower(self, node: Any) -> Value: ...

    def rvalue(self, node: Any) -> Expression: ...

    def value_of(self, value: Value, node: Any) -> Expression: ...

    def aggregate(self, node: Any) -> MemoryPlace: ...

    def assignable(self, value: Expression, ctype: CType, node: Any) -> Expression: ...

    def known_type(self, node: Any) -> CType: ...

    def effect(self, node: Any) -> None: ...

    def static_assert(self, node: c_ast.StaticAssert) -> None: ...

    def type_of(self, node: Any) -> CType: ...

    def constant_int(self, node: Any, what: str) -> int: ...

    def pointee(self, pointer: Expression, text: str, node: Any) -> Value: ...

    def retype(self, address: Expression, ctype: PointerType) -> Expression: ...


class Calling(Protocol):
    """`calls.Calls` says what each of them is."""

    @property
    def unused(self) -> Any: ...

    def call_named(self, name: str, arguments: list[Any], node: Any, entity: FunctionName | None = None) -> Value: ...

    def call_builtin(self, name: str, arguments: list[Any], node: Any) -> Value: ...

    def call_with_values(self, name: str, ctype: FunctionType, values: list[Expression], node: Any) -> Value: ...

    def va_next(self, node: Any) -> MemoryPlace: ...


class FunctionAround(Protocol):
    """`lowering.Lowering` says what each of them is."""

    builder: FunctionBuilder
    architecture: Architecture
    at_file_scope: bool
    source_name: str
    varargs: Register | None

    unit: FileScope

    @property
    def linker(self) -> Linking: ...

    @property
    def expressions(self) -> Evaluating: ...

    def run_time_sizes(self) -> AbstractContextManager[None]: ...
