"""Calls of functions without a body: those that the machine knows, and those that may return anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..goto.expressions import FunctionAddress
from ..goto.types import FunctionType, PointerType
from .external_call import ExternalCall
from .stops import UnsupportedReached
from .values import Value, coerce, one_nan

if TYPE_CHECKING:
    from ..goto.instructions import Call
    from .core import MachineCore


def call_external(machine: MachineCore, name: str, instruction: Call, arguments: list[Any]) -> Value | None:
    """Executes the call. An unknown function changes nothing and returns any value of its type."""
    from .intrinsics import INTRINSICS  # many programs call none

    intrinsic = INTRINSICS.get(name)
    target = instruction.target
    if intrinsic is None:
        machine.unknown_functions[name] = None
        return None if target is None else machine.choose(target.type)
    types = tuple(argument.type for argument in instruction.arguments)
    try:
        result = intrinsic(ExternalCall(machine, name, list(map(one_nan, arguments)), types, _packs(instruction)))
    except IndexError as missing:  # `puts()`, where nothing declares it
        raise UnsupportedReached(f"a call of {name} with {len(arguments)} arguments, which are too few") from missing
    return None if target is None else coerce(result, target.type)


def _packs(call: Call) -> bool:
    ctype = call.callee.type.target if isinstance(call.callee.type, PointerType) else None
    return not isinstance(call.callee, FunctionAddress) and isinstance(ctype, FunctionType) and ctype.variadic
