"""CBMC's `__CPROVER_ASYNC_n: statement`: the statement runs in a thread of its own.

It becomes a start routine. The locals that it mentions are copied into it, as CBMC does: their values, or, for those in
memory, their addresses, travel in a heap object.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from esbmc_py.goto.expressions import Const, Expression
from esbmc_py.goto.instructions import Allocate
from esbmc_py.goto.types import ScalarType

from .builder import FunctionBuilder
from .scopes import MemoryPlace, RegisterPlace, Scope
from .syntax_nodes import c_ast

Captured: TypeAlias = "dict[str, RegisterPlace | MemoryPlace]"  # locals by their names


def captured_by(node: Any, scope: Scope) -> Captured:
    """The locals that a statement mentions."""
    found: Captured = {}
    work = [node]
    while work:
        current = work.pop()
        if isinstance(current, c_ast.ID):
            entity = scope.lookup(current.name)
            if isinstance(entity, RegisterPlace | MemoryPlace):
                found[current.name] = entity
        work.extend(current)
    return found


def slot_type(place: RegisterPlace | MemoryPlace) -> ScalarType:
    return place.register.type if isinstance(place, RegisterPlace) else place.address.type


def pack(builder: FunctionBuilder, captured: Captured) -> Expression:
    """A heap object with one slot of eight bytes for each captured local."""
    architecture = builder.architecture
    if not captured:
        return Const(0, architecture.void_pointer)
    register = builder.temporary(architecture.void_pointer, "captured")
    size = Const(8 * len(captured), architecture.size_t)
    builder.emit(Allocate(register, size, True, False, builder.location, internal=True))
    for index, (name, place) in enumerate(captured.items()):
        value = place.register if isinstance(place, RegisterPlace) else place.address
        slot = MemoryPlace(builder.offset(register, 8 * index), slot_type(place), name)
        builder.store(slot, value)
    return register


def unpack(builder: FunctionBuilder, argument: Expression, captured: Captured) -> None:
    """At the beginning of the start routine: the captured locals under their names."""
    for index, (name, place) in enumerate(captured.items()):
        slot = MemoryPlace(builder.offset(argument, 8 * index), slot_type(place), name)
        value = builder.load(slot)
        if isinstance(place, RegisterPlace):
            register = builder.new_register(name, place.register.type)
            builder.assign(register, value)
            builder.scope.names[name] = RegisterPlace(register, place.type)
        else:
            builder.scope.names[name] = MemoryPlace(value, place.type, name, place.atomic, place.volatile)
