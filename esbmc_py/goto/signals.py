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
  must not be lost (a loop may have no end);
- if leaks are asked for and a handler may end the process: what frees memory, as in `heap_points`.

Nothing is put into atomic sections: a thread is not interrupted there. What signal functions do to handlers and masks
is one step, and they have points of their own.

**Deadlocks.** Whoever waits for something that a handler may give (`sem_wait`, and a handler that posts) is not
deadlocked while a signal can come, whether or not the bound on signals lets it come in this execution. Neither is
anybody while a timer is set whose handler may end the process: once it has gone off, they are, if the handler did not.
"""

from __future__ import annotations

from dataclasses import replace

from .expressions import Binary, Const, Convert, Register
from .havoc import without_havoc
from .instructions import Assert, Copy, Instruction
from .library_calls import call, switch_on
from .operands import callee_of
from .program import Program
from .properties import Property
from .rewrite import rewrite
from .sharing import Sharing, analyse_sharing, starts_threads
from .signal_handlers import Handlers, Place
from .signal_points import Placing, is_point, with_depth_kept
from .signal_runtime import (
    IN_HANDLER,
    MASKS,
    MAY_END,
    POINT,
    WAITING,
    is_runtime,
    told_of_program,
    with_interruptible_calls,
    with_threads,
)
from .signal_safety import is_unsafe
from .split_copies import with_copies_split
from .split_wide import is_wide, with_wide_split
from .types import INT, ScalarType


def uses_signals(program: Program) -> bool:
    return POINT in program.functions


def meets_signals(program: Program) -> bool:
    """May signals from outside make a difference to a program that `with_signals` has seen?"""
    return not WAITING.isdisjoint(program.functions) or _calls(program, POINT)


def timers_end_waits(program: Program) -> bool:
    """Are there threads that are not deadlocked as long as a timer is set?"""
    return _calls(program, MAY_END)


def _calls(program: Program, name: str) -> bool:
    return any(
        callee_of(i) == name
        for function in program.functions.values()
        if not is_runtime(function)
        for i in function.instructions
    )


def with_signals(program: Program, *, safety: bool = False, heap_seen: bool = False) -> Program:
    """The program with its points; the same one if it has nothing to do with signals.

    With `safety`, calls in handlers of functions that are not async-signal-safe are violations. `heap_seen`: whoever
    ends the process looks at what is not freed then.
    """
    if not uses_signals(program):
        return program
    program = told_of_program(with_threads(with_interruptible_calls(program)))
    handlers = Handlers.of(program)
    if not handlers.names:
        return program
    by_bytes = without_havoc(program)
    if by_bytes is not program:
        program, handlers = by_bytes, Handlers.of(by_bytes)
    torn = handlers.torn_copies()
    if torn:
        program = with_copies_split(program, torn)
        handlers = Handlers.of(program)
    wide = handlers.torn_accesses()
    if wide:
        program = with_wide_split(program, wide)
        handlers = Handlers.of(program)
    helped = handlers.helped_blocks()
    if helped and starts_threads(program):
        switch_on(program, MASKS)
    placing = Placing(program, uninterrupted=handlers.uninterrupted())
    placing.put(handlers.places(heap_seen=heap_seen), handlers.callees, helped, loops=True)
    if starts_threads(program):
        _put_points_for_others(placing, handlers)
    program = placing.program
    if placing.unclear:
        program = with_depth_kept(program)
    return _with_safety(program, handlers) if safety else program


def _put_points_for_others(placing: Placing, handlers: Handlers) -> None:
    """Points before all that other threads can notice, if they can notice what handlers do."""
    sharing = analyse_sharing(placing.program)
    if not _are_noticed(placing.program, sharing, handlers):
        return
    torn = _visible_copies(placing.program, sharing)
    if torn:
        placing.program = with_copies_split(placing.program, torn)
        sharing = analyse_sharing(placing.program)
    wide = _visible_wide(placing.program, sharing)
    if wide:
        placing.program = with_wide_split(placing.program, wide)
        sharing = analyse_sharing(placing.program)
    functions = placing.program.functions
    places = {
        (name, index)
        for name, index in sharing.visible_reads | sharing.visible_writes | sharing.visible_sections
        if not is_runtime(functions[name]) and not is_point(functions[name].instructions, index - 1)
    }
    placing.put(places, sharing.callees, {}, loops=False)


def _are_noticed(program: Program, sharing: Sharing, handlers: Handlers) -> bool:
    visible = {name for name, _ in sharing.visible_reads | sharing.visible_writes}
    return any(not is_runtime(program.functions[name]) for name in visible & handlers.functions)


def _visible_copies(program: Program, sharing: Sharing) -> dict[Place, tuple[bool, bool]]:
    return {
        (name, index): ((name, index) in sharing.visible_reads, (name, index) in sharing.visible_writes)
        for name, index in sharing.visible_reads | sharing.visible_writes
        if isinstance(program.functions[name].instructions[index], Copy) and not is_runtime(program.functions[name])
    }


def _visible_wide(program: Program, sharing: Sharing) -> set[Place]:
    return {
        (name, index)
        for name, index in sharing.visible_reads | sharing.visible_writes
        if not is_runtime(program.functions[name])
        and is_wide(program.functions[name].instructions[index], program.pointer_bits)
    }


def _with_safety(program: Program, handlers: Handlers) -> Program:
    """Before every call of a function that is not async-signal-safe: no handler is running."""
    ctype = program.functions[IN_HANDLER].type.result
    assert isinstance(ctype, ScalarType)
    functions = dict(program.functions)
    for name in handlers.functions:
        function = functions[name]
        registers = list(function.registers)
        replacements: dict[int, list[Instruction]] = {}
        for index, instruction in enumerate(function.instructions):
            called = callee_of(instruction)
            if called is not None and not function.is_model and is_unsafe(called, program):
                register = Register(len(registers), f"handling${len(registers)}", ctype)
                registers.append(register)
                safe = Binary("==", Convert(register, INT), Const(0, INT), INT)
                message = f"{called} is called in a signal handler, and is not async-signal-safe"
                replacements[index] = [
                    call(program, IN_HANDLER, instruction.location, register),
                    Assert(safe, Property.SIGNAL_SAFETY, message, instruction.location),
                    instruction,
                ]
        if replacements:
            functions[name] = rewrite(function, replacements, registers=registers)
    return replace(program, functions=functions)
