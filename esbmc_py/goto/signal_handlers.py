"""What handlers of signals touch, and where that makes a difference to whom they interrupt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from esbmc_py.goto.deferred import dataclass

from .abstract_objects import PointsTo
from .activations import Activation
from .atomic_sections import Callees, sections_with_effect
from .closure import closure
from .expressions import Const, Expression, FunctionAddress
from .inclusion import ObjectSet, members
from .instructions import Assume, Block, Call, Copy, Dead, EndThread, Free, Halt, Instruction, Return
from .library_calls import initial_value
from .lives import Lives
from .points_to import points_to
from .program import Function, Program
from .sharing import callees_of, escaped
from .signal_runtime import BOUND, HAPPENS, MAY_END, MAY_HELP, SENT, TIMERS, is_runtime
from .split_wide import is_wide
from .symbols import Storage, Symbol

Place = tuple[str, int]


@dataclass(slots=True)
class Handlers:
    """The functions that are called when signals arrive, and what they touch."""

    program: Program
    found: PointsTo
    lives: Lives
    names: frozenset[str]
    callees: Callees
    functions: frozenset[str]  # all that may run in a handler
    reads: ObjectSet
    writes: ObjectSet
    synchronizing: ObjectSet  # what the library writes on a handler's behalf

    @staticmethod
    def of(program: Program) -> Handlers:
        found = points_to(program)
        entries = _entries(program, found)
        running = _executed(entries, found)
        lives = Lives(program, found)
        reads = writes = synchronizing = 0
        for activation in running:
            function = program.functions[activation.function]
            if is_runtime(function):
                continue
            for access in found.accesses.get(activation, ()):
                if not access.writes:
                    reads |= access.objects
                else:
                    writes |= access.objects
                    if function.is_model:
                        synchronizing |= access.objects
            writes |= lives.of(activation)
        within_reach = _within_reach(found)
        return Handlers(
            program,
            found,
            lives,
            frozenset(activation.function for activation in entries),
            callees_of(found),
            frozenset(activation.function for activation in running),
            reads & within_reach,
            writes & within_reach,
            synchronizing & within_reach,
        )

    def conflicts(self, objects: ObjectSet, *, writes: bool) -> bool:
        return bool(objects & (self.writes | self.reads if writes else self.writes))

    def torn_copies(self) -> dict[Place, tuple[bool, bool]]:
        """Copies that a handler may come into the middle of: does it touch the source, does it touch the target?"""
        torn: dict[Place, tuple[bool, bool]] = {}
        for activation, accesses in self.found.accesses.items():
            function = self.program.functions[activation.function]
            for access in accesses:
                if not is_runtime(function) and isinstance(function.instructions[access.index], Copy):
                    if self.conflicts(access.objects, writes=access.writes):
                        place = (activation.function, access.index)
                        source, target = torn.get(place, (False, False))
                        torn[place] = (source or not access.writes, target or access.writes)
        return torn

    def torn_accesses(self) -> set[Place]:
        """Accesses of two machine words that a handler may come into the middle of."""
        word = self.program.pointer_bits
        torn: set[Place] = set()
        for activation, accesses in self.found.accesses.items():
            function = self.program.functions[activation.function]
            torn |= {
                (activation.function, access.index)
                for access in accesses
                if not is_runtime(function)
                and is_wide(function.instructions[access.index], word)
                and self.conflicts(access.objects, writes=access.writes)
            }
        return torn

    def places(self, *, heap_seen: bool = False) -> set[Place]:
        """What points are put before: instructions, and the begins of atomic sections."""
        places = self.finals()
        if heap_seen and self.may_end_process():
            places |= self.frees()
        if not (initial_value(self.program, BOUND) or initial_value(self.program, SENT)):
            return places  # no signal arrives that the program does not wait for
        for activation, accesses in self.found.accesses.items():
            name = activation.function
            if not is_runtime(self.program.functions[name]):
                places |= {(name, a.index) for a in accesses if self.conflicts(a.objects, writes=a.writes)}
                places |= self.ends_of_life(activation)
        sections = sections_with_effect(self.program, self.callees, places)
        return places | {(name, at) for name, at in sections if not is_runtime(self.program.functions[name])}

    def finals(self) -> set[Place]:
        return self._where(_is_final)

    def frees(self) -> set[Place]:
        return self._where(lambda function, instruction: isinstance(instruction, Free))

    def _where(self, holds: Callable[[Function, Instruction], bool]) -> set[Place]:
        return {
            (name, index)
            for name in {activation.function for activation in self.found.calls}
            if not is_runtime(self.program.functions[name])
            for index, instruction in enumerate(self.program.functions[name].instructions)
            if holds(self.program.functions[name], instruction)
        }

    def may_end_process(self) -> bool:
        """In good order, so that somebody asks what has not been freed."""
        return any(
            isinstance(instruction, Halt) and not instruction.abrupt
            for name in self.functions
            for instruction in self.program.functions[name].instructions
        )

    def ends_of_life(self, activation: Activation) -> set[Place]:
        touched = self.reads | self.writes
        if not self.lives.of(activation) & touched:
            return set()
        name = activation.function
        instructions = self.program.functions[name].instructions
        return {(name, index) for index, i in enumerate(instructions) if isinstance(i, Dead | Return)}

    def uninterrupted(self) -> frozenset[str]:
        """The functions that run in handlers only, if there is one signal at most: it has come already."""
        program = self.program
        if initial_value(program, BOUND) > 1 or initial_value(program, SENT) or HAPPENS in program.functions:
            return frozenset()
        started = {name for sites in self.found.starts.values() for names in sites.values() for name in names}
        begins = {program.entry, *started} | ({program.thread_exit} if program.thread_exit is not None else set())
        others = {Activation(name) for name in begins}
        runtime = {name for name, function in program.functions.items() if is_runtime(function)}
        elsewhere = _executed(others, self.found, through=lambda activation: activation.function not in runtime)
        return self.functions - {activation.function for activation in elsewhere}

    def helped_blocks(self) -> dict[Place, str]:
        """Where threads wait until a handler may end that, and the function of the library that tells."""
        helped = self._given()
        if not TIMERS.isdisjoint(self.program.functions) and self._may_end_waits():
            ended = self._where(lambda function, instruction: isinstance(instruction, Block))
            helped = dict.fromkeys(ended, MAY_END) | helped
        return helped

    def _may_end_waits(self) -> bool:
        """Is there a handler that ends the process, or the thread that it interrupts?"""
        return any(
            isinstance(instruction, Halt | EndThread)
            for name in self.functions
            if not is_runtime(self.program.functions[name])
            for instruction in self.program.functions[name].instructions
        )

    def _given(self) -> dict[Place, str]:
        """Where threads wait for something that a handler may give. What a thread holds only that thread gives back."""
        helped: dict[Place, str] = {}
        for activation, accesses in self.found.accesses.items():
            function = self.program.functions[activation.function]
            if is_runtime(function) or not any(a.objects & self.synchronizing for a in accesses if not a.writes):
                continue
            for index, i in enumerate(function.instructions):
                if isinstance(i, Block) and _is_nobody(i.holder) and _is_nobody(i.holders):
                    helped[activation.function, index] = MAY_HELP
        return helped


def _is_nobody(holder: Expression | None) -> bool:
    return holder is None or holder == Const(0, holder.type)


def _entries(program: Program, found: PointsTo) -> set[Activation]:
    """What the runtime calls through pointers."""
    return {
        callee
        for caller, sites in found.calls.items()
        if is_runtime(program.functions[caller.function])
        for index, callees in sites.items()
        if _is_indirect(program.functions[caller.function].instructions[index])
        for callee in callees
    }


def _is_indirect(instruction: Instruction) -> bool:
    return isinstance(instruction, Call) and not isinstance(instruction.callee, FunctionAddress)


def _executed(
    entries: Iterable[Activation], found: PointsTo, through: Callable[[Activation], bool] = lambda activation: True
) -> set[Activation]:
    """These, and all that they call, directly or not."""

    def called(activation: Activation) -> Iterator[Activation]:
        if through(activation):
            for callees in found.calls.get(activation, {}).values():
                yield from callees

    return closure(entries, called)


def _within_reach(found: PointsTo) -> ObjectSet:
    """What a handler can name: all that is reachable from globals, and from the thread-locals of its own thread."""
    reached = escaped(found)
    pending = 0
    for number, what in enumerate(found.objects):
        if isinstance(what, Symbol) and what.storage is Storage.THREAD:
            pending |= 1 << number
    while pending:
        reached |= pending
        further = 0
        for number in members(pending):
            further |= found.contents[number]
        pending = further & ~reached
    return reached


def _is_final(function: Function, instruction: Instruction) -> bool:
    """After it there may be no further point that this thread gets to."""
    return isinstance(instruction, Halt | EndThread) or (isinstance(instruction, Assume) and not function.is_model)
