"""Properties of the state after the last round of a sequentialized program: deadlocks, data races, leaks.

Every state that can be reached within the rounds is also one after the last round, since threads may rest. There, each
thread tries its next statement, by itself, on a copy of the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import Block
from esbmc_py.goto.properties import Property
from reachability_tree.enabled import blocked_for_all_inputs
from reachability_tree.step_accesses import TrackingExecutor
from sequentialize.cseq import Sequentialized
from sequentialize.inline import call_site, innermost
from symex import objects
from symex.accesses import Access, overlap
from symex.loop_bounds import LoopBounds
from symex.run import Run
from symex.state import NO_LOOPS, Frame, State, ThreadState
from symex.terms import FALSE, Term, all_of, and_, any_of, not_, or_
from symex.values import Value, condition_term, is_nonzero
from symex.waiting import WaitFor, is_among, stuck_set

from .run import DefinedCompiler, SequentialExecutor, ThreadWait, Violated, heap_places

_FIRST_INPUT = 10_000_000  # what a try takes is none of the program's inputs


@dataclass(frozen=True, slots=True)
class Trial:
    """What a thread would do next: be blocked, or touch memory."""

    active: Term
    blocked: Term
    waits: tuple[ThreadWait, ...]
    accesses: tuple[Access, ...]
    self_value: Value = 0


class Prober(TrackingExecutor):
    """Executes one statement of a thread, from the code that is there for that."""

    compiler_class = DefinedCompiler
    rests_in_endless_loops = False

    def __init__(self, sequential: Sequentialized, properties: frozenset[Property]) -> None:
        super().__init__(sequential.program, LoopBounds(), properties)
        self._sequential = sequential
        self._heap = heap_places(sequential)
        self._waits: list[ThreadWait] = []
        self._thread = 0

    def trial(self, final: Run, thread: int) -> Trial:
        sequential, self._thread, self._waits = self._sequential, thread, []
        register = sequential.active[thread]
        active = condition_term(is_nonzero(final.registers[register.index], register.type.width))
        if active is FALSE:
            return Trial(FALSE, FALSE, (), ())
        code = self.code(self.program.entry)
        frame = Frame(code, sequential.probes[thread], tuple(final.registers), NO_LOOPS, -1, None, 1)
        own = ThreadState(0, frame, inputs=_FIRST_INPUT * (thread + 1))
        state = State(final.memory, (own,))
        step = self.step(state, 0)
        blocked = blocked_for_all_inputs(state, 0, step)
        accesses = tuple(self._told(access) for access in step.accesses)
        return Trial(active, blocked, tuple(self._waits), accesses, self._self_value(state, thread))

    def _self_value(self, state: State, thread: int) -> Value:
        """What the holders of waits call a thread."""
        own = self._sequential.numbered.threads[thread].thread.own_self
        if own is None:
            return 0
        found = state.memory[self.program.object_numbers[own]]
        return objects.read(found, 0, self.space.pointer_bits // 8)[0]

    def _told(self, access: Access) -> Access:
        side = replace(access.side, thread=self._thread, location=innermost(access.side.location))
        return replace(access, side=side)

    def stops_at_switch_point(self, run: Run, moved: bool) -> bool:
        return False

    def block(self, run: Run, condition: Term, instruction: Block, holder: Value = 0, holders: Value = 0) -> None:
        waiting = and_(run.guard, not_(condition))
        if waiting is not FALSE:
            what = WaitFor(waiting, instruction.reason, holder, holders)
            self._waits.append(ThreadWait(self._thread, what, call_site(instruction.location)))
        super().block(run, condition, instruction, holder, holders)

    def allocate(self, run: Run, size: Value, width: int, *, zeroed: bool, on_stack: bool) -> int:
        run.thread, run.allocated = self._heap[run.pc]
        made = super().allocate(run, size, width, zeroed=zeroed, on_stack=on_stack)
        run.thread = 0
        return made


def violations_at_the_end(executor: SequentialExecutor, final: Run) -> Iterator[Violated]:
    """Conditions on a run that came to the end of the last round."""
    properties = executor.properties
    if executor.finds_leaks:
        yield from _leaks(executor, final)
    if not executor.sequential.probes:
        return
    prober = Prober(executor.sequential, properties)
    trials = [prober.trial(final, thread) for thread in range(len(executor.sequential.probes))]
    if Property.DEADLOCK in properties:
        yield from _deadlock(final.guard, _all_followed(executor, final), trials, prober.space.pointer_bits)
    if Property.RACE in properties:
        yield from _races(final.guard, trials, prober)


def _leaks(executor: SequentialExecutor, final: Run) -> Iterator[Violated]:
    """The process ends with its last thread, too."""
    active = [
        condition_term(is_nonzero(final.registers[register.index], register.type.width))
        for register in executor.sequential.active
    ]
    over = all_of([final.guard, not_(any_of(active)), _all_followed(executor, final)])
    for unfreed, found in executor.unfreed(final):
        condition = and_(over, unfreed)
        if condition is not FALSE:
            assert found.site is not None
            yield Violated(0, condition, *executor.leak(found.size), found.site)


def _all_followed(executor: SequentialExecutor, final: Run) -> Term:
    """No thread has been left at a bound: it would go on."""
    stopped = executor.sequential.stopped
    return not_(condition_term(is_nonzero(final.registers[stopped.index], stopped.type.width)))


def _deadlock(guard: Term, all_followed: Term, trials: list[Trial], bits: int) -> Iterator[Violated]:
    """Every thread has ended or is blocked, and one is; or some of them wait for one another."""
    everyone = all_of([or_(not_(one.active), one.blocked) for one in trials])
    someone = any_of([and_(one.active, one.blocked) for one in trials])
    condition = all_of([guard, all_followed, everyone, someone])
    waits = tuple(_while_active(wait, one) for one in trials for wait in one.waits)
    if not waits:
        return
    first = waits[0]
    if condition is not FALSE:
        yield Violated(first.thread, condition, Property.DEADLOCK, "no thread can go on", first.location, waits=waits)
    local = all_of([guard, not_(condition), _cycle(trials, bits)])
    if local is not FALSE:
        message = "threads wait for one another"
        yield Violated(first.thread, local, Property.DEADLOCK, message, first.location, waits=waits, local=True)


def _while_active(wait: ThreadWait, trial: Trial) -> ThreadWait:
    return replace(wait, what=replace(wait.what, guard=and_(wait.what.guard, trial.active)))


def _cycle(trials: list[Trial], bits: int) -> Term:
    """Some threads wait, each for what another of them holds."""

    def waits(number: int, stuck: Mapping[int, Term]) -> Term:
        one = trials[number]
        cases = [
            all_of([wait.what.guard, is_among(wait.what, place, other.self_value, bits), stuck[place]])
            for wait in one.waits
            if wait.what.names_holders
            for place, other in enumerate(trials)
        ]
        return all_of([one.active, one.blocked, any_of(cases)])

    return all_of(stuck_set(range(len(trials)), waits))


def _races(guard: Term, trials: list[Trial], prober: Prober) -> Iterator[Violated]:
    for one, other in combinations(trials, 2):
        for first in one.accesses:
            for second in other.accesses:
                if first.side.may_race_with(second.side):
                    meet = overlap(first, second, prober.space)
                    condition = all_of([guard, one.active, other.active, first.guard, second.guard, meet])
                    if condition is not FALSE:
                        sides = first.side, second.side
                        message = f"{first.side}, {second.side}"
                        where = call_site(first.side.location)
                        yield Violated(first.side.thread, condition, Property.RACE, message, where, sides=sides)
