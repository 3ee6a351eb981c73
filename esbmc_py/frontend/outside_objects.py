"""Objects that are declared and defined nowhere: somebody outside has given them their values.

They hold anything when the program begins: the entry calls a function that writes it. Pointers are null or lead to
memory that nobody here knows (see `outside`). Objects of the library, such as mutexes, are as a definition without an
initialiser makes them. What is volatile is something else each time it is read by its name. Of an object whose size
is not known, or whose contents cannot be made up, nothing can be said: who looks at it is not judged
(`Symbol.outside`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from esbmc_py.goto.expressions import AddressOf
from esbmc_py.goto.program import Function
from esbmc_py.goto.symbols import Symbol
from esbmc_py.goto.types import ArrayType, CType, QualifiedType

from .builder import FunctionBuilder
from .called_first import calling_first
from .outside import Outside, OutsideCode
from .scopes import Scope, place_of

if TYPE_CHECKING:
    from .linking import Linking

_NAME = "__smtcb_outside_objects"


def beginning_with_anything(
    linker: Linking, outside: Outside, entry: Function, objects: dict[Symbol, frozenset[CType]]
) -> Function:
    """The entry, which now gives the objects (with the library's types in their files) their values first."""
    builder = FunctionBuilder(_NAME, linker.architecture, linker.checks, Scope(), is_model=True)
    for symbol, library_types in objects.items():
        builder.location = symbol.location
        code = OutsideCode(outside, builder, symbol.name, library_types)
        plain = writable(symbol.type)
        address = AddressOf(symbol, linker.architecture.pointer(plain))
        code.any_object(place_of(address, plain, symbol.name))
    return calling_first(linker, entry, builder)


def writable(ctype: CType) -> CType:
    """Without const, down to the elements of arrays."""
    if isinstance(ctype, ArrayType):
        return replace(ctype, element=writable(ctype.element))
    if isinstance(ctype, QualifiedType):
        return writable(ctype.type) if not ctype.atomic else replace(ctype, const=False)
    return ctype
