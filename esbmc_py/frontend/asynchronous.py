"""CBMC's `__CPROVER_ASYNC_n: statement`: the statement runs in a thread of its own.

It becomes a start routine. The locals that it mentions are copied into it, as CBMC does: their values, or, for those in
memory, their addresses, travel in a heap object.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from esbmc_py.goto.expressions import Const, Expression, FunctionAddress
from esbmc_py.goto.instructions import Allocate
from esbmc_py.goto.types import FunctionType, ScalarType

from .operators import convert
from .problems import UnsupportedConstruct, location_of
from .scopes import MemoryPlace, RegisterPlace, Scope
from .syntax_nodes import c_ast

if TYPE_CHECKING:
    from .lowering import Lowering


def start_asynchronously(lowering: Lowering, node: Any) -> None:
    from .lowering import Lowering as NewLowering

    linker, builder, architecture = lowering.linker, lowering.builder, lowering.architecture
    creation = linker.definition_type("pthread_create")
    if creation is None:
        raise UnsupportedConstruct("__CPROVER_ASYNC without a model of pthread_create", location_of(node))
    captured = _captured(node, builder.scope)
    name = linker.names.unique(f"{lowering.source_name}$async")
    ctype = FunctionType(architecture.void_pointer, (architecture.void_pointer,), False)
    routine = NewLowering(linker, lowering.unit, name, Scope(lowering.unit.scope))
    linker.add_function(routine.asynchronous(node, name, ctype, captured))
    packed = _pack(lowering, captured)
    handle = builder.scratch(architecture.unsigned_long, "thread")
    values = [
        handle.address,
        Const(0, architecture.void_pointer),
        convert(FunctionAddress(name, architecture.pointer(ctype)), architecture.void_pointer),
        packed,
    ]
    lowering.expressions.call_with_values("pthread_create", creation, values, node)


def _captured(node: Any, scope: Scope) -> dict[str, RegisterPlace | MemoryPlace]:
    """The locals that a statement mentions."""
    found: dict[str, RegisterPlace | MemoryPlace] = {}
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


def _pack(lowering: Lowering, captured: dict[str, RegisterPlace | MemoryPlace]) -> Expression:
    """A heap object with one slot of eight bytes for each captured local."""
    builder, architecture = lowering.builder, lowering.architecture
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


def unpack(lowering: Lowering, argument: Expression, captured: dict[str, RegisterPlace | MemoryPlace]) -> None:
    """At the beginning of the start routine: the captured locals under their names."""
    builder = lowering.builder
    for index, (name, place) in enumerate(captured.items()):
        slot = MemoryPlace(builder.offset(argument, 8 * index), slot_type(place), name)
        value = builder.load(slot)
        if isinstance(place, RegisterPlace):
            register = builder.new_register(name, place.register.type)
            builder.assign(register, value)
            builder.scope.names[name] = RegisterPlace(register, place.type)
        else:
            builder.scope.names[name] = MemoryPlace(value, place.type, name, place.atomic, place.volatile)
