"""In which ways functions use what can be given back: mutexes, semaphores, threads.

A step that gives something back may come before everything else, as long as the others use the object only in ways
that wait for it, or that may change places with it (`GivingBack.harmless`). Whoever looks at it without waiting
(trylock, sem_getvalue, destroying it, copying it, ...) disturbs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from esbmc_py.goto.abstract_objects import AbstractObject, AllocationSite
from esbmc_py.goto.addressed import addressed_functions
from esbmc_py.goto.closure import closure
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.inclusion import members
from esbmc_py.goto.instructions import Call, Copy, Instruction, Load, StartThread, Store
from esbmc_py.goto.points_to import points_to
from esbmc_py.goto.program import Program
from esbmc_py.goto.symbols import Symbol
from esbmc_py.goto.types import ArrayType, CType, PointerType, StructType, unqualified

_MEMBER = re.compile(r"(->|\.)\w+$")  # a place that is a member of a structure
RAW = frozenset({"memcpy", "memmove", "memset", "memcmp", "bcmp", "bcopy", "bzero", "mempcpy"})


@dataclass(frozen=True, slots=True)
class GivingBack:
    fields: frozenset[str]  # of the object: who touches one of them uses the object
    harmless: frozenset[str]  # functions of the library that use it in ways that allow the step to come first
    waiting: str = ""  # one of these, which waits for the step, unless the program calls one of `unless`
    unless: frozenset[str] = frozenset()
    spoiled_by: frozenset[str] = frozenset()  # where the program has one of these functions, nothing is harmless


# pthread_create, where names come again: it looks who has ended, and does not wait
_GIVES_NAMES = frozenset({"__smtcb_name_for"})
_TELLS_ORDER = frozenset({"gettid"})  # of creations
RELEASES = {
    "pthread_mutex_unlock": GivingBack(
        frozenset({"__owner", "__kind", "__count"}),
        frozenset(
            {"pthread_mutex_lock", "pthread_mutex_unlock", "check_mutex", "is_locked_again", "lock_again"}
            | {"__smtcb_mutex_acquire", "__smtcb_mutex_release", "begin_waiting"}
        ),
    ),
    "sem_post": GivingBack(
        frozenset({"__value", "__destroyed"}), frozenset({"sem_post", "sem_wait", "check_semaphore"})
    ),
    "pthread_create": GivingBack(
        frozenset({"detached", "joined", "ended"}),
        frozenset({"pthread_create", "__smtcb_thread_exit"}),
        spoiled_by=_GIVES_NAMES | _TELLS_ORDER,
    ),
    "__smtcb_thread_exit": GivingBack(
        frozenset({"ended", "result"}),
        frozenset({"__smtcb_thread_exit", "pthread_join"}),
        # who is cancelled does not wait any longer, and a thread that is detached is not waited for
        waiting="pthread_join",
        unless=frozenset({"pthread_cancel", "pthread_detach", "pthread_attr_setdetachstate"}),
        spoiled_by=_GIVES_NAMES,
    ),
}


class Uses:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._harmless = {name: self._harmless_functions(release) for name, release in RELEASES.items()}
        self.disturbing = {name: self._disturbing_functions(name) for name in RELEASES}
        self._callees: dict[str, frozenset[str]] = {}
        self._disturbed: dict[str, frozenset[str]] = {}

    def _harmless_functions(self, release: GivingBack) -> frozenset[str]:
        if not release.spoiled_by.isdisjoint(self._program.functions):
            return frozenset()
        waits = release.unless.isdisjoint(self._program.functions)
        return release.harmless if waits else release.harmless - {release.waiting}

    def _disturbing_functions(self, kind: str) -> frozenset[str]:
        fields = RELEASES[kind].fields
        names = set(RAW)
        for name, function in self._program.functions.items():
            if any(_touches(instruction, fields) for instruction in function.instructions):
                names.add(name)
        for name, targets in self._by_pointers.items():
            if any(self._may_hold(target, fields) for target in targets):
                names.add(name)
        harmless = {name for name in self._harmless[kind] & names if self._program.functions[name].is_model}
        return frozenset(names - harmless)

    def _may_hold(self, target: AbstractObject, fields: frozenset[str]) -> bool:
        """Is it, or has it in it, what can be given back? Threads' control blocks are allocated by the library."""
        match target:
            case Symbol(type=ctype):
                return _has_member(ctype, fields)
            case AllocationSite(activation=activation) if activation.function == "pthread_create":
                itself = self._program.thread_self
                return itself is None or _points_to_member(itself.type, fields)
            case _:
                return False

    @cached_property
    def _by_pointers(self) -> dict[str, set[AbstractObject]]:
        """What functions may reach in ways that do not tell which member it is. Only the library's names are believed:
        a program may look at an object through a pointer to something else.
        """
        found = points_to(self._program)
        reached: dict[str, set[AbstractObject]] = {}
        for activation, accesses in found.accesses.items():
            function = self._program.functions[activation.function]
            for access in accesses:
                if not function.is_model or _tells_no_member(function.instructions[access.index]):
                    targets = (found.objects[number] for number in members(access.objects))
                    reached.setdefault(activation.function, set()).update(targets)
        return reached

    def disturbed_by(self, name: str) -> frozenset[str]:
        """The releases with which a step of this function may not change places, if it touches the same memory.

        Only what is known to be harmless is: functions of the library that use the object themselves, or by such ones.
        """
        found = self._disturbed.get(name)
        if found is None:
            found = self._disturbed[name] = frozenset(kind for kind in RELEASES if not self._is_harmless(name, kind))
        return found

    def _is_harmless(self, name: str, kind: str) -> bool:
        function = self._program.functions.get(name)
        if function is None or not function.is_model:
            return False
        harmless, calls = self._harmless[kind], self.callees(name)
        uses_such = not calls.isdisjoint(harmless) and self.disturbing[kind].isdisjoint({name} | calls)
        return name in harmless or uses_such

    def callees(self, name: str) -> frozenset[str]:
        """What a function may call, directly or not."""
        found = self._callees.get(name)
        if found is None:
            found = self._callees[name] = frozenset(closure(self._called_in(name), self._called_in))
        return found

    def _called_in(self, name: str) -> Iterator[str]:
        function = self._program.functions.get(name)
        for instruction in function.instructions if function is not None else ():
            yield from self.targets(instruction)

    def targets(self, instruction: Instruction) -> frozenset[str]:
        """The functions that an instruction may call or start."""
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
        return addressed_functions(self._program)


def _touches(instruction: Instruction, fields: frozenset[str]) -> bool:
    match instruction:
        case Load(place=place) | Store(place=place):
            return _names_member(place, fields)
        case Copy(place=place, source_place=source, type=copied):  # of a whole structure, or of a cell of one
            return _has_member(copied, fields) or _names_member(place, fields) or _names_member(source, fields)
        case _:
            return False


def _tells_no_member(instruction: Instruction) -> bool:
    match instruction:
        case Load(place=place) | Store(place=place):
            return not _MEMBER.search(place)
        case _:
            return isinstance(instruction, Copy)


def _names_member(place: str, fields: frozenset[str]) -> bool:
    return any(place.endswith((f"->{field}", f".{field}")) for field in fields)


def _points_to_member(ctype: CType, fields: frozenset[str]) -> bool:
    return isinstance(ctype, PointerType) and _has_member(ctype.target, fields)


def _has_member(ctype: CType, fields: frozenset[str]) -> bool:
    match unqualified(ctype):
        case ArrayType(element=element):
            return _has_member(element, fields)
        case StructType(members=members):
            return any(member.name in fields or _has_member(member.type, fields) for member in members or ())
        case _:
            return False
