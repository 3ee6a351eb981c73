"""Initialisers: designators, brace elision, strings; as images of static objects and as code for automatic ones."""

from __future__ import annotations

import struct as binary_format
from dataclasses import field, replace
from typing import Any

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import AddressOf, Binary, Const, Convert, Expression, FunctionAddress
from esbmc_py.goto.instructions import Assert, Instruction
from esbmc_py.goto.symbols import COMPOUND_LITERAL, Image, Relocation, SourceLocation, Storage, Symbol
from esbmc_py.goto.types import (
    ArrayType,
    CType,
    FloatType,
    IntType,
    Member,
    PointerType,
    ScalarType,
    StructType,
    is_scalar,
    size_of,
    unqualified,
)

from . import gnu_ast
from .architecture import Architecture
from .evaluating import Evaluating, FunctionAround
from .literals import string_bytes
from .problems import TypeProblem, location_of
from .scopes import MemoryPlace
from .syntax_nodes import c_ast


@dataclass(frozen=True, slots=True)
class InitialValue:
    """One scalar, string or struct value at an offset of the object."""

    offset: int
    type: CType
    node: Any
    bits: Member | None = None
    text: bytes | None = None  # a string literal that fills a character array

    @property
    def end(self) -> int:
        return self.offset + (size_of(self.type) if self.text is None else len(self.text))


@dataclass(slots=True)
class _Items:
    """The items of a brace-enclosed list, consumed from the front."""

    nodes: list[Any]
    position: int = 0

    def __bool__(self) -> bool:
        return self.position < len(self.nodes)

    def peek(self) -> Any:
        return self.nodes[self.position]

    def take(self) -> Any:
        self.position += 1
        return self.nodes[self.position - 1]

    def put_back(self, node: Any) -> None:
        self.position -= 1
        self.nodes[self.position] = node


