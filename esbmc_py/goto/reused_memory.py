"""Memory is given out again after it was freed, where a program could tell.

What allocates and frees goes through `pthread_models/library/reuse.c` there. Elsewhere every object has an address of
its own, also after its end: nothing is kept about what was freed, and allocations have nothing to do with each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .expressions import Const
from .instructions import Allocate, Free, Instruction
from .library_calls import call, set_variable
from .program import Function, Program
from .reuse import ALLOCATE_AGAIN, tells_memory_apart
from .rewrite import rewrite
from .types import INT

FREE_FOR_NOW = "__smtcb_free_for_now"
RUNTIME = (ALLOCATE_AGAIN, FREE_FOR_NOW)
_STAYS = "__smtcb_may_stay"  # said to realloc


def needed_for_reuse(functions: Mapping[str, Function], *, heap_seen: bool) -> tuple[str, ...]:
    """What a program with these functions needs besides.

    `heap_seen`: leaks are looked for. A block that is free, and not given out again, would be one.
    """
    return RUNTIME if tells_memory_apart(functions) and not heap_seen else ()


def reuses_memory(program: Program) -> bool:
    return ALLOCATE_AGAIN in program.functions


def with_memory_reused(program: Program) -> Program:
    """The same program if it cannot tell."""
    if not reuses_memory(program):
        return program
    functions = {name: _through_runtime(program, function) for name, function in program.functions.items()}
    program = replace(program, functions=functions, globals=dict(program.globals))
    if any(symbol.name == _STAYS for symbol in program.globals):
        set_variable(program, _STAYS)
    return program


def _through_runtime(program: Program, function: Function) -> Function:
    if function.name in RUNTIME:
        return function
    replacements = {
        index: [_through(program, one)]
        for index, one in enumerate(function.instructions)
        if isinstance(one, Free) or (isinstance(one, Allocate) and not one.on_stack and not one.internal)
    }
    return rewrite(function, replacements) if replacements else function


def _through(program: Program, instruction: Instruction) -> Instruction:
    match instruction:
        case Allocate(target, size, zeroed):
            return call(program, ALLOCATE_AGAIN, instruction.location, target, (size, Const(int(zeroed), INT)))
        case Free(address):
            return call(program, FREE_FOR_NOW, instruction.location, None, (address,))
        case _:
            return instruction
