"""The objects of all files: which definition counts, their symbols, and what they begin as."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.symbols import NOWHERE, Image, SourceLocation, Storage, Symbol
from esbmc_py.goto.types import ArrayType, CType, IntType, QualifiedType, size_of, unqualified

from .linked_names import LinkedNames
from .made_up_types import can_be_made_up
from .problems import TypeProblem, UnsupportedConstruct, location_of
from .scopes import GlobalName
from .source_warnings import SourceWarnings
from .syntax_nodes import c_ast


class InitialValues(Protocol):
    """`initializers.Initializers`, as far as objects need it."""

    def size(self, ctype: CType, node: Any) -> int: ...

    def image(self, ctype: CType, node: Any, size: int) -> Image: ...


class DefiningFile(Protocol):
    """`unit.Unit`, as far as its objects matter."""

    is_model: bool

    @property
    def library_types(self) -> frozenset[CType]: ...

    @property
    def initial_values(self) -> InitialValues: ...


@dataclass(frozen=True, slots=True)
class ObjectDefinition:
    file: DefiningFile
    entity: GlobalName
    node: c_ast.Decl


class LinkedObjects:
    def __init__(
        self, names: LinkedNames, warnings: SourceWarnings, library_types: Callable[[], frozenset[CType]]
    ) -> None:
        self._names = names
        self._warnings = warnings
        self._library_types = library_types  # of the program's first file
        self.definitions: dict[str, ObjectDefinition] = {}
        self.symbols: dict[str, Symbol] = {}
        self.images: dict[Symbol, Image] = {}
        self.defined_nowhere: dict[Symbol, frozenset[CType]] = {}  # with the structures that only the library writes
        self._strings: dict[tuple[bytes, str], Symbol] = {}

    def define(self, file: DefiningFile, entity: GlobalName, node: c_ast.Decl) -> None:
        self._names.declare(entity.name)
        earlier = self.definitions.get(entity.name)
        if earlier is not None and earlier.file is not file and (earlier.entity.weak or entity.weak):
            if entity.weak or file.is_model:
                return
        elif earlier is not None:
            if earlier.node.init is not None:
                if node.init is not None and earlier.node is not node and not file.is_model:
                    raise TypeProblem(f"redefinition of '{node.name}'", location_of(node), near=node.name)
                return
            if node.init is None and _is_complete(earlier.entity.type):
                return
        self.definitions[entity.name] = ObjectDefinition(file, entity, node)

    def symbol(self, entity: GlobalName, size: int | None = None, source_name: str = "") -> Symbol:
        """The object behind a name. It gets its image here, or from the caller where `size` is given."""
        symbol = self.symbols.get(entity.name)
        if symbol is not None:
            return symbol
        target = self.definitions.get(self._names.resolve(entity.name))
        if target is not None and target.entity.name != entity.name:
            symbol = self.symbols[entity.name] = self.symbol(target.entity)
            return symbol
        definition = self.definitions.get(entity.name)
        if definition is None and not source_name:
            return self._defined_nowhere(entity, size)
        owner = definition.entity if definition is not None else entity
        ctype = _completed(owner.type)
        if size is None:
            size = definition.file.initial_values.size(ctype, definition.node.init) if definition else size_of(ctype)
        storage = Storage.THREAD if owner.thread_local or entity.thread_local else Storage.GLOBAL
        constant = storage is Storage.GLOBAL and _is_read_only(ctype)
        name = source_name or (definition.node.name if definition is not None else entity.name)
        symbol = self._add(Symbol(entity.name, ctype, size, storage, owner.location, constant, name))
        return self._initialised(symbol, definition) if definition is not None else symbol

    def _add(self, symbol: Symbol) -> Symbol:
        self.symbols[symbol.name] = symbol
        self.images[symbol] = Image(bytes(symbol.size))
        return symbol

    def _defined_nowhere(self, entity: GlobalName, size: int | None) -> Symbol:
        ctype, types = _completed(entity.type), self._library_types()
        size = size_of(ctype) if size is None else size
        if _is_of_the_linker(entity.name):
            raise UnsupportedConstruct(f"the symbol '{entity.name}', which the linker defines", entity.location)
        storage = Storage.THREAD if entity.thread_local else Storage.GLOBAL
        unknown = storage is Storage.THREAD or not can_be_made_up(entity.type, types)
        size = 0 if unknown else size
        changes = _changes_by_itself(ctype)
        name = entity.name
        symbol = self._add(Symbol(name, ctype, size, storage, entity.location, False, name, unknown, changes))
        self.defined_nowhere[symbol] = types
        what = "who looks at it is not judged" if unknown else "it begins with any value"
        what = "it begins as zero" if unqualified(ctype) in types else what
        self._warnings.add(f"'{name}' is defined nowhere: {what}", entity.location)
        return symbol

    def _initialised(self, symbol: Symbol, definition: ObjectDefinition) -> Symbol:
        """With its initial value. (The symbol is known by then: the value may contain its address.)"""
        init = definition.node.init
        if init is None:
            return symbol
        try:
            self.images[symbol] = definition.file.initial_values.image(symbol.type, init, symbol.size)
        except UnsupportedConstruct as problem:
            self._warnings.unsupported(problem.message, problem.location or symbol.location)
            return self._of_unknown_value(symbol)
        return symbol

    def _of_unknown_value(self, symbol: Symbol) -> Symbol:
        """Instead of an object whose initial value cannot be computed here: who looks at it is not judged."""
        del self.images[symbol]
        unknown = self.symbols[symbol.name] = replace(symbol, size=0, outside=True)
        self.images[unknown] = Image(b"")
        return unknown

    def set_image(self, symbol: Symbol, image: Image) -> None:
        self.images[symbol] = image

    # -- objects without a name of their own ------------------------------------------------------------------------

    def string_literal(self, data: bytes, element: IntType) -> Symbol:
        key = (data, element.name)
        symbol = self._strings.get(key)
        if symbol is None:
            ctype = ArrayType(element, len(data) // element.size)
            symbol = self.constant(f"string${len(self._strings) + 1}", ctype, Image(data), len(data))
            self._strings[key] = symbol
        return symbol

    def constant(self, name: str, ctype: CType, image: Image, size: int, *, constant: bool = True) -> Symbol:
        symbol = Symbol(self._names.unique(name), ctype, size, Storage.GLOBAL, NOWHERE, constant=constant)
        self.images[symbol] = image
        return symbol

    def static(self, name: str, ctype: CType, size: int, location: SourceLocation) -> Symbol:
        symbol = Symbol(self._names.unique(name), ctype, size, Storage.GLOBAL, location)
        self.images[symbol] = Image(bytes(size))
        return symbol


def _is_of_the_linker(name: str) -> bool:
    """The ends of sections, which programs walk through to find what the attribute `section` has collected."""
    return name.startswith(("__start_", "__stop_")) or name in ("etext", "edata", "end", "_end", "__bss_start")


def _is_complete(ctype: CType) -> bool:
    return not (isinstance(ctype, ArrayType) and ctype.count is None)


def _completed(ctype: CType) -> CType:
    """A tentative definition of an array of unknown length has one element (C11 6.9.2)."""
    if isinstance(ctype, ArrayType) and ctype.count is None:
        return replace(ctype, count=1)
    return ctype


def _is_read_only(ctype: CType) -> bool:
    """An object that is defined const lies where nobody can write, unless others may change it (volatile)."""
    if isinstance(ctype, ArrayType):
        return _is_read_only(ctype.element)
    return isinstance(ctype, QualifiedType) and (
        (ctype.const and not ctype.volatile) or (isinstance(ctype.type, ArrayType) and _is_read_only(ctype.type))
    )


def _changes_by_itself(ctype: CType) -> bool:
    if isinstance(ctype, ArrayType):
        return _changes_by_itself(ctype.element)
    return isinstance(ctype, QualifiedType) and (ctype.volatile or _changes_by_itself(ctype.type))
