"""Replaying what symbolic execution found, on a machine that runs eagerly (`eager_machine`)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import field

from esbmc_py.goto.deferred import dataclass

from ..goto.program import Program
from ..goto.properties import Property
from ..goto.types import FloatType, ScalarType
from .eager_machine import LONGEST_STEP, EagerMachine, EagerThroughLoops
from .executable import Executable
from .findings import BlockedThread, DataRace, Deadlock, RunResult, Status
from .footprints import footprint, races_between, unordered
from .happens_before import Order, after
from .machine import Machine
from .races import Access
from .run import Runner, Scheduled, blocked_threads, local_deadlocks
from .stops import OutOfInputs
from .trace import Observer, TraceEvent, TraceSink
from .values import Value, layout

LONGEST_LAST_STEP = 20_000  # of a thread that may be in a loop without an end


@dataclass(frozen=True, slots=True)
class InputBits:
    """A value as symbolic execution knows it: a bit pattern."""

    bits: int
    width: int


class ThreadInputs:
    """Nondeterministic values, a queue for each thread. Stands where `RunInputs` stands."""

    def __init__(self, queues: Mapping[int, Sequence[InputBits]]):
        self._queues = queues
        self._taken: list[int] = []  # the threads that took something, in order
        self._places: dict[int, int] = {}
        self.used: list[Value] = []
        self.machine: Machine | None = None
        self.ends_with_queue = False  # whether a thread whose queue is empty may rest before it takes something

    def choose(self, ctype: ScalarType) -> Value:
        assert self.machine is not None
        thread = self.machine.thread
        place = self._places.get(thread, 0)
        queue = self._queues.get(thread, ())
        if place >= len(queue) and self.ends_with_queue:
            raise OutOfInputs
        bits = queue[place].bits if place < len(queue) else 0
        self._places[thread] = place + 1
        self._taken.append(thread)
        value = _from_bits(bits, ctype)
        self.used.append(value)
        return value

    def mark(self) -> int:
        return len(self.used)

    def rewind(self, mark: int) -> None:
        for thread in self._taken[mark:]:
            self._places[thread] -= 1
        del self._taken[mark:], self.used[mark:]


def _from_bits(bits: int, ctype: ScalarType) -> Value:
    if isinstance(ctype, FloatType):
        data = (bits & ((1 << ctype.width) - 1)).to_bytes(ctype.width // 8, "little")
        value: Value = layout(ctype).unpack_from(data.ljust(layout(ctype).size, b"\0"), 0)[0]
        return value
    bits &= (1 << ctype.width) - 1
    if ctype.signed and bits >> (ctype.width - 1):
        bits -= 1 << ctype.width
    return bits


class EagerRunner(Runner):
    """A thread that symbolic execution has not followed to a switch point rests where its inputs end."""

    unordered: OrderedSteps | None = None  # gets what steps touch, where races are told by happens-before
    violating: int | None = None  # the step in which something is violated, however long it takes to get there

    def note_move(self, thread: int) -> None:
        if self.unordered is not None:
            self.unordered.moved(self.machine, thread)
        super().note_move(thread)

    def take_step(self, thread: int) -> None:
        assert isinstance(self.inputs, ThreadInputs)
        is_last = len(self.taken) in self.last_steps
        self.inputs.ends_with_queue = is_last
        if self.unordered is not None:
            self.machine.accesses = []
        may_be_endless = is_last and len(self.taken) != self.violating
        longest = LONGEST_LAST_STEP if may_be_endless else LONGEST_STEP
        self.machine.limits = longest, longest
        super().take_step(thread)
        if is_last and self.machine.threads[thread].overruns:
            self.pauses[len(self.taken)] = self.machine.executed


@dataclass(eq=False)
class OrderedSteps:
    """The races of an execution by happens-before, each with the number of steps after which it has happened."""

    order: Order = field(default_factory=Order)
    steps: int = 0
    races: dict[Hashable, tuple[int, DataRace]] = field(default_factory=dict)

    def moved(self, machine: Machine, thread: int) -> None:
        accesses, machine.accesses = machine.accesses or [], None
        fences = machine.executable.program.fences
        self.order, races = after(self.order, thread, accesses, len(machine.threads), fences=fences)
        self.steps += 1
        for identity, race in unordered(thread, races):
            self.races.setdefault(identity, (self.steps, race))


class Replay:
    """A machine that has been brought to a state by a schedule and the inputs of each thread."""

    def __init__(
        self,
        program: Program,
        threads: Sequence[int],
        queues: Mapping[int, Sequence[InputBits]],
        trace: TraceSink | None = None,
        further: bool = False,
        *,
        looked_for: frozenset[Property] = frozenset(),
        leaks: bool = False,
        lost: bool = False,
        through_loops: bool = False,
        ordered: OrderedSteps | None = None,
        violates: bool = False,
    ):
        """`looked_for`: which violations are to be run into; `violates`: by the last step."""
        self.inputs = ThreadInputs(queues)
        kind = EagerThroughLoops if through_loops else EagerMachine
        self.machine = kind(Executable(program), self.inputs.choose)
        self.machine.acquired = {}
        self.machine.look_for(leaks=leaks, lost=lost)
        self.inputs.machine = self.machine
        observer = Observer(self.machine, trace) if trace is not None else None
        last_steps = frozenset(dict(zip(threads, range(len(threads)), strict=True)).values())
        order = Scheduled(threads)
        runner = EagerRunner(
            self.machine, self.inputs, order, None, observer, last_steps=last_steps, looked_for=looked_for
        )
        runner.unordered = ordered
        runner.violating = len(threads) - 1 if violates else None
        self.result = runner.run(len(threads) + further, None)
        self.fits = self.result.status is Status.LIMIT and self.result.steps == len(threads)

    def footprints(self) -> dict[int, list[Access]]:
        """What the next step of each thread touches."""
        found: dict[int, list[Access]] = {}
        for thread in self._alive():
            mark = self.inputs.mark()
            found[thread] = footprint(self.machine, thread)
            self.inputs.rewind(mark)
        return found

    def blocked(self) -> dict[int, BlockedThread]:
        """The threads that cannot move."""
        mark = self.inputs.mark()
        found = blocked_threads(self.machine) if self.fits else {}
        self.inputs.rewind(mark)
        return found

    def _alive(self) -> list[int]:
        return [thread.number for thread in self.machine.threads if not thread.ended] if self.fits else []


def replay_eagerly(
    program: Program,
    threads: Sequence[int],
    queues: Mapping[int, Sequence[InputBits]],
    *,
    trace: TraceSink | None = None,
    further: bool = False,
    looked_for: frozenset[Property] = frozenset(Property),
    leaks: bool = False,
    lost: bool = False,
    through_loops: bool = False,
    violates: bool = False,
) -> RunResult:
    """Runs a schedule with the inputs of each thread; `further`: one step more, to see whether there is one."""
    return Replay(
        program,
        threads,
        queues,
        trace,
        further,
        looked_for=looked_for,
        leaks=leaks,
        lost=lost,
        through_loops=through_loops,
        violates=violates,
    ).result


def replay_race(
    program: Program,
    threads: Sequence[int],
    queues: Mapping[int, Sequence[InputBits]],
    trace: TraceSink,
    *,
    through_loops: bool = False,
) -> tuple[RunResult, dict[Hashable, DataRace]]:
    """Runs a schedule; then the races, by their identities, among the steps that threads could make next."""
    replay = Replay(program, threads, queues, trace, through_loops=through_loops)
    return replay.result, dict(races_between(replay.footprints()))


def replay_unordered(
    program: Program,
    threads: Sequence[int],
    queues: Mapping[int, Sequence[InputBits]],
    wanted: Hashable,
    *,
    through_loops: bool = False,
) -> tuple[RunResult, tuple[TraceEvent, ...], DataRace] | None:
    """Runs a schedule up to the step that races with one before it, where nothing orders the two."""
    whole = OrderedSteps()
    Replay(program, threads, queues, ordered=whole, through_loops=through_loops)
    if wanted not in whole.races:
        return None
    steps, _ = whole.races[wanted]
    ordered, events = OrderedSteps(), list[TraceEvent]()
    replay = Replay(program, threads[:steps], queues, events.append, ordered=ordered, through_loops=through_loops)
    if wanted not in ordered.races or replay.result.steps != steps:
        return None
    return replay.result, tuple(events), ordered.races[wanted][1]


def replay_local_deadlock(
    program: Program,
    threads: Sequence[int],
    queues: Mapping[int, Sequence[InputBits]],
    trace: TraceSink,
    *,
    through_loops: bool = False,
) -> tuple[RunResult, list[Deadlock]]:
    """Runs a schedule; then the circles of threads that wait for one another."""
    replay = Replay(program, threads, queues, trace, through_loops=through_loops)
    return replay.result, list(local_deadlocks(replay.blocked()))
