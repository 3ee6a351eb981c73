"""A translation unit: its file scope, and what it defines for the linker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from esbmc_py.goto.types import (
    ArrayType,
    CType,
    FunctionType,
    IntType,
    PointerType,
    VoidType,
    unqualified,
)

from . import gnu_ast
from .architecture import HANDLE
from .attributes import require_supported, unknown_attributes
from .file_scope import FileScope, is_static
from .initializers import Initializers
from .lowering import Lowering
from .problems import TypeProblem, UnsupportedConstruct, location_of
from .scopes import FunctionName, GlobalName, Poison, Scope, TypedefName
from .symbol_marks import WITHOUT_PRIORITY, Marks
from .syntax_nodes import c_ast

if TYPE_CHECKING:
    from .function_parts import LinkingWithOutside


class Unit(FileScope):
    """What one file declares, on its way to the linker."""

    def __init__(
        self,
        linker: LinkingWithOutside,
        nodes: Sequence[Any],
        index: int,
        *,
        is_model: bool = False,
        outer: Scope | None = None,
    ) -> None:
        super().__init__(nodes, index, is_model=is_model, outer=outer)
        self.linker = linker
        self.file_lowering = Lowering(linker, self, "<file>", self.scope, at_file_scope=True)

    @property
    def initial_values(self) -> Initializers:
        return self.file_lowering.initializers

    # -- reading the file scope -------------------------------------------------------------------------------------

    def read(self) -> None:
        for node in self._nodes:
            match node:
                case c_ast.Typedef():
                    self._guarded(node, self._typedef)
                case c_ast.FuncDef():
                    self._guarded(node.decl, lambda _, node=node: self._function(node))
                case c_ast.Decl():
                    self._guarded(node, self._declaration)
                case c_ast.StaticAssert():
                    self.file_lowering.expressions.static_assert(node)
                case c_ast.Pragma() | c_ast.EmptyStatement():
                    pass
                case gnu_ast.Asm():
                    self.linker.add_file_assembly(node)
                case _:
                    raise UnsupportedConstruct(f"'{type(node).__name__}' at file scope", location_of(node))
        for name, marks in self._marks.items():
            if marks.alias is not None or marks.reference is not None:
                self._alias(name, marks)

    def _alias(self, name: str, marks: Marks) -> None:
        """Another name of something that the same file defines; `weakref` only refers to it."""
        linker = self.linker
        own = linker.names.of(self, name, static=False)
        if marks.reference is not None:
            linker.names.define_alias(own, linker.names.of(self, marks.reference, static=False), weak=True)
        elif marks.alias is not None:
            linker.names.define_alias(own, linker.names.of(self, marks.alias, static=False), weak=marks.weak)

    def _guarded(self, node: Any, handler: Any) -> None:
        """A declaration that cannot be handled matters only where its name is used."""
        for attribute in unknown_attributes(node):
            self.linker.warnings.unknown_attribute(attribute.name, attribute.location or location_of(node))
        try:
            require_supported(node)
            handler(node)
        except UnsupportedConstruct as problem:
            if node.name:
                self.scope.names[node.name] = Poison(problem.message)
                self.linker.warnings.unsupported(problem.message, problem.location or location_of(node))

    def _typedef(self, node: c_ast.Typedef) -> None:
        ctype = self.file_lowering.types.declared(node)
        if node.name == HANDLE and isinstance(ctype, IntType):
            ctype = replace(ctype, name=HANDLE)
        self.scope.names[node.name] = TypedefName(ctype)

    def _function(self, node: c_ast.FuncDef) -> None:
        types = self.file_lowering.types
        name = node.decl.name
        if not isinstance(node.decl.type, c_ast.FuncDecl):
            raise TypeProblem(f"'{name}' is not declared as a function", location_of(node))
        arguments = node.decl.type.args
        old = bool(node.param_decls) or (
            arguments is not None and any(isinstance(p, c_ast.ID) for p in arguments.params)
        )
        if old:
            ctype, _ = types.old_style(node)
        else:
            ctype = types.function(node.decl.type)
        linked = self.linker.define_function(self, node, name, ctype, static=is_static(node.decl))
        self.scope.names[name] = FunctionName(linked, ctype)
        marks = self.marks(name)
        if marks.constructor is not None and not self.is_model:
            self.linker.constructors.append((self._priority(marks.constructor), linked))
        if marks.destructor is not None and not self.is_model:
            self.linker.destructors.append((self._priority(marks.destructor), linked))

    def _priority(self, attribute: gnu_ast.Attribute) -> int:
        if not attribute.arguments:
            return WITHOUT_PRIORITY
        return self.file_lowering.expressions.constant_int(attribute.arguments[0], "a priority")

    def _declaration(self, node: c_ast.Decl) -> None:
        ctype = self.file_lowering.types.declared(node)
        if node.name is None:
            return
        if isinstance(ctype, FunctionType):
            self._function_declaration(node, ctype)
            return
        if isinstance(unqualified(ctype), VoidType):
            raise TypeProblem(f"variable '{node.name}' is declared void", location_of(node), near=node.name)
        if "constexpr" in node.storage and isinstance(plain := unqualified(ctype), IntType):
            self.scope.names[node.name] = self.file_lowering.expressions.named_constant(node.init, plain)
            return
        ctype = self.file_lowering.initializers.complete(ctype, node.init)
        self.file_lowering.types.note_alignment(node)
        entity = self.scope.names.get(node.name)
        if "register" in node.storage:
            raise UnsupportedConstruct("a global register variable", location_of(node))
        linked = self.linker.names.of(self, node.name, static="static" in node.storage)
        thread_local = "_Thread_local" in node.storage
        if isinstance(entity, GlobalName):
            _merge(entity, ctype, node)
            entity.thread_local = entity.thread_local or thread_local
        else:
            if isinstance(entity, TypedefName | FunctionName):
                raise TypeProblem(f"'{node.name}' is redeclared as an object", location_of(node), near=node.name)
            weak = self.marks(node.name).weak
            entity = GlobalName(linked, ctype, location_of(node), thread_local, weak)
            self.scope.names[node.name] = entity
        if "extern" not in node.storage or node.init is not None:
            self.linker.objects.define(self, entity, node)
        else:
            self.linker.names.declare(entity.name)

    def _function_declaration(self, node: c_ast.Decl, ctype: FunctionType) -> None:
        entity = self.scope.names.get(node.name)
        if isinstance(entity, FunctionName):
            if not entity.type.prototyped and ctype.prototyped:
                entity.type = ctype
            return
        static = "static" in node.storage
        linked = self.linker.names.of(self, node.name, static=static)
        if not static:
            self.linker.names.declare(linked)
        self.scope.names[node.name] = FunctionName(linked, ctype, self.marks(node.name).weak)


def _merge(entity: GlobalName, ctype: CType, node: c_ast.Decl) -> None:
    """A redeclaration completes an array type; anything else must agree."""
    old, new = unqualified(entity.type), unqualified(ctype)
    if isinstance(old, ArrayType) and isinstance(new, ArrayType):
        if old.count is None:
            entity.type = ctype
        elif new.count is not None and new.count != old.count:
            raise TypeProblem(f"conflicting types for '{node.name}'", location_of(node), near=node.name)
        return
    if old != new and not (isinstance(old, PointerType) and isinstance(new, PointerType)):
        raise TypeProblem(f"conflicting types for '{node.name}'", location_of(node), near=node.name)
