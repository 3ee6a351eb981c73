"""States as vectors of small numbers, one for each thread and each object.

Everything that a thread or an object can be is numbered when it first occurs, as in SPIN's collapse compression: a
vector is what the search stores and compares, and nothing is hashed away. Number 0 is what a component is as long as
nothing has happened to it: a global has its initial bytes, any other object does not exist, a thread does not either.
So objects may come up at any time without making older vectors wrong: they are as if they ended in zeros.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from struct import Struct
from typing import Any, TypeAlias

from esbmc_py.vm.core import Thread
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.machine import Machine
from esbmc_py.vm.memory import FIRST_ORIGIN, Buffer, Mask
from esbmc_py.vm.state_keys import StateKeys, usual_origins

# Which bytes are undefined: 0, 1; where copies share their origins, numbers beyond that in place of 1.
Marks: TypeAlias = bytes | tuple[int, ...]
# The bytes of an object; with the marks of those that are undefined; None where it is not alive.
Content: TypeAlias = bytes | tuple[bytes, Marks] | None
Vector: TypeAlias = list[int]

THREADS = 0  # the slot with the number of threads
EXIT = 1  # the slot with the exit status: 0 while the process lives


class _Packers(dict[int, Callable[..., bytes]]):
    """For vectors of each length, what makes bytes of them."""

    def __missing__(self, length: int) -> Callable[..., bytes]:
        pack = self[length] = Struct(f"{length}I").pack
        return pack


_PACK = _Packers()


def plain(marks: Sequence[int]) -> Marks:
    """As bytes, if nothing is shared: so that what is the same is equal."""
    if isinstance(marks, bytes | bytearray) or max(marks, default=0) < FIRST_ORIGIN:
        return bytes(marks)
    return tuple(marks)


def content_of(data: bytes, marks: Sequence[int]) -> bytes | tuple[bytes, Marks]:
    undefined = 1 in marks if isinstance(marks, bytes | bytearray) else any(marks)
    return (data, plain(marks)) if undefined else data


def marks_of(mask: Mask) -> Marks:
    if mask.origins is None:
        return bytes(mask.bits)
    return plain([origin or bit for origin, bit in zip(mask.origins, mask.bits, strict=True)])


def mask_of(marks: Marks) -> Mask:
    if isinstance(marks, bytes):
        return Mask(bytearray(marks), marks.count(1))
    bits = bytearray(map(bool, marks))
    return Mask(bits, bits.count(1), array("Q", [mark if mark >= FIRST_ORIGIN else 0 for mark in marks]))


class Components:
    def __init__(self, executable: Executable) -> None:
        self.executable = executable
        self.tables: list[list[Any]] = [[], [None]]  # slot → number → what it stands for
        self._numbers: list[dict[Any, int]] = [{}, {None: 0}]  # slot → what → number
        self.object_slots: dict[int, int] = {}
        self.thread_slots: list[int] = []
        self.ended: list[set[int]] = []  # thread → its numbers when it has ended
        self.width = 2  # slots so far
        self._keys = StateKeys()
        self._places: dict[tuple[int, int], int] = {}  # slot and number of a thread → number of its place
        self._place_numbers: dict[Any, int] = {}
        self.shared_slots: list[int] = []  # of objects in which undefined bytes were copies
        self._normal: dict[tuple[int, ...], tuple[int, ...]] = {}  # numbers in these slots → those with usual origins
        self._constants = {n: b for n, b in executable.global_buffers.items() if n in executable.read_only}

    def fit(self, vector: Vector) -> None:
        """Gives an older vector a place for everything."""
        vector += [0] * (self.width - len(vector))

    @staticmethod
    def key(vector: Vector) -> bytes:
        return _PACK[len(vector)](*vector).rstrip(b"\0")

    def unpack(self, key: bytes) -> Vector:
        """The vector that has this key."""
        vector = array("I", key + bytes(-len(key) % array("I").itemsize)).tolist()
        self.fit(vector)
        return vector

    # -- numbers -----------------------------------------------------------------------------------------------

    def object_slot(self, number: int) -> int:
        slot = self.object_slots.get(number)
        if slot is None:
            image = self.executable.global_buffers.get(number)
            slot = self.object_slots[number] = self._add_slot(None if image is None else bytes(image))
        return slot

    def thread_slot(self, thread: int) -> int:
        while thread >= len(self.thread_slots):
            self.thread_slots.append(self._add_slot(None))
            self.ended.append(set())
        return self.thread_slots[thread]

    def _add_slot(self, initial: Content) -> int:
        self.tables.append([initial])
        self._numbers.append({initial: 0})
        self.width += 1
        return self.width - 1

    def number(self, slot: int, what: Any) -> int:
        numbers = self._numbers[slot]
        number = numbers.get(what)
        if number is None:
            number = numbers[what] = len(self.tables[slot])
            self.tables[slot].append(what)
            if what.__class__ is tuple and what[1].__class__ is tuple and slot not in self.shared_slots:
                self.shared_slots.append(slot)
        return number

    def thread_number(self, thread: Thread) -> int:
        """Threads that differ only in what they will not look at again have the same number."""
        slot = self.thread_slot(thread.number)
        key = self._keys.thread(thread)
        numbers = self._numbers[slot]
        number = numbers.get(key)
        if number is None:
            number = numbers[key] = len(self.tables[slot])
            self.tables[slot].append(thread)
            if thread.ended:
                self.ended[thread.number].add(number)
        return number

    def thread(self, vector: Vector, number: int) -> Thread:
        thread: Thread = self.tables[self.thread_slots[number]][vector[self.thread_slots[number]]]
        return thread

    def control(self, vector: Vector) -> bytes:
        """Where the threads are: their calls and places, without any values."""
        places = [vector[EXIT]]
        for slot in self.thread_slots[: vector[THREADS]]:
            number = vector[slot]
            place = self._places.get((slot, number))
            if place is None:
                what = _place(self.tables[slot][number])
                place = self._places[slot, number] = self._place_numbers.setdefault(what, len(self._place_numbers))
            places.append(place)
        return array("I", places).tobytes()

    # -- origins of undefined bytes ------------------------------------------------------------------------------

    def shared(self, vector: Vector) -> list[tuple[int, tuple[int, ...]]]:
        """The slots of objects with undefined bytes that are, or were, copies; and their marks."""
        found = []
        for slot in self.shared_slots:
            content = self.tables[slot][vector[slot]] if slot < len(vector) else None
            if content.__class__ is tuple and content[1].__class__ is tuple:
                found.append((slot, content[1]))
        return found

    def next_origin(self, vector: Vector) -> int:
        """No byte has this origin or a higher one."""
        return max((max(marks) for _, marks in self.shared(vector)), default=FIRST_ORIGIN - 1) + 1

    def places_of(self, vector: Vector, origins: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
        """Where the bytes of these origins are."""
        return tuple(
            (slot, offset, mark)
            for slot, marks in self.shared(vector)
            for offset, mark in enumerate(marks)
            if mark in origins
        )

    def normalise(self, vector: Vector) -> None:
        """Names origins in the order of their first bytes; what has no copy any more has none.

        Nothing that can happen depends on these names: states that differ only there are the same.
        """
        if not self.shared_slots:
            return
        self.fit(vector)
        numbers = tuple([vector[slot] for slot in self.shared_slots])
        normal = self._normal.get(numbers)
        if normal is None:
            self._rename(vector)
            normal = self._normal[numbers] = tuple([vector[slot] for slot in self.shared_slots])
        for slot, number in zip(self.shared_slots, normal, strict=True):
            vector[slot] = number

    def _rename(self, vector: Vector) -> None:
        shared = self.shared(vector)
        names = usual_origins([marks for _, marks in shared])
        for slot, marks in shared:
            data = self.tables[slot][vector[slot]][0]
            vector[slot] = self.number(slot, (data, plain([names.get(mark, mark) for mark in marks])))

    # -- between machines and vectors --------------------------------------------------------------------------

    def content(self, machine: Machine, number: int) -> Content:
        buffer = machine.memory.buffers.get(number)
        if buffer is None:
            return None
        mask = machine.memory.undefined.get(number)
        return bytes(buffer) if mask is None else (bytes(buffer), marks_of(mask))

    def capture(self, machine: Machine) -> Vector:
        """All of a machine's state."""
        for number in machine.memory.buffers:
            if number not in self.executable.read_only:
                self.object_slot(number)
        for thread in machine.threads:
            self.thread_slot(thread.number)
        vector = [0] * self.width
        vector[THREADS] = len(machine.threads)
        vector[EXIT] = self.number(EXIT, machine.exit_status)
        for thread in machine.threads:
            vector[self.thread_slots[thread.number]] = self.thread_number(thread)
        for number, slot in self.object_slots.items():
            vector[slot] = self.number(slot, self.content(machine, number))
        return vector

    def restore(self, machine: Machine, vector: Vector) -> None:
        """Puts a machine into a state."""
        self.fit(vector)
        buffers: dict[int, Buffer] = dict(self._constants)
        undefined: dict[int, Mask] = {}
        used = 0
        for number, slot in self.object_slots.items():
            content: Content = self.tables[slot][vector[slot]]
            if content is None:
                continue
            if isinstance(content, tuple):
                content, marks = content
                undefined[number] = mask_of(marks)
            buffers[number] = content
            if number not in self.executable.global_buffers:
                used += len(content)
        machine.memory.put(buffers, undefined, used)
        machine.memory.next_origin = self.next_origin(vector)
        slots = self.thread_slots
        machine.threads = [self.tables[slots[number]][vector[slots[number]]] for number in range(vector[THREADS])]
        machine.exit_status = self.tables[EXIT][vector[EXIT]]


def _place(thread: Thread) -> tuple[Any, ...]:
    if thread.ended:
        return ()
    places = [(thread.code.index, thread.pc)]
    caller = thread.caller
    while caller is not None:
        code, index, _, caller, _ = caller
        places.append((code.index, index))
    return tuple(places)
