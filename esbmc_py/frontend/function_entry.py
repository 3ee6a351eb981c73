"""A main for a function that is checked by itself: it calls the function with anything.

Numbers and structures are arbitrary. A pointer leads to an object of its own (an array of `argument_elements` of its
type, or of as many as the parameter is declared with; a text for `char *`) whose contents are arbitrary, and is null
only if that was asked for. Pointers inside such objects, and pointers to what has no size (`void *`, functions, opaque
structures), are those that functions without a body return: null or leading to memory that nobody knows, so that
whoever follows them is not judged (see `outside`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from esbmc_py.goto.expressions import AddressOf, Const, Expression, FunctionAddress, Register
from esbmc_py.goto.instructions import Call, Declare, Nondet, Return
from esbmc_py.goto.place_texts import part_text
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.goto.types import (
    BOOL,
    INT,
    ArrayType,
    CType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    QualifiedType,
    StructType,
    is_scalar,
    size_of,
    unqualified,
)

from .builder import FunctionBuilder
from .made_up_types import can_be_made_up, is_ambiguous
from .operators import convert
from .outside import Outside, OutsideCode
from .outside_objects import writable
from .problems import TypeProblem, location_of
from .scopes import MemoryPlace, Scope, place_of
from .syntax_nodes import c_ast

if TYPE_CHECKING:
    from .linking import Linking

MAIN = "main"
_MOST_PARTS = 500
_HINT = "write a main that calls it"
_NOTHING: frozenset[CType] = frozenset()
_MAIN_TYPE = FunctionType(INT, (), variadic=False)


def call_made_main(linker: Linking, outside: Outside, caller: FunctionBuilder, location: SourceLocation) -> Expression:
    """Makes a main for the function that is the linker's entry, and calls it."""
    assert linker.entry is not None
    _make_main(linker, outside, *linker.entry)
    result = caller.temporary(INT, "status")
    caller.emit(Call(result, FunctionAddress(MAIN, linker.architecture.pointer(_MAIN_TYPE)), (), location))
    return result


def _make_main(linker: Linking, outside: Outside, linked: str, library_types: frozenset[CType]) -> None:
    """Adds a main to the program that calls the function of this (linked) name."""
    ctype, node = linker.definition_type(linked), linker.definition_node(linked)
    assert ctype is not None
    if ctype.variadic:
        raise TypeProblem(f"'{linked}' takes variable arguments, and nobody can say which", location_of(node), _HINT)
    builder = FunctionBuilder(MAIN, linker.architecture, linker.checks, Scope(), is_model=False)
    builder.location = location_of(node)
    maker = _Arguments(linker, builder, OutsideCode(outside, builder, "the caller", library_types), library_types)
    values: list[Expression] = []
    result = unqualified(ctype.result)
    if isinstance(result, StructType):
        values.append(builder.scratch(result, "result").address)
    extents = linker.parameter_extents(linked)
    extents += [1] * (len(ctype.parameters) - len(extents))
    for name, parameter, extent in zip(_names(node, len(ctype.parameters)), ctype.parameters, extents, strict=False):
        values.append(maker.value(name, unqualified(parameter), extent))
    linker.need_function(linked, ctype)
    target = builder.temporary(result, "result") if is_scalar(result) else None
    address = FunctionAddress(linked, linker.architecture.pointer(ctype))
    builder.emit(Call(target, address, tuple(values), builder.location))
    builder.emit(Return(Const(0, INT), builder.location))
    linker.add_function(builder.function(_MAIN_TYPE))


