"""Which atomic sections matter to other threads: those in which something visible, blocking or final may happen.

An assumption is final: others may act on what the thread did before, and then there is no execution to go on with.
So is what is not supported, if there are other threads.
"""

from __future__ import annotations

from collections import defaultdict

from .closure import closure
from .flow import successors
from .instructions import Assume, AtomicBegin, AtomicEnd, Block, Call, Halt, Return
from .program import Function, Program

Place = tuple[str, int]
Callees = dict[Place, set[str]]

DEEPEST_NESTING = 20


def sections_with_effect(program: Program, callees: Callees, visible: set[Place]) -> set[Place]:
    """The AtomicBegins whose section may contain what is visible, a Block, Assume or Halt, also in functions it calls.

    A section that is left open when its function returns, or that calls a function which opens or closes sections of
    its callers, is taken to matter.
    """
    effective = callers_of(callees, {name for name, f in program.functions.items() if _has_effect(f, visible)})
    lopsided = callers_of(callees, {name for name, function in program.functions.items() if _is_lopsided(function)})
    sections: set[Place] = set()
    for name, function in program.functions.items():
        for index, instruction in enumerate(function.instructions):
            if isinstance(instruction, AtomicBegin):
                if _section_matters(function, index, callees, visible, effective | lopsided):
                    sections.add((name, index))
    return sections


def _has_effect(function: Function, visible: set[Place]) -> bool:
    return any(
        isinstance(instruction, Block | Assume | Halt) or (function.name, index) in visible
        for index, instruction in enumerate(function.instructions)
    )


def callers_of(callees: Callees, names: set[str]) -> set[str]:
    """These functions and all that call them, directly or not."""
    callers: dict[str, set[str]] = defaultdict(set)
    for (caller, _), called in callees.items():
        for callee in called:
            callers[callee].add(caller)
    return closure(names, lambda name: callers[name])


def _is_lopsided(function: Function) -> bool:
    """May it return with another nesting depth than it was called with?"""
    instructions = function.instructions
    if not any(isinstance(instruction, AtomicBegin | AtomicEnd) for instruction in instructions):
        return False
    seen: set[tuple[int, int]] = set()
    pending = [(0, 0)]
    while pending:
        index, depth = pending.pop()
        if (index, depth) in seen:
            continue
        seen.add((index, depth))
        match instructions[index]:
            case AtomicBegin():
                depth += 1
            case AtomicEnd():
                depth -= 1
            case Return() if depth:
                return True
        if depth < 0 or depth > DEEPEST_NESTING:
            return True
        pending.extend((following, depth) for following in successors(instructions, index))
    return False


def _section_matters(function: Function, begin: int, callees: Callees, visible: set[Place], matter: set[str]) -> bool:
    instructions = function.instructions
    seen: set[tuple[int, int]] = set()
    pending = [(following, 1) for following in successors(instructions, begin)]
    while pending:
        index, depth = pending.pop()
        if (index, depth) in seen:
            continue
        seen.add((index, depth))
        place = (function.name, index)
        match instructions[index]:
            case AtomicBegin():
                depth += 1
            case AtomicEnd():
                depth -= 1
            case Block() | Assume() | Halt() | Return():
                return True
            case Call() if callees.get(place, set()) & matter:
                return True
            case _ if place in visible:
                return True
        if depth > DEEPEST_NESTING:
            return True
        if depth:
            pending.extend((following, depth) for following in successors(instructions, index))
    return False
