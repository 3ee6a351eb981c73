"""Slicing: accesses that nothing which is asked depends on are left out.

What is asked, and which way every thread goes, is made of terms. They depend on reads; a read depends on the writes to
its cells; a write on its value, its address and its guard. Whatever is not reached in this way may have any value: the
same steps are possible, with the same violations. A block that is left without accesses is still a step that is made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from symex.terms import Term, symbols, topological
from symex.values import Value

from .operations import BoundedThread, FreedObject, Life, Operation, ProcessEnd, Read, RecordedBlock, Wait, Write
from .targets import Targets


def drop_what_nobody_needs(targets: Targets) -> None:
    kept = _Cone(targets).kept
    for thread in targets.program.threads:
        for block in thread.blocks:
            block.operations[:] = [
                operation
                for operation in block.operations
                if not isinstance(operation, Read | Write) or id(operation) in kept
            ]


class _Cone:
    """`kept`: reads and writes (by identity) that something depends on."""

    def __init__(self, targets: Targets) -> None:
        self.kept: set[int] = set()
        self._targets = targets
        self._seen: dict[int, Term] = {}  # terms, by id
        self._reads: defaultdict[int, list[Read]] = defaultdict(list)  # by the ids of their results' symbols
        self._writes: defaultdict[tuple[int, int], list[Write]] = defaultdict(list)  # by object and byte
        self._pending: list[Read | Write] = []
        for _, _, operation in targets.operations():
            self._note(operation)
        for thread in targets.program.threads:
            self._need(self._asked_of(thread))
        self._need(one.when for one in (*targets.failures, *targets.given_up))
        while self._pending:
            self._follow(self._pending.pop())

    def _note(self, operation: Operation) -> None:
        if isinstance(operation, Read):
            for term in symbols(operation.result):
                self._reads[term.id].append(operation)
        elif isinstance(operation, Write):
            for byte in self._bytes(operation):
                self._writes[byte].append(operation)

    def _bytes(self, operation: Read | Write) -> Iterable[tuple[int, int]]:
        """Of an array: -1, for all of it."""
        for target in self._targets.of(operation):
            if target.number in self._targets.arrays:
                yield target.number, -1
            else:
                yield from ((target.number, byte) for byte in range(*self._targets.reach(target, operation.size)))

    def _asked_of(self, thread: BoundedThread) -> Iterable[Value]:
        """Where the thread goes, what it waits for, and what may go wrong."""
        yield thread.created_guard
        yield from (failure.guard for failure in thread.failures)
        yield from (assumption.condition for assumption in thread.assumptions)
        yield from (bound.guard for bound in thread.bounds)
        for block in thread.blocks:
            yield from self._asked_of_block(block)

    def _asked_of_block(self, block: RecordedBlock) -> Iterable[Value]:
        yield block.guard
        for operation in block.operations:
            match operation:
                case Wait():
                    yield from (operation.guard, operation.condition, operation.holder, operation.holders)
                case ProcessEnd() | Life():
                    yield operation.guard
                case FreedObject():
                    yield from (operation.guard, operation.address)
                case Read() | Write():
                    # whether the object lives is asked, too; what is read of one that does is in the formula then
                    if any(target.number in self._targets.mortal for target in self._targets.of(operation)):
                        self._keep(operation)

    def _keep(self, operation: Read | Write) -> None:
        if id(operation) not in self.kept:
            self.kept.add(id(operation))
            self._pending.append(operation)

    def _need(self, values: Iterable[Value]) -> None:
        new = topological([value for value in values if isinstance(value, Term)], self._seen)
        for term in new:
            self._seen[term.id] = term
            for read in self._reads.get(term.id, ()):
                self._keep(read)

    def _follow(self, operation: Read | Write) -> None:
        self._need([operation.guard, operation.address])
        if isinstance(operation, Write):
            self._need([operation.value])
            return
        for byte in self._bytes(operation):
            for write in self._writes[byte]:
                self._keep(write)
