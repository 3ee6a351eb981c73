"""C types as C text: declarations, definitions of structs, and the first contents of objects."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Hashable, Iterator
from dataclasses import field

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import Const
from esbmc_py.goto.symbols import Image, Relocation
from esbmc_py.goto.types import (
    ArrayType,
    CType,
    FloatType,
    FunctionType,
    IntType,
    Member,
    PointerType,
    ScalarType,
    StructType,
    VoidType,
    size_of,
    unqualified,
)

from .c_names import identifier

_INTEGERS = {8: "char", 16: "short", 32: "int", 64: "long long", 128: "__int128"}
_STANDARD = frozenset(
    {
        "_Bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long",
        "unsigned long", "long long", "unsigned long long",
    }
)  # fmt: skip
_SUFFIX = {"unsigned int": "U", "long": "L", "unsigned long": "UL", "long long": "LL", "unsigned long long": "ULL"}


def integer_name(ctype: IntType) -> str:
    """Enumerations and typedefs become the integer that they are."""
    if ctype.name in _STANDARD:
        return ctype.name
    name = next(name for width, name in _INTEGERS.items() if width >= ctype.width)  # of a bit-field: what holds it
    if not ctype.signed:
        return f"unsigned {name}"
    return "signed char" if name == "char" else name


@dataclass(slots=True, eq=False)
class CTypes:
    """Remembers which structs were named, so that they can be defined."""

    structs: dict[StructType, str] = field(default_factory=dict)
    _tags: set[str] = field(default_factory=set)
    _alike: dict[Hashable, str] = field(default_factory=dict)

    def declaration(self, ctype: CType, name: str = "") -> str:
        """The type written around the name."""
        ctype = unqualified(ctype)
        match ctype:
            case PointerType(target):
                target = unqualified(target)
                inner = f"*{name}"
                if isinstance(target, ArrayType | FunctionType):
                    inner = f"({inner})"
                return self.declaration(target, inner)
            case ArrayType(element, count):
                return self.declaration(element, f"{name}[{'' if count is None else count}]")
            case FunctionType(result, parameters):
                return self.declaration(result, f"{name}({self._parameters(ctype, parameters)})")
            case IntType():
                return _spaced(integer_name(ctype), name)
            case FloatType():
                return _spaced(ctype.name if ctype.name in ("float", "double", "long double") else "double", name)
            case StructType():
                return _spaced(self.tag(ctype), name)
            case VoidType():
                return _spaced("void", name)
            case _:
                raise AssertionError(ctype)

    def _parameters(self, ctype: FunctionType, parameters: tuple[CType, ...]) -> str:
        texts = [self.declaration(parameter) for parameter in parameters]
        if ctype.variadic:
            texts.append("...")
        return ", ".join(texts) or ("void" if ctype.prototyped else "")

    def same(self, first: CType, second: CType) -> bool:
        return self.declaration(first) == self.declaration(second)

    def tag(self, ctype: StructType) -> str:
        known = self.structs.get(ctype)
        if known is None:
            known = self.structs[ctype] = self._alike.get(_shape(ctype)) or self._new_tag(ctype)
            self._alike[_shape(ctype)] = known
        return known

    def _new_tag(self, ctype: StructType) -> str:
        tag = identifier(ctype.tag)
        while tag in self._tags:
            tag += "_"
        self._tags.add(tag)
        return f"{'union' if ctype.is_union else 'struct'} {tag}"

    # -- definitions ----------------------------------------------------------------------------------------------

    def definitions(self) -> list[str]:
        """Of all structs named so far and of those in them, each after what it contains."""
        done: dict[StructType, str] = {}
        pending = list(self.structs)
        while pending:
            self._define(pending.pop(0), done)
            pending += [one for one in self.structs if one not in done and one not in pending]
        by_name = {self.structs[one]: text for one, text in reversed(done.items()) if text}
        forward = dict.fromkeys(f"{self.structs[one]};" for one in done)
        return [*forward, *reversed(by_name.values())]

    def _define(self, ctype: StructType, done: dict[StructType, str]) -> None:
        if ctype in done:
            return
        self.tag(ctype)
        if ctype.members is None:
            done[ctype] = ""
            return
        for inner in _contained(ctype):
            self._define(inner, done)
        lines = [f"{self.structs[ctype]} {{"]
        lines += [f"    {line}" for line in self._members(ctype)]
        natural = _is_natural(ctype)
        lines.append("};" if natural else f"}} __attribute__((packed, aligned({ctype.align})));")
        done[ctype] = "\n".join(lines)

    def _members(self, ctype: StructType) -> Iterator[str]:
        """With padding spelt out where the target's rules would not put a member where it is."""
        natural, position = _is_natural(ctype), 0
        for index, member in enumerate(ctype.members or ()):
            if not natural and not ctype.is_union and member.offset > position:
                yield f"char padding_{index}[{member.offset - position}];"
            if member.bit_width is not None:
                name = member.name if member.bit_width else ""
                yield f"{self.declaration(member.type, name or '')} : {member.bit_width};"
            else:
                yield f"{self.declaration(member.type, member.name or f'anonymous_{index}')};"
                position = member.offset + size_of(member.type)
        if not ctype.members:
            return
        if not natural and not ctype.is_union and ctype.size > position:
            yield f"char padding[{ctype.size - position}];"

    # -- contents -------------------------------------------------------------------------------------------------

    def initializer(self, ctype: CType, image: Image, address: Callable[[Relocation, CType], str]) -> str | None:
        """None: all zero."""
        relocations = {relocation.offset: relocation for relocation in image.relocations}
        return self._initial(unqualified(ctype), image.data, 0, relocations, address)

    def _initial(
        self,
        ctype: CType,
        data: bytes,
        offset: int,
        relocations: dict[int, Relocation],
        address: Callable[[Relocation, CType], str],
    ) -> str | None:
        ctype = unqualified(ctype)
        size = size_of(ctype)
        here = data[offset : offset + size]
        if not any(here) and not any(offset <= place < offset + max(size, 1) for place in relocations):
            return None
        match ctype:
            case PointerType() if offset in relocations:
                return address(relocations[offset], ctype)
            case IntType() | PointerType() | FloatType():
                return constant(_scalar(ctype, here), ctype)
            case ArrayType(element, count):
                step = size_of(element)
                if unqualified(element) == IntType(8, True, "char") and here.rstrip(b"\0").isascii():
                    return _string(here)
                parts = [
                    self._initial(element, data, offset + index * step, relocations, address) or "0"
                    for index in range(count or 0)
                ]
                return "{" + ", ".join(_braced(element, part) for part in parts) + "}"
            case StructType():
                return self._initial_struct(ctype, data, offset, relocations, address)
            case _:
                raise AssertionError(ctype)

    def _initial_struct(
        self,
        ctype: StructType,
        data: bytes,
        offset: int,
        relocations: dict[int, Relocation],
        address: Callable[[Relocation, CType], str],
    ) -> str:
        members = list(ctype.members or ())
        if ctype.is_union:
            members = sorted(members, key=lambda member: size_of(member.type), reverse=True)[:1]
        parts = []
        for member in members:
            if member.bit_width is not None:
                text = _bit_field(member, data, offset)
            else:
                text = self._initial(member.type, data, offset + member.offset, relocations, address)
            if text is not None:
                index = (ctype.members or ()).index(member)
                parts.append(f".{member.name or f'anonymous_{index}'} = {text}")
        return "{" + ", ".join(parts) + "}"


