"""What data races are told by: the accesses of a block that others may see, and what orders them."""

from __future__ import annotations

from esbmc_py.goto.instructions import Copy, Free, Havoc, Load, Store
from esbmc_py.goto.program import Program
from symex.accesses import Side
from symex.terms import FALSE

from .operations import Begins, FreedObject, InSection, Read, Touch, Write
from .recording_run import RecordingRun


class Touches:
    """`wanted`: data races are looked for. `with_order`: also what orders accesses, for races by happens-before."""

    def __init__(self, program: Program, *, wanted: bool, with_order: bool) -> None:
        self._fences = program.fences
        self._wanted = wanted
        self._with_order = with_order

    def note(
        self,
        run: RecordingRun,
        operation: Read | Write | FreedObject,
        instruction: Load | Store | Copy | Free,
        place: str,
    ) -> None:
        """An access that is recorded."""
        if not instruction.visible:
            self.note_section(run, instruction)
        elif self._wanted:
            plain = not (isinstance(instruction, Load | Store) and instruction.atomic)
            atomic = run.atomic > 0 or not plain
            side = Side(run.thread, place, not isinstance(operation, Read), atomic, instruction.location)
            ordered = plain or self._fences or instruction.ordered  # type: ignore[union-attr]
            touch = Touch(run.guard, operation, side, ordered, plain and run.atomic > 0 and run.in_own_section)
            run.current.touches.append(touch)
            if self._with_order:
                run.current.history.append(touch)

    def note_section(self, run: RecordingRun, instruction: Load | Store | Copy | Havoc | Free) -> None:
        """An access that nobody else can meet is part of its section all the same."""
        plain = not (isinstance(instruction, Load | Store) and instruction.atomic)
        in_section = run.atomic > 0 and run.in_own_section
        if self._with_order and in_section and plain and run.guard is not FALSE:
            run.current.history.append(InSection(run.guard))

    def note_beginning(self, run: RecordingRun, number: int, *, first: bool) -> None:
        """Of an object's life."""
        if self._with_order and run.block >= 0:
            run.current.history.append(Begins(run.guard, number, first))
