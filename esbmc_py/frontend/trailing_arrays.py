"""Arrays at the end of a structure, which programs use as flexible ones: `char data[1]`, with more room behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from esbmc_py.goto.types import ArrayType, CType, PointerType, StructType, unqualified

from .syntax_nodes import c_ast

TypeOf = Callable[[Any], CType]


def may_go_on(node: Any, type_of: TypeOf) -> bool:
    """Is this member, an array, the last thing of what a pointer leads to? Unions have several last things.

    So gcc sees it. What is declared as a variable, or is an element of an array, ends where its type says; only a
    union may have room for more.
    """
    in_union = False
    while isinstance(node, c_ast.StructRef):
        ctype = unqualified(type_of(node.name))
        struct = unqualified(ctype.target) if isinstance(ctype, PointerType) else ctype
        if not isinstance(struct, StructType) or not _is_last(struct, node.field.name):
            return False
        if node.type == "->":
            return True
        in_union = in_union or struct.is_union
        node = node.name
    if isinstance(node, c_ast.ArrayRef):
        return not isinstance(unqualified(type_of(node.name)), ArrayType)
    return in_union if isinstance(node, c_ast.ID) else True


def _is_last(struct: StructType, name: str) -> bool:
    """Also inside of members without a name."""
    members = struct.members or ()
    return any(
        member.name == name
        or (member.name is None and isinstance(inner := unqualified(member.type), StructType) and _is_last(inner, name))
        for member in (members if struct.is_union else members[-1:])
    )
