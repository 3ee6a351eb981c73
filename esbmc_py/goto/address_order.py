"""Does a program ask which of two objects comes first in memory?

Objects have addresses in one order, the same in all executions. C leaves it open, and so a program that locks what has
the smaller address first was looked at with one order only. Places in one object are compared in every loop over an
array: these are meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .abstract_objects import AbstractObject, AllocationSite
from .activations import Activation
from .expressions import AddressOf, Binary, Convert, Expression
from .inclusion import members
from .instructions import Instruction, Store
from .operands import expressions_of, parts_of
from .points_to import points_to
from .program import Function, Program
from .reused_memory import ALLOCATE_AGAIN
from .rewrite import rewrite
from .symbols import Image, SourceLocation, Storage, Symbol
from .types import VOID, PointerType

_ORDERS = frozenset({"<", "<=", ">", ">="})


def tells_order(program: Program) -> bool:
    """May the two sides of a comparison be addresses in different objects?

    The points-to analysis is asked what a variable would hold that gets both of them.
    """
    kept: list[Symbol] = []
    functions = {name: one if one.is_model else _keeping(program, one, kept) for name, one in program.functions.items()}
    if not kept:
        return False
    empty = Image(bytes(program.pointer_bits // 8))
    found = points_to(replace(program, functions=functions, globals=program.globals | dict.fromkeys(kept, empty)))
    numbers = (found.objects.index(symbol) for symbol in kept if symbol in found.objects)
    return any(len({_place(found.objects[one]) for one in members(found.contents[number])}) > 1 for number in numbers)


def _place(what: AbstractObject) -> AbstractObject | Activation:
    """Where memory is given out again, it comes from one of two sites."""
    if isinstance(what, AllocationSite) and what.activation.function == ALLOCATE_AGAIN:
        return what.activation
    return what


def _keeping(program: Program, function: Function, kept: list[Symbol]) -> Function:
    """The sides of each comparison are stored in a variable of its own."""
    before: dict[int, list[Instruction]] = {}
    size = program.pointer_bits // 8
    for index, one in enumerate(function.instructions):
        for left, right in _compared(one):
            symbol = Symbol(f"compared {len(kept)}", PointerType(VOID, size), size, Storage.GLOBAL, _NOWHERE)
            kept.append(symbol)
            place = AddressOf(symbol, PointerType(symbol.type, size))
            before.setdefault(index, []).extend(
                Store(place, address, address.type, "", one.location) for address in (left, right)
            )
    return rewrite(function, {}, before=before) if before else function


_NOWHERE = SourceLocation("", 0)


def _compared(instruction: Instruction) -> Iterator[tuple[Expression, Expression]]:
    pending = list(expressions_of(instruction))
    while pending:
        part = pending.pop()
        pending += parts_of(part)
        if isinstance(part, Binary) and part.op in _ORDERS:
            left, right = _address(part.left), _address(part.right)
            if left is not None and right is not None:
                yield left, right


def _address(value: Expression) -> Expression | None:
    """The address that it is, or that a number is made of."""
    while not isinstance(value.type, PointerType) and isinstance(value, Convert):
        value = value.operand
    return value if isinstance(value.type, PointerType) else None
