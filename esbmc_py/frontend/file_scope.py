"""The file scope of a translation unit: which names, structures and enumerations it has, and what its syntax tells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from esbmc_py.goto.types import ArrayType, CType, IntType, Member, StructType, unqualified

from .exposed_names import ExposedNames, exposed_names
from .names_in_effects import is_atomic
from .outside_names import LIBRARY_TYPES
from .scopes import FunctionName, Scope, TypedefName
from .symbol_marks import NO_MARKS, Marks, symbol_marks
from .syntax_nodes import c_ast

_HALF = re.compile(r"(32|0x20)\D*$", re.IGNORECASE)  # bits of a long number


class FileScope:
    """`outer` is the scope of headers that several files share."""

    def __init__(self, nodes: Sequence[Any], index: int, *, is_model: bool = False, outer: Scope | None = None) -> None:
        self.index = index
        self.is_model = is_model
        self.scope = Scope(outer)
        self.struct_nodes: dict[int, StructType] = {}
        self.enum_nodes: dict[int, IntType] = {}
        self.unsupported_structs: dict[StructType, str] = {}  # those with attributes or members that we cannot execute
        self._nodes = nodes
        self._marks = symbol_marks(nodes)
        self._anonymous = 0

    def anonymous_tag(self) -> str:
        self._anonymous += 1
        return f"<anonymous {self._anonymous}>"

    def external_functions(self) -> list[str]:
        functions = [node.decl for node in self._nodes if isinstance(node, c_ast.FuncDef)]
        return [
            self.marks(declaration.name).label or declaration.name
            for declaration in functions
            if not is_static(declaration)
        ]

    @cached_property
    def takes_addresses_apart(self) -> bool:
        """Is the upper half of a long number asked for? Then the lower half of an address may be just that."""
        pending = list(self._nodes)
        while pending:
            match node := pending.pop():
                case c_ast.BinaryOp(op=">>", right=c_ast.Constant(value=text)) if _HALF.match(text):
                    return True
            pending.extend(child for _, child in node.children())
        return False

    def addressed_functions(self) -> set[str]:
        """Functions that are named elsewhere than where they are called."""
        found, pending = set(), list(self._nodes)
        while pending:
            node = pending.pop()
            if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID):
                pending += [node.args] if node.args is not None else []
                continue
            if isinstance(node, c_ast.ID):
                entity = self.scope.lookup(node.name)
                if isinstance(entity, FunctionName):
                    found.add(entity.name)
            pending += list(node)
        return found

    def exposed_names(self) -> ExposedNames:
        return exposed_names(self._nodes)

    def atomic_members(self) -> set[str]:
        """Names of members that are atomic, in any structure."""
        return {member.name for member in self._members() if member.name is not None and is_atomic(member.type)}

    def array_members(self) -> set[str]:
        return {member.name for member in self._members() if member.name is not None and _is_array(member)}

    def members_other_than_arrays(self) -> set[str]:
        return {member.name for member in self._members() if member.name is not None and not _is_array(member)}

    def _members(self) -> Iterator[Member]:
        return (member for struct in self.struct_nodes.values() for member in struct.members or ())

    def marks(self, name: str) -> Marks:
        return self._marks.get(name, NO_MARKS)

    @property
    def library_types(self) -> frozenset[CType]:
        """The structures that only the library's own functions write."""
        names = (self.scope.lookup(name) for name in LIBRARY_TYPES)
        declared = {_innermost(name.type) for name in names if isinstance(name, TypedefName)}
        return frozenset(ctype for ctype in declared if isinstance(ctype, StructType))


def _innermost(ctype: CType) -> CType:
    plain = unqualified(ctype)
    return _innermost(plain.element) if isinstance(plain, ArrayType) else plain


def is_static(node: c_ast.Decl) -> bool:
    return "static" in node.storage


def _is_array(member: Member) -> bool:
    return isinstance(unqualified(member.type), ArrayType)
