"""What a step does, as text: the lines of its thread, with what is read, written, locked.

A step is executed again under observation. What it does depends on its thread and on the objects that it reads: where
these are the same, the text is the same, so most steps are never observed.
"""

from __future__ import annotations

from collections.abc import Sequence

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import Assert, Instruction, Load, Nondet, Store
from esbmc_py.goto.memory_models import STORE_REACHES
from esbmc_py.goto.program import Program
from esbmc_py.goto.store_buffer_runtime import CHOICE
from esbmc_py.traces.lines import Resting, object_of_call, step_lines
from esbmc_py.traces.names import HeapNames
from esbmc_py.traces.trace_line import TraceLine
from esbmc_py.vm.core import Thread
from esbmc_py.vm.describe import place_text, value_text
from esbmc_py.vm.findings import BlockedThread
from esbmc_py.vm.frames import Frame
from esbmc_py.vm.machine import Machine
from esbmc_py.vm.state_keys import KeyedState
from esbmc_py.vm.stops import Stop
from esbmc_py.vm.trace import Observer, TraceEvent
from esbmc_py.vm.values import Value, as_signed, coerce


@dataclass(frozen=True, slots=True)
class MoveText:
    """`will` says it before the step is taken: "reads counter". `lines`: what has happened then."""

    will: str
    lines: tuple[tuple[str, int, str], ...]  # file, line, what
    output: str = ""
    choice: str = ""  # which of several things the step does, where there is a choice


@dataclass(frozen=True, slots=True)
class _Observed:
    read: tuple[tuple[int, int | None], ...]  # objects with the numbers of their contents
    text: MoveText


class MoveTexts:
    def __init__(self, program: Program, machine: Machine) -> None:
        self._program = program
        self._machine = machine
        self._known: dict[tuple[int, int, int, tuple[Value, ...]], list[_Observed]] = {}
        self.names = HeapNames((), program)
        # Parts of heap objects that the program uses: (object, offset) → the instruction, and what the source says.
        self.cells: dict[tuple[int, int], tuple[Instruction, str]] = {}
        self.observed = 0

    def of(self, state: KeyedState, thread: int, inputs: tuple[Value, ...]) -> MoveText:
        """Of a step from a state. The machine must be restored afterwards."""
        key = thread, state.threads[thread], len(state.threads), inputs
        known = self._known.setdefault(key, [])
        for one in known:
            if all(state.contents.get(number) == content for number, content in one.read):
                return one.text
        events, output, leaves = self._observe(state, thread, inputs)
        split = self._program.address_space.split
        read = {split(one.address)[0] for event in events for one in event.touched}
        text = self._text(state, state.machine.threads[thread], events, output, leaves)
        known.append(_Observed(tuple((number, state.contents.get(number)) for number in sorted(read)), text))
        return text

    def waited_for(self, state: KeyedState, one: BlockedThread) -> str:
        """The name of what a thread waits for: of a lock the machine knows it, of a semaphore its call tells."""
        if one.waited_for or one.reason == "the joined thread has ended":
            return one.waited_for
        resting = self._resting(state, state.machine.threads[one.thread])
        return "" if resting is None else object_of_call(resting)

    def _observe(self, state: KeyedState, thread: int, inputs: tuple[Value, ...]) -> tuple[list[TraceEvent], str, str]:
        """What happens, what is printed, and the store that leaves its buffer in the next step, if one does."""
        machine = self._machine
        machine.restore(state.machine)
        machine.output.clear()
        given = iter(inputs)
        machine.choose = lambda ctype: coerce(next(given), ctype)
        events: list[TraceEvent] = []
        observer = Observer(machine, events.append)
        observer.begin(0)
        try:
            machine.step_slowly(thread, observer)
            observer.commit()
        except Stop:
            observer.failed()
        leaves = self._about_to_leave()
        output = b"".join(data for _, data in machine.output).decode("utf-8", "replace")
        machine.output.clear()
        self.observed += 1
        return events, output, leaves

    def _about_to_leave(self) -> str:
        machine = self._machine
        if machine.code.name != STORE_REACHES:
            return ""
        place, value, size = machine.registers[:3]
        assert isinstance(place, int) and isinstance(value, int) and isinstance(size, int)
        return f"{place_text(machine.executable.numbering, place, size)} = {as_signed(value, size)}"

    def _text(
        self, state: KeyedState, thread: Thread, events: Sequence[TraceEvent], output: str, leaves: str
    ) -> MoveText:
        self.names.add(events)
        self._note_cells(events)
        lines = step_lines(self._program, events, self.names, self._resting(state, thread))
        told = [(line.location.file, line.location.line, _told(line)) for line in lines]
        choice = _choice(events, leaves)
        return MoveText(_will(lines, events, thread), tuple(one for one in told if one[2]), output, choice)

    def _note_cells(self, events: Sequence[TraceEvent]) -> None:
        split = self._program.address_space.split
        for event in events:
            if not event.in_model and isinstance(event.instruction, Load | Store) and event.address:
                self.cells.setdefault(split(event.address), (event.instruction, event.instruction.place))

    def _resting(self, state: KeyedState, thread: Thread) -> Resting | None:
        """Where the thread is: the line of its own that it is in, and the library's calls that are under way."""
        calls: list[tuple[int, str, dict[str, str]]] = []
        threads: dict[str, int] = {}
        code, index, registers, depth = thread.code, thread.pc, thread.registers, thread.depth
        caller: Frame | None = thread.caller
        while code.function.is_model:
            values = {}
            for register, value in zip(code.function.registers, registers, strict=False):
                if value is not None:
                    name = register.name.partition("$")[0]
                    values[name] = value_text(self._machine.executable.numbering, value, register.type)
                    if name == "joined":
                        threads[values[name]] = self._number_in(state, value)
            calls.append((depth, code.name, values))
            if caller is None:
                return None
            code, index, registers, caller, _ = caller
            index, depth = index - 1, depth - 1
        location = code.instructions[index].location
        return Resting(thread.number, location, code.name, depth, tuple(reversed(calls)), threads)

    def _number_in(self, state: KeyedState, control_block: int) -> int:
        """A thread's control block begins with its number."""
        number, offset = self._program.address_space.split(control_block)
        block = state.machine.memory.buffers.get(number, b"")
        return int.from_bytes(block[offset : offset + 4], "little")


