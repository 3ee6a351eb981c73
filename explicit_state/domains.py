"""Which values an input may take: those of its type, where they are few."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.goto.types import IntType, ScalarType
from esbmc_py.vm.inputs import samples
from esbmc_py.vm.run import user_location
from esbmc_py.vm.values import Value

if TYPE_CHECKING:
    from esbmc_py.vm.machine import Machine

SMALL_DOMAIN = 256


@dataclass(frozen=True, slots=True)
class Domain:
    values: Sequence[Value]


class Domains:
    def __init__(self, small: int = SMALL_DOMAIN):
        self._small = small
        self._by_type: dict[ScalarType, Domain] = {}
        self.sampled: dict[tuple[SourceLocation, str], None] = {}  # where values were left out, and of which type

    def of(self, ctype: ScalarType, machine: Machine) -> Domain:
        """For the input that the machine's step is about to take."""
        if not self._is_small(ctype):
            self.sampled[user_location(machine.stack()), str(ctype)] = None
        domain = self._by_type.get(ctype)
        if domain is None:
            domain = self._by_type[ctype] = Domain(self._values(ctype))
        return domain

    def _is_small(self, ctype: ScalarType) -> bool:
        return isinstance(ctype, IntType) and ctype.maximum - ctype.minimum < self._small

    def _values(self, ctype: ScalarType) -> Sequence[Value]:
        if isinstance(ctype, IntType) and self._is_small(ctype):
            return range(ctype.minimum, ctype.maximum + 1)
        return samples(ctype)
