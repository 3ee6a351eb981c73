"""What those ask of the linker who add to a program, or ask what it has: so they need not know it."""

from __future__ import annotations

from typing import Protocol

from esbmc_py.goto.expressions import Expression
from esbmc_py.goto.program import Function
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.goto.types import CType, FunctionType, ScalarType

from . import gnu_ast
from .architecture import Architecture
from .builder import FunctionBuilder
from .checks import Checks
from .evaluation_order import EffectsOfFunctions
from .file_scope import FileScope
from .linked_names import LinkedNames
from .linked_objects import LinkedObjects
from .scopes import FunctionName, GlobalName
from .semantics import Semantics
from .source_warnings import SourceWarnings
from .syntax_nodes import c_ast


class Linking(Protocol):
    """`linker.Linker` says what each of them is."""

    architecture: Architecture
    checks: Checks
    semantics: Semantics
    entry: tuple[str, frozenset[CType]] | None
    names: LinkedNames
    objects: LinkedObjects
    effects: EffectsOfFunctions
    warnings: SourceWarnings
    constructors: list[tuple[int, str]]
    destructors: list[tuple[int, str]]
    file_assembly: list[SourceLocation]
    converted_functions: list[tuple[str, ScalarType]]
    fences: bool
    weak_exchanges: bool
    tells_threads_apart: bool

    @property
    def library_types(self) -> frozenset[CType]: ...

    @property
    def longest_text(self) -> int: ...

    def add_function(self, function: Function) -> None: ...

    def define_function(
        self, unit: FileScope, node: c_ast.FuncDef, name: str, ctype: FunctionType, *, static: bool
    ) -> str: ...

    def add_file_assembly(self, node: gnu_ast.Asm) -> None: ...

    def is_null(self, entity: FunctionName | GlobalName) -> bool: ...

    def need_function(self, name: str, ctype: FunctionType) -> None: ...

    def has_body(self, name: str) -> bool: ...

    def has_user_body(self, name: str) -> bool: ...

    def is_intrinsic(self, name: str) -> bool: ...

    def ordered_constructors(self) -> list[str]: ...

    def ordered_destructors(self) -> list[str]: ...

    def call_made_main(self, caller: FunctionBuilder, location: SourceLocation) -> Expression: ...

    def definition_type(self, name: str) -> FunctionType | None: ...

    def definition_node(self, name: str) -> c_ast.FuncDef: ...

    def parameter_extents(self, name: str) -> list[int | None]: ...
