"""Could a program tell where in memory its objects are: by their order, or by numbers that it makes of addresses?

Every object has one address here, the same in all executions. C leaves it open. So a program that locks what has the
smaller address first was looked at with one order, and a table that goes by addresses with one place for each object.
Not meant: comparisons and differences inside one object, as in every loop over an array, and integers in the guise of
pointers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

from .abstract_objects import AbstractObject, AllocationSite
from .activations import Activation
from .expressions import AddressOf, Binary, Const, Convert, Expression, FunctionAddress
from .inclusion import members
from .instructions import Call, Instruction, Store
from .operands import expressions_of, parts_of, subexpressions
from .points_to import points_to
from .program import Function, Program
from .reuse import PRINTING
from .reused_memory import ALLOCATE_AGAIN
from .rewrite import rewrite
from .symbols import Image, SourceLocation, Storage, Symbol
from .types import VOID, IntType, PointerType

_WITHIN = frozenset({"<", "<=", ">", ">=", "-"})  # wherever it lies, the same for two places in one object


Looked: TypeAlias = Callable[[Instruction], Iterator[tuple[Expression, ...]]]  # at several addresses together


def tells_order(program: Program) -> bool:
    """May the two sides of a comparison be addresses in different objects?"""
    return any(len(set(map(_place, objects))) > 1 for objects in _looked_at(program, _compared))


def tells_numbers(program: Program) -> bool:
    """May a number be made of the address of an object, and not only be compared with another one?"""
    return any(objects for objects in _looked_at(program, _counted))


def _looked_at(program: Program, looked: Looked) -> Iterator[list[AbstractObject]]:
    """The objects in which addresses may be that are looked at together.

    The points-to analysis is asked what a variable would hold that gets all of them.
    """
    kept: list[Symbol] = []
    functions = {
        name: one if one.is_model else _keeping(program, one, looked, kept) for name, one in program.functions.items()
    }
    if not kept:
        return
    empty = Image(bytes(program.pointer_bits // 8))
    found = points_to(replace(program, functions=functions, globals=program.globals | dict.fromkeys(kept, empty)))
    for symbol in kept:
        if symbol in found.objects:
            objects = (found.objects[one] for one in members(found.contents[found.objects.index(symbol)]))
            yield [one for one in objects if isinstance(one, Symbol | AllocationSite)]


def _place(what: AbstractObject) -> AbstractObject | Activation:
    """Where memory is given out again, it comes from one of two sites."""
    if isinstance(what, AllocationSite) and what.activation.function == ALLOCATE_AGAIN:
        return what.activation
    return what


def _keeping(program: Program, function: Function, looked: Looked, kept: list[Symbol]) -> Function:
    """What is looked at together is stored in a variable of its own."""
    before: dict[int, list[Instruction]] = {}
    size = program.pointer_bits // 8
    for index, one in enumerate(function.instructions):
        for addresses in looked(one):
            symbol = Symbol(f"looked at {len(kept)}", PointerType(VOID, size), size, Storage.GLOBAL, _NOWHERE)
            kept.append(symbol)
            place = AddressOf(symbol, PointerType(symbol.type, size))
            before.setdefault(index, []).extend(
                Store(place, address, address.type, "", one.location) for address in addresses
            )
    return rewrite(function, {}, before=before) if before else function


_NOWHERE = SourceLocation("", 0)


def _compared(instruction: Instruction) -> Iterator[tuple[Expression, ...]]:
    for part in subexpressions(*expressions_of(instruction)):
        if isinstance(part, Binary) and part.op in _WITHIN:
            left, right = _address(part.left), _address(part.right)
            if left is not None and right is not None:
                yield left, right


def _counted(instruction: Instruction) -> Iterator[tuple[Expression, ...]]:
    if isinstance(instruction, Call) and isinstance(instruction.callee, FunctionAddress):
        if instruction.callee.name in PRINTING:
            return
    pending = list(expressions_of(instruction))
    while pending:
        part = pending.pop()
        address = _address(part)
        if address is None or isinstance(part.type, PointerType):
            pending += [one for one in parts_of(part) if not _keeps_it(part, one)]
        elif not (isinstance(part.type, IntType) and part.type.is_bool):
            yield (address,)


def _keeps_it(whole: Expression, part: Expression) -> bool:
    """Is an address that was made a number compared with another one, or made an address again?"""
    compared = isinstance(whole, Binary) and (whole.op in _WITHIN or whole.op in {"==", "!="})
    compared = compared and all(_address(side) is not None or isinstance(side, Const) for side in parts_of(whole))
    back = isinstance(whole, Convert) and isinstance(whole.type, PointerType)
    return (compared or back) and _address(part) is not None and not isinstance(part.type, PointerType)


def _address(value: Expression) -> Expression | None:
    """The address that it is, or that a number is made of."""
    while not isinstance(value.type, PointerType) and isinstance(value, Convert):
        value = value.operand
    return value if isinstance(value.type, PointerType) else None
