"""What each event of an execution depends on: where its values come from, and what decided that it happens.

- *Values*: the events that wrote the registers and the bytes of memory that it reads.
- *Control*: the branch that decided about it, the call that led to its function, the start of its thread; and the
  last wait or assumption before it in its thread (also a loop that asks what others have written, and a test of that
  which leads around a wait), but not waits for locks: these decide when, not whether.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from itertools import islice

from esbmc_py.goto.addresses import AddressSpace
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import Expression, Register
from esbmc_py.goto.flow import in_loops, reachable_from, successors
from esbmc_py.goto.instructions import (
    Allocate,
    Assume,
    Block,
    Branch,
    Call,
    Free,
    Instruction,
    Load,
    Return,
    StartThread,
)
from esbmc_py.goto.numbering import Numbering
from esbmc_py.goto.program import Program
from esbmc_py.goto.symbols import Symbol
from esbmc_py.vm.analysis import register_written, registers_in, registers_read
from esbmc_py.vm.trace import TraceEvent

from .avoided_waits import AvoidedWaits
from .library import MUTEX_WAITS

Sources = tuple[int, ...]  # positions of events


@dataclass(slots=True, eq=False)
class _Frame:
    """A call under way."""

    function: str
    entered: Sources  # the call, or the start of the thread
    registers: dict[int, Sources] = field(default_factory=dict)
    branches: list[tuple[int, int]] = field(default_factory=list)  # those that decide about what comes: (event, until)


class Dependences:
    """Of each event, by position."""

    def __init__(self, program: Program, events: Sequence[TraceEvent]) -> None:
        self._program = program
        self._space: AddressSpace = program.address_space
        self._events = events
        self._joins: dict[str, list[int]] = {}
        self._loops: dict[str, set[int]] = {}
        self._changed: dict[tuple[str, int], set[int]] = {}
        self._frames: dict[int, list[_Frame]] = {}
        self._bytes: dict[int, int] = {}  # address → the event that wrote it
        self._lives: dict[int, int] = {}  # object → the event that began or ended its life
        self._waits: dict[int, int] = {}  # thread → its last wait
        self._returned: dict[int, Sources] = {}  # thread → where the result of its start routine comes from
        self._starts: dict[int, tuple[int, Sources]] = {}  # thread → its start, and where its argument comes from
        self._written = {
            address
            for event in events
            for one in (event.touched if event.waits is None else ())
            if one.write
            for address in range(one.address, one.address + one.size)
        }
        self._numbering = Numbering(program)
        self._avoided = AvoidedWaits(program)
        self.of: list[Sources] = []
        self._deciding: list[int] = []  # how many of them decide that it happens
        for position, event in enumerate(events):
            if event.waits is None:
                self.of.append(self._sources(position, event))
            else:
                self.of.append(())
                self._deciding.append(0)

    def _sources(self, position: int, event: TraceEvent) -> Sources:
        frame = self._frame(event)
        instruction = event.instruction
        while frame.branches and frame.branches[-1][1] == event.index:
            frame.branches.pop()
        deciding = (frame.branches[-1][0],) if frame.branches else frame.entered
        waits = self._waits.get(event.thread)
        if waits is not None and (not frame.branches or frame.branches[-1][0] < waits):
            deciding = (*deciding, waits)
        values = self._values(frame, instruction)
        memory = self._memory(event)
        match instruction:
            case Call():
                self._enter(position, event, frame, instruction)
                values = self._of(frame, instruction.callee)  # parameters depend on their arguments, each on its own
            case Return(value=value):
                self._leave(position, event, frame, value)
            case StartThread(argument=argument):
                self._start(position, event, frame, argument)
            case Branch():
                until = self._joined(frame.function)[event.index]
                if frame.branches and frame.branches[-1][1] == until:
                    frame.branches.pop()  # this branch depends on that one itself
                frame.branches.append((position, until))
                self._spare(position, event.index, frame)
                spins = event.index in self._looping(frame.function)
                avoids = self.avoided_wait(position) is not None
                if (spins or avoids) and self._asks_others(event.thread, values):
                    self._waits[event.thread] = position  # who spins until others have done something, waits
            case Block(reason=reason):
                if reason not in MUTEX_WAITS and not instruction.interruptible:
                    self._waits[event.thread] = position
            case Assume():
                self._waits[event.thread] = position
        written = register_written(instruction)
        if written is not None and not isinstance(instruction, Call):
            frame.registers[written.index] = (position,)
        self._write(position, event)
        self._deciding.append(len(deciding))
        return (*deciding, *values, *memory)

    def avoided_wait(self, position: int) -> Instruction | None:
        """What a thread would have waited for if it had gone the other way at this branch of the program."""
        event = self._events[position]
        own = (one for one in islice(self._events, position + 1, None) if one.thread == event.thread)
        after = next((one for one in own if one.waits is None), None)
        if event.in_model or after is None or (after.depth, after.function) != (event.depth, event.function):
            return None
        until = self._joined(event.function)[event.index]
        return self._avoided.avoided(event.function, event.index, after.index, until)

    def _spare(self, position: int, index: int, frame: _Frame) -> None:
        """A branch decides also about what keeps its value: a loop that ends does not count any further. The last time
        that it was taken is enough."""
        branch = self._events[position].instruction
        for register in self._changed_behind(frame.function, index):
            before = frame.registers.get(register, ())
            kept = (one for one in before if self._events[one].instruction is not branch)
            frame.registers[register] = (*kept, position)

    def values_of(self, position: int) -> Sources:
        """Without what decided that it happens."""
        return self.of[position][self._deciding[position] :]

    def _frame(self, event: TraceEvent) -> _Frame:
        stack = self._frames.setdefault(event.thread, [])
        del stack[event.depth :]
        while len(stack) < event.depth:
            stack.append(self._first_frame(event) if not stack else _Frame(event.function, stack[-1].entered))
        if not stack[-1].function:  # called through a pointer
            stack[-1].function = event.function
        if stack[-1].function != event.function:  # a start routine has returned to what ends its thread
            stack[-1] = _Frame(event.function, stack[-1].entered, {0: self._returned.get(event.thread, ())})
        return stack[-1]

    def _first_frame(self, event: TraceEvent) -> _Frame:
        if event.thread not in self._starts:
            return _Frame(event.function, ())
        start, argument = self._starts[event.thread]
        return _Frame(event.function, (start,), {0: (start, *argument)})

    def _values(self, frame: _Frame, instruction: Instruction) -> Sources:
        return _together(frame.registers.get(register.index, ()) for register in registers_read(instruction))

    def _of(self, frame: _Frame, expression: Expression) -> Sources:
        return _together(frame.registers.get(register.index, ()) for register in registers_in(expression))

    def _memory(self, event: TraceEvent) -> Sources:
        found: list[int] = []
        for one in event.touched:
            number, _ = self._space.split(one.address)
            if number in self._lives and not isinstance(event.instruction, Allocate):
                found.append(self._lives[number])
            if not one.write:
                found += [
                    self._bytes[byte] for byte in range(one.address, one.address + one.size) if byte in self._bytes
                ]
        return tuple(dict.fromkeys(found))

    def _write(self, position: int, event: TraceEvent) -> None:
        for one in event.touched:
            if one.write and one.size:
                self._bytes.update(dict.fromkeys(range(one.address, one.address + one.size), position))
            elif one.write and isinstance(event.instruction, Allocate | Free):
                self._lives[self._space.split(one.address)[0]] = position

    def _enter(self, position: int, event: TraceEvent, frame: _Frame, call: Call) -> None:
        name = getattr(call.callee, "name", None)
        function = self._program.functions.get(name) if name is not None else None
        if call.target is not None:
            frame.registers[call.target.index] = (position, *self._values(frame, call))
        if name is not None and function is None:
            return  # nothing was entered
        callee = _Frame(name or "", (position,))
        for parameter, argument in enumerate(call.arguments):
            callee.registers[parameter] = (position, *self._of(frame, argument))
        self._frames[event.thread].append(callee)

    def _leave(self, position: int, event: TraceEvent, frame: _Frame, value: Expression | None) -> None:
        stack = self._frames[event.thread]
        if value is None:
            return
        if len(stack) < 2:
            self._returned[event.thread] = (position, *self._of(frame, value))
            return
        caller = stack[-2]
        call = self._call_under_way(caller, frame)
        if call is not None:
            caller.registers[call.index] = (position, *self._of(frame, value))

    def _call_under_way(self, caller: _Frame, frame: _Frame) -> Register | None:
        """The register that gets the result: the one that the call's event wrote."""
        for index, sources in caller.registers.items():
            if sources[:1] == frame.entered[:1] and frame.entered:
                return self._program.functions[caller.function].registers[index]
        return None

    def _start(self, position: int, event: TraceEvent, frame: _Frame, argument: Expression) -> None:
        number = next((change.value for change in event.changes if change.kind == "set"), "")
        thread = int(number) if number.isdecimal() else 1 + max(self._starts, default=0)
        self._starts[thread] = (position, self._of(frame, argument))

    def _looping(self, function: str) -> set[int]:
        if function not in self._loops:
            self._loops[function] = in_loops(self._program.functions[function])
        return self._loops[function]

    def _asks_others(self, thread: int, sources: Sources) -> bool:
        """Do values come from memory that threads share, within a few steps? Not what only an initialiser has set."""
        pending, seen = list(sources), set(sources)
        while pending and len(seen) < 40:
            position = pending.pop()
            event = self._events[position]
            if event.thread != thread:
                continue
            if isinstance(event.instruction, Load) and event.instruction.visible and not event.in_model:
                return event.address in self._written or not self._is_initialised(event.address)
            new = [one for one in self.values_of(position) if one not in seen]
            seen.update(new)
            pending += new
        return False

    def _is_initialised(self, address: int) -> bool:
        symbol = self._numbering.static(self._space.split(address)[0])
        image = self._program.globals.get(symbol) if isinstance(symbol, Symbol) else None
        return image is not None and bool(image.relocations or any(image.data))

    def _changed_behind(self, function: str, index: int) -> set[int]:
        """The registers that may get a value between a branch and where its two ways meet."""
        if (function, index) not in self._changed:
            code = self._program.functions[function].instructions
            between = reachable_from(code, list(successors(code, index)), self._joined(function)[index])
            written = (register_written(code[at]) for at in between)
            self._changed[function, index] = {one.index for one in written if one is not None}
        return self._changed[function, index]

    def _joined(self, function: str) -> list[int]:
        if function not in self._joins:
            self._joins[function] = immediate_postdominators(self._program.functions[function].instructions)
        return self._joins[function]


