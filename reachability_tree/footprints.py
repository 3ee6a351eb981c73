"""What a step touches and what it changes: two steps commute unless one of them changes what the other touches.

A footprint is two sets of *marks*. The byte at an address is marked by the address. The life of an object is a mark of
its own: whoever accesses the object touches it, whoever creates or frees the object changes it. Three more marks stand
for what is not memory: that the process goes on, which number the next thread gets, and the path condition.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import Copy, Free, Havoc, Load, ObjectSize, Store
from esbmc_py.goto.types import ScalarType, size_of
from symex.accesses import Access
from symex.objects import Object
from symex.pointers import leaves
from symex.run import Run
from symex.state import State, Step
from symex.terms import TRUE, Term
from symex.values import Value, as_term

from .step_accesses import TrackingExecutor

_PROCESS = -(1 << 80)  # every step touches it; who ends the process changes it, and who might do anything
_NEXT_THREAD = _PROCESS - 1
_PATH = (
    _PROCESS - 2
)  # loops are counted by it; a step that adds a condition changes it. Two of these commute all the same
_SECTIONS = _PROCESS - 3  # atomic sections come one after the other, where races are told by happens-before
_LARGEST_SPREAD = 4096  # bytes of an object up to which an access somewhere in it is one to all of them


@dataclass(frozen=True, slots=True)
class Footprint:
    touched: frozenset[int]
    changed: frozenset[int]
    stored: tuple[int, int] | None = None  # address and size, if a visible store to a known global place is part of it

    def commutes_with(self, other: Footprint) -> bool:
        return self.changed.isdisjoint(other.touched) and other.changed.isdisjoint(self.touched)

    @property
    def by_objects_alone(self) -> bool:
        """Whether the objects that were accessed, the thread's own state and the path determine all that happened."""
        return _PROCESS not in self.changed and _NEXT_THREAD not in self.touched

    @property
    def concerns_everything(self) -> bool:
        return _PROCESS in self.changed

    def with_everything(self) -> Footprint:
        return Footprint(self.touched, self.changed | {_PROCESS})

    def is_part_of(self, other: Footprint) -> bool:
        return self.touched <= other.touched and self.changed <= other.changed

    def joined(self, other: Footprint) -> Footprint:
        return Footprint(self.touched | other.touched, self.changed | other.changed)

    @property
    def touches_path(self) -> bool:
        return _PATH in self.touched

    @property
    def objects(self) -> list[int]:
        """The numbers of the objects that were accessed."""
        return [~mark for mark in self.touched if _PROCESS < mark < 0]


@dataclass(frozen=True, slots=True)
class Move:
    """What a thread can do next, and what that concerns."""

    step: Step
    footprint: Footprint


class WatchingExecutor(TrackingExecutor):
    """An executor that keeps the footprint of a step."""

    _touched: set[int]
    _changed: set[int]
    _stored: tuple[int, int] | None

    @cached_property
    def _globals(self) -> frozenset[int]:
        return frozenset(self.program.object_numbers[symbol] for symbol in self.program.globals)

    def move(self, state: State, number: int) -> Move:
        self._touched, self._changed, self._stored = {_PROCESS}, set(), None
        step = self.step(state, number)
        if any(successor.path is not state.path for successor in step.successors):
            self._changed.add(_PATH)
        if any(isinstance(event, Access) and event.section for event in step.history):
            self._mark(range(_SECTIONS, _SECTIONS + 1), change=True)
        return Move(step, Footprint(frozenset(self._touched), frozenset(self._changed), self._stored))

    # -- marks ----------------------------------------------------------------------------------------------------

    def _access(self, run: Run, address: Value, size: int, *, change: bool) -> None:
        if address.__class__ is int:
            number = self.space.split(address)[0]
            if number in run.memory:
                self._touched.add(~number)
                self._mark(range(address, address + size), change)
            else:
                self._depends_on_everything()
            return
        self._access_somewhere(run, address, change=change)

    def _access_somewhere(self, run: Run, address: Value, *, change: bool) -> None:
        """In the object at that address."""
        for leaf in leaves(as_term(address, self.space.pointer_bits), self.space):
            target = None if leaf.object is None else run.memory.get(leaf.object)
            if leaf.object is None or target is None:
                self._depends_on_everything()
            elif target.size.__class__ is int and target.size <= _LARGEST_SPREAD:
                self._touched.add(~leaf.object)
                start = leaf.object << self.space.offset_bits
                self._mark(range(start, start + target.size), change)
            else:
                self._life_of(leaf.object)

    def _mark(self, marks: range, change: bool) -> None:
        self._touched.update(marks)
        if change:
            self._changed.update(marks)

    def _life_of(self, number: int) -> None:
        """A change that concerns everybody who accesses the object."""
        self._touched.add(~number)
        self._changed.add(~number)

    def _depends_on_everything(self) -> None:
        self._changed.add(_PROCESS)

    # -- what the executor does to memory and to the run --------------------------------------------------------------

    def load(self, run: Run, address: Value, size: int, instruction: Load) -> Value:
        self._access(run, address, size, change=False)
        return super().load(run, address, size, instruction)

    def store(self, run: Run, address: Value, size: int, value: Value, instruction: Store) -> None:
        self._access(run, address, size, change=True)
        if instruction.visible and run.atomic == 0 and run.guard is TRUE and address.__class__ is int:
            if self.space.split(address)[0] in self._globals:
                self._stored = address, size
        super().store(run, address, size, value, instruction)

    def copy(self, run: Run, target: Value, source: Value, instruction: Copy) -> None:
        size = size_of(instruction.type)
        self._access(run, source, size, change=False)
        self._access(run, target, size, change=True)
        super().copy(run, target, source, instruction)

    def havoc(self, run: Run, address: Value, size: Value, instruction: Havoc) -> bool:
        self._access_somewhere(run, address, change=True)
        return super().havoc(run, address, size, instruction)

    def free(self, run: Run, address: Value, instruction: Free) -> None:
        if address.__class__ is int and self.space.split(address)[0] in run.memory:
            self._life_of(self.space.split(address)[0])
        elif address.__class__ is not int or address != 0:
            self._depends_on_everything()
        super().free(run, address, instruction)

    def object_size(self, run: Run, address: Value, instruction: ObjectSize) -> Value:
        self._access(run, address, 0, change=False)
        return super().object_size(run, address, instruction)

    def new_object(self, run: Run, number: int, made: Object) -> None:
        self._life_of(number)
        super().new_object(run, number, made)

    def bury(self, run: Run, number: int, when: Term = TRUE) -> None:
        if number in run.memory:
            self._life_of(number)
        super().bury(run, number, when)

    def start_thread(self, run: Run, name: str, argument: Value, ctype: ScalarType, self_value: Value) -> int:
        self._touched.add(_NEXT_THREAD)
        self._changed.add(_NEXT_THREAD)
        return super().start_thread(run, name, argument, ctype, self_value)

    def end_thread(self, run: Run) -> None:
        if self.finds_leaks:  # the last one to end answers for what all have allocated
            self._depends_on_everything()
        super().end_thread(run)

    def halt(self, run: Run) -> None:
        self._depends_on_everything()
        super().halt(run)

    def go_round(self, run: Run, head: int) -> None:
        self._touched.add(_PATH)
        super().go_round(run, head)

    def stay_in_loops(self, run: Run, heads: Sequence[int], again: int = -1) -> None:
        self._touched.add(_PATH)
        super().stay_in_loops(run, heads, again)
