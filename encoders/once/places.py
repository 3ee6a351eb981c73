"""The memory that the schema *once* encodes: which cells there are, what is in them at the start, who touches which.

What is in the cells later is not known here: whoever reads or writes brings the memory of the point that the encoding
has come to (`cells.CellMemory`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property, partial
from itertools import pairwise

from symex import objects
from symex.memory import Target
from symex.terms import FALSE, TRUE, Term, and_, concat, extract
from symex.values import as_term

from .arrays import AccessPart, at_start
from .cells import LIFE, CellMemory, Cells, Key, Writes
from .operations import BoundedThread, FreedObject, Life, Read, RecordedBlock, Write
from .precedence import Precedence
from .targets import Targets


class Places:
    def __init__(self, targets: Targets, precedence: Precedence) -> None:
        """All accesses that are to be encoded are among the program's by now."""
        self.targets = targets
        self.program = targets.program
        self._precedence = precedence
        self.cells = self._cut()  # per object, where each cell begins and how long it is

    def _cut(self) -> dict[int, list[tuple[int, int]]]:
        """Every accessed object is cut at the boundaries of the accesses to it."""
        ranges: dict[int, set[tuple[int, int]]] = defaultdict(set)
        for _, _, operation in self.targets.operations():
            if isinstance(operation, Read | Write):
                for target in self.targets.of(operation):
                    if target.number not in self.targets.arrays:
                        ranges[target.number].add(self.targets.reach(target, operation.size))
        cells: dict[int, list[tuple[int, int]]] = {}
        for number, spans in ranges.items():
            cuts = sorted({edge for span in spans for edge in span})
            cells[number] = [
                (low, high - low)
                for low, high in pairwise(cuts)
                if any(start <= low and high <= end for start, end in spans)
            ]
        for number, cut in self.targets.arrays.items():
            cells[number] = list(cut.columns)
        return cells

    def at_start(self) -> Cells:
        """What is in memory when the first thread is started."""
        memory = Cells()
        for number, cells in self.cells.items():
            cut = self.targets.arrays.get(number)
            contents = self.program.memory[number]
            if cut is not None:
                found = at_start(contents, cut)
                for column, _ in cut.columns:
                    memory.arrays[number, column] = Writes(partial(found, (number, column)))
                continue
            for offset, size in cells:
                value, contents = objects.read(contents, offset, size)
                memory.values[number, offset] = as_term(value, size * 8)
        for number in self.targets.mortal:
            memory.values[number, LIFE] = FALSE if number in self.program.dead_at_start else TRUE
        return memory

    # -- one access ---------------------------------------------------------------------------------------------------

    def pieces(self, target: Target, size: int) -> Iterator[AccessPart]:
        """The cells that an access is of, one after the other."""
        number, offset = target.number, target.offset
        cut = self.targets.arrays.get(number)
        if cut is not None:
            yield from cut.pieces(number, offset, size)
            return
        assert isinstance(offset, int)
        for cell, length in self.cells[number]:
            if offset <= cell < offset + size:
                yield AccessPart((number, cell), cell - offset, length)

    def freed(self, target: Target) -> Iterator[Key]:
        """Freeing an object touches all of it, and its life: two of them meet there, also where nobody else looks."""
        yield target.number, LIFE
        yield from ((target.number, cell) for cell, _ in self.cells.get(target.number, ()))

    def read(self, memory: CellMemory, target: Target, size: int) -> Term:
        result: Term | None = None
        for piece in self.pieces(target, size):
            if piece.index is None:
                part = memory.load(piece.key)
            else:
                part = memory.array(piece.key).load(piece.index)
            result = part if result is None else concat(part, result)
        assert result is not None
        return result

    def write(self, memory: CellMemory, operation: Write, runs: Term) -> None:
        for target in self.targets.of(operation):
            taken = and_(runs, target.guard)
            if taken is FALSE:
                continue
            term = as_term(operation.value, operation.size * 8)
            for piece in self.pieces(target, operation.size):
                part = extract(term, (piece.start + piece.size) * 8 - 1, piece.start * 8)
                if piece.index is None:
                    memory.store(piece.key, taken, part)
                else:
                    memory.array(piece.key).store(taken, piece.index, part)

    # -- lives --------------------------------------------------------------------------------------------------------

    def lives(self, memory: CellMemory, number: int) -> Term:
        """Whether an object does, at the point that the encoding has come to."""
        return memory.load((number, LIFE)) if number in self.targets.mortal else TRUE

    def may_be_dead(self, number: int, thread: BoundedThread, block: RecordedBlock) -> bool:
        """Not if it dies only after the block."""
        if number not in self.targets.mortal:
            return False
        if number in self.program.dead_at_start:
            return True
        surely_before = self._precedence.surely_before
        return not all(surely_before(thread, block.index, other, there.index) for other, there in self._deaths[number])

    @cached_property
    def _deaths(self) -> dict[int, list[tuple[BoundedThread, RecordedBlock]]]:
        """Blocks in which an object may die."""
        found: defaultdict[int, list[tuple[BoundedThread, RecordedBlock]]] = defaultdict(list)
        for thread, block, operation in self.targets.operations():
            if isinstance(operation, Life) and not operation.alive:
                found[operation.number].append((thread, block))
            elif isinstance(operation, FreedObject):
                for target in self.targets.of(operation):
                    found[target.number].append((thread, block))
        return found


def drop_private_writes(targets: Targets) -> None:
    """Writes that concern only their thread matter only where some recorded read may look."""
    read = {
        target.number
        for _, _, operation in targets.operations()
        if isinstance(operation, Read)
        for target in targets.of(operation)
    }
    for thread in targets.program.threads:
        for block in thread.blocks:
            block.operations[:] = [
                operation
                for operation in block.operations
                if not isinstance(operation, Write)
                or operation.visible
                or any(target.number in read for target in targets.of(operation))
            ]
