"""A thread on its way through a step: the part of the state that it works on, changeable while the step lasts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import field, replace
from typing import Any, Self, TypeVar

from immutables import Map

from esbmc_py.goto.addresses import AddressSpace
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.numbering import Identity, Numbering, ObjectKind
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.goto.types import IntType, ScalarType

from . import objects
from .code import FunctionCode
from .executing import Executing
from .input_log import Input, InputLog, logged, merge_logs
from .objects import Memory, Object
from .stack_objects import OF_STACK_OBJECTS, joined_objects
from .state import Cut, Frame, Loops, State, ThreadState, Violation
from .terms import FALSE, TRUE, Term, and_, bv, ite, not_, or_, symbol, zext
from .values import Value, choose
from .waiting import WaitFor

_NO_ITERATIONS: Map[object, object] = Map()
_K = TypeVar("_K", bound=Hashable)
_V = TypeVar("_V")


@dataclass(slots=True, eq=False)
class Findings:
    """What a step found on its way, shared by the runs into which it split."""

    violations: list[Violation] = field(default_factory=list)
    cuts: list[Cut] = field(default_factory=list)
    blocked: Term = FALSE
    waits: list[WaitFor] = field(default_factory=list)
    stopped: list[Any] = field(default_factory=list)  # runs that bounds ended, where others can tell how far it is

    def violation(
        self, run: Run, guard: Term, prop: Property, message: str, location: SourceLocation | None = None
    ) -> None:
        self.violations.append(Violation(guard, prop, message, location or run.user_location, run.thread, run.log))

    def cut_off(self, run: Run, guard: Term, what: str, unsupported: bool) -> None:
        self.cuts.append(Cut(guard, what, run.user_location, unsupported))


@dataclass(slots=True, eq=False)
class Run:
    executor: Executing
    state: State  # before the step
    thread: int
    findings: Findings
    guard: Term  # since the step began
    memory: Memory
    code: FunctionCode
    pc: int
    registers: list[Any]  # values; None where one is undefined
    loops: Loops
    result: int
    parent: Frame | None
    depth: int
    atomic: int
    allocated: int
    allocas: int
    inputs: int
    log: InputLog | None
    started: tuple[ThreadState, ...] = ()
    ended: bool = False
    halted: bool = False
    stopped: bool = False
    iterations: Map[object, object] = _NO_ITERATIONS  # how the last iteration of each loop began
    in_own_section: bool = False  # the atomic section that it is in, if any, is the program's and not the library's
    section_begins_step: bool = False  # the same section is visible: nothing came before it in its step
    tried: int = 0  # how many functions a call through a pointer has called already, in runs that split off

    @classmethod
    def at_rest(cls, executor: Executing, state: State, number: int, findings: Findings) -> Self:
        """A thread where a state left it."""
        thread = state.threads[number]
        frame = thread.frame
        assert frame is not None, "a thread that has ended makes no step"
        return cls(
            executor, state, number, findings, TRUE, state.memory, frame.code, frame.pc, list(frame.registers),
            frame.loops, frame.result, frame.parent, frame.depth, thread.atomic, thread.allocated, thread.allocas,
            thread.inputs, state.log,
        )  # fmt: skip

    @property
    def space(self) -> AddressSpace:
        return self.executor.space

    @property
    def numbering(self) -> Numbering:
        return self.executor.numbering

    @property
    def location(self) -> SourceLocation:
        return self.code.instructions[self.pc].location

    @property
    def user_location(self) -> SourceLocation:
        """Where in the program's own code control is; in a library model if there is nothing else."""
        frame = self.parent
        if not self.code.function.is_model or frame is None:
            return self.location
        while frame is not None:
            if not frame.code.function.is_model:
                return frame.code.instructions[frame.pc - 1].location
            frame = frame.parent
        return self.location

    @property
    def in_first_section(self) -> bool:
        """In an atomic section that is all of its step so far: others see the step as a whole, or not at all."""
        return self.atomic > 0 and self.section_begins_step

    def visible_operations(self) -> int:
        """How many it has executed, where a run goes on through them: a step has but one."""
        return 0

    # -- what can go wrong ----------------------------------------------------------------------------------------

    def fault(self, condition: Term, prop: Property, message: str, location: SourceLocation | None = None) -> None:
        """A violation under a condition, here unless it is said where; the run goes on where there is none."""
        self.fail(and_(self.guard, condition), prop, message, location)
        self.guard = and_(self.guard, not_(condition))

    def fail(self, guard: Term, prop: Property, message: str, location: SourceLocation | None = None) -> None:
        if guard is FALSE:
            return
        if prop in self.executor.properties:
            self.findings.violation(self, guard, prop, message, location)
        else:
            self.executor.not_asked_for(self, guard, message)

    def unsupported(self, condition: Term, what: str) -> None:
        self.cut(condition, what, unsupported=True)

    def cut(self, condition: Term, what: str, *, unsupported: bool = False) -> None:
        """Where the condition holds, the thread stops here; the others go on."""
        guard = and_(self.guard, condition)
        if guard is not FALSE:
            self.findings.cut_off(self, guard, what, unsupported)
            self.executor.stop(self, condition)
        self.guard = and_(self.guard, not_(condition))

    def wait(self, condition: Term, reason: str, holder: Value = 0, holders: Value = 0) -> None:
        """Not enabled where the condition does not hold."""
        waiting = and_(self.guard, not_(condition))
        if waiting is not FALSE:
            self.findings.blocked = or_(self.findings.blocked, waiting)
            self.findings.waits.append(WaitFor(waiting, reason, holder, holders))
        self.guard = and_(self.guard, condition)

    def existed(self, identity: Identity) -> bool:
        """May an object with this identity have been alive before?"""
        if identity.kind is not ObjectKind.HEAP:
            return identity.thread < len(self.state.threads) + len(self.started)
        if identity.thread == self.thread:
            return identity.index < self.allocated
        threads = (*self.state.threads, *self.started)
        return identity.thread < len(threads) and identity.index < threads[identity.thread].allocated

    # -- inputs ---------------------------------------------------------------------------------------------------

    def fresh(self, width: int) -> Term:
        """A nondeterministic value."""
        made = symbol(f"in!{self.thread}!{self.inputs}:{width}", width)
        self._log(Input(self.thread, self._path_guard(), made))
        return made

    def fresh_of(self, ctype: ScalarType) -> Term:
        """A nondeterministic value of a type: of a `_Bool` 0 or 1, not any byte."""
        if isinstance(ctype, IntType) and ctype.is_bool:
            return zext(self.fresh(1), ctype.width)
        return self.fresh(ctype.width)

    def free_choice(self, width: int) -> Term:
        """A value that the machine computes (the result of printf) and we do not know: not an input."""
        self.inputs += 1
        return symbol(f"out!{self.thread}!{self.inputs}:{width}", width)

    def fresh_contents(self, size: int) -> str:
        """The name of an object's undefined first contents."""
        instance = f"mem!{self.thread}!{self.inputs}:{size}"
        self._log(Input(self.thread, self._path_guard(), None, instance, size))
        return instance

    def fresh_bytes(self, begin: Value, size: int) -> str:
        """The name of bytes that become anything, as contents of an object of that size; of which, those from there."""
        instance = f"any!{self.thread}!{self.inputs}:{size}"
        self._log(Input(self.thread, self._path_guard(), None, instance, size, begin))
        return instance

    def declined(self) -> None:
        """Bytes are made anything one by one: the machine, which replays this, has to do the same."""
        self._log(Input(self.thread, self._path_guard(), bv(0, 1)))

    def _path_guard(self) -> Term:
        return self.guard

    def _log(self, entry: Input) -> None:
        self.inputs += 1
        self.log = logged(entry, self.log)

    # -- splitting and joining --------------------------------------------------------------------------------------

    def split(self, condition: Term) -> Self:
        """The run that goes on where the condition does not hold; this one keeps where it holds."""
        other = self.__class__(
            self.executor, self.state, self.thread, self.findings, and_(self.guard, not_(condition)), self.memory,
            self.code, self.pc, list(self.registers), self.loops, self.result, self.parent, self.depth, self.atomic,
            self.allocated, self.allocas, self.inputs, self.log, self.started, self.ended, self.halted,
        )  # fmt: skip
        self.guard = and_(self.guard, condition)
        other.iterations = self.iterations
        other.in_own_section = self.in_own_section
        other.section_begins_step = self.section_begins_step
        return other

    @property
    def place(self) -> tuple[object, ...]:
        """Where it is, with everything around it: runs at the same place can be joined."""
        ways_to_rest = (self.ended, self.halted, self.stopped)
        frames: list[object] = [ways_to_rest, self.atomic, self.code, self.pc, self.result]
        frames.append(self.tried)
        frame = self.parent
        while frame is not None:
            frames += (frame.code, frame.pc, frame.result)
            frame = frame.parent
        return (*frames, len(self.started))

    @property
    def order(self) -> tuple[int, ...]:
        """Earlier in the program first, so that runs wait for one another where branches meet.

        What is in an earlier iteration of a loop is earlier; what is in a call is earlier than what returned from it.
        """
        key = [*_iterations(self.code, self.pc, self.loops), self.pc]
        frame = self.parent
        while frame is not None:
            call = frame.pc - 1
            key[:0] = (*_iterations(frame.code, call, frame.loops), call)
            frame = frame.parent
        return tuple(key)

    def leave_loops(self, heads: Sequence[int]) -> None:
        """Whoever comes back to these loops counts anew."""
        for head in heads:
            if head in self.loops:
                self.loops = self.loops.delete(head)

    def join(self, other: Self) -> None:
        """Makes this run stand for both: where `other`'s guard holds, with its values."""
        condition = self.guard
        self.memory = merge_memories(condition, self.memory, other.memory, self.space.pointer_bits)
        self.registers = self.joined_registers(condition, other)
        if self.parent is not other.parent:
            self.parent = merge_frames(condition, self.parent, other.parent)
        self.guard = or_(self.guard, other.guard)
        self.loops = merge_loops(self.loops, other.loops)
        self.allocated = max(self.allocated, other.allocated)
        self.allocas = max(self.allocas, other.allocas)
        self.inputs = max(self.inputs, other.inputs)
        self.log = merge_logs(self.log, other.log)
        self.iterations = common(self.iterations, other.iterations)

    def joined_registers(self, condition: Term, other: Run) -> list[Any]:
        return [
            mine if mine is theirs else joined_values(condition, mine, theirs, width)
            for mine, theirs, width in zip(self.registers, other.registers, self.code.register_widths, strict=True)
        ]


