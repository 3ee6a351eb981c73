"""How far a pointer reaches: to the end of the array of its type into which it points.

`&s.x` leads to the member x, and `&s.a[1]` to the rest of the array a, whichever variables have held the pointer in
between. Memory on the heap has no type: there it is the rest of the object.
"""

from __future__ import annotations

from functools import cache

from .types import ArrayType, CType, StructType, size_of, unqualified

_MOST = 64  # arrays of one type in an object; of more, nobody asks in which of them a pointer is


@cache
def extents(ctype: CType, element: CType) -> tuple[tuple[int, int], ...]:
    """Where an object of type `ctype` has rows of `element`: beginnings and ends, in bytes."""
    found = _extents(ctype, element, 0)
    return tuple(found) if len(found) <= _MOST else ()


def _extents(ctype: CType, element: CType, begin: int) -> list[tuple[int, int]]:
    plain = unqualified(ctype)
    if plain == element:
        return [(begin, begin + size_of(plain))]
    found: list[tuple[int, int]] = []
    match plain:
        case ArrayType(element=inner, count=count):
            inside = _extents(inner, element, 0)
            size = size_of(inner)
            if inside == [(0, size)]:
                return [(begin, begin + size * (count or 0))]
            for index in range(min(count or 0, _MOST + 1) if inside else 0):
                found += [(begin + index * size + first, begin + index * size + last) for first, last in inside]
        case StructType(members=members, is_union=False):
            for member in members or ():
                if member.bit_width is None:
                    found += _extents(member.type, element, begin + member.offset)
    return found


def end_of(ctype: CType, element: CType, offset: int) -> int | None:
    """Where the row of `element` ends in which the offset is; None if it is in none."""
    return next((end for begin, end in extents(ctype, element) if begin <= offset < end), None)
