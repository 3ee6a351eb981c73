"""What the translation of mode prove takes as known, against random executions of the concrete machine.

    python -m tests.agreement.prove_states 2000
    python -m tests.agreement.prove_states 500 --source generator --first 7000

No solver is asked, so this is quick: a program is translated, and executed under random schedules. Wherever a thread
rests there must be a location, and what is known there (values of registers, of memory, which objects live) must be so.
A violation that the machine runs into must be among those that the translation lists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from esbmc_py.checking.proofs import DECIDED
from esbmc_py.goto.numbering import Numbering, ObjectKind
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import GROUPS, Property
from esbmc_py.goto.types import IntType, ScalarType
from esbmc_py.vm.core import Thread
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.inputs import random_value
from esbmc_py.vm.machine import Machine
from esbmc_py.vm.run import user_location
from esbmc_py.vm.stops import Blocked, Stop, ViolationFound
from esbmc_py.vm.values import Value
from prove.graph import CannotProve, Graph, Location
from prove.translate import translate
from prove.variables import LIFE, WHOLE, CellSlot, Known, RegisterSlot, Slot
from symex.reset import forget_terms
from tests.agreement.agree import load_text
from tests.agreement.campaign import campaign_parser, run
from tests.agreement.prove_agree import program_text

WALKS = 12  # of a program
STEPS = 60  # of a walk
PROPERTIES = frozenset(prop for group in DECIDED for prop in GROUPS[group])


class Differs(Exception):
    """The machine is in a state that the translation does not know."""


def stack_of(thread: Thread) -> tuple[tuple[str, int], ...]:
    found = [(thread.code.name, thread.pc)]
    frame = thread.caller
    while frame is not None:
        found.append((frame[0].name, frame[1]))
        frame = frame[3]
    return tuple(found)


def registers_of(thread: Thread) -> list[list[Any]]:
    found = [thread.registers]
    frame = thread.caller
    while frame is not None:
        found.append(frame[2])
        frame = frame[3]
    return found


@dataclass
class Walk:
    """A random execution, compared with the translation after each step."""

    program: Program
    graph: Graph
    executable: Executable
    random: Random
    lived: set[int] = field(default_factory=set)  # objects that have been seen alive

    def __post_init__(self) -> None:
        self.machine = Machine(self.executable, self._choose)
        self.numbering = Numbering(self.program)
        self.shift = self.program.address_space.offset_bits
        self.with_many = bool(self.graph.pools) or any(one.instance.many for one in self.graph.locations)
        self.locations: dict[tuple[bool, tuple[tuple[str, int], ...]], list[Location]] = {}
        for one in self.graph.locations:
            stack = tuple((code.name, pc) for code, pc, _ in one.stack)
            self.locations.setdefault((one.alone, stack), []).append(one)

    def _choose(self, ctype: ScalarType) -> Value:
        """Small numbers often: programs ask whether an input is 0."""
        if isinstance(ctype, IntType) and self.random.random() < 0.6:
            return self.random.choice((0, 1, 1, 2, 3)) & ((1 << ctype.width) - 1 >> 1)
        return random_value(self.random, ctype)

    def go(self) -> None:
        for _ in range(STEPS):
            ready = [one.number for one in self.machine.threads if not one.ended]
            if self.machine.exit_status is not None or not ready:
                return
            if not self._step(self.random.choice(ready)):
                return
            self._compare()

    def _step(self, number: int) -> bool:
        """False: the execution is over."""
        saved = self.machine.save()
        places = self._at(saved.threads[number], len(saved.threads) == 1)
        if any(at in places for at, _ in self.graph.cuts):
            return False  # what is not expressed is not followed: a proof shows that it is not reached
        try:
            self.machine.step(number)
        except Blocked:
            self.machine.restore(saved)
        except ViolationFound as stop:
            self._require_listed(stop)
            return False
        except Stop:
            return False
        return True

    def _require_listed(self, stop: ViolationFound) -> None:
        """By its place: steps of the machine go through loops where those of the translation rest."""
        wanted = (Property(stop.property), user_location(self.machine.stack()))
        listed = {(one.property, one.location) for _, one in self.graph.violations}
        if wanted[0] in PROPERTIES and wanted not in listed:
            raise Differs(f"{wanted[0]} is not listed at {wanted[1]}")

    def _at(self, thread: Thread, alone: bool) -> list[Location]:
        return self.locations.get((alone, stack_of(thread)), [])

    def _compare(self) -> None:
        machine = self.machine
        self.lived |= machine.memory.buffers.keys()
        alone = len(machine.threads) == 1
        if machine.exit_status is not None:
            return
        if not alone:
            for slot, known in self.graph.known.items():
                if not self._fits_memory(slot, known):
                    raise Differs(f"{slot} ({self.numbering.symbol(slot.number)}) is not {known}")  # type: ignore[union-attr]
        for thread in machine.threads:
            if not thread.ended and thread.overruns == 0:
                self._compare_thread(thread, alone)

    def _compare_thread(self, thread: Thread, alone: bool) -> None:
        places = self._at(thread, alone)
        if not places:
            raise Differs(f"there is no location for thread {thread.number} at {stack_of(thread)}")
        if not any(self._fits(place, thread) for place in places):
            raise Differs(f"thread {thread.number} is not as it is said to be at {places[0].name}")

    def _fits(self, place: Location, thread: Thread) -> bool:
        registers = registers_of(thread)
        for slot, known in place.known.items():
            if isinstance(slot, RegisterSlot):
                width = place.stack[slot.frame][0].register_widths[slot.index]
                if not self._fits_value(registers[slot.frame][slot.index], width, known):
                    return False
            elif (place.alone or thread.number == 0) and not self._fits_memory(slot, known):
                return False
        return True

    def _fits_value(self, value: Any, width: int, known: Known) -> bool:
        """Addresses of threads that are many, and what is behind them, have other numbers in the translation."""
        if not isinstance(known, frozenset) or not isinstance(value, int) or (self.with_many and width > 32):
            return True
        return value & ((1 << width) - 1) in known

    def _fits_memory(self, slot: Slot, known: Known) -> bool:
        assert isinstance(slot, CellSlot)
        if not isinstance(known, frozenset) or slot.offset == WHOLE or not self._has_same_number(slot.number):
            return True
        memory = self.machine.memory
        alive = slot.number in memory.buffers
        if slot.offset == LIFE:
            return alive in known or (not alive and not self._has_lived(slot.number))
        if not alive or memory.undefined_bits(slot.number, slot.offset, slot.size) is not None:
            return True
        data = memory.read((slot.number << self.shift) + slot.offset, slot.size)
        return self._fits_value(int.from_bytes(data, "little"), slot.size * 8, known)

    def _has_lived(self, number: int) -> bool:
        """What lived and died within a step was not seen; what main has allocated is counted."""
        identity = self.numbering.identity(number)
        if identity is not None and identity.kind is ObjectKind.HEAP:
            return identity.index < self.machine.threads[identity.thread].allocated
        return number in self.lived

    def _has_same_number(self, number: int) -> bool:
        """Objects of threads that are not main may have other numbers here and there."""
        identity = self.numbering.identity(number)
        if identity is None:
            return True
        return identity.thread == 0 and not (self.with_many and identity.kind is ObjectKind.HEAP)


def walk_all(text: str, seed: int) -> str:
    """`same`, why there is no translation, or what differs."""
    program = load_text(text)
    forget_terms()
    try:
        graph = translate(program, PROPERTIES)
    except CannotProve:
        return "no translation"
    executable = Executable(program)
    for number in range(WALKS):
        try:
            Walk(program, graph, executable, Random(f"walk {seed} {number}")).go()
        except Differs as difference:
            return f"DIFFERS: walk {number}: {difference}"
    return "same"


def disagreements(seed: int, source: str, tally: Counter[str]) -> Iterator[str]:
    result = walk_all(program_text(seed, source), seed)
    tally[result.split(":")[0]] += 1
    if result.startswith("DIFFERS"):
        yield f"seed {seed}: {result}"


def main() -> int:
    parser = campaign_parser(__doc__)
    parser.add_argument("--source", choices=("routines", "generator", "servers"), default="routines")
    options = parser.parse_args()
    tally: Counter[str] = Counter()
    return run(options, lambda seed: disagreements(seed, options.source, tally), tally)


if __name__ == "__main__":
    raise SystemExit(main())
