"""A call of a function without a body that the machine knows: what the function gets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from esbmc_py.goto.deferred import dataclass

from ..goto.types import ScalarType

if TYPE_CHECKING:
    from .core import MachineCore


@dataclass(frozen=True, slots=True)
class ExternalCall:
    """What an intrinsic gets: the machine, and the arguments with their (promoted) types."""

    machine: MachineCore
    name: str
    arguments: list[Any]
    types: tuple[ScalarType, ...]
    packed: bool  # the last argument is the address of the variable ones
