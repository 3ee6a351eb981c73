"""Steps that others can only gain by come first, alone: unlocking a mutex, posting a semaphore, starting and ending a
thread.

Such a step is possible now and stays so, and nothing that another thread can do before it is lost if it comes first:
who asks for a mutex that is held has to wait anyway, a semaphore's waits and posts may change places, a join has to
wait for the end, and nobody knows the new thread yet. So from a state with such a step, that step is a persistent set
and no other need be looked at. Every cycle takes something again, in a state where all threads are looked at: nothing
is put off for ever.

That holds as long as the others use the object only in these ways. A function that looks at it without waiting
(trylock, sem_getvalue, destroying it, copying it, ...) disturbs; where another thread may still call one, the step gets
no preference. What a thread may still call is read off its calls under way and the program's call graph.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import AddressOf, Expression, FunctionAddress
from esbmc_py.goto.flow import reachable_from
from esbmc_py.goto.instructions import Call, Copy, Instruction, Load, StartThread, Store
from esbmc_py.goto.operands import expressions_of, parts_of
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.types import ArrayType, CType, StructType, unqualified
from esbmc_py.vm.machine import Thread

from .footprints import WHOLE
from .transitions import Kind, Transition, Transitions
from .vectors import EXIT, Vector

MANY = 1 << 30  # a semaphore with so many posts may be near its limit
RAW = frozenset({"memcpy", "memmove", "memset", "memcmp", "bcmp", "bcopy", "bzero", "mempcpy"})


@dataclass(frozen=True, slots=True)
class Release:
    fields: frozenset[str]  # of the object: who touches one of them uses the object
    harmless: frozenset[str]  # functions of the library that use it in ways that allow the step to come first


RELEASES = {
    "pthread_mutex_unlock": Release(
        frozenset({"__owner", "__kind", "__count"}),
        frozenset(
            {"pthread_mutex_lock", "pthread_mutex_unlock", "check_mutex", "is_locked_again", "lock_again"}
            | {"__smtcb_mutex_acquire", "__smtcb_mutex_release", "begin_waiting"}
        ),
    ),
    "sem_post": Release(frozenset({"__value", "__destroyed"}), frozenset({"sem_post", "sem_wait", "check_semaphore"})),
    "pthread_create": Release(
        frozenset({"detached", "joined", "ended"}), frozenset({"pthread_create", "__smtcb_thread_exit"})
    ),
    "__smtcb_thread_exit": Release(frozenset({"ended", "result"}), frozenset({"__smtcb_thread_exit", "pthread_join"})),
}


class Releases:
    def __init__(self, program: Program, transitions: Transitions) -> None:
        self._program = program
        self._transitions = transitions
        self._globals = transitions.components.executable.global_buffers
        self._disturbing = {name: self._disturbing_functions(release) for name, release in RELEASES.items()}
        self._callees: dict[str, frozenset[str]] = {}
        self._may_call: dict[tuple[int, int], frozenset[str]] = {}  # slot and number of a thread → functions
        self._disturbed: dict[tuple[int, int], frozenset[str]] = {}  # the same → releases that it may disturb
        self._accepted: dict[Transition, bool] = {}
        self._others: defaultdict[int, set[int]] = defaultdict(set)  # thread → its numbers with no release next

    def first(self, vector: Vector, alive: list[int], among: Sequence[int] | None = None) -> Transition | None:
        """A step (of one of some threads) that may come before everything else."""
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
                if self.may_come_first(frozenset({code.name}), vector, alive, thread):
                    return possible[0]
        return None

    def never_at(self, thread: int, number: int) -> bool:
        """A thread with this number is known not to be at a release."""
        return number in self._others[thread]

    def released_at(self, thread: Thread) -> str | None:
        """The release that a thread is at, if it may come first wherever it does the same and nobody disturbs."""
        name = thread.code.name
        return name if name in RELEASES and name != "pthread_create" and thread.code.function.is_model else None

    def may_come_first(self, names: frozenset[str], vector: Vector, alive: list[int], thread: int) -> bool:
        """Nobody but this thread may still disturb such releases."""
        slots = self._transitions.components.thread_slots
        for other in alive:
            if other != thread:
                key = slots[other], vector[slots[other]]
                disturbed = self._disturbed.get(key)
                if disturbed is None:
                    ahead = self._functions_ahead(vector, other)
                    found = (name for name, disturbing in self._disturbing.items() if not disturbing.isdisjoint(ahead))
                    disturbed = self._disturbed[key] = frozenset(found)
                if not names.isdisjoint(disturbed):
                    return False
        return True

    # -- what the step does ------------------------------------------------------------------------------------

    def _does_nothing(self, vector: Vector, thread: int) -> bool:
        """The beginning of a thread, up to its first switch point, if that touches no memory at all.

        A thread that begins with an endless loop comes to none: it would come first for ever.
        """
        first, *others = self._transitions.of(vector, thread)
        quiet = first.kind is Kind.MOVED and not (first.inputs or first.lone or first.overran or others)
        return quiet and not first.footprint.reads and not first.footprint.writes

    def _concerns_nobody(self, vector: Vector, transition: Transition, name: str) -> bool:
        """Besides what it gives back, the step changes nothing that another thread may know."""
        if transition.kind is not Kind.MOVED or transition.inputs:
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
        """Of a global object, and nothing else: no local dies with the same step."""
        writes = transition.footprint.writes
        if len(writes) != 1 or len(transition.edits) != 1:
            return False
        ((number, begin, end),) = writes
        if number not in self._globals or end - begin > 8:
            return False
        return all(int.from_bytes(new, "little") < MANY for _, new, _ in transition.edits[0].patches)

    def _ends_quietly(self, transition: Transition) -> bool:
        """Besides the thread's own control block, nothing ends but thread-local objects that only the library knows."""
        numbering = self._transitions.components.executable.numbering
        own = {numbering.thread_local(transition.thread, index) for index in range(len(self._program.thread_locals))}
        dying = {number for number, _, end in transition.footprint.writes if end >= WHOLE}
        changed = {number for number, _, end in transition.footprint.writes if end < WHOLE}
        return dying <= own and len(changed) == 1 and not self._user_thread_locals

    @cached_property
    def _user_thread_locals(self) -> bool:
        """Does the program itself name a thread-local object?"""
        thread_locals = set(self._program.thread_locals)
        return any(
            isinstance(part, AddressOf) and part.symbol in thread_locals
            for function in self._program.functions.values()
            if not function.is_model
            for instruction in function.instructions
            for part in _parts(instruction)
        )

    # -- what others may still do --------------------------------------------------------------------------------

    def _disturbing_functions(self, release: Release) -> frozenset[str]:
        names = set(RAW)
        for name, function in self._program.functions.items():
            if not (function.is_model and name in release.harmless):
                if any(_touches(instruction, release.fields) for instruction in function.instructions):
                    names.add(name)
        return frozenset(names)

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
                names |= {self._program.thread_exit} | self._closure(self._program.thread_exit)
            found = self._may_call[key] = frozenset(names)
        return found

    def _called_from(self, function: Function, index: int) -> set[str]:
        names: set[str] = set()
        for place in reachable_from(function.instructions, [index]):
            for name in self._targets(function.instructions[place]):
                names |= {name} | self._closure(name)
        return names

    def _closure(self, name: str) -> frozenset[str]:
        """What a function may call, directly or not."""
        found = self._callees.get(name)
        if found is None:
            seen: set[str] = set()
            pending = [name]
            while pending:
                function = self._program.functions.get(pending.pop())
                for instruction in function.instructions if function is not None else ():
                    news = self._targets(instruction) - seen
                    seen |= news
                    pending += news
            found = self._callees[name] = frozenset(seen)
        return found

    def _targets(self, instruction: Instruction) -> frozenset[str]:
        match instruction:
            case Call(callee=FunctionAddress(name=name)):
                return frozenset({name})
            case Call(candidates=candidates) if candidates is not None:
                return frozenset(candidates)
            case Call() | StartThread():
                return self._addressed
            case _:
                return frozenset()

    @cached_property
    def _addressed(self) -> frozenset[str]:
        """Functions that a pointer may hold."""
        names = {
            part.name
            for function in self._program.functions.values()
            for instruction in function.instructions
            for part in _parts(instruction)
            if isinstance(part, FunctionAddress) and not (isinstance(instruction, Call) and part is instruction.callee)
        }
        images = [*self._program.globals.values(), *self._program.thread_locals.values()]
        relocations = (relocation.target for image in images for relocation in image.relocations)
        return frozenset(names | {target for target in relocations if isinstance(target, str)})


def _parts(instruction: Instruction) -> list[Expression]:
    """The operands and what they are made of."""
    found: list[Expression] = []
    pending = list(expressions_of(instruction))
    while pending:
        found.append(pending[-1])
        pending += parts_of(pending.pop())
    return found


def _touches(instruction: Instruction, fields: frozenset[str]) -> bool:
    match instruction:
        case Load(place=place) | Store(place=place):
            return _names_member(place, fields)
        case Copy(place=place, source_place=source, type=copied):  # of a whole structure, or of a cell of one
            return _has_member(copied, fields) or _names_member(place, fields) or _names_member(source, fields)
        case _:
            return False


def _names_member(place: str, fields: frozenset[str]) -> bool:
    return any(place.endswith((f"->{field}", f".{field}")) for field in fields)


def _has_member(ctype: CType, fields: frozenset[str]) -> bool:
    match unqualified(ctype):
        case ArrayType(element=element):
            return _has_member(element, fields)
        case StructType(members=members):
            return any(member.name in fields or _has_member(member.type, fields) for member in members or ())
        case _:
            return False
