"""Addresses and values as C text: what messages and traces show."""

from __future__ import annotations

import math
import string

from ..goto.numbering import Numbering, ObjectKind
from ..goto.place_texts import literal_text, part_text
from ..goto.symbols import Symbol
from ..goto.types import (
    ArrayType,
    CType,
    FloatType,
    IntType,
    PointerType,
    ScalarType,
    StructType,
    VoidType,
    size_of,
    unqualified,
)
from .values import Value, round_to_float32


def object_text(numbering: Numbering, number: int) -> str:
    """`x`, `heap object 2 of thread 1`, `function f`."""
    static = numbering.static(number)
    if isinstance(static, str):
        return f"function {static}"
    symbol = numbering.symbol(number)
    if symbol is not None:
        return symbol_text(symbol)
    identity = numbering.identity(number)
    if number == 0 or identity is None:
        return "null" if number == 0 else "no object"
    what = "heap object" if identity.kind is ObjectKind.HEAP else "stack block"
    return f"{what} {identity.index + 1} of thread {identity.thread}"


def symbol_text(symbol: Symbol) -> str:
    if symbol.constant and not symbol.source_name and isinstance(unqualified(symbol.type), ArrayType):
        return "a string literal"
    return symbol.source_name or symbol.name


def place_text(numbering: Numbering, address: int, size: int = 0, whole: bool = False) -> str:
    """The C text of the place at an address: `x`, `a[3]`, `p.next`, `heap object 2 of thread 1 + 8`."""
    number, offset = numbering.space.split(address)
    symbol = numbering.symbol(number)
    base = object_text(numbering, number)
    if symbol is None:
        return _plus(base, offset)
    if not 0 <= offset < max(symbol.size, 1):
        return _plus(base, offset)
    suffix, rest = member_text(symbol.type, offset, size, whole)
    return _plus(part_text(base, suffix), rest)


_NAME = f"{string.ascii_letters}{string.digits}_"


def _plus(text: str, offset: int) -> str:
    if not offset:
        return text
    return f"{text} + {offset}" if offset > 0 else f"{text} - {-offset}"


def member_text(ctype: CType, offset: int, size: int, whole: bool = False) -> tuple[str, int]:
    """How C selects the part of a `ctype` at `offset` (as deep as `size` bytes go), and the offset that is left.

    `whole`: not the first member of a structure but all of it.
    """
    text = ""
    while True:
        match unqualified(ctype):
            case ArrayType(element) if (stride := size_of(element)) and stride >= size:
                text += f"[{offset // stride}]"
                ctype, offset = element, offset % stride
            case StructType() if whole and not offset:
                return text, 0
            case StructType(members=members):
                for member in members or ():
                    extent = member.unit_size or size_of(member.type)
                    if member.offset <= offset < member.offset + extent and extent >= size:
                        break
                else:
                    return text, offset
                if member.name is not None:
                    text += f".{member.name}"
                if member.bit_width is not None:
                    return text, offset - member.offset
                ctype, offset = member.type, offset - member.offset
            case _:
                return text, offset


def unit_text(text: str, ctype: CType) -> str:
    """`f.{ready, done}` for `f.done`: bit-fields that are read and written together."""
    names = [field.name for field in ctype.fields] if isinstance(ctype, IntType) else []
    base, name = text[: len(text.rstrip(_NAME))], text[len(text.rstrip(_NAME)) :]
    return f"{base}{{{', '.join(names)}}}" if len(names) > 1 and name in names else text


def pointer_text(numbering: Numbering, address: int, size: int = 0, whole: bool = False) -> str:
    """`NULL`, `&x`, `&a[3]`, `f`, `"text"`, `&heap object 1 of thread 0 + 8`, or a number that points nowhere.

    `size` is that of what it points to: a pointer to a struct is not one to its first member. `whole`: nor is a
    `void *`, as far as anybody knows.
    """
    number, offset = numbering.space.split(address)
    if address == 0:
        return "NULL"
    static = numbering.static(number)
    if isinstance(static, str):
        return _plus(static, offset)
    literal = numbering.literal(number)
    if literal is not None and 0 <= offset < len(literal):
        return literal_text(literal[offset:])
    if number == 0 or object_text(numbering, number) == "no object":
        return hex(address)
    return "&" + place_text(numbering, address, size, whole)


def value_text(numbering: Numbering, value: Value, ctype: ScalarType) -> str:
    """A value as a C programmer would write it."""
    match ctype:
        case PointerType(target):
            unknown = isinstance(target, VoidType)
            return pointer_text(numbering, int(value), 0 if unknown else size_of(target), whole=unknown)
        case FloatType():
            return float_text(float(value), ctype)
        case IntType(fields=fields) if fields:
            values = [str(field.value_in(int(value))) for field in fields]
            return values[0] if len(values) == 1 else f"{{{', '.join(values)}}}"
        case IntType(name="char") if 32 <= value < 127:
            return f"{int(value)} '{chr(int(value))}'"
        case IntType():
            return str(int(value))


def float_text(value: float, ctype: FloatType) -> str:
    if not math.isfinite(value):
        return "nan" if math.isnan(value) else ("inf" if value > 0 else "-inf")
    if ctype.width == 64:
        return repr(value)
    texts = (f"{value:.{digits}g}" for digits in range(1, 10))
    return next((text for text in texts if round_to_float32(float(text)) == value), repr(value))