class _Flattener:
    """Lists the entries of an initialiser (C11 6.7.9)."""

    def __init__(self, architecture: Architecture, expressions: Evaluating) -> None:
        self._architecture = architecture
        self._expressions = expressions
        self.entries: list[InitialValue] = []
        self.reach = 0  # how many elements of an array of unknown length were initialised
        self._out_of_order = False  # after a designator, something may be initialised again

    def object(self, ctype: CType, node: Any, offset: int, bits: Member | None = None) -> None:
        plain = unqualified(ctype)
        text = self._string(plain, node)
        if self._out_of_order and bits is None:
            end = offset + size_of(plain)
            self.entries = [entry for entry in self.entries if entry.end <= offset or end <= entry.offset]
        if text is not None:
            assert isinstance(plain, ArrayType)
            self._add_string(plain, text, node, offset)
        elif isinstance(node, c_ast.InitList):
            if isinstance(plain, ArrayType | StructType):
                self._aggregate(plain, _Items(list(node.exprs)), offset, braced=True)
            elif node.exprs:
                self.object(plain, node.exprs[0], offset, bits)
            else:
                self.entries.append(InitialValue(offset, plain, c_ast.Constant("int", "0", node.coord), bits))
        elif isinstance(plain, ArrayType):
            if isinstance(node, c_ast.CompoundLiteral):  # GNU: an array from a compound literal of its type
                self.object(ctype, node.init, offset)
                return
            raise TypeProblem("an array needs a brace-enclosed initialiser", location_of(node))
        else:
            self.entries.append(InitialValue(offset, plain, node, bits))

    def _string(self, ctype: CType, node: Any) -> bytes | None:
        """The bytes of a string literal that initialises an array of characters."""
        if not isinstance(ctype, ArrayType):
            return None
        element = unqualified(ctype.element)
        if isinstance(node, c_ast.InitList) and len(node.exprs) == 1:
            node = node.exprs[0]
        if isinstance(element, IntType) and isinstance(node, c_ast.Constant) and node.value.endswith('"'):
            data, literal = string_bytes([node.value], self._architecture)
            if literal.width == element.width:
                return data
        return None

    def _add_string(self, array: ArrayType, text: bytes, node: Any, offset: int) -> None:
        size = size_of(array.element)
        if array.count is None:
            self.reach = max(self.reach, len(text) // size)
        else:
            text = text[: array.count * size].ljust(array.count * size, b"\0")
        self.entries.append(InitialValue(offset, array, node, text=text))

    def _aggregate(
        self, ctype: ArrayType | StructType, items: _Items, offset: int, *, braced: bool, entered: bool = False
    ) -> None:
        """Fills an array or struct from the list; without braces of its own it takes only what it needs."""
        index = 0
        while items:
            item = items.peek()
            if isinstance(item, c_ast.NamedInitializer):
                if not braced and not entered:
                    return
                items.take()
                index = self._designated(ctype, item, items, offset)
                entered = False
                continue
            part = self._part(ctype, index)
            if part is None:
                if braced:
                    items.take()  # an excess initialiser: gcc warns and drops it
                    continue
                return
            self._next(part, items, offset)
            index = self._following(ctype, index)
            if not braced and self._part(ctype, index) is None:
                return

    def _next(self, part: tuple[CType, int, Member | None], items: _Items, offset: int) -> None:
        """Initialises one element or member with the next item, or, braces elided, with the next few."""
        ctype, start, bits = part
        plain = unqualified(ctype)
        item = items.peek()
        if (
            isinstance(plain, ArrayType | StructType)
            and not isinstance(item, c_ast.InitList)
            and self._string(plain, item) is None
            and not self._is_struct_value(plain, item)
            and size_of(plain) > 0
        ):
            self._aggregate(plain, items, offset + start, braced=False)
        else:
            self.object(ctype, items.take(), offset + start, bits)

    def _is_struct_value(self, ctype: CType, node: Any) -> bool:
        if not isinstance(ctype, StructType) or isinstance(node, c_ast.Constant | c_ast.BinaryOp | c_ast.InitList):
            return False
        return self._expressions.known_type(node) == ctype

    def _part(self, ctype: ArrayType | StructType, index: int) -> tuple[CType, int, Member | None] | None:
        """Type, offset and bit-field of the index-th element or member that an initialiser can name."""
        if isinstance(ctype, ArrayType):
            if ctype.count is not None and index >= ctype.count:
                return None
            if ctype.count is None:
                self.reach = max(self.reach, index + 1)
            return ctype.element, index * size_of(ctype.element), None
        members = ctype.members or ()
        if index >= len(members) or (ctype.is_union and index > 0):
            return None
        member = members[index]
        return member.type, member.offset, member if member.bit_width is not None else None

    def _following(self, ctype: ArrayType | StructType, index: int) -> int:
        return len(ctype.members or ()) if isinstance(ctype, StructType) and ctype.is_union else index + 1

    def _designated(
        self, ctype: ArrayType | StructType, item: c_ast.NamedInitializer, items: _Items, offset: int
    ) -> int:
        """Handles `designators = value`; returns the index after it."""
        self._out_of_order = True
        first, rest = item.name[0], item.name[1:]
        low, high = self._designator(ctype, first)
        for index in range(low, high + 1):
            part_type, start, bits = self._designated_part(ctype, index, first)
            if isinstance(part_type, tuple):  # a member of an anonymous member: go through it
                outer, name = part_type
                inner = c_ast.NamedInitializer([c_ast.ID(name, item.coord), *rest], item.expr, item.coord)
                self._enter(outer, inner, items, offset + start)
            elif rest:
                inner = c_ast.NamedInitializer(rest, item.expr, item.coord)
                self._enter(part_type, inner, items, offset + start)
            elif index == high:
                items.put_back(item.expr)
                self._next((part_type, start, bits), items, offset)
            else:
                self.object(part_type, item.expr, offset + start, bits)
        if isinstance(ctype, StructType) and ctype.is_union:
            return len(ctype.members or ())
        return high + 1

    def _enter(self, ctype: CType, inner: c_ast.NamedInitializer, items: _Items, offset: int) -> None:
        plain = unqualified(ctype)
        if not isinstance(plain, ArrayType | StructType):
            raise TypeProblem("a designator goes into a scalar", location_of(inner))
        items.put_back(inner)
        self._aggregate(plain, items, offset, braced=False, entered=True)

    def _designator(self, ctype: ArrayType | StructType, node: Any) -> tuple[int, int]:
        if isinstance(ctype, StructType):
            name = getattr(node, "name", None)
            path = ctype.member_paths.get(name) if isinstance(name, str) else None
            if path is None:
                raise TypeProblem(f"'{ctype}' has no member named '{name}'", location_of(node))
            index = (ctype.members or ()).index(path[0])
            return index, index
        first, last = (node.low, node.high) if isinstance(node, gnu_ast.RangeExpression) else (node, node)
        low, high = (self._expressions.constant_int(one, "an array designator") for one in (first, last))
        if low < 0 or low > high or (ctype.count is not None and high >= ctype.count):
            raise TypeProblem("an array designator is outside the array", location_of(node))
        if ctype.count is None:
            self.reach = max(self.reach, high + 1)
        return low, high

    def _designated_part(self, ctype: ArrayType | StructType, index: int, node: Any) -> tuple[Any, int, Member | None]:
        if isinstance(ctype, ArrayType):
            return ctype.element, index * size_of(ctype.element), None
        member = (ctype.members or ())[index]
        if member.name is None:
            return (member.type, node.name), member.offset, None
        return member.type, member.offset, member if member.bit_width is not None else None


@dataclass
class _ImageWriter:
    data: bytearray
    relocations: dict[int, Relocation] = field(default_factory=dict)
    static: bool = False

    def image(self) -> Image:
        relocations = tuple(self.relocations[offset] for offset in sorted(self.relocations))
        return Image(bytes(self.data), relocations)


class Initializers:
    def __init__(self, function: FunctionAround, expressions: Evaluating) -> None:
        self._function = function
        self._expressions = expressions

    def _flatten(self, ctype: CType, node: Any) -> tuple[list[InitialValue], int]:
        flattener = _Flattener(self._function.architecture, self._expressions)
        flattener.object(ctype, node, 0)
        return flattener.entries, flattener.reach

    def complete(self, ctype: CType, node: Any) -> CType:
        """An array of unknown length gets the length of its initialiser."""
        if node is None or not isinstance(ctype, ArrayType) or ctype.count is not None:
            return ctype
        with self._function.builder.discarded():
            _, reach = self._flatten(ctype, node)
        return ArrayType(ctype.element, reach)

    def size(self, ctype: CType, node: Any) -> int:
        """The bytes of an object, those of an initialised flexible array member included."""
        plain = unqualified(ctype)
        size = size_of(plain)
        if node is None or not isinstance(plain, StructType) or not plain.members:
            return size
        last = unqualified(plain.members[-1].type)
        if not (isinstance(last, ArrayType) and last.count is None):
            return size
        with self._function.builder.discarded():
            entries, _ = self._flatten(plain, node)
        return max([size, *(entry.end for entry in entries)])

    # -- static objects ---------------------------------------------------------------------------------------------

    def image(self, ctype: CType, node: Any, size: int) -> Image:
        """The initial contents of a static object; everything in it must be constant."""
        writer = _ImageWriter(bytearray(size), static=True)
        if node is not None:
            entries, _ = self._flatten(ctype, node)
            for entry in entries:
                if not self._write(writer, entry):
                    raise TypeProblem("an initialiser of a static object is not constant", location_of(entry.node))
        return writer.image()

    def _write(self, writer: _ImageWriter, entry: InitialValue) -> bool:
        """Puts a constant entry into the image; False if it is not constant."""
        if entry.text is not None:
            _put(writer, entry.offset, entry.text)
            return True
        if isinstance(entry.type, StructType):
            return self._write_struct(writer, entry)
        if not is_scalar(entry.type):
            raise TypeProblem(f"cannot initialise a '{entry.type}'", location_of(entry.node))
        builder = self._function.builder
        mark = len(builder.code)
        with builder.discarded():
            raw = self._expressions.rvalue(entry.node)
            value = self._expressions.assignable(raw, entry.type, entry.node)
            clean = _is_clean(builder.code[mark:], writer.static)
        if isinstance(value, Convert) and isinstance(value.operand, FunctionAddress):
            self._function.linker.converted_functions.append((value.operand.name, value.type))
        return clean and _put_value(writer, entry, value, self._function.architecture.pointer_size)

    def _write_struct(self, writer: _ImageWriter, entry: InitialValue) -> bool:
        """A static struct initialised by a compound literal."""
        node = entry.node
        if not isinstance(node, c_ast.CompoundLiteral):
            return False
        entries, _ = self._flatten(entry.type, node.init)
        return all(self._write(writer, replace(inner, offset=inner.offset + entry.offset)) for inner in entries)

    # -- automatic objects ------------------------------------------------------------------------------------------

    def initialise(self, place: MemoryPlace, ctype: CType, node: Any, size: int) -> None:
        """Code that initialises a local in memory: a constant image first, then what must be computed."""
        builder = self._function.builder
        plain = unqualified(ctype)
        if not isinstance(node, c_ast.InitList) and isinstance(plain, StructType):
            builder.copy(place, self._expressions.aggregate(node))
            return
        entries, _ = self._flatten(ctype, node)
        writer = _ImageWriter(bytearray(size))
        rest = [entry for entry in entries if not self._write(writer, entry)]
        builder.location = location_of(node)
        if not (is_scalar(plain) and rest):
            symbol = self._function.linker.objects.constant(f"{place.text}$init", plain, writer.image(), size)
            source = MemoryPlace(builder.address(symbol), plain, "its initialiser")
            builder.copy(place, source)
        for entry in sorted(rest, key=_position):  # as gcc and clang do, whatever the order of the designators is
            self._compute(place, entry)

    def _compute(self, place: MemoryPlace, entry: InitialValue) -> None:
        builder = self._function.builder
        text = place.text if entry.offset == 0 else f"{place.text}+{entry.offset}"
        target = builder.element(place, entry.type, entry.offset, text)
        if isinstance(entry.type, StructType):
            builder.copy(target, self._expressions.aggregate(entry.node))
            return
        value = self._expressions.rvalue(entry.node)
        value = self._expressions.assignable(value, entry.type, entry.node)
        builder.store(replace(target, bits=entry.bits), value)

    def compound_literal(self, ctype: CType, node: Any, location: SourceLocation) -> MemoryPlace:
        builder, objects = self._function.builder, self._function.linker.objects
        ctype = self.complete(ctype, node)
        size = self.size(ctype, node)
        if self._function.at_file_scope:
            symbol: Symbol = objects.static("literal", ctype, size, location)
            objects.set_image(symbol, self.image(ctype, node, size))
            return MemoryPlace(builder.address(symbol), unqualified(ctype), symbol.name)
        symbol = builder.new_local("literal", ctype, size, source_name=COMPOUND_LITERAL)
        builder.declare(symbol)
        place = MemoryPlace(builder.address(symbol), unqualified(ctype), symbol.name)
        if is_scalar(place.type):
            inner = node.exprs[0] if isinstance(node, c_ast.InitList) else node
            value = self._expressions.rvalue(inner)
            builder.store(place, self._expressions.assignable(value, place.type, inner))
        else:
            self.initialise(place, ctype, node, size)
        return place


def _position(entry: InitialValue) -> tuple[int, int]:
    return entry.offset, entry.bits.bit_offset if entry.bits is not None else 0


def _is_clean(code: list[Instruction], static: bool) -> bool:
    """Does a constant need no code? Of static objects, what checks have to say about constants is not of interest."""
    return all(isinstance(one, Assert) for one in code) if static else not code


def _put(writer: _ImageWriter, offset: int, data: bytes) -> None:
    end = offset + len(data)
    if end > len(writer.data):
        writer.data.extend(bytes(end - len(writer.data)))
    writer.data[offset:end] = data
    for position in [p for p in writer.relocations if offset - 8 < p < end]:
        if offset <= position:
            del writer.relocations[position]


def _put_value(writer: _ImageWriter, entry: InitialValue, value: Expression, pointer_size: int) -> bool:
    if isinstance(value, Const):
        if entry.bits is not None:
            _put_bits(writer, entry.offset, entry.bits, int(value.value))
        else:
            _put(writer, entry.offset, scalar_bytes(value))
        return True
    if entry.bits is not None or size_of(entry.type) != pointer_size:
        return False
    base, addend = _address_constant(value)
    if base is None or (isinstance(base, Symbol) and base.storage is not Storage.GLOBAL):
        return False
    _put(writer, entry.offset, bytes(pointer_size))
    writer.relocations[entry.offset] = Relocation(entry.offset, base, addend)
    return True


def _put_bits(writer: _ImageWriter, offset: int, member: Member, value: int) -> None:
    assert member.bit_width is not None
    end = offset + member.unit_size
    unit = int.from_bytes(writer.data[offset:end], "little")
    mask = ((1 << member.bit_width) - 1) << member.bit_offset
    unit = (unit & ~mask) | ((value << member.bit_offset) & mask)
    writer.data[offset:end] = unit.to_bytes(member.unit_size, "little")


def scalar_bytes(value: Const) -> bytes:
    ctype: ScalarType = value.type
    if isinstance(ctype, FloatType):
        return binary_format.pack("<f" if ctype.width == 32 else "<d", value.value).ljust(ctype.size, b"\0")
    number = int(value.value) & ((1 << ctype.width) - 1)
    return number.to_bytes(ctype.width // 8, "little")


def _address_constant(value: Expression) -> tuple[Symbol | str | None, int]:
    """An address that the linker knows: of an object or a function, plus a constant."""
    match value:
        case AddressOf(symbol):
            return symbol, 0
        case FunctionAddress(name):
            return name, 0
        case Convert(operand, ctype) if isinstance(ctype, PointerType | IntType) and not (
            isinstance(ctype, IntType) and (ctype.is_bool or ctype.width < getattr(operand.type, "width", 0))
        ):
            return _address_constant(operand)
        case Binary("+" | "-" as op, left, Const(offset)):
            base, addend = _address_constant(left)
            return base, addend + (int(offset) if op == "+" else -int(offset))
        case Binary("+", Const(offset), right):
            base, addend = _address_constant(right)
            return base, addend + int(offset)
        case _:
            return None, 0
