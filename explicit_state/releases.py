"""Steps that others can only gain by come first, alone: unlocking a mutex, posting a semaphore, starting and ending a
thread.

Such a step is possible now and stays so, and nothing that another thread can do before it is lost if it comes first:
who asks for a mutex that is held has to wait anyway, a semaphore's waits and posts may change places, a join has to
wait for the end, and nobody knows the new thread yet. So from a state with such a step, that step is a persistent set
and no other need be looked at. Every cycle takes something again, in a state where all threads are looked at: nothing
is put off for ever.

That holds as long as the others use the object only in these ways. A function that looks at it without waiting
(trylock, sem_getvalue, destroying it, copying it, ...) disturbs; where another thread may still call one, the step gets
no preference. What a thread may still call is read off its calls under way and the program's call graph. Where one of
those is ahead, the step still comes first if nobody was seen to disturb it (see `disturbances`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from esbmc_py.goto.expressions import AddressOf
from esbmc_py.goto.flow import reachable_from
from esbmc_py.goto.operands import expressions_of, subexpressions
from esbmc_py.goto.program import Function, Program
from esbmc_py.vm.core import Thread

from .footprints import WHOLE
from .protection import CriticalSections
from .transitions import OutcomeKind, Transition, Transitions
from .uses import RELEASES, Uses
from .vectors import EXIT, Vector

MANY = 1 << 30  # a semaphore with so many posts may be near its limit

_IN_MEMORY = frozenset({"pthread_mutex_unlock", "sem_post"})  # that the program has set aside for it


class Releases:
    def __init__(self, program: Program, transitions: Transitions, uses: Uses) -> None:
        self._program = program
        self._transitions = transitions
        self._uses = uses
        self._globals = transitions.components.executable.global_buffers
        self._may_call: dict[tuple[int, int], frozenset[str]] = {}  # slot and number of a thread → functions
        self._disturbed: dict[tuple[int, int], frozenset[str]] = {}  # the same → releases that it may disturb
        self._accepted: dict[Transition, bool] = {}
        self._others: defaultdict[int, set[int]] = defaultdict(set)  # thread → its numbers with no release next

    def first(
        self,
        vector: Vector,
        alive: list[int],
        among: Sequence[int] | None = None,
        sections: CriticalSections | None = None,
    ) -> Transition | None:
        """A step (of one of some threads) that may come before everything else; if need be, since nobody was seen to
        disturb it.
        """
        components = self._transitions.components
        slots = components.thread_slots
        for thread in alive if among is None else among:
            if thread not in alive:
                continue
            number = vector[slots[thread]]
            if number in self._others[thread]:
                continue
            state = components.thread(vector, thread)
            code = state.code
            begins = state.pc == 0 and state.caller is None
            if begins and self._does_nothing(vector, thread):
                return self._transitions.of(vector, thread)[0]
            if code.name not in RELEASES or not code.function.is_model:
                if not begins:
                    self._others[thread].add(number)
                continue
            possible = self._transitions.of(vector, thread)
            if len(possible) == 1 and self._concerns_nobody(vector, possible[0], code.name):
                if self.is_left_alone(possible[0], code.name, vector, alive):
                    return possible[0]
                if sections is not None and sections.is_undisturbed(possible[0], code.name):
                    return possible[0]
        return None

    def never_at(self, thread: int, number: int) -> bool:
        """A thread with this number is known not to be at a release."""
        return number in self._others[thread]

    def released_at(self, thread: Thread) -> str | None:
        """The release that a thread is at, if it may come first wherever it does the same and nobody disturbs."""
        name = thread.code.name
        return name if name in RELEASES and name != "pthread_create" and thread.code.function.is_model else None

    def is_left_alone(self, transition: Transition, name: str, vector: Vector, alive: list[int]) -> bool:
        """Nobody can disturb this release any more. In the heap, somebody may free what it is about; who knows where a
        thread-local object is may look at it when its thread ends.
        """
        if name == "__smtcb_thread_exit":
            known = not self._user_thread_locals
        else:
            known = name not in _IN_MEMORY or all(one[0] in self._globals for one in transition.footprint.writes)
        return known and self.may_come_first(frozenset({name}), vector, alive, transition.thread)

    def may_come_first(self, names: frozenset[str], vector: Vector, alive: list[int], thread: int) -> bool:
        """Nobody but this thread may still disturb such releases."""
        slots = self._transitions.components.thread_slots
        for other in alive:
            if other != thread:
                key = slots[other], vector[slots[other]]
                disturbed = self._disturbed.get(key)
                if disturbed is None:
                    ahead = self._functions_ahead(vector, other)
                    known = self._uses.disturbing
                    disturbed = frozenset(name for name in known if not known[name].isdisjoint(ahead))
                    self._disturbed[key] = disturbed
                if not names.isdisjoint(disturbed):
                    return False
        return True

    # -- what the step does ------------------------------------------------------------------------------------

    def _does_nothing(self, vector: Vector, thread: int) -> bool:
        """The beginning of a thread, up to its first switch point, if that touches no memory at all.

        A thread that begins with an endless loop comes to none: it would come first for ever.
        """
        first, *others = self._transitions.of(vector, thread)
        quiet = first.kind is OutcomeKind.MOVED and not (first.inputs or first.lone or first.overran or others)
        return quiet and not first.footprint.reads and not first.footprint.writes

    def _concerns_nobody(self, vector: Vector, transition: Transition, name: str) -> bool:
        """Besides what it gives back, the step changes nothing that another thread may know."""
        if transition.kind is not OutcomeKind.MOVED or transition.inputs:
            return False
        if name == "pthread_create":
            return self._only_makes(vector, transition)
        accepted = self._accepted.get(transition)
        if accepted is None:
            touches = self._ends_quietly if name == "__smtcb_thread_exit" else self._writes_one_number
            accepted = self._accepted[transition] = not transition.lone and touches(transition)
        return accepted

    def _only_makes(self, vector: Vector, transition: Transition) -> bool:
        """The step starts the thread, nothing that exists dies with it, nothing is allocated that may leak, the process
        does not end. Writing the handle is a step before: who looks at that variable may see it without its value.
        """
        if not transition.lone:
            return False
        components = self._transitions.components
        for number, _, end in transition.footprint.writes:
            slot = components.object_slots.get(number)
            if end >= WHOLE and slot is not None and slot < len(vector):
                if components.tables[slot][vector[slot]] is not None:
                    return False
        return not transition.allocated and all(slot != EXIT for slot, _ in transition.sets)

    def _writes_one_number(self, transition: Transition) -> bool:
        """And nothing else: no local dies with the same step."""
        writes = transition.footprint.writes
        if len(writes) != 1 or len(transition.edits) != 1:
            return False
        ((_, begin, end),) = writes
        if end - begin > 8:
            return False
        return all(int.from_bytes(new, "little") < MANY for _, new, _ in transition.edits[0].patches)

    def _ends_quietly(self, transition: Transition) -> bool:
        """Besides the thread's own control block, nothing ends but its thread-local objects."""
        numbering = self._transitions.components.executable.numbering
        own = {numbering.thread_local(transition.thread, index) for index in range(len(self._program.thread_locals))}
        dying = {number for number, _, end in transition.footprint.writes if end >= WHOLE}
        changed = {number for number, _, end in transition.footprint.writes if end < WHOLE}
        return dying <= own and len(changed) == 1

    @cached_property
    def _user_thread_locals(self) -> bool:
        """Does the program itself name a thread-local object?"""
        thread_locals = set(self._program.thread_locals)
        return any(
            isinstance(part, AddressOf) and part.symbol in thread_locals
            for function in self._program.functions.values()
            if not function.is_model
            for instruction in function.instructions
            for part in subexpressions(*expressions_of(instruction))
        )

    # -- what others may still do --------------------------------------------------------------------------------

    def _functions_ahead(self, vector: Vector, thread: int) -> frozenset[str]:
        """The functions that the thread, and threads that it creates, may still run."""
        components = self._transitions.components
        slot = components.thread_slots[thread]
        key = slot, vector[slot]
        found = self._may_call.get(key)
        if found is None:
            state = components.thread(vector, thread)
            names = {state.code.name} | self._called_from(state.code.function, state.pc)
            caller = state.caller
            while caller is not None:
                code, index, _, caller, _ = caller
                names |= {code.name} | self._called_from(code.function, index)
            if self._program.thread_exit is not None:
                names |= {self._program.thread_exit} | self._uses.callees(self._program.thread_exit)
            found = self._may_call[key] = frozenset(names)
        return found

    def _called_from(self, function: Function, index: int) -> set[str]:
        names: set[str] = set()
        for place in reachable_from(function.instructions, [index]):
            for name in self._uses.targets(function.instructions[place]):
                names |= {name} | self._uses.callees(name)
        return names