def _told(line: TraceLine) -> str:
    return ", ".join(line.notes)


def _choice(events: Sequence[TraceEvent], leaves: str) -> str:
    """The inputs; with store buffers, also whether a store leaves its buffer in the next step."""
    chosen: list[str] = []
    buffered = False
    for event in events:
        match event.instruction:
            case Nondet(name=name) if name == CHOICE:
                buffered = True
            case Nondet():
                chosen += (change.value for change in event.changes)
    if buffered:
        chosen.append(f"then {leaves} reaches memory" if leaves else "its buffer waits")
    return ", ".join(chosen)


def _will(lines: Sequence[TraceLine], events: Sequence[TraceEvent], thread: Thread) -> str:
    """What the step is about, without the values that it will find."""
    for line in lines:
        if line.operations:
            first = line.operations[0]
            return f"joins thread {first.threads[0]}" if first.verb == "join" else first.text
    for event in events:
        for change in event.changes:
            if change.kind in ("wait", "reach"):
                return f"{change.target}: the store {'is buffered' if change.kind == 'wait' else 'reaches memory'}"
        if event.in_model:
            continue
        for change in event.changes:
            if event.instruction.visible and change.kind in ("read", "write"):
                return f"{change.kind}s {change.place.partition('$')[0]}"
        if isinstance(event.instruction, Nondet):
            return "gets an input"
        if isinstance(event.instruction, Assert) and event.first:
            return "checks an assertion"
    if thread.pc == 0 and thread.caller is None:
        return "begins"
    last = events[-1].kind if events else ""
    return {"endthread": "ends", "halt": "ends the program"}.get(last, "goes on")