def constant(value: float, ctype: ScalarType) -> str:
    """A number as C would write it with this type."""
    match ctype:
        case FloatType():
            return _float(float(value), ctype)
        case PointerType():
            return "0" if value == 0 else f"(void *){int(value):#x}UL"
        case IntType():
            number = int(value)
            suffix = _SUFFIX.get(integer_name(ctype), "")
            if ctype.signed and number == ctype.minimum and ctype.width >= 32:
                return f"(-{-(number + 1)}{suffix} - 1)"
            return f"{number}{suffix}"


def constant_of(const: Const) -> str:
    return constant(const.value, const.type)


def _float(value: float, ctype: FloatType) -> str:
    if math.isnan(value):
        return '__builtin_nan("")'
    if math.isinf(value):
        return "__builtin_inf()" if value > 0 else "(-__builtin_inf())"
    return repr(value) + ("f" if ctype.width == 32 else "")


def _scalar(ctype: ScalarType, data: bytes) -> float:
    if isinstance(ctype, FloatType):
        unpacked: float = struct.unpack("<f" if ctype.width == 32 else "<d", data[: ctype.width // 8])[0]
        return unpacked
    number = int.from_bytes(data, "little")
    return ctype.wrap(number) if isinstance(ctype, IntType) else number


def _bit_field(member: Member, data: bytes, offset: int) -> str | None:
    start = offset + member.offset
    unit = int.from_bytes(data[start : start + member.unit_size], "little")
    bits = unit >> member.bit_offset & ((1 << (member.bit_width or 0)) - 1)
    if isinstance(member.type, IntType) and member.type.signed and bits >> ((member.bit_width or 1) - 1):
        bits -= 1 << (member.bit_width or 0)
    return str(bits) if bits and member.name is not None else None


def _string(data: bytes) -> str:
    text = data[:-1] if data.endswith(b"\0") else data
    escaped = "".join(
        chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}" for byte in text.rstrip(b"\0")
    )
    return f'"{escaped}"'


def _braced(ctype: CType, text: str) -> str:
    return "{0}" if text == "0" and isinstance(unqualified(ctype), ArrayType | StructType) else text


def _shape(ctype: StructType) -> Hashable:
    """Every source file that a program is made of has a struct of its own for each that a header defines."""
    members = tuple((member.name, member.offset, member.bit_width) for member in ctype.members or ())
    return ctype.tag, ctype.is_union, ctype.size, members


def _spaced(base: str, name: str) -> str:
    return f"{base} {name}" if name and not name.startswith("[") else base + name


def _contained(ctype: StructType) -> Iterator[StructType]:
    for member in ctype.members or ():
        inner = unqualified(member.type)
        while isinstance(inner, ArrayType):
            inner = unqualified(inner.element)
        if isinstance(inner, StructType):
            yield inner


def _align(ctype: CType) -> int:
    ctype = unqualified(ctype)
    match ctype:
        case ArrayType(element):
            return _align(element)
        case StructType():
            return ctype.align
        case _:
            return size_of(ctype)


def _is_natural(ctype: StructType) -> bool:
    """Would a compiler, left alone, lay the struct out like this? With bit-fields, it is taken to."""
    position, align = 0, 1
    for member in ctype.members or ():
        if member.bit_width is not None:
            return True
        own = _align(member.type)
        align = max(align, own)
        expected = 0 if ctype.is_union else -(-position // own) * own
        if expected != member.offset:
            return False
        position = max(position, expected + size_of(member.type))
    return align == ctype.align and -(-position // align) * align == ctype.size
