"""Signals: where handlers may interrupt a thread, calls of the library's `__smtcb_signal_point` are put in.

A handler is an ordinary function, which the point calls or does not (`pthread_models/library/signal_delivery.c`). So
every way of executing programs knows signals, and a counterexample shows the handler where it ran.

**Where points stand.** What a thread does between two points commutes with every handler: to run a handler somewhere
between them is to run it at the second one. A point stands before

- an access that conflicts with a handler's (the same object, one of the two writes), and what ends the life of
  something that a handler may touch;
- an atomic section in which such an access happens, or which may wait: a handler that runs while a thread waits is one
  that ran just before;
- if other threads can notice what handlers do: every operation that other threads can notice, since these tell when
  the handler ran;
- the end of a thread and of the process, an assumption, and a loop, since what a handler does after the last access
  must not be lost (a loop may have no end).

Nothing is put into atomic sections: a thread is not interrupted there. What signal functions do to handlers and masks
is one step, and they have points of their own.

**Deadlocks.** Whoever waits for something that a handler may give (`sem_wait`, and a handler that posts) is not
deadlocked while a signal can come, whether or not the bound on signals lets it come in this execution.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath

from .abstract_objects import AllocationSite, PointsTo
from .activations import Activation
from .atomic_sections import DEEPEST_NESTING, Callees, sections_with_effect
from .expressions import Binary, Const, Convert, Expression, FunctionAddress, Register
from .flow import successors
from .inclusion import ObjectSet, members
from .instructions import (
    Assert,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Block,
    Branch,
    Call,
    Copy,
    Dead,
    EndThread,
    Goto,
    Halt,
    Instruction,
    Return,
    StartThread,
)
from .points_to import points_to
from .program import Function, Program
from .properties import Property
from .rewrite import rewrite
from .sharing import Sharing, analyse_sharing, escaped
from .signal_safety import is_unsafe
from .split_copies import CopySplitter
from .symbols import Image, SourceLocation, Storage, Symbol
from .types import INT, PointerType, ScalarType

POINT = "__smtcb_signal_point"
INHERIT, BEGINS, ENDS = "__smtcb_signal_inherit", "__smtcb_signal_thread_begins", "__smtcb_signal_thread_ends"
HAPPENS = "__smtcb_signal_happens"
MAY_HELP, IN_HANDLER, SECTION = "__smtcb_signal_may_help", "__smtcb_in_handler", "__smtcb_signal_section"
BOUND, SENT, THREADS, MASKS = (
    "__smtcb_signals", "__smtcb_signals_are_sent", "__smtcb_signals_among_threads", "__smtcb_masks_are_kept",
)  # fmt: skip
RUNTIME = (POINT, INHERIT, BEGINS, ENDS, MAY_HELP, IN_HANDLER, SECTION)  # what is called from here
INSTALLING = frozenset({"signal", "sigaction", "bsd_signal", "sysv_signal", "__sysv_signal"})
SENDING = frozenset({"kill", "pthread_kill", "alarm", "ualarm", "setitimer"})
MASKING = frozenset({"pthread_sigmask", "sigsuspend"})
WAITING = frozenset({"pause", "sigsuspend", "sigwait", "sigwaitinfo", "sigtimedwait"})
INTERRUPTIBLE = ("sleep", "usleep", "nanosleep", "clock_nanosleep", "sem_wait", "sem_timedwait", "read", "abort")
_FILES = frozenset({"signal.c", "signal_delivery.c", "signal_timers.c", "signal_interrupts.c"})

Place = tuple[str, int]


def interruptible(name: str) -> str:
    """The function of the library that does the same where signals may interrupt it."""
    return f"__smtcb_interruptible_{name}"


def needed_besides(names: Collection[str]) -> set[str]:
    """What programs that use these functions of the library need besides."""
    if (INSTALLING | SENDING | MASKING).isdisjoint(names):
        return set()
    return {*RUNTIME, *(interruptible(name) for name in INTERRUPTIBLE if name in names)}


def uses_signals(program: Program) -> bool:
    return POINT in program.functions


def meets_signals(program: Program) -> bool:
    """May signals from outside make a difference to a program that `with_signals` has seen?"""
    if not WAITING.isdisjoint(program.functions):
        return True
    return any(
        _callee(i) == POINT
        for function in program.functions.values()
        if not _is_runtime(function)
        for i in function.instructions
    )


def with_signals(program: Program, *, safety: bool = False) -> Program:
    """The program with its points; the same one if it has nothing to do with signals.

    With `safety`, calls in handlers of functions that are not async-signal-safe are violations.
    """
    if not uses_signals(program):
        return program
    program = _told(_with_threads(_with_interruptible_calls(program)))
    handlers = _Handlers.of(program)
    if not handlers.names:
        return program
    torn = handlers.torn_copies()
    if torn:
        program = _with_copies_split(program, torn)
        handlers = _Handlers.of(program)
    helped = handlers.helped_blocks()
    if helped and _starts_threads(program):
        _set_variable(program, MASKS)
    placing = _Placing(program, uninterrupted=handlers.uninterrupted())
    placing.put(handlers.places(), handlers.callees, helped, loops=True)
    if _starts_threads(program):
        _put_points_for_others(placing, handlers)
    program = placing.program
    if placing.unclear:
        program = _with_depth_kept(program)
    return _with_safety(program, handlers) if safety else program


def _starts_threads(program: Program) -> bool:
    return any(isinstance(i, StartThread) for function in program.functions.values() for i in function.instructions)


def _is_runtime(function: Function) -> bool:
    """What the signal functions do to handlers and masks is not interrupted."""
    return function.is_model and PurePath(function.location.file).name in _FILES


# What the runtime is told


def _symbol(program: Program, name: str) -> Symbol:
    return next(symbol for symbol in program.globals if symbol.name == name)


def _variable(program: Program, name: str) -> int:
    return int.from_bytes(program.globals[_symbol(program, name)].data, "little")


def _set_variable(program: Program, name: str) -> None:
    symbol = _symbol(program, name)
    program.globals[symbol] = Image((1).to_bytes(symbol.size, "little"))


def _told(program: Program) -> Program:
    program = replace(program, globals=dict(program.globals))
    sends = not SENDING.isdisjoint(program.functions)
    if sends:
        _set_variable(program, SENT)
    if _starts_threads(program):
        _set_variable(program, THREADS)
        if sends:
            _set_variable(program, MASKS)
    return program


def _with_interruptible_calls(program: Program) -> Program:
    """Calls of library functions that signals interrupt go to those that know it."""
    twins = {
        name: interruptible(name)
        for name in INTERRUPTIBLE
        if interruptible(name) in program.functions and name in program.functions and program.functions[name].is_model
    }
    if not twins:
        return program
    functions = {
        name: function if _is_runtime(function) else _redirected(program, function, twins)
        for name, function in program.functions.items()
    }
    return replace(program, functions=functions)


def _redirected(program: Program, function: Function, twins: Mapping[str, str]) -> Function:
    instructions = [
        replace(i, callee=_address(program, twins[i.callee.name]))
        if isinstance(i, Call) and isinstance(i.callee, FunctionAddress) and i.callee.name in twins
        else i
        for i in function.instructions
    ]
    return replace(function, instructions=instructions)


def _address(program: Program, name: str) -> FunctionAddress:
    return FunctionAddress(name, PointerType(program.functions[name].type, program.pointer_bits // 8))


def _call(
    program: Program,
    name: str,
    location: SourceLocation,
    target: Register | None = None,
    arguments: tuple[Expression, ...] = (),
) -> Call:
    return Call(target, _address(program, name), arguments, location)


def _with_threads(program: Program) -> Program:
    """Threads inherit masks, and tell when they begin and end."""
    if not _starts_threads(program) or (MASKING | SENDING | INSTALLING).isdisjoint(program.functions):
        return program
    functions = dict(program.functions)
    masked = not MASKING.isdisjoint(functions)
    for name, function in program.functions.items():
        replacements: dict[int, list[Instruction]] = {}
        registers = list(function.registers)
        for index, instruction in enumerate(function.instructions):
            if isinstance(instruction, StartThread):
                replacements[index] = _told_start(program, instruction, registers)
            elif name == program.thread_exit and isinstance(instruction, AtomicBegin):
                replacements[index] = [instruction, _call(program, ENDS, instruction.location)]
        if replacements:
            functions[name] = rewrite(function, replacements, registers=registers)
    program = replace(program, functions=functions)
    return _with_inherited_masks(program) if masked else program


def _told_start(program: Program, start: StartThread, registers: list[Register]) -> list[Instruction]:
    block, number = (parameter.type for parameter in program.functions[BEGINS].parameters)
    target = start.target
    if target is None:
        target = Register(len(registers), f"thread$signal{len(registers)}", number)
        registers.append(target)
    arguments = (Convert(start.self_value, block), Convert(target, number))
    return [replace(start, target=target), _call(program, BEGINS, start.location, None, arguments)]


def _with_inherited_masks(program: Program) -> Program:
    """At the beginning of all that may be a start routine; where it is called otherwise, nothing happens."""
    found = points_to(program)
    functions = dict(program.functions)
    for name in sorted({name for sites in found.starts.values() for names in sites.values() for name in names}):
        function = functions[name]
        functions[name] = rewrite(function, {}, before={0: [_call(program, INHERIT, function.location)]})
    return replace(program, functions=functions)


# What handlers do


@dataclass(slots=True)
class _Handlers:
    """The functions that are called when signals arrive, and what they touch."""

    program: Program
    found: PointsTo
    names: frozenset[str]
    callees: Callees
    functions: frozenset[str]  # all that may run in a handler
    reads: ObjectSet
    writes: ObjectSet
    synchronizing: ObjectSet  # what the library writes on a handler's behalf

    @staticmethod
    def of(program: Program) -> _Handlers:
        found = points_to(program)
        entries = _entries(program, found)
        running = _closure(entries, found)
        reads = writes = synchronizing = 0
        for activation in running:
            function = program.functions[activation.function]
            if _is_runtime(function):
                continue
            for access in found.accesses.get(activation, ()):
                if not access.writes:
                    reads |= access.objects
                else:
                    writes |= access.objects
                    if function.is_model:
                        synchronizing |= access.objects
            ending = _ending(program, found, activation)
            writes |= ending
        within_reach = _within_reach(found)
        return _Handlers(
            program,
            found,
            frozenset(activation.function for activation in entries),
            _callees(found),
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
                if not _is_runtime(function) and isinstance(function.instructions[access.index], Copy):
                    if self.conflicts(access.objects, writes=access.writes):
                        place = (activation.function, access.index)
                        source, target = torn.get(place, (False, False))
                        torn[place] = (source or not access.writes, target or access.writes)
        return torn

    def places(self) -> set[Place]:
        """What points are put before: instructions, and the begins of atomic sections."""
        places = self.finals()
        if not (_variable(self.program, BOUND) or _variable(self.program, SENT)):
            return places  # no signal arrives that the program does not wait for
        for activation, accesses in self.found.accesses.items():
            name = activation.function
            if not _is_runtime(self.program.functions[name]):
                places |= {(name, a.index) for a in accesses if self.conflicts(a.objects, writes=a.writes)}
                places |= self.ends_of_life(activation)
        sections = sections_with_effect(self.program, self.callees, places)
        return places | {(name, at) for name, at in sections if not _is_runtime(self.program.functions[name])}

    def finals(self) -> set[Place]:
        return {
            (name, index)
            for name in {activation.function for activation in self.found.calls}
            if not _is_runtime(self.program.functions[name])
            for index, instruction in enumerate(self.program.functions[name].instructions)
            if _is_final(self.program.functions[name], instruction)
        }

    def ends_of_life(self, activation: Activation) -> set[Place]:
        touched = self.reads | self.writes
        ending = _ending(self.program, self.found, activation) & touched
        if not ending:
            return set()
        name = activation.function
        instructions = self.program.functions[name].instructions
        return {(name, index) for index, i in enumerate(instructions) if isinstance(i, Dead | Return)}

    def uninterrupted(self) -> frozenset[str]:
        """The functions that run in handlers only, if there is one signal at most: it has come already."""
        program = self.program
        if _variable(program, BOUND) > 1 or _variable(program, SENT) or HAPPENS in program.functions:
            return frozenset()
        started = {name for sites in self.found.starts.values() for names in sites.values() for name in names}
        begins = {program.entry, *started} | ({program.thread_exit} if program.thread_exit is not None else set())
        others = {Activation(name) for name in begins}
        runtime = {name for name, function in program.functions.items() if _is_runtime(function)}
        elsewhere = _closure(others, self.found, through=lambda activation: activation.function not in runtime)
        return self.functions - {activation.function for activation in elsewhere}

    def helped_blocks(self) -> set[Place]:
        """Where threads wait for something that a handler may give. What a thread holds only that thread gives back."""
        helped: set[Place] = set()
        for activation, accesses in self.found.accesses.items():
            function = self.program.functions[activation.function]
            if _is_runtime(function) or not any(a.objects & self.synchronizing for a in accesses if not a.writes):
                continue
            for index, i in enumerate(function.instructions):
                if isinstance(i, Block) and i.holder is None and i.holders is None:
                    helped.add((activation.function, index))
        return helped


def _entries(program: Program, found: PointsTo) -> set[Activation]:
    """What the runtime calls through pointers."""
    return {
        callee
        for caller, sites in found.calls.items()
        if _is_runtime(program.functions[caller.function])
        for index, callees in sites.items()
        if _is_indirect(program.functions[caller.function].instructions[index])
        for callee in callees
    }


def _is_indirect(instruction: Instruction) -> bool:
    return isinstance(instruction, Call) and not isinstance(instruction.callee, FunctionAddress)


def _closure(
    entries: Iterable[Activation], found: PointsTo, through: Callable[[Activation], bool] = lambda activation: True
) -> set[Activation]:
    """All that is called from these, directly or not."""
    reached: set[Activation] = set()
    pending = list(entries)
    while pending:
        activation = pending.pop()
        if activation not in reached:
            reached.add(activation)
            if through(activation):
                for callees in found.calls.get(activation, {}).values():
                    pending.extend(callees)
    return reached


def _callees(found: PointsTo) -> Callees:
    callees: Callees = {}
    for caller, sites in found.calls.items():
        for index, activations in sites.items():
            callees.setdefault((caller.function, index), set()).update(a.function for a in activations)
    return callees


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


def _ending(program: Program, found: PointsTo, activation: Activation) -> ObjectSet:
    """The objects that live no longer than a call of the function."""
    local = set(program.functions[activation.function].locals)
    ending = 0
    for number, what in enumerate(found.objects):
        if isinstance(what, AllocationSite):
            if what.on_stack and what.activation == activation:
                ending |= 1 << number
        elif isinstance(what, Symbol) and what in local:
            ending |= 1 << number
    return ending


def _is_final(function: Function, instruction: Instruction) -> bool:
    """After it there may be no further point that this thread gets to."""
    return isinstance(instruction, Halt | EndThread) or (isinstance(instruction, Assume) and not function.is_model)


# Putting points in


def _with_copies_split(program: Program, torn: Mapping[Place, tuple[bool, bool]]) -> Program:
    """Copies that a handler may come into the middle of happen cell by cell."""
    functions = dict(program.functions)
    for name in {name for name, _ in torn}:
        splitter = CopySplitter(functions[name], program.pointer_bits)
        for index, instruction in enumerate(functions[name].instructions):
            if isinstance(instruction, Copy) and (name, index) in torn:
                source, target = torn[name, index]
                splitter.split(index, instruction, source_shared=source, target_shared=target)
        functions[name] = rewrite(
            functions[name], splitter.replacements, registers=splitter.registers, locals=splitter.locals
        )
    return replace(program, functions=functions)


@dataclass(slots=True)
class _Placing:
    program: Program
    uninterrupted: frozenset[str]  # functions that need no points
    unclear: bool = False  # is there a point that may lie inside an atomic section, or outside?

    def put(self, places: set[Place], callees: Callees, helped: set[Place], *, loops: bool) -> None:
        program = self.program
        sections = _Sections.of(program, callees)
        indices: dict[str, set[int]] = defaultdict(set)
        for name, index in places:
            if name not in self.uninterrupted and not sections.certainly_inside(name, index):
                indices[name].add(index)
                self.unclear |= sections.maybe_inside(name, index)
        functions = dict(program.functions)
        for name, function in program.functions.items():
            if not _is_runtime(function):
                blocks = {index for where, index in helped if where == name}
                heads = (
                    _loops(function) if loops and not function.is_model and name not in self.uninterrupted else set()
                )
                heads = {index for index in heads if not sections.certainly_inside(name, index)}
                self.unclear |= any(sections.maybe_inside(name, index) for index in heads)
                functions[name] = _pointed(program, function, indices[name], heads, blocks)
        self.program = replace(program, functions=functions)


@dataclass(slots=True)
class _Sections:
    """Which instructions are executed inside atomic sections?"""

    depths: dict[str, list[set[int]]]
    inside: set[str]  # functions that may be called inside a section
    outside: set[str]  # and outside
    lopsided: bool  # some function opens or closes sections of its callers

    @staticmethod
    def of(program: Program, callees: Callees) -> _Sections:
        depths = {name: _depths(function) for name, function in program.functions.items()}
        lopsided = any(
            _leaves_open(function, depths[name])
            for name, function in program.functions.items()
            if not _is_runtime(function)
        )
        called: set[str] = set()
        started: set[str] = set(program.functions)
        inside: set[str] = set()
        for (caller, index), names in callees.items():
            called |= names
            if max(depths[caller][index], default=0) > 0:
                inside |= names
        outside = _reached(callees, started - called, lambda caller, index: 0 in depths[caller][index])
        return _Sections(depths, _reached(callees, inside, lambda caller, index: True), outside, lopsided)

    def certainly_inside(self, name: str, index: int) -> bool:
        if self.lopsided:
            return False
        return name not in self.outside or (bool(self.depths[name][index]) and 0 not in self.depths[name][index])

    def maybe_inside(self, name: str, index: int) -> bool:
        return self.lopsided or name in self.inside or max(self.depths[name][index], default=0) > 0


def _depths(function: Function) -> list[set[int]]:
    """How deep in its own atomic sections a function may be, before each instruction."""
    depths: list[set[int]] = [set() for _ in function.instructions]
    pending = [(0, 0)]
    while pending:
        index, depth = pending.pop()
        if depth in depths[index] or abs(depth) > DEEPEST_NESTING:
            continue
        depths[index].add(depth)
        instruction = function.instructions[index]
        if isinstance(instruction, AtomicBegin):
            depth += 1
        elif isinstance(instruction, AtomicEnd):
            depth -= 1
        pending.extend((following, depth) for following in successors(function.instructions, index))
    return depths


def _leaves_open(function: Function, depths: list[set[int]]) -> bool:
    return any(
        min(found, default=0) < 0 or (isinstance(i, Return) and max(found, default=0) > 0)
        for i, found in zip(function.instructions, depths, strict=True)
    )


def _reached(callees: Callees, names: set[str], counts: Callable[[str, int], bool]) -> set[str]:
    """These functions, and all that they call in places that count."""
    calls: dict[str, list[tuple[int, set[str]]]] = defaultdict(list)
    for (caller, index), called in callees.items():
        calls[caller].append((index, called))
    found: set[str] = set()
    pending = list(names)
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            for index, called in calls[name]:
                if counts(name, index):
                    pending.extend(called)
    return found


def _with_depth_kept(program: Program) -> Program:
    """Threads know whether they are inside an atomic section."""
    functions = dict(program.functions)
    change = program.functions[SECTION].parameters[0].type
    for name, function in program.functions.items():
        replacements: dict[int, list[Instruction]] = {}
        for index, instruction in enumerate(function.instructions):
            if isinstance(instruction, AtomicBegin):
                up = _call(program, SECTION, instruction.location, None, (Const(1, change),))
                replacements[index] = [instruction, up]
            elif isinstance(instruction, AtomicEnd):
                down = _call(program, SECTION, instruction.location, None, (Const(-1, change),))
                replacements[index] = [down, instruction]
        if replacements and not _is_runtime(function):
            functions[name] = rewrite(function, replacements)
    return replace(program, functions=functions)


def _pointed(program: Program, function: Function, places: set[int], loops: set[int], blocks: set[int]) -> Function:
    registers = list(function.registers)
    replacements: dict[int, list[Instruction]] = {}
    before: dict[int, list[Instruction]] = defaultdict(list)
    polling = set() if _starts_threads(program) else _polling(function, places)
    for index, instruction in enumerate(function.instructions):
        if index in places or index in loops:
            before[index].append(_call(program, POINT, instruction.location))
        if index in polling:
            before[index].append(Assume(Const(1, INT), instruction.location, visible=True))
        if index in blocks and isinstance(instruction, Block):
            replacements[index] = _helped(program, instruction, registers)
    if not (before or replacements):
        return function
    result = rewrite(function, replacements, registers=registers, before=before)
    return _entered_once(result, _new_heads(function, replacements, before, loops - places))


def _helped(program: Program, block: Block, registers: list[Register]) -> list[Instruction]:
    """The thread can go on if a signal may come; but no execution goes on without what it waits for."""
    ctype = program.functions[MAY_HELP].type.result
    assert isinstance(ctype, ScalarType)
    register = Register(len(registers), f"signal${len(registers)}", ctype)
    registers.append(register)
    met = Binary("!=", block.condition, Const(0, block.condition.type), INT)
    return [
        _call(program, MAY_HELP, block.location, register),
        replace(block, condition=Binary("|", met, Convert(register, INT), INT)),
        Assume(met, block.location, visible=False),
    ]


def _loops(function: Function) -> set[int]:
    """Where jumps backwards lead to."""
    return {
        i.target for index, i in enumerate(function.instructions) if isinstance(i, Goto | Branch) and i.target <= index
    }


def _polling(function: Function, places: set[int]) -> set[int]:
    """The heads of loops with points in them. Where there is one thread only, they are the places at which states are
    compared, so that a loop that waits for a handler is seen to come round."""
    return {
        i.target
        for index, i in enumerate(function.instructions)
        if isinstance(i, Goto | Branch)
        and any(_may_have_point(function, places, at) for at in range(i.target, index + 1))
    }


def _may_have_point(function: Function, places: set[int], index: int) -> bool:
    return index in places or isinstance(function.instructions[index], Call)


def _new_heads(
    function: Function,
    replacements: Mapping[int, list[Instruction]],
    before: Mapping[int, list[Instruction]],
    heads: set[int],
) -> set[int]:
    """Where the points before these instructions are in the new function."""
    found: set[int] = set()
    place = 0
    for index in range(len(function.instructions)):
        if index in heads:
            found.add(place)
        place += len(before.get(index, ())) + (len(replacements[index]) if index in replacements else 1)
    return found


def _entered_once(function: Function, heads: set[int]) -> Function:
    """A point before a loop is not passed again in every round: jumps backwards lead to what follows it."""
    instructions = list(function.instructions)
    for index, i in enumerate(instructions):
        if isinstance(i, Goto | Branch) and i.target in heads and i.target <= index:
            instructions[index] = replace(i, target=i.target + 1)
    return replace(function, instructions=instructions)


def _put_points_for_others(placing: _Placing, handlers: _Handlers) -> None:
    """Points before all that other threads can notice, if they can notice what handlers do."""
    sharing = analyse_sharing(placing.program)
    if not _are_noticed(placing.program, sharing, handlers):
        return
    torn = _visible_copies(placing.program, sharing)
    if torn:
        placing.program = _with_copies_split(placing.program, torn)
        sharing = analyse_sharing(placing.program)
    functions = placing.program.functions
    places = {
        (name, index)
        for name, index in sharing.visible_reads | sharing.visible_writes | sharing.visible_sections
        if not _is_runtime(functions[name]) and not _is_point(functions[name].instructions, index - 1)
    }
    placing.put(places, sharing.callees, set(), loops=False)


def _are_noticed(program: Program, sharing: Sharing, handlers: _Handlers) -> bool:
    visible = {name for name, _ in sharing.visible_reads | sharing.visible_writes}
    return any(not _is_runtime(program.functions[name]) for name in visible & handlers.functions)


def _visible_copies(program: Program, sharing: Sharing) -> dict[Place, tuple[bool, bool]]:
    return {
        (name, index): ((name, index) in sharing.visible_reads, (name, index) in sharing.visible_writes)
        for name, index in sharing.visible_reads | sharing.visible_writes
        if isinstance(program.functions[name].instructions[index], Copy) and not _is_runtime(program.functions[name])
    }


def _is_point(instructions: list[Instruction], index: int) -> bool:
    return index >= 0 and _callee(instructions[index]) == POINT


def _callee(instruction: Instruction) -> str | None:
    match instruction:
        case Call(callee=FunctionAddress(name=name)):
            return name
        case _:
            return None


# What handlers must not call


def _with_safety(program: Program, handlers: _Handlers) -> Program:
    """Before every call of a function that is not async-signal-safe: no handler is running."""
    ctype = program.functions[IN_HANDLER].type.result
    assert isinstance(ctype, ScalarType)
    functions = dict(program.functions)
    for name in handlers.functions:
        function = functions[name]
        registers = list(function.registers)
        replacements: dict[int, list[Instruction]] = {}
        for index, instruction in enumerate(function.instructions):
            called = _callee(instruction)
            if called is not None and not function.is_model and is_unsafe(called, program):
                register = Register(len(registers), f"handling${len(registers)}", ctype)
                registers.append(register)
                safe = Binary("==", Convert(register, INT), Const(0, INT), INT)
                message = f"{called} is called in a signal handler, and is not async-signal-safe"
                replacements[index] = [
                    _call(program, IN_HANDLER, instruction.location, register),
                    Assert(safe, Property.SIGNAL_SAFETY, message, instruction.location),
                    instruction,
                ]
        if replacements:
            functions[name] = rewrite(function, replacements, registers=registers)
    return replace(program, functions=functions)
