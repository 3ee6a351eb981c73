"""One execution: under a seeded random scheduler, or as a schedule says.

The random scheduler stays with a thread for a while (how long, differs from seed to seed): switching at every step
finds fewer bugs than switching at few.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Protocol, TypeAlias

from ..goto.program import Program
from ..goto.properties import Property
from ..goto.symbols import SourceLocation
from ..goto.types import ScalarType
from ..goto.wait_graph import cycles
from .checkpoints import Checkpoint, Checkpoints
from .describe import place_text
from .executable import Executable
from .expected_blocks import watched_text
from .findings import BlockedThread, Deadlock, Holder, RunResult, StackEntry, Status, Violation
from .inputs import EnumeratedInputs, RunInputs
from .long_steps import INVISIBLE_LIMIT
from .machine import DEEPEST_STACK, Machine, MachineState
from .schedule import Schedule
from .stops import Blocked, Infeasible, Leak, LimitReached, OutOfInputs, Stop, UnsupportedReached, ViolationFound
from .trace import Observer, TraceSink
from .values import Value

OutputSink: TypeAlias = Callable[[str, str], None]  # gets the stream ("stdout" or "stderr") and the text

_SWITCH_PROBABILITIES = (0.02, 0.1, 0.3, 0.6)
_LONGEST_LOOK = 2_000  # instructions after which a thread is taken not to be blocked, where only a trace asks
_SMALL_DOMAIN = 256
_PATIENCE = 1000
_WAIT = 8  # so many threads are looked at in the time of an instruction, for who holds what another one waits for
_TRIES = 100  # of a step at random in which something that is assumed does not hold


def run(
    program: Program,
    *,
    seed: int = 0,
    schedule: Schedule | None = None,
    inputs: Sequence[Value] | None = None,
    trace: TraceSink | None = None,
    on_output: OutputSink | None = None,
    max_steps: int | None = None,
    max_instructions: int | None = None,
    max_waits: int | None = None,
    invisible_limit: int = INVISIBLE_LIMIT,
    deepest_stack: int = DEEPEST_STACK,
    leaks: bool = False,
    lost: bool = False,
    executable: Executable | None = None,
    choose_again: bool = False,
    order: Callable[[Random], TurnOrder] | None = None,
) -> RunResult:
    """Runs a program once.

    `schedule` is followed exactly; where it ends, the run goes on with the current thread as long as that can move
    (though not forever), then with the next one. `inputs` (or else the schedule's) are the first nondeterministic
    values; later ones are random. With `leaks`, memory that is not freed when the process ends is a violation; with
    `lost`, it is one only if nothing points to it (in a program with `pointers_in_memory`). Many runs of one program
    are faster with one `executable`. With `choose_again`, a run at random goes back where an assumption does not hold.
    `max_waits` limits what is spent on threads that have to wait. `order` says who moves next where no schedule does,
    if not a walk that may switch at each step. The same arguments always give the same result.
    """
    random = Random(seed)
    given = inputs if inputs is not None else schedule.inputs if schedule is not None else ()
    executable = executable or Executable(program)
    values = RunInputs(given, random, executable.likely_numbers)
    machine = machine_for(schedule)(
        executable, values.choose, invisible_limit=invisible_limit, deepest_stack=deepest_stack
    )
    if max_instructions is not None:
        first, later = machine.limits
        machine.limits = min(first, max_instructions), min(later, max_instructions)  # a single step may be endless
    machine.look_for(leaks=leaks, lost=lost)
    turns = Scheduled(schedule.threads) if schedule is not None else (order or RandomOrder)(random)
    pauses = dict(schedule.pauses) if schedule is not None else {}
    runner = Runner(machine, values, turns, on_output, Observer(machine, trace) if trace else None, pauses)
    if schedule is None and executable.asks_for_inputs:
        runner.by_chance = values
    if choose_again:
        assert schedule is None and trace is None, "what is prescribed, or told, is not taken back"
        runner.note_places()
    runner.max_waits = max_waits
    return runner.run(max_steps, max_instructions)


def machine_for(schedule: Schedule | None) -> type[Machine]:
    if schedule is not None and schedule.eager:
        from .eager_machine import EagerMachine, EagerThroughLoops

        return EagerThroughLoops if schedule.through_loops else EagerMachine
    if schedule is not None and schedule.compiled_reads:
        from .compiled_reads import CompiledReads

        return CompiledReads
    return Machine


class Inputs(Protocol):
    """Where nondeterministic values come from, and how a step that was not enabled gives them back."""

    used: list[Value]

    def choose(self, ctype: ScalarType) -> Value: ...

    def mark(self) -> int: ...

    def rewind(self, mark: int) -> None: ...


class TurnOrder(Protocol):
    """Who makes the next step: the thread that is prescribed, or one of those that may be able to."""

    def prescribed(self, step: int) -> int | None: ...

    def pick(self, candidates: list[int], current: int) -> int: ...


class Misfit(Exception):
    """The schedule asks for a thread that cannot move."""


class Scheduled:
    """The threads of a schedule; after its end the current thread, or the next one that can move.

    A thread that goes on for very long may wait for another one in a loop: then it is the next one's turn.
    """

    def __init__(self, threads: Sequence[int]):
        self._threads = threads
        self._current = 0
        self._in_a_row = 0

    def prescribed(self, step: int) -> int | None:
        return self._threads[step] if step < len(self._threads) else None

    def pick(self, candidates: list[int], current: int) -> int:
        if current != self._current:
            self._current, self._in_a_row = current, 0
        self._in_a_row += 1
        first = current if self._in_a_row <= _PATIENCE else current + 1
        return next((thread for thread in candidates if thread >= first), candidates[0])


class RandomOrder:
    def __init__(self, random: Random):
        self._random = random
        self._switch = random.choice(_SWITCH_PROBABILITIES)

    def prescribed(self, step: int) -> int | None:
        return None

    def pick(self, candidates: list[int], current: int) -> int:
        if current in candidates and self._random.random() >= self._switch:
            return current
        return self._random.choice(candidates)


@dataclass(eq=False)
class Runner:
    machine: Machine
    inputs: Inputs
    order: TurnOrder
    on_output: OutputSink | None
    observer: Observer | None
    pauses: dict[int, int] = field(default_factory=dict)  # steps that end after so many instructions
    # Steps after which their threads rest for good: they may rest before something that does not go well, too, unless
    # it violates what is looked for.
    last_steps: frozenset[int] = frozenset()
    looked_for: frozenset[Property] = frozenset()
    max_waits: int | None = None
    by_chance: RunInputs | None = None  # the inputs, where those that make an assumption fail may be chosen anew

    def __post_init__(self) -> None:
        self.taken: list[int] = []
        self.waits = 0  # with hundreds of threads at one lock this is nearly all that a run costs
        self.blocked: dict[int, BlockedThread] = {}  # since the last step that moved
        self.waits_noted = -1  # the step before which it was last seen whether the thread before has to wait
        self.undecided: set[int] = set()  # blocked with the nondeterministic values they got; others may not block
        self.texts: list[tuple[str, str]] = []  # what was written, to which stream
        self.shown = 0  # so many of them have been handed on
        decoder = codecs.getincrementaldecoder("utf-8")
        self.decoders = {stream: decoder("replace") for stream in ("stdout", "stderr")}
        self.checkpoints: Checkpoints | None = None

    def run(self, max_steps: int | None, max_instructions: int | None) -> RunResult:
        current = 0
        try:
            while not self.machine.finished:
                if max_steps is not None and len(self.taken) >= max_steps:
                    return self._result(Status.LIMIT, detail=f"{max_steps} steps")
                if max_instructions is not None and self.machine.total_executed >= max_instructions:
                    return self._result(Status.LIMIT, detail=f"{max_instructions} instructions")
                if self.max_waits is not None and self.waits >= self.max_waits:
                    return self._result(Status.LIMIT, detail="threads that wait")
                try:
                    moved = self._move(current)
                except Infeasible:
                    place = None if self.checkpoints is None else self.checkpoints.back_from(len(self.taken))
                    if place is None:
                        raise
                    current = self._go_back(place)
                    continue
                if moved is None:
                    return self._result(Status.DEADLOCK, deadlock=deadlock_of(self.blocked))
                current = moved
        except Stop as stop:
            return self._stopped(stop)
        except Misfit as misfit:
            return self._result(Status.MISFIT, detail=str(misfit))
        except KeyboardInterrupt:
            return self._result(Status.LIMIT, detail="interrupted")
        except MemoryError:
            return self._result(Status.LIMIT, detail="no memory left")
        return self._result(Status.EXITED)

    def note_places(self) -> None:
        """From now on, the run goes back where an assumption does not hold."""
        self.checkpoints = Checkpoints()
        self._note_place(self.machine.save(), 0)

    def _note_place(self, saved: MachineState, thread: int) -> None:
        if self.checkpoints is not None:
            decoders = tuple(decoder.getstate() for decoder in self.decoders.values())
            place = Checkpoint(saved, self.inputs.mark(), len(self.taken), thread, len(self.texts), decoders)
            self.checkpoints.add(place)

    def _go_back(self, place: Checkpoint) -> int:
        """To before the choices that led to an assumption that does not hold. The thread that goes on from there."""
        self.machine.restore(place.state)
        self.machine.output.clear()
        if self.by_chance is not None:
            self.by_chance.forget(place.inputs)
        del self.taken[place.steps :]
        del self.texts[place.written :]
        for decoder, state in zip(self.decoders.values(), place.decoders, strict=True):
            decoder.setstate(state)
        self.blocked.clear()
        self.undecided.clear()
        return place.thread

    def _move(self, current: int) -> int | None:
        """Lets some thread make a step; its number, or None when none can."""
        prescribed = self.order.prescribed(len(self.taken))
        if prescribed is not None:
            self._check(prescribed)
            if not self._attempt(prescribed):
                reason = self.blocked[prescribed].reason
                raise Misfit(f"step {len(self.taken)}: thread {prescribed} waits until {reason}")
            return prescribed
        while candidates := [t.number for t in self.machine.threads if not t.ended and t.number not in self.blocked]:
            thread = self.order.pick(candidates, current)
            if self._attempt(thread):
                return thread
        return next((thread for thread in sorted(self.undecided) if self._attempt_all_inputs(thread)), None)

    def _check(self, thread: int) -> None:
        threads = self.machine.threads
        if thread >= len(threads):
            raise Misfit(f"step {len(self.taken)}: there is no thread {thread}, only {len(threads)} threads so far")
        if threads[thread].ended:
            raise Misfit(f"step {len(self.taken)}: thread {thread} has ended")

    def _attempt(self, thread: int) -> bool:
        """A step of `thread`; False, and nothing has happened, if it is blocked."""
        if self.observer is not None and self.taken and self.taken[-1] != thread:
            self._note_wait(self.observer, self.taken[-1])
        may_block = self.machine.may_block(self.machine.threads[thread])
        saved = self.machine.save() if may_block or self.by_chance is not None else None
        mark = self.inputs.mark()
        if saved is not None:
            self._note_place(saved, thread)
        try:
            self._step_by_chance(thread, saved, mark)
        except Blocked as stop:
            if self.inputs.mark() > mark:
                self.undecided.add(thread)
            self._undo(saved, thread, stop)
            self.inputs.rewind(mark)
            return False
        except Stop as stop:
            done = self._rest_before(stop, saved, mark) if self._may_rest_before(stop) else None
            if done is None:
                if isinstance(stop, OutOfInputs):
                    raise Misfit(f"step {len(self.taken)}: thread {thread} asks for more inputs") from stop
                raise
            self.pauses[len(self.taken)] = done
        self.note_move(thread)
        return True

    def _note_wait(self, observer: Observer, thread: int) -> None:
        """Another thread is about to move: tells the observer, once, if the last one had no choice."""
        if self.waits_noted == len(self.taken):
            return
        self.waits_noted = len(self.taken)
        machine = self.machine
        if machine.threads[thread].ended or not machine.may_block(machine.threads[thread]):
            return
        blocked = blocked_now(machine, thread)
        if blocked is not None:
            observer.waits(len(self.taken), thread, blocked)

    def _rest_before(self, stop: Stop, saved: MachineState | None, mark: int) -> int | None:
        """After how many instructions of its step the thread rests; None if it may not."""
        machine = self.machine
        if isinstance(stop, UnsupportedReached) and machine.atomic and saved is not None:
            machine.restore(saved)  # an atomic section that cannot be completed has not happened
            self.inputs.rewind(mark)
            return 0
        return machine.rest_before_stop()

    def _may_rest_before(self, stop: Stop) -> bool:
        found = isinstance(stop, ViolationFound) and stop.property in self.looked_for
        return len(self.taken) in self.last_steps and not found

    def _attempt_all_inputs(self, thread: int) -> bool:
        """A step of `thread` with nondeterministic values that do not block it, if there are any."""
        saved = self.machine.save()
        enumerated = EnumeratedInputs(_SMALL_DOMAIN)
        self.machine.choose = enumerated.choose
        try:
            while True:
                try:
                    self.take_step(thread)
                except Blocked as stop:
                    self._undo(saved, thread, stop)
                    if not enumerated.advance():
                        return False
                else:
                    self.inputs.used.extend(enumerated.chosen())
                    self.note_move(thread)
                    return True
        finally:
            self.machine.choose = self.inputs.choose

    def _step_by_chance(self, thread: int, saved: MachineState | None, mark: int) -> None:
        """A step. Where an assumption does not hold, the input that was chosen last may be to blame, or some before it.

        It is given up after some tries that came no further than others did.
        """
        tries = furthest = 0
        while True:
            try:
                self.take_step(thread)
                return
            except Infeasible:
                come_to = self.inputs.mark()
                tries, furthest = (0, come_to) if come_to > furthest else (tries + 1, furthest)
                if tries == _TRIES or not self._other_inputs(saved, mark, 1 + tries // 25):
                    raise

    def _other_inputs(self, saved: MachineState | None, mark: int, count: int) -> bool:
        """Back before the step, with other values for the inputs it asked for last, if these are left to chance."""
        if self.by_chance is None or saved is None or not self.by_chance.change_last(mark, count):
            return False
        self.machine.total_executed += self.machine.executed
        self.machine.restore(saved)
        self.machine.output.clear()
        return True

    def take_step(self, thread: int) -> None:
        longest = self.pauses.get(len(self.taken))
        if longest == 0:
            return
        if self.observer is not None:
            self.observer.begin(len(self.taken))
        if self.observer is None and longest is None:
            self.machine.step(thread)
        else:
            self.machine.step_slowly(thread, self.observer, longest)

    def _undo(self, saved: MachineState | None, thread: int, stop: Blocked) -> None:
        self.blocked[thread] = blocked_thread(self.machine, stop)
        self.waits += len(self.machine.threads) // _WAIT
        assert saved is not None, "a step that may block was not expected to"
        self.machine.restore(saved)
        self.machine.output.clear()

    def note_move(self, thread: int) -> None:
        self.taken.append(thread)
        self.blocked.clear()
        self.undecided.clear()
        self._flush()
        if self.observer is not None:
            self.observer.commit()

    def _flush(self) -> None:
        for stream, data in self.machine.output:
            self.texts.append((stream, self.decoders[stream].decode(data)))
        self.machine.output.clear()
        self._show(len(self.texts) if self.checkpoints is None else self.checkpoints.settled(len(self.taken)))

    def _show(self, until: int) -> None:
        if self.on_output is not None:
            for stream, text in self.texts[self.shown : until]:
                self.on_output(stream, text)
        self.shown = max(self.shown, until)

    def _written(self, stream: str) -> str:
        return "".join(text for wanted, text in self.texts if wanted == stream)

    def _stopped(self, stop: Stop) -> RunResult:
        machine = self.machine
        machine.total_executed += machine.executed
        self.taken.append(machine.thread)
        self._flush()
        if self.observer is not None:
            self.observer.failed()
        location = user_location(machine.stack())
        match stop:
            case ViolationFound():
                found = violation(machine, stop)
                return self._result(Status.VIOLATION, violation=found, location=location)
            case Infeasible():
                return self._result(Status.INFEASIBLE, location=location)
            case UnsupportedReached(construct=construct):
                return self._result(Status.UNSUPPORTED, detail=construct, location=location)
            case LimitReached(what=what):
                return self._result(Status.LIMIT, detail=what, location=location)
        raise stop

    def _result(
        self,
        status: Status,
        *,
        violation: Violation | None = None,
        deadlock: Deadlock | None = None,
        detail: str = "",
        location: SourceLocation | None = None,
    ) -> RunResult:
        self._show(len(self.texts))
        return RunResult(
            status,
            self._schedule(),
            self._written("stdout"),
            self._written("stderr"),
            len(self.taken),
            self.machine.total_executed,
            self.machine.exit_status if status is not Status.EXITED else self.machine.exit_status or 0,
            violation,
            deadlock,
            detail,
            location,
            tuple(self.machine.unknown_functions),
            len(self.machine.threads),
            self.waits,
        )

    def _schedule(self) -> Schedule:
        pauses = tuple((step, done) for step, done in self.pauses.items() if step < len(self.taken))
        inputs = tuple(self.inputs.used)
        machine = self.machine
        schedule = Schedule(tuple(self.taken), inputs, machine.eager, machine.compiled_reads, pauses=pauses)
        return replace(schedule, through_loops=machine.through_loops)


def blocked_thread(machine: Machine, stop: Blocked) -> BlockedThread:
    """The executing thread, which cannot go on."""
    stack = machine.stack()
    waited_for = place_text(machine.executable.numbering, stop.waited_for, stop.size) if stop.waited_for else ""
    acquired = machine.acquired or {}
    holders = []
    for number in stop.holders:
        got = acquired.get((stop.waited_for, number))
        holders.append(Holder(number, None if got is None else user_location(got)))
    return BlockedThread(machine.thread, user_location(stack), stop.reason, stack, waited_for, tuple(holders))


def blocked_now(machine: Machine, thread: int) -> BlockedThread | None:
    """Why a thread cannot move; None if it can. The machine is left as it was, what it counts and notes included.

    To look takes no input of the run: what happens must not depend on whether somebody watches.
    """
    saved, executed, accesses = machine.save(), machine.total_executed, machine.accesses
    choose, machine.choose = machine.choose, EnumeratedInputs(_SMALL_DOMAIN).choose
    acquired, unknown = dict(machine.acquired or {}), dict(machine.unknown_functions)
    machine.accesses = None
    blocked: BlockedThread | None = None
    try:
        machine.step_slowly(thread, longest=_LONGEST_LOOK)
    except Blocked as stop:
        blocked = blocked_thread(machine, stop)
    except Stop:
        pass  # it can move, whatever comes of it
    machine.restore(saved)
    machine.choose = choose
    machine.output.clear()
    machine.total_executed, machine.accesses, machine.unknown_functions = executed, accesses, unknown
    machine.acquired = acquired if machine.acquired is not None else None
    return blocked


def blocked_threads(machine: Machine) -> dict[int, BlockedThread]:
    """The threads that cannot move. The machine is left as it was."""
    found: dict[int, BlockedThread] = {}
    saved = machine.save()
    for thread in [thread.number for thread in machine.threads if not thread.ended]:
        try:
            machine.step(thread)
        except Blocked as stop:
            found[thread] = blocked_thread(machine, stop)
        except Stop:
            pass  # it can move, whatever comes of it
        machine.restore(saved)
        machine.output.clear()
    return found


def deadlock_of(blocked: dict[int, BlockedThread]) -> Deadlock:
    return Deadlock(tuple(blocked[thread] for thread in sorted(blocked)))


def local_deadlocks(blocked: dict[int, BlockedThread]) -> Iterator[Deadlock]:
    edges = {number: [holder.thread for holder in thread.holders] for number, thread in blocked.items()}
    for cycle in cycles(edges):
        yield Deadlock(tuple(blocked[number] for number in sorted(cycle)), local=True)


def violation(machine: Machine, stop: ViolationFound) -> Violation:
    stack = stop.site if isinstance(stop, Leak) else machine.stack()
    message = stop.message
    if stop.property is Property.ATOMICITY:
        message = f"{message} interferes with {watched_text(machine)}"
    return Violation(stop.property, message, user_location(stack), machine.thread, stack)


def user_location(stack: tuple[StackEntry, ...]) -> SourceLocation:
    """Where in the program's own code control is; in a library model if there is nothing else."""
    return next((entry.location for entry in stack if not entry.in_model), stack[0].location)
