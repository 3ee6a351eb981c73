"""Object numbers in the machine, where running out of them is a limit like the others."""

from __future__ import annotations

from ..goto import numbering
from ..goto.numbering import Identity, ObjectKind, OutOfNumbers
from .stops import LimitReached


class MachineNumbering(numbering.Numbering):
    def number(self, identity: Identity) -> int:
        try:
            return super().number(identity)
        except OutOfNumbers as problem:
            raise LimitReached(str(problem)) from None


__all__ = ["Identity", "MachineNumbering", "ObjectKind"]
