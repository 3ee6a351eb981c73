"""Struct and union layout, exactly as gcc lays them out (System V ABI, with `packed` and `aligned`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.types import BitField, CType, IntType, Member, StructType, size_of, unqualified

from .architecture import Architecture


@dataclass(frozen=True, slots=True)
class Field:
    """A member as declared, before it has a place."""

    name: str | None
    type: CType
    bit_width: int | None = None
    align: int | None = None  # from `aligned` or `_Alignas`
    packed: bool = False


def _round_up(value: int, align: int) -> int:
    return -(-value // align) * align


def lay_out(
    struct: StructType,
    fields: Sequence[Field],
    architecture: Architecture,
    *,
    packed: bool = False,
    align: int | None = None,
) -> None:
    """Completes `struct` in place."""
    members: list[Member] = []
    position = 0  # in bits: where the next member may start
    end = 0  # in bits: how far the longest member of a union reaches
    struct_align = 1
    for field in fields:
        if struct.is_union:
            position = 0
        natural = 1 if packed or field.packed else architecture.member_align(field.type)
        wanted = max(natural, field.align or 1)
        if field.bit_width is None:
            position = _round_up(position, wanted * 8)
            members.append(Member(field.name, field.type, position // 8))
            position += size_of(field.type) * 8
            struct_align = max(struct_align, wanted)
        else:
            position = _place_bit_field(field, position, members, packed or field.packed, architecture)
            if field.name is not None:
                struct_align = max(struct_align, wanted)
        end = max(end, position)
    struct_align = max(struct_align, align or 1)
    struct.align = struct_align
    struct.size = _round_up(_round_up(end, 8) // 8, struct_align)
    struct.members = tuple(_with_units(members, struct.size))


def _place_bit_field(
    field: Field, position: int, members: list[Member], packed: bool, architecture: Architecture
) -> int:
    """Bit-fields do not cross a boundary of their declared type, unless packed; width 0 closes the unit."""
    assert field.bit_width is not None
    unit = size_of(field.type) * 8
    if field.bit_width == 0:
        return _round_up(position, unit)
    if field.align:
        position = _round_up(position, field.align * 8)
    align = architecture.member_align(field.type) * 8
    if not packed and (position % align + field.bit_width + align - 1) // align > unit // align:
        position = _round_up(position, align)
    if field.name is not None:
        members.append(Member(field.name, field.type, 0, position, field.bit_width))
    return position + field.bit_width


def _with_units(members: list[Member], size: int) -> list[Member]:
    """Chooses for each bit-field the bytes that reading or writing it touches.

    C11 makes adjacent bit-fields one memory location, and compilers access the whole storage unit; so do we, where that
    unit lies inside the struct and holds nothing but bit-fields. Otherwise just the bytes that the field needs.
    """
    solid = [(m.offset, m.offset + max(1, size_of(m.type))) for m in members if m.bit_width is None]
    placed = []
    for member in members:
        if member.bit_width is None:
            placed.append(member)
            continue
        first, last = member.bit_offset, member.bit_offset + member.bit_width
        unit = size_of(member.type)
        start = first // 8 // unit * unit
        stop = start + unit
        fits = stop <= size and stop * 8 >= last and not any(low < stop and start < high for low, high in solid)
        if not fits:
            start, stop = first // 8, -(-last // 8)
        placed.append(replace(member, offset=start, bit_offset=first - start * 8, unit_size=stop - start))
    return [member if member.bit_width is None else replace(member, unit=_unit(member, placed)) for member in placed]


def _unit(member: Member, members: list[Member]) -> tuple[BitField, ...]:
    """The bit-fields in the bytes that this one is read and written with."""
    found = []
    for other in members:
        ctype = unqualified(other.type)
        if other.bit_width and other.name is not None and isinstance(ctype, IntType):
            offset = (other.offset - member.offset) * 8 + other.bit_offset
            if offset >= 0 and offset + other.bit_width <= member.unit_size * 8:
                found.append(BitField(other.name, offset, other.bit_width, ctype.signed and not ctype.is_bool))
    return tuple(found)


def unit_type(member: Member) -> IntType:
    """The integer type through which a bit-field's storage unit is read and written."""
    return IntType(member.unit_size * 8, False, f"bits{member.unit_size * 8}", member.unit)
