"""Names inside of functions that are objects of the whole program: `static int x;`, `extern int x;`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from esbmc_py.goto.types import CType

from .problems import location_of
from .scopes import GlobalName
from .syntax_nodes import c_ast

if TYPE_CHECKING:
    from .function_parts import FunctionParts


def extern_object(lowering: FunctionParts, node: c_ast.Decl, ctype: CType) -> GlobalName:
    """`extern int x;` inside a block."""
    entity = lowering.unit.scope.names.get(node.name)
    if isinstance(entity, GlobalName):
        return entity
    names = lowering.linker.names
    entity = GlobalName(names.of(lowering.unit, node.name, static=False), ctype, location_of(node))
    names.declare(entity.name)
    return entity


def static_local(lowering: FunctionParts, node: c_ast.Decl, ctype: CType) -> None:
    objects = lowering.linker.objects
    name = lowering.linker.names.unique(f"{lowering.source_name}::{node.name}")
    entity = GlobalName(name, ctype, location_of(node), "_Thread_local" in node.storage)
    lowering.builder.scope.names[node.name] = entity
    size = lowering.initializers.size(ctype, node.init)
    symbol = objects.symbol(entity, size, node.name)
    with lowering.constant_values():
        objects.set_image(symbol, lowering.initializers.image(ctype, node.init, size))