class _Arguments:
    def __init__(
        self, linker: Linking, builder: FunctionBuilder, outside: OutsideCode, library_types: frozenset[CType]
    ) -> None:
        self._linker = linker
        self._builder = builder
        self._library_types = library_types
        self._surroundings = linker.semantics.surroundings
        self._outside = outside
        self._parts_left = _MOST_PARTS

    def value(self, name: str, ctype: CType, extent: int | None) -> Expression:
        """`extent`: a pointer leads to so many elements at least; None: to an array, of which that is not known."""
        match ctype:
            case IntType() | FloatType():
                return self._any_number(name, ctype)
            case PointerType():
                return self._any_pointer(name, ctype, extent)
            case StructType():
                return self._made_up(name, ctype).address
            case _:
                raise TypeProblem(f"nobody can say what '{name}' may be", self._builder.location, _HINT)

    def _any_number(self, name: str, ctype: IntType | FloatType) -> Register:
        register = self._builder.new_register(name, ctype)
        self._builder.emit(Declare(register, self._builder.location))
        self._builder.emit(Nondet(register, name, self._builder.location))
        return register

    def _any_pointer(self, name: str, ctype: PointerType, extent: int | None) -> Expression:
        pointed = unqualified(ctype.target)
        if extent is None and self._surroundings.argument_elements == 1 and not _is_character(pointed):
            what = f"'{name}' is an array, and nobody can say how many elements it has"
            raise TypeProblem(what, self._builder.location, "--argument-elements N says it, or a main that calls it")
        if not _has_size(pointed):
            return self._outside.any_pointer(ctype, null=self._surroundings.null_arguments)
        address = convert(self._object(name, pointed, extent or 1), ctype)
        if not self._surroundings.null_arguments:
            return address
        builder = self._builder
        register = builder.new_register(name, ctype)
        builder.emit(Declare(register, builder.location))
        is_null = builder.temporary(BOOL, "null")
        builder.emit(Nondet(is_null, f"{name} is null", builder.location))
        chosen = builder.label()
        builder.assign(register, Const(0, ctype))
        builder.branch(is_null, chosen)
        builder.assign(register, address)
        builder.place_label(chosen)
        return register

    def _object(self, name: str, pointed: CType, extent: int) -> Expression:
        count = max(self._surroundings.argument_elements, extent)
        is_text = _is_character(pointed)
        if is_text:
            count = max(count, 1 + self._surroundings.longest_text(()))
        place = self._made_up(f"*{name}", ArrayType(pointed, count) if count > 1 else pointed)
        address = convert(place.address, self._linker.architecture.pointer(pointed))
        if is_text:
            last = self._builder.offset(address, count - 1)
            self._builder.store(place_of(last, pointed, place.text), Const(0, INT))
        return address

    def _made_up(self, name: str, ctype: CType) -> MemoryPlace:
        """An object that holds anything. It begins as zero: pointers that are not written are null."""
        if is_ambiguous(ctype, self._library_types):
            what = f"'{name.lstrip('*')}' has a union of pointers and others in it: nobody can say what it may hold"
            raise TypeProblem(what, self._builder.location, _HINT)
        symbol = self._linker.objects.static(name, ctype, size_of(ctype), self._builder.location)
        place = place_of(AddressOf(symbol, self._linker.architecture.pointer(ctype)), ctype, symbol.name)
        self._parts_left = _MOST_PARTS
        self._fill(place)
        return place

    def _fill(self, part: MemoryPlace) -> None:
        self._parts_left -= 1
        if self._parts_left < 0:
            raise TypeProblem("an argument has too many parts that hold pointers", self._builder.location, _HINT)
        ctype = writable(part.type)
        address = convert(part.address, self._linker.architecture.pointer(ctype))
        part = replace(place_of(address, ctype, part.text), atomic=part.atomic)
        self._outside.any_object(part)
        self._fill_parts(part)

    def _fill_parts(self, place: MemoryPlace) -> None:
        """Those that a function without a body would not write: constants, and elements that hold pointers."""
        match place.type:
            case ArrayType(element=element, count=count) if count and not can_be_made_up(place.type, _NOTHING):
                for index in range(count):
                    offset, text = index * size_of(element), part_text(place.text, f"[{index}]")
                    self._fill(self._builder.element(place, element, offset, text))
            case StructType(members=members) if not self._is_written(place.type):
                for member in [one for one in members or () if one.bit_width is None]:
                    text = place.text if member.name is None else part_text(place.text, f".{member.name}")
                    if not self._is_written(member.type):
                        self._fill(self._builder.element(place, member.type, member.offset, text))

    def _is_written(self, ctype: CType) -> bool:
        """Is all of it written by what writes objects that are defined outside?"""
        match ctype:
            case QualifiedType(type=inner):
                return not ctype.const and self._is_written(inner)
            case ArrayType(element=element):
                return can_be_made_up(ctype, _NOTHING) and self._is_written(element)
            case StructType(members=members):
                if ctype in self._library_types or ctype.is_union:
                    return True
                return all(self._is_written(member.type) for member in members or ())
            case _:
                return True


def _has_size(ctype: CType) -> bool:
    match ctype:
        case IntType() | FloatType() | PointerType():
            return True
        case ArrayType(element=element, count=count):
            return bool(count) and _has_size(unqualified(element))
        case StructType(members=members):
            return members is not None
        case _:
            return False


def _is_character(ctype: CType) -> bool:
    return isinstance(ctype, IntType) and ctype.name == "char"


def _names(node: c_ast.FuncDef, count: int) -> list[str]:
    declared = node.decl.type.args
    names = [getattr(one, "name", None) for one in declared.params] if declared is not None else []
    return [(names[index] if index < len(names) else None) or f"argument{index + 1}" for index in range(count)]