def _together(several: Iterable[Sources]) -> Sources:
    return tuple(dict.fromkeys(source for sources in several for source in sources))


def immediate_postdominators(instructions: list[Instruction]) -> list[int]:
    """Per instruction, the first one that every way from there to the function's end comes to; len: the end itself."""
    end = len(instructions)
    following = [[one for one in successors(instructions, index) if one < end] or [end] for index in range(end)]
    order = _from_the_end(following, end)
    rank = {index: number for number, index in enumerate(order)}
    nearest: dict[int, int] = {end: end}
    changed = True
    while changed:
        changed = False
        for index in order[1:]:
            known = [one for one in following[index] if one in nearest]
            if not known:
                continue
            common = known[0]
            for one in known[1:]:
                while common != one:
                    while rank[one] > rank[common]:
                        one = nearest[one]
                    while rank[common] > rank[one]:
                        common = nearest[common]
            if nearest.get(index) != common:
                nearest[index] = common
                changed = True
    return [nearest.get(index, end) for index in range(end)]


def _from_the_end(following: list[list[int]], end: int) -> list[int]:
    """Reverse postorder of the reversed graph. What never comes to the end is left out."""
    before: dict[int, list[int]] = {}
    for index, several in enumerate(following):
        for one in several:
            before.setdefault(one, []).append(index)
    order: list[int] = []
    seen = {end}
    stack = [(end, iter(before.get(end, ())))]
    while stack:
        index, rest = stack[-1]
        further = next((one for one in rest if one not in seen), None)
        if further is None:
            stack.pop()
            order.append(index)
        else:
            seen.add(further)
            stack.append((further, iter(before.get(further, ()))))
    return order[::-1]