R = TypeVar("R", bound=Run)
Operation = Callable[[R], R | None]  # an instruction, compiled: where a run splits, it gives back the other part


def _iterations(code: FunctionCode, pc: int, loops: Loops) -> list[int]:
    """The heads of the loops around an instruction, outermost first, each with its iteration."""
    key: list[int] = []
    for head in code.around[pc]:
        count = loops.get(head)
        key += (head, 0 if count is None else count.iterations)
    return key


def loops_of_activation(run: Run, code: FunctionCode) -> Loops | None:
    """Of the innermost call of this function that is being executed."""
    if run.code is code:
        return run.loops
    frame = run.parent
    while frame is not None and frame.code is not code:
        frame = frame.parent
    return None if frame is None else frame.loops


def common(first: Map[_K, _V], second: Map[_K, _V]) -> Map[_K, _V]:
    """What is the same in both."""
    if first is second:
        return first
    different = [key for key, value in first.items() if second.get(key) is not value]
    for key in different:
        first = first.delete(key)
    return first


def merge_loops(first: Loops, second: Loops) -> Loops:
    if first is second:
        return first
    merged = first
    for head, count in second.items():
        mine = merged.get(head)
        if (
            mine is None
            or count.counted > mine.counted
            or (count.counted == mine.counted and count.iterations > mine.iterations)
        ):
            merged = merged.set(head, count)
    return merged


