"""Objects whose address is more than a way to reach them: others may come to know it."""

from __future__ import annotations

from .expressions import AddressOf, Binary, Expression
from .instructions import Load, Store
from .operands import expressions_of, subexpressions
from .program import Function
from .symbols import Symbol


def escaping_objects(function: Function) -> set[Symbol]:
    """Those whose address is more than a way to read or write them here and now."""
    found: set[Symbol] = set()
    for instruction in function.instructions:
        for expression in expressions_of(instruction):
            plain = isinstance(instruction, Load | Store) and expression is instruction.address
            if isinstance(expression, Binary) and plain:
                found |= symbols_in(expression.right)
            elif not (isinstance(expression, AddressOf) and plain):
                found |= symbols_in(expression)
    return found


def symbols_in(expression: Expression) -> set[Symbol]:
    return {part.symbol for part in subexpressions(expression) if isinstance(part, AddressOf)}
