"""What a thread knows of memory without reading it: its own view, and how far it can be trusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from esbmc_py.goto.addresses import AddressSpace
from symex.objects import Object
from symex.pointers import leaves
from symex.terms import TRUE, Term
from symex.values import Value

from .recording_run import RecordingRun

Foreign = Mapping[tuple[int, int], Sequence[tuple[int, int]]]  # per thread and object, where writes begin and end


class OwnViews:
    """`foreign`: which bytes others write to, or free, while a thread lives, as an earlier recording tells."""

    def __init__(self, space: AddressSpace, shared: Mapping[int, Object], foreign: Foreign | None) -> None:
        self._space = space
        self._shared = shared
        self._foreign = foreign
        self._stale: set[int] = set()  # threads that wrote through pointers which do not tell where to
        self.trusted: set[tuple[int, int, int, int]] = set()  # thread, object, first byte and end of what was not read

    def leads_anywhere(self, address: Value) -> bool:
        """A pointer that was read from shared memory: its term does not tell where it points."""
        return isinstance(address, Term) and any(leaf.object is None for leaf in leaves(address, self._space))

    def is_stale(self, run: RecordingRun, address: Value) -> bool:
        """Does the thread's own view not tell what is there?

        A pointer that was read from shared memory may lead anywhere; and after a write to somewhere, the view of what
        others may see is not to be trusted.
        """
        if address.__class__ is not int:
            return self.leads_anywhere(address)
        if run.thread not in self._stale:
            return False
        number = self._space.split(address)[0]
        found = self._shared.get(number)
        return found is not None and not found.constant

    def remember(self, run: RecordingRun, address: Value, size: int, value: Value, place: str) -> None:
        """The view follows the thread's writes: what only it writes, it may read without a visible read."""
        if self.leads_anywhere(address):
            self._stale.add(run.thread)
        else:
            run.store_in_own_view(address, size, value, place)

    def hand_on(self, creator: int, thread: int) -> None:
        """What a thread knows, it has from its creator."""
        if creator in self._stale:
            self._stale.add(thread)

    def is_own(self, run: RecordingRun, address: Value, size: int) -> bool:
        """Nobody else writes there while the thread lives: its own view tells what is there.

        The earlier recording only suggests that. `trusted` is to be compared with what this one turns out to write: the
        first read of an execution that its thread's view does not tell would come after such a write.
        """
        if self._foreign is None or address.__class__ is not int or run.thread in self._stale:
            return False
        number, offset = self._space.split(address)
        found = run.memory.get(number)
        if found is None or found.alive is not TRUE or found.size.__class__ is not int:
            return False
        end = offset + size
        if not 0 <= offset <= end <= found.size:
            return False
        if any(low < end and offset < high for low, high in self._foreign.get((run.thread, number), ())):
            return False
        self.trusted.add((run.thread, number, offset, end))
        return True
