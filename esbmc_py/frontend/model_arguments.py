"""Arguments of modelled library functions: a wrong one is an error at the call, not a riddle inside the model.

Compilers only warn about some of these, so nothing is rejected that programs get away with: integers that travel as
`void *`, null pointers as integers, start routines of another type.
"""

from __future__ import annotations

from typing import Any

from esbmc_py.goto.expressions import Expression
from esbmc_py.goto.types import CType, FunctionType, IntType, PointerType, StructType, VoidType, unqualified

from .operators import is_false
from .problems import TypeProblem, location_of

_ANY_ADDRESS = "struct sockaddr"  # with _GNU_SOURCE a union of all kinds of addresses, which needs no cast


def require_known_signature(name: str, declared: FunctionType, model: FunctionType, node: Any) -> None:
    """The program's own prototype of a library function must not leave out or invent parameters."""
    fixed = not (declared.variadic or model.variadic) and declared.prototyped
    if fixed and len(declared.parameters) != len(model.parameters):
        count, wanted = len(declared.parameters), len(model.parameters)
        plural = "" if count == 1 else "s"
        raise TypeProblem(f"{name} is declared with {count} parameter{plural}; it has {wanted}", location_of(node))


def require_count(arguments: list[Any], count: int, node: Any) -> None:
    """So many at least."""
    if len(arguments) < count:
        raise TypeProblem(f"{node.name.name} needs {count} arguments", location_of(node))


def require_fitting(name: str, position: int, given: Expression, wanted: CType, node: Any) -> None:
    if not _fits(given, wanted):
        what = f"argument {position} of {name} is of type '{given.type}'; '{wanted}' is needed"
        raise TypeProblem(what, location_of(node))


def _fits(given: Expression, wanted: CType) -> bool:
    match given.type, wanted:
        case PointerType(source), PointerType(target):
            source, target = unqualified(source), unqualified(target)
            if isinstance(source, VoidType) or isinstance(target, VoidType):
                return True
            if isinstance(source, StructType) and isinstance(target, StructType):
                if str(target) == _ANY_ADDRESS:
                    return True
                return str(source) == str(target)  # declared in other scopes, it is another type of the same name
            return not (isinstance(source, StructType) or isinstance(target, StructType))
        case PointerType(), IntType():
            return is_false(given)
        case IntType(), PointerType(target):
            return is_false(given) or not isinstance(unqualified(target), StructType)
        case _:
            return True
