"""What the library knows about signals by name, and what it is told about a program that uses them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import PurePath

from .expressions import Convert, FunctionAddress, Register
from .instructions import AtomicBegin, Call, Instruction, StartThread
from .library_calls import address_of, call, switch_on
from .points_to import points_to
from .program import Function, Program
from .rewrite import rewrite
from .sharing import starts_threads

POINT = "__smtcb_signal_point"
INHERIT, BEGINS, ENDS = "__smtcb_signal_inherit", "__smtcb_signal_thread_begins", "__smtcb_signal_thread_ends"
HAPPENS = "__smtcb_signal_happens"
MAY_HELP, MAY_END, IN_HANDLER, SECTION = (
    "__smtcb_signal_may_help", "__smtcb_timer_may_end_wait", "__smtcb_in_handler", "__smtcb_signal_section",
)  # fmt: skip
BOUND, SENT, THREADS, MASKS = (
    "__smtcb_signals", "__smtcb_signals_are_sent", "__smtcb_signals_among_threads", "__smtcb_masks_are_kept",
)  # fmt: skip
RUNTIME = (POINT, INHERIT, BEGINS, ENDS, MAY_HELP, MAY_END, IN_HANDLER, SECTION)  # what is called from here
INSTALLING = frozenset({"signal", "sigaction", "bsd_signal", "sysv_signal", "__sysv_signal", "sigset", "sigignore"})
TIMERS = frozenset({"alarm", "ualarm", "setitimer", "timer_settime"})
SENDING = frozenset({"kill", "sigqueue", "pthread_kill"}) | TIMERS
MASKING = frozenset({"pthread_sigmask", "sigsuspend"})
WAITING = frozenset({"pause", "sigsuspend", "sigwait", "sigwaitinfo", "sigtimedwait"})
INTERRUPTIBLE = ("sleep", "usleep", "nanosleep", "clock_nanosleep", "sem_wait", "sem_timedwait", "read", "abort")
_FILES = frozenset({"signal.c", "signal_delivery.c", "signal_timers.c", "signal_interrupts.c"})


def interruptible(name: str) -> str:
    """The function of the library that does the same where signals may interrupt it."""
    return f"__smtcb_interruptible_{name}"


def needed_besides(names: Collection[str]) -> set[str]:
    """What programs that use these functions of the library need besides."""
    if (INSTALLING | SENDING | MASKING).isdisjoint(names):
        return set()
    return {*RUNTIME, *(interruptible(name) for name in INTERRUPTIBLE if name in names)}


def is_runtime(function: Function) -> bool:
    """What the signal functions do to handlers and masks is not interrupted."""
    return function.is_model and PurePath(function.location.file).name in _FILES


def told_of_program(program: Program) -> Program:
    program = replace(program, globals=dict(program.globals))
    sends = not SENDING.isdisjoint(program.functions)
    if sends:
        switch_on(program, SENT)
    if starts_threads(program):
        switch_on(program, THREADS)
        if sends:
            switch_on(program, MASKS)
    return program


def with_interruptible_calls(program: Program) -> Program:
    """Calls of library functions that signals interrupt go to those that know it."""
    twins = {
        name: interruptible(name)
        for name in INTERRUPTIBLE
        if interruptible(name) in program.functions and name in program.functions and program.functions[name].is_model
    }
    if not twins:
        return program
    functions = {
        name: function if is_runtime(function) else _redirected(program, function, twins)
        for name, function in program.functions.items()
    }
    return replace(program, functions=functions)


def _redirected(program: Program, function: Function, twins: Mapping[str, str]) -> Function:
    instructions = [
        replace(i, callee=address_of(program, twins[i.callee.name]))
        if isinstance(i, Call) and isinstance(i.callee, FunctionAddress) and i.callee.name in twins
        else i
        for i in function.instructions
    ]
    return replace(function, instructions=instructions)


def with_threads(program: Program) -> Program:
    """Threads inherit masks, and tell when they begin and end."""
    if not starts_threads(program) or (MASKING | SENDING | INSTALLING).isdisjoint(program.functions):
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
                replacements[index] = [instruction, call(program, ENDS, instruction.location)]
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
    return [replace(start, target=target), call(program, BEGINS, start.location, None, arguments)]


def _with_inherited_masks(program: Program) -> Program:
    """At the beginning of all that may be a start routine; where it is called otherwise, nothing happens."""
    found = points_to(program)
    functions = dict(program.functions)
    for name in sorted({name for sites in found.starts.values() for names in sites.values() for name in names}):
        function = functions[name]
        functions[name] = rewrite(function, {}, before={0: [call(program, INHERIT, function.location)]})
    return replace(program, functions=functions)
