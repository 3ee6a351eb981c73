"""The objects through which the threads of a generated program meet, and where they do."""

from __future__ import annotations

from .arithmetic import INT
from .choices import Choices
from .expressions import Pointer, Variable
from .program import Join, Program
from .stage import Guard, Stage
from .statements import Locked, Statement
from .synchronization import (
    BarrierWait,
    ReadWriteLocked,
    RecursivelyLocked,
    SemaphorePost,
    SemaphoreWait,
    Setup,
    WithSemaphore,
)
from .synchronizer import APPLY


def declare_synchronization(choices: Choices, stage: Stage, program: Program, threads: int) -> list[Statement]:
    """Declares what the features ask for; what has to be set up at the beginning of main, is the result."""
    setup: list[Statement] = []
    if "conditions" in stage.features:
        _declare_flags(choices, stage, program)
    if "handover" in stage.features:
        _declare_slots(choices, stage, program)
    if "callbacks" in stage.features:
        _declare_callbacks(choices, stage, program)
    if "rwlocks" in stage.features:
        for name in ("rw", "rw2")[: choices.integer(1, 2)]:
            stage.rwlocks.append(name)
            program.declarations.append(f"pthread_rwlock_t {name} = PTHREAD_RWLOCK_INITIALIZER;")
    if "semaphores" in stage.features:
        for name in ("s0", "s1")[: choices.integer(1, 2)]:
            stage.semaphores.append(name)
            setup.append(_semaphore(program, name, choices.integer(0, 2)))
    if "recursive" in stage.features:
        setup.append(_declare_recursive(choices, stage, program))
    if "barriers" in stage.features:
        stage.barrier = threads + choices.pick((0, 0, 0, 1))
        program.declarations.append("pthread_barrier_t b;")
        setup.append(Setup([f"pthread_barrier_init(&b, NULL, {stage.barrier});"]))
    if "guarded" in stage.features:
        setup += _declare_guard(choices, stage, program)
    return setup


def meeting_point(choices: Choices, stage: Stage, number: int, previous: str) -> Statement | None:
    """Where the worker with this number waits for others or lets them go on, if it does."""
    if stage.barrier and choices.chance(80):
        return BarrierWait("b", stage.barrier)
    if "joins" in stage.features and number and choices.chance(60):
        join = Join(previous)
        return Locked(choices.pick(stage.mutexes), [join]) if stage.mutexes and choices.chance(50) else join
    if stage.semaphores and choices.chance(50):
        semaphore = stage.semaphores[0]
        return SemaphoreWait(semaphore) if number else SemaphorePost(semaphore)
    return None


def _declare_flags(choices: Choices, stage: Stage, program: Program) -> None:
    for name, condition in (("ready", "changed"), ("full", "filled"))[: choices.integer(1, 2)]:
        flag = Variable(name, INT)
        stage.flags.append((flag, condition))
        program.declarations += [f"int {name};", f"pthread_cond_t {condition} = PTHREAD_COND_INITIALIZER;"]
        program.initial[name] = 0


def _declare_slots(choices: Choices, stage: Stage, program: Program) -> None:
    for name in ("slot", "shelf")[: choices.integer(1, 2)]:
        stage.slots.append(Pointer(name, shared=True))
        program.declarations.append(f"int *{name};")
        program.initial[name] = ""


def _declare_callbacks(choices: Choices, stage: Stage, program: Program) -> None:
    for number, (name, op) in enumerate((("raise", "+"), ("lower", "-"), ("mark", "|"))):
        variable = stage.scalars[number % len(stage.scalars)]
        stage.callbacks[name] = (variable, op)
        program.declarations.append(f"static void {name}(int by) {{ {variable.name} {op}= by; }}")
    first = choices.pick(sorted(stage.callbacks))
    program.declarations.append(f"void (*{APPLY.name})(int) = {first};")
    program.initial[APPLY.name] = first


def _semaphore(program: Program, name: str, value: int) -> Statement:
    program.declarations.append(f"sem_t {name};")
    return Setup([f"sem_init(&{name}, 0, {value});"], ((f"semaphore {name}", value),))


def _declare_recursive(choices: Choices, stage: Stage, program: Program) -> Statement:
    lines = ["pthread_mutexattr_t kind;", "pthread_mutexattr_init(&kind);"]
    lines.append("pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);")
    for name in ("r", "q")[: choices.integer(1, 2)]:
        stage.recursive.append(name)
        program.declarations.append(f"pthread_mutex_t {name};")
        lines.append(f"pthread_mutex_init(&{name}, &kind);")
    return Setup(lines)


def _declare_guard(choices: Choices, stage: Stage, program: Program) -> list[Statement]:
    """A guard of the kind that the program is about; half of the programs forget it now and then."""
    stage.careless = choices.pick((0, 0, 15, 30))
    if stage.flags:
        stage.guard = Guard(stage.mutexes[0], Locked)
    elif stage.rwlocks:
        stage.guard = Guard(stage.rwlocks[0], lambda lock, body: ReadWriteLocked(lock, True, body))
    elif stage.recursive:
        stage.guard = Guard(stage.recursive[0], RecursivelyLocked)
    elif stage.semaphores:
        stage.guard = Guard("gate", WithSemaphore)
        return [_semaphore(program, "gate", 1)]
    else:
        stage.guard = Guard("g", Locked)
        program.declarations.append("pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER;")
    return []
