"""A main for a function that is checked by itself: it calls the function with anything.

Numbers and structures are arbitrary. A pointer leads to an object of its own (an array of `argument_elements` of its
type; a text for `char *`) whose contents are arbitrary, and is null only if that was asked for. Pointers inside such
objects, and pointers to what has no size (`void *`, functions, opaque structures), are those that functions without a
body return: null or leading to memory that nobody knows, so that whoever follows them is not judged (see `outside`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from esbmc_py.goto.expressions import AddressOf, Const, Expression, FunctionAddress, Register
from esbmc_py.goto.instructions import Call, Declare, Nondet, Return
from esbmc_py.goto.program import Function
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
    StructType,
    is_scalar,
    size_of,
    unqualified,
)

from .builder import FunctionBuilder
from .operators import convert
from .outside import OutsideCode
from .problems import TypeProblem, location_of
from .scopes import Scope, place_of

if TYPE_CHECKING:
    from .linker import Linker

MAIN = "main"
_MAIN_TYPE = FunctionType(INT, (), variadic=False)


def call_made_main(linker: Linker, caller: FunctionBuilder, location: SourceLocation) -> Expression:
    """Makes a main for the function that is the linker's entry, and calls it."""
    assert linker.entry is not None
    _make_main(linker, *linker.entry)
    result = caller.temporary(INT, "status")
    caller.emit(Call(result, FunctionAddress(MAIN, linker.target.pointer(_MAIN_TYPE)), (), location))
    return result


def _make_main(linker: Linker, linked: str, library_types: frozenset[CType]) -> None:
    """Adds a main to the program that calls the function of this (linked) name."""
    ctype, node = linker.definition_type(linked), linker.definition_node(linked)
    assert ctype is not None
    if ctype.variadic:
        raise TypeProblem(
            f"'{linked}' takes variable arguments, and nobody can say which", location_of(node), "write a main for it"
        )
    builder = FunctionBuilder(MAIN, linker.target, linker.checks, Scope(), is_model=False)
    builder.location = location_of(node)
    maker = _Arguments(linker, builder, library_types)
    values: list[Expression] = []
    result = unqualified(ctype.result)
    if isinstance(result, StructType):
        values.append(builder.scratch(result, "result").address)
    for name, parameter in zip(_names(node, len(ctype.parameters)), ctype.parameters, strict=True):
        values.append(maker.value(name, unqualified(parameter)))
    linker.need_function(linked, ctype)
    target = builder.temporary(result, "result") if is_scalar(result) else None  # type: ignore[arg-type]
    address = FunctionAddress(linked, linker.target.pointer(ctype))
    builder.emit(Call(target, address, tuple(values), builder.location))
    builder.emit(Return(Const(0, INT), builder.location))
    linker.add_function(
        Function(
            MAIN, _MAIN_TYPE, (), tuple(builder.registers), tuple(builder.locals),
            builder.finish(), builder.location,
        )
    )  # fmt: skip


class _Arguments:
    def __init__(self, linker: Linker, builder: FunctionBuilder, library_types: frozenset[CType]) -> None:
        self._linker = linker
        self._builder = builder
        self._library_types = library_types
        self._surroundings = linker.semantics.surroundings
        self._outside = OutsideCode(linker.outside, builder, "the caller", library_types)

    def value(self, name: str, ctype: CType) -> Expression:
        match ctype:
            case IntType() | FloatType():
                return self._any_number(name, ctype)
            case PointerType():
                return self._any_pointer(name, ctype)
            case StructType():
                place = self._builder.scratch(ctype, name)
                self._outside.unknown_struct(place)
                return place.address
            case _:
                raise TypeProblem(f"nobody can say what '{name}' may be", self._builder.location, "write a main for it")

    def _any_number(self, name: str, ctype: IntType | FloatType) -> Register:
        register = self._builder.new_register(name, ctype)
        self._builder.emit(Declare(register, self._builder.location))
        self._builder.emit(Nondet(register, name, self._builder.location))
        return register

    def _any_pointer(self, name: str, ctype: PointerType) -> Expression:
        pointed = unqualified(ctype.target)
        if not _has_size(pointed):
            return self._outside.any_pointer(ctype, null=self._surroundings.null_arguments)
        address = convert(self._object(name, pointed), ctype)
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

    def _object(self, name: str, pointed: CType) -> Expression:
        count = self._surroundings.argument_elements
        is_text = isinstance(pointed, IntType) and pointed.name == "char"
        if is_text:
            count = max(count, 1 + self._surroundings.longest_text(()))
        ctype = ArrayType(pointed, count) if count > 1 else pointed
        symbol = self._linker.static_object(f"*{name}", ctype, size_of(ctype), self._builder.location)
        pointer = self._linker.target.pointer
        self._outside.any_object(place_of(AddressOf(symbol, pointer(ctype)), ctype, symbol.name))
        if is_text:
            last = self._builder.offset(AddressOf(symbol, pointer(pointed)), count - 1)
            self._builder.store(place_of(last, pointed, symbol.name), Const(0, INT))
        return AddressOf(symbol, pointer(pointed))


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


def _names(node: c_ast.FuncDef, count: int) -> list[str]:
    declared = node.decl.type.args
    names = [getattr(one, "name", None) for one in declared.params] if declared is not None else []
    return [(names[index] if index < len(names) else None) or f"argument{index + 1}" for index in range(count)]