def joined_values(condition: Term, mine: Any, theirs: Any, width: int) -> Any:
    """Of a register."""
    if width == OF_STACK_OBJECTS:
        return joined_objects(condition, mine, theirs)
    return choose(condition, mine, theirs, width)


def merge_frames(condition: Term, first: Frame | None, second: Frame | None) -> Frame | None:
    """Two stacks of the same shape."""
    if first is second or first is None or second is None:
        return first
    registers = tuple(
        mine if mine is theirs else joined_values(condition, mine, theirs, width)
        for mine, theirs, width in zip(first.registers, second.registers, first.code.register_widths, strict=True)
    )
    parent = merge_frames(condition, first.parent, second.parent)
    loops = merge_loops(first.loops, second.loops)
    return Frame(first.code, first.pc, registers, loops, first.result, parent, first.depth)


def merge_memories(condition: Term, first: Memory, second: Memory, pointer_bits: int) -> Memory:
    """Objects that only one side has are alive there alone."""
    if first is second:
        return first
    merged = first
    for number, theirs in second.items():
        mine = first.get(number)
        if mine is theirs:
            continue
        if mine is None:
            merged = merged.set(number, _alive_only(theirs, not_(condition)))
        else:
            merged = merged.set(number, objects.merge(condition, mine, theirs, pointer_bits))
    for number, mine in first.items():
        if number not in second:
            merged = merged.set(number, _alive_only(mine, condition))
    return merged


def _alive_only(target: Object, condition: Term) -> Object:

    return replace(target, alive=ite(condition, target.alive, FALSE))
