"""Memory is given out again after it was freed, where a program could tell.

What allocates and frees goes through `pthread_models/library/reuse.c` there. Elsewhere every object has an address of
its own, also after its end: nothing is kept about what was freed, and allocations have nothing to do with each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .abstract_objects import AbstractObject, AllocationSite
from .expressions import AddressOf, Const
from .inclusion import members
from .instructions import Allocate, Free, Instruction, Store
from .library_calls import call, switch_on
from .points_to import points_to
from .program import Function, Program
from .reuse import addresses_looked_at, tells_memory_apart
from .rewrite import rewrite
from .symbols import Image, SourceLocation, Storage, Symbol
from .types import INT, VOID, PointerType

ALLOCATE_AGAIN, FREE_FOR_NOW = RUNTIME = ("__smtcb_allocate_again", "__smtcb_free_for_now")
_STAYS = "__smtcb_may_stay"  # said to realloc


def needed_for_reuse(functions: Mapping[str, Function], *, heap_seen: bool) -> tuple[str, ...]:
    """What a program with these functions needs besides.

    `heap_seen`: leaks are looked for. A block that is free, and not given out again, would be one.
    """
    return RUNTIME if tells_memory_apart(functions) and not heap_seen else ()


def reuses_memory(program: Program) -> bool:
    return ALLOCATE_AGAIN in program.functions


def misses_reuse(program: Program) -> bool:
    """Could the program tell, and memory is not given out again?"""
    return not reuses_memory(program) and tells_memory_apart(program.functions) and _looks_at_heap(program)


def with_memory_reused(program: Program) -> Program:
    """The same program if it cannot tell."""
    if not reuses_memory(program):
        return program
    if not _looks_at_heap(program):
        return _without_runtime(program)
    functions = {name: _through_runtime(program, function) for name, function in program.functions.items()}
    program = replace(program, functions=functions, globals=dict(program.globals))
    if any(symbol.name == _STAYS for symbol in program.globals):
        switch_on(program, _STAYS)
    return program


def _looks_at_heap(program: Program) -> bool:
    """May an address that the program looks at be one of memory that can be given out again?

    The points-to analysis is asked what a variable would hold that gets all of them.
    """
    size = program.pointer_bits // 8
    kept = Symbol("looked at", PointerType(VOID, size), size, Storage.GLOBAL, SourceLocation("", 0))
    functions = {name: one if one.is_model else _keeping(one, kept) for name, one in program.functions.items()}
    found = points_to(replace(program, functions=functions, globals=program.globals | {kept: Image(bytes(size))}))
    held = found.contents[found.objects.index(kept)] if kept in found.objects else 0
    return any(_comes_again(program, found.objects[number]) for number in members(held))


def _keeping(function: Function, kept: Symbol) -> Function:
    """Every address that the function looks at is stored in a variable."""
    before = {
        index: [
            Store(AddressOf(kept, PointerType(kept.type, kept.size)), address, address.type, "", one.location)
            for address in addresses_looked_at(one)
            if isinstance(address.type, PointerType)
        ]
        for index, one in enumerate(function.instructions)
    }
    return rewrite(function, {}, before=before)


def _comes_again(program: Program, what: AbstractObject) -> bool:
    if not isinstance(what, AllocationSite) or what.on_stack:
        return False
    one = program.functions[what.activation.function].instructions[what.index]
    return isinstance(one, Allocate) and not one.internal


def _without_runtime(program: Program) -> Program:
    functions = {name: one for name, one in program.functions.items() if name not in RUNTIME}
    file = program.functions[ALLOCATE_AGAIN].location.file
    globals_ = {symbol: image for symbol, image in program.globals.items() if symbol.location.file != file}
    return replace(program, functions=functions, globals=globals_)


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
