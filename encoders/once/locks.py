"""Locks: cells that threads write to only in two ways.

A thread that finds 0 in it puts its own name there, and a thread that has done so puts 0 there. So whoever has a lock
finds its own name in it, and nobody else passes a wait for the 0.
"""

from __future__ import annotations

from symex import objects
from symex.terms import Term, bv, substitute, symbols

from .operations import BoundedProgram, BoundedThread, Life, Operation, Read, Write
from .substitution import Substitution
from .targets import Targets

_MOST_BITS = 8  # of a symbol that tells which name was read


def valid_locks(targets: Targets) -> frozenset[int]:
    """Addresses of cells that are written to as locks are, and in no other way."""
    names = [thread.self_value for thread in targets.program.threads]
    if not all(name.__class__ is int and name != 0 for name in names) or len(set(names)) < len(names):
        return frozenset()
    sizes: dict[int, int] = {}
    mortal = set(targets.mortal)
    for _, _, operation in targets.operations():
        if isinstance(operation, Life):
            mortal.add(operation.number)
        elif isinstance(operation, Write) and operation.takes:
            sizes[operation.address] = operation.size  # type: ignore[index]
    found = {address for address, size in sizes.items() if _begins_as_lock(targets.program, address, size, mortal)}
    places = {targets.program.space.split(address): address for address in found}
    for thread, _, operation in targets.operations():
        if isinstance(operation, Write):
            for target in targets.of(operation):
                begin, end = targets.reach(target, operation.size)
                for (number, offset), address in places.items():
                    reaches = begin < offset + sizes[address] and offset < end
                    if target.number == number and reaches and not _is_as_of_lock(thread, operation, address, sizes):
                        found.discard(address)
    return frozenset(found)


def _begins_as_lock(program: BoundedProgram, address: int, size: int, mortal: set[int]) -> bool:
    number, offset = program.space.split(address)
    target = program.memory.get(number)
    if target is None or number in mortal or target.size.__class__ is not int or offset + size > target.size:
        return False
    value, _ = objects.read(target, offset, size)
    return value.__class__ is int and value == 0


def _is_as_of_lock(thread: BoundedThread, operation: Write, address: int, sizes: dict[int, int]) -> bool:
    if not operation.visible or operation.address != address or operation.size != sizes[address]:
        return False
    return operation.takes or (address in operation.held and operation.value in (0, thread.self_value))


def with_known_owners(program: BoundedProgram) -> BoundedProgram:
    """Who has a lock need not read it: such reads are left out, and their results are the thread's name."""
    locks = valid_locks(Targets(program))
    replacements: dict[Term, Term] = {}
    for thread in program.threads:
        for block in thread.blocks:
            known = [read for read in _first_reads(block.operations) if read.address in read.held & locks]
            for read in known:
                named = _named(read.result, thread.self_value)  # type: ignore[arg-type]
                if named is not None:
                    replacements.update(named)
                    block.operations.remove(read)
    return Substitution(replacements).program(program) if replacements else program


def _first_reads(operations: list[Operation]) -> list[Read]:
    """Before the block writes anything itself."""
    found: list[Read] = []
    for operation in operations:
        if isinstance(operation, Read):
            found.append(operation)
        elif isinstance(operation, Write):
            break
    return found


def _named(result: Term, name: int) -> dict[Term, Term] | None:
    """What makes the result of a read this name."""
    if result.op == "symbol":
        return {result: bv(name, result.width)}
    below = symbols(result)
    if not below:
        return {} if result is bv(name, result.width) else None
    if len(below) > 1 or not 0 < below[0].width <= _MOST_BITS:
        return None
    index = below[0]
    for number in range(1 << index.width):
        if substitute(result, {index: bv(number, index.width)}) is bv(name, result.width):
            return {index: bv(number, index.width)}
    return None
