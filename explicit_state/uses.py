"""In which ways functions use what can be given back: mutexes, semaphores, threads.

A step that gives something back may come before everything else, as long as the others use the object only in ways
that wait for it, or that may change places with it (`Release.harmless`). Whoever looks at it without waiting (trylock,
sem_getvalue, destroying it, copying it, ...) disturbs.
"""

from __future__ import annotations

from functools import cached_property

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import Expression, FunctionAddress
from esbmc_py.goto.instructions import Call, Copy, Instruction, Load, StartThread, Store
from esbmc_py.goto.operands import expressions_of, parts_of
from esbmc_py.goto.program import Program
from esbmc_py.goto.types import ArrayType, CType, StructType, unqualified

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


class Uses:
    def __init__(self, program: Program) -> None:
        self._program = program
        self.disturbing = {name: self._disturbing_functions(release) for name, release in RELEASES.items()}
        self._callees: dict[str, frozenset[str]] = {}
        self._disturbed: dict[str, frozenset[str]] = {}

    def _disturbing_functions(self, release: Release) -> frozenset[str]:
        names = set(RAW)
        for name, function in self._program.functions.items():
            if not (function.is_model and name in release.harmless):
                if any(_touches(instruction, release.fields) for instruction in function.instructions):
                    names.add(name)
        return frozenset(names)

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
        harmless, calls = RELEASES[kind].harmless, self.closure(name)
        uses_such = not calls.isdisjoint(harmless) and self.disturbing[kind].isdisjoint({name} | calls)
        return name in harmless or uses_such

    def closure(self, name: str) -> frozenset[str]:
        """What a function may call, directly or not."""
        found = self._callees.get(name)
        if found is None:
            seen: set[str] = set()
            pending = [name]
            while pending:
                function = self._program.functions.get(pending.pop())
                for instruction in function.instructions if function is not None else ():
                    news = self.targets(instruction) - seen
                    seen |= news
                    pending += news
            found = self._callees[name] = frozenset(seen)
        return found

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
        names = {
            part.name
            for function in self._program.functions.values()
            for instruction in function.instructions
            for part in operands(instruction)
            if isinstance(part, FunctionAddress) and not (isinstance(instruction, Call) and part is instruction.callee)
        }
        images = [*self._program.globals.values(), *self._program.thread_locals.values()]
        relocations = (relocation.target for image in images for relocation in image.relocations)
        return frozenset(names | {target for target in relocations if isinstance(target, str)})


def operands(instruction: Instruction) -> list[Expression]:
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
