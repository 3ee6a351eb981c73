"""Joins translation units and models into one goto program: what a name refers to, and what is needed."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from esbmc_py.goto.argument_counts import fit_calls
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expected_blocks import BOOKKEEPING
from esbmc_py.goto.expressions import Const
from esbmc_py.goto.instructions import Block
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.signal_runtime import needed_besides
from esbmc_py.goto.symbols import NOWHERE, Image, Relocation, SourceLocation, Storage, Symbol
from esbmc_py.goto.types import (
    INT,
    ArrayType,
    CType,
    FunctionType,
    IntType,
    QualifiedType,
    ScalarType,
    size_of,
    unqualified,
)

from . import gnu_ast
from .architecture import Architecture
from .checks import Checks
from .handed import matters
from .initializers import scalar_bytes
from .likely_texts import KnownCalls
from .lowering import Lowering
from .made_up_types import can_be_made_up, is_ambiguous
from .main_arguments import list_object
from .outside import Outside
from .outside_names import has_known_effects
from .outside_objects import beginning_with_anything, changes_by_itself
from .problems import TypeProblem, UnsupportedConstruct, location_of
from .scopes import FunctionName, GlobalName, Scope
from .semantics import Semantics
from .symbol_marks import in_library_headers
from .syntax_nodes import c_ast
from .unit import Unit

ENTRY = "__smtcb_start"
THREAD_EXIT = "__smtcb_thread_exit"
THREAD_SELF = "__smtcb_self"
CLOCKS_ARE_READ = "__smtcb_clocks_are_read"  # of the models: does anybody look at a clock?
READ_CLOCKS = ("time", "gettimeofday", "clock_gettime", "timespec_get")

_NO_SYMBOLS = re.compile(r"(\s|\\n|\\t|;|#[^\n]*|\.(symver|ident|version)\b[^\n;\\]*)*")


@dataclass(frozen=True, slots=True)
class SourceWarning:
    message: str
    location: SourceLocation

    def __str__(self) -> str:
        return f"{self.location}: warning: {self.message}"


@dataclass(frozen=True, slots=True)
class _FunctionDefinition:
    unit: Unit
    node: c_ast.FuncDef
    type: FunctionType
    source_name: str
    is_inline: bool
    is_weak: bool


@dataclass(frozen=True, slots=True)
class _ObjectDefinition:
    unit: Unit
    entity: GlobalName
    node: c_ast.Decl


class Linker:
    def __init__(
        self, architecture: Architecture, checks: Checks, semantics: Semantics, calls: KnownCalls | None = None
    ) -> None:
        self._calls = calls or KnownCalls()
        self.architecture = architecture
        self.checks = checks
        self.semantics = semantics
        self.constructors: list[tuple[int, str]] = []  # with their priorities, in the order of the files
        self.destructors: list[tuple[int, str]] = []
        self.file_assembly: list[SourceLocation] = []
        self.converted_functions: list[tuple[str, ScalarType]] = []  # those in initial values, as what they are there
        self.warnings: list[SourceWarning] = []
        self._units: list[Unit] = []
        self._definitions: dict[str, _FunctionDefinition] = {}
        self._object_definitions: dict[str, _ObjectDefinition] = {}
        self._taken: dict[str, Unit | None] = {}  # linked names of functions and objects with their unit if static
        self._symbols: dict[str, Symbol] = {}
        self._images: dict[Symbol, Image] = {}
        self._strings: dict[tuple[bytes, str], Symbol] = {}
        self._functions: dict[str, Function] = {}
        self._externals: dict[str, FunctionType] = {}
        self._needed: list[str] = []
        self._seen: set[str] = set()
        self._implicit: set[str] = set()
        self._numbers = itertools.count(1)
        self._static_names: dict[tuple[int, str], str] = {}
        self._aliases: dict[str, tuple[str, bool]] = {}  # another name of a symbol, and whether that name is weak
        self.outside = Outside(self)
        self._outside_objects: dict[Symbol, frozenset[CType]] = {}
        self.entry: tuple[str, frozenset[CType]] | None = (
            None  # a function to call instead of main, with its file's types
        )
        self.fences = False  # does the program order memory by fences?
        self.weak_exchanges = False  # has it compare and exchange operations that may fail for no reason?

    # -- building the program -------------------------------------------------------------------------------------

    def link(
        self, user: Sequence[c_ast.FileAST], replacements: Sequence[c_ast.FileAST], models: c_ast.FileAST
    ) -> Program:
        """Of several definitions of a library function the first counts: the program's, a replacement, the model."""
        for ast in user:
            self._add_unit(ast.ext)
        for ast in replacements:
            self._add_unit(ast.ext, is_model=True)
        self._add_models(models)
        for unit in self._units:
            unit.read()
        self._settle_aliases()
        self._find_entry()
        if "main" not in self._definitions and self.entry is None:
            raise TypeProblem(
                "the program has no main function",
                hint="one of the files must define main; --function NAME checks a function without one",
            )
        self._lower_everything()
        made_up = {symbol: types for symbol, types in self._outside_objects.items() if not symbol.outside}
        made_up |= self._arbitrary_globals()
        if made_up and ENTRY in self._functions:
            self._functions[ENTRY] = beginning_with_anything(self, self.outside, self._functions[ENTRY], made_up)
        if ENTRY in self._functions:
            self._functions[ENTRY] = self.outside.with_memory_filled(self._functions[ENTRY])
        self.outside.require_known(self.semantics.surroundings.externals)
        self._tell_models()
        fitted = fit_calls(self._program(), self.converted_functions, tell=self.checks.conversion)
        if not self.checks.conversion:
            self.warnings += [
                SourceWarning(f"there may be a {suspect.message}: undefined behaviour", suspect.location)
                for suspect in fitted.suspects
            ]
        return fitted.program

    def _find_entry(self) -> None:
        """The function that the surroundings call instead of main. A main that there is as well takes no part."""
        wanted = self.semantics.surroundings.function
        if wanted is None or wanted == "main":
            return
        having = [
            (name, definition)
            for name, definition in self._definitions.items()
            if definition.source_name == wanted and not definition.unit.is_model
        ]
        if not having:
            from difflib import get_close_matches  # nobody else needs it

            known = [one.source_name for one in self._definitions.values() if not one.unit.is_model]
            near = get_close_matches(wanted, known, 1)
            raise TypeProblem(
                f"the program has no function '{wanted}'", hint=f"did you mean {near[0]}?" if near else None
            )
        if len(having) > 1:
            places = ", ".join(location_of(definition.node).file for _, definition in having)
            raise TypeProblem(f"several files define '{wanted}': {places}", hint="leave out the others")
        ((name, definition),) = having
        self.entry = (name, definition.unit.library_types)
        self._definitions.pop("main", None)

    def _arbitrary_globals(self) -> dict[Symbol, frozenset[CType]]:
        """The program's own objects, if they are to begin with anything. Some cannot; a warning names each."""
        found: dict[Symbol, frozenset[CType]] = {}
        if not self.semantics.surroundings.arbitrary_globals:
            return found
        for one in self._object_definitions.values():
            if one.unit.is_model:
                continue
            symbol = self.symbol(one.entity)
            if symbol.constant or unqualified(symbol.type) in one.unit.library_types:
                continue
            types = one.unit.library_types
            can_be = can_be_made_up(symbol.type, types) and not is_ambiguous(symbol.type, types)
            if symbol.storage is Storage.GLOBAL and can_be:
                found[symbol] = one.unit.library_types
            else:
                what = f"'{symbol.name}' keeps its initial value: its contents cannot be made up"
                self.warnings.append(SourceWarning(what, symbol.location))
        return found

    def _tell_models(self) -> None:
        """What the surroundings are goes into variables of the models."""
        surroundings = self.semantics.surroundings
        settings = surroundings.model_settings()
        settings[CLOCKS_ARE_READ] = int(any(self._is_modelled(name) for name in READ_CLOCKS))
        settings["__smtcb_longest_text"] = self.longest_text
        settings["__smtcb_most_arguments"] = surroundings.most_arguments(self._calls.counts)
        if surroundings.tries_likely_texts:
            most, likely = self._calls.tried
            settings |= {"__smtcb_most_arguments": most, "__smtcb_likely_count": len(likely)}
            self._tell_list("__smtcb_likely_texts", likely)
        self._tell_list("__smtcb_environment_list", [f"{name}={value}" for name, value in surroundings.environment])
        for name, value in settings.items():
            if name in self._symbols:
                self.set_image(self._symbols[name], Image(scalar_bytes(Const(value, INT))))

    def _tell_list(self, name: str, texts: Sequence[str]) -> None:
        if name in self._symbols and texts:
            target = list_object(self, name.removeprefix("__smtcb_"), texts)
            self.set_image(self._symbols[name], Image(bytes(self.architecture.pointer_size), (Relocation(0, target),)))

    def _add_unit(self, nodes: Sequence[Any], *, is_model: bool = False, outer: Scope | None = None) -> Unit:
        unit = Unit(self, nodes, len(self._units), is_model=is_model, outer=outer)
        self._units.append(unit)
        for name in unit.external_functions():
            self._taken.setdefault(name, None)
        return unit

    def _add_models(self, models: c_ast.FileAST) -> None:
        """The library was preprocessed as one text; its files are units of their own that share the headers."""
        files: dict[str, list[Any]] = {}
        headers: list[Any] = []
        for node in models.ext:
            file = node.coord.file if node.coord is not None else ""
            (files.setdefault(file, []) if file.endswith(".c") else headers).append(node)
        outer = self._add_unit(headers, is_model=True).scope
        for nodes in files.values():
            self._add_unit(nodes, is_model=True, outer=outer)

    def _lower_everything(self) -> None:
        for name, definition in list(self._definitions.items()):
            if not definition.unit.is_model and not definition.is_inline and self.entry is None:
                self._want(name)  # of a function that is called by itself, only what it needs is part of the program
        for name in (ENTRY, THREAD_EXIT, *BOOKKEEPING):
            if name in self._definitions:
                self._want(name)
        for objects in list(self._object_definitions.values()):
            if not objects.unit.is_model or objects.entity.name == THREAD_SELF:
                self.symbol(objects.entity)
        self._lower_needed()
        for name in needed_besides(self._functions.keys()):
            if name in self._definitions:
                self._want(name)
        self._lower_needed()

    def _lower_needed(self) -> None:
        while self._needed:
            name = self._needed.pop(0)
            definition = self._definitions[name]
            scope = Scope(definition.unit.scope)
            lowering = Lowering(self, definition.unit, name, scope)
            self._functions[name] = lowering.function(definition.node, name, definition.type, definition.source_name)
        for name, ctype in list(self._externals.items()):
            if not self.is_outside(name):
                continue
            self.outside.assume(name, reaches=matters(ctype))
            if matters(ctype):  # called through pointers
                del self._externals[name]
                self.add_function(self.outside.body(name, ctype))

    def _program(self) -> Program:
        order = {name: position for position, name in enumerate(self._definitions)}
        functions = dict(sorted(self._functions.items(), key=lambda item: order.get(item[0], len(order))))
        if "pthread_cancel" in functions:
            functions = {name: _with_interruptions(function) for name, function in functions.items()}
        globals_ = {s: image for s, image in self._images.items() if s.storage is Storage.GLOBAL}
        thread_locals = {s: image for s, image in self._images.items() if s.storage is Storage.THREAD}
        return Program(
            functions,
            self._externals,
            globals_,
            thread_locals,
            self.architecture.pointer_size * 8,
            ENTRY if ENTRY in functions else "main",
            THREAD_EXIT if THREAD_EXIT in functions else None,
            self._symbols.get(THREAD_SELF),
            pointers_in_memory=self.semantics.pointers_in_memory,
            outside=self.outside.assumed,
            calls_back=self.outside.calls_back,
            outside_objects=tuple(
                s.name for s, types in self._outside_objects.items() if unqualified(s.type) not in types
            ),
            fences=self.fences,
            weak_exchanges=self.weak_exchanges,
        )

    # -- functions ------------------------------------------------------------------------------------------------

    def function_name(self, unit: Unit, name: str, *, static: bool) -> str:
        return self._static_name(unit, name) if static else self._name_for_all(unit, name)

    def _name_for_all(self, unit: Unit, name: str) -> str:
        """What is static in another file is not meant."""
        if (unit.index, name) in self._static_names:
            return self._static_name(unit, name)
        label = self._label(unit, name)
        holder = self._taken.get(label)
        return label if holder is None or holder is unit else f"{label}$extern"

    def _label(self, unit: Unit, name: str) -> str:
        """What the linker calls a name: `asm("label")`, unless that is how glibc calls what its headers declare."""
        label = unit.marks(name).label
        if label is None or (label not in self._taken and (label.startswith("_") or label.endswith("64"))):
            return name
        return label

    def _static_name(self, unit: Unit, name: str) -> str:
        key = (unit.index, name)
        if key not in self._static_names:
            linked = name
            while linked in self._taken:
                linked = f"{name}${next(self._numbers)}"
            self._taken[linked] = unit
            self._static_names[key] = linked
        return self._static_names[key]

    def declare_function(self, name: str) -> None:
        """A static function of another file must not be taken for one that is only declared."""
        self._taken.setdefault(name, None)

    def define_function(self, unit: Unit, node: c_ast.FuncDef, name: str, ctype: FunctionType, *, static: bool) -> str:
        linked = self.function_name(unit, name, static=static)
        is_inline = any(spec.strip("_") == "inline" for spec in node.decl.funcspec or ())
        is_weak = unit.marks(name).weak
        earlier = self._definitions.get(linked)
        if earlier is not None:
            if unit.is_model or is_inline or earlier.is_inline:
                return linked  # the user's function replaces the model's; inline functions may come several times
            if earlier.unit is unit or not (is_weak or earlier.is_weak):
                raise TypeProblem(f"redefinition of '{name}'", location_of(node), near=name)
            if is_weak:
                return linked
        if unit.is_model and linked in self._object_definitions:
            return linked
        self._definitions[linked] = _FunctionDefinition(unit, node, ctype, name, is_inline, is_weak)
        return linked

    def define_alias(self, name: str, target: str, *, weak: bool) -> None:
        """`name` is `target` by another name. Of a weak and another one the other one counts."""
        earlier = self._aliases.get(name)
        if earlier is None or (earlier[1] and not weak):
            self._aliases[name] = (target, weak)

    def _settle_aliases(self) -> None:
        """Drops the weak aliases of what is defined otherwise, and what a stronger alias replaces."""
        for name, (_, weak) in list(self._aliases.items()):
            definition = self._definitions.get(name)
            if definition is not None and not definition.unit.is_model:
                if weak and not definition.is_weak:
                    del self._aliases[name]
                elif not weak and not definition.is_weak:
                    raise TypeProblem(f"redefinition of '{name}'", location_of(definition.node), near=name)
            elif weak and name in self._object_definitions and not self._object_definitions[name].unit.is_model:
                del self._aliases[name]

    def resolve(self, name: str) -> str:
        """The symbol that a name stands for in the end."""
        seen = {name}
        while name in self._aliases:
            name = self._aliases[name][0]
            if name in seen:
                raise TypeProblem(f"'{name}' is an alias of itself")
            seen.add(name)
        return name

    def is_null(self, entity: FunctionName | GlobalName) -> bool:
        """A weak symbol that nobody defines."""
        name = self.resolve(entity.name)
        if not entity.weak or name in self._definitions or name in self._object_definitions:
            return False
        return not in_library_headers(name)

    def add_file_assembly(self, node: gnu_ast.Asm) -> None:
        """Assembly outside functions may define symbols. Versions of symbols and comments do not."""
        if not _NO_SYMBOLS.fullmatch(node.template.strip('"')):
            self.file_assembly.append(location_of(node))

    def ordered_constructors(self) -> list[str]:
        """By priority, then in the order of definition."""
        return [name for _, name in sorted(self.constructors, key=lambda one: one[0])]

    def ordered_destructors(self) -> list[str]:
        """In the order in which exit calls them: the reverse of that of constructors."""
        return [name for _, name in sorted(self.destructors, key=lambda one: one[0])[::-1]]

    def add_function(self, function: Function) -> None:
        """One that has no syntax of its own."""
        self._functions[function.name] = function

    def need_function(self, name: str, ctype: FunctionType) -> None:
        if name in self._definitions:
            self._want(name)
        else:
            self._externals.setdefault(name, ctype)

    def _want(self, name: str) -> None:
        if name not in self._seen:
            self._seen.add(name)
            self._needed.append(name)

    @cached_property
    def library_types(self) -> frozenset[CType]:
        """The structures that only the library's own functions write, in any file of the program."""
        return frozenset().union(*(unit.library_types for unit in self._units if not unit.is_model))

    @property
    def longest_text(self) -> int:
        """Of texts that come from outside."""
        return self.semantics.surroundings.longest_text(self._calls.texts)

    def has_body(self, name: str) -> bool:
        return name in self._definitions

    def is_outside(self, name: str) -> bool:
        """Is nothing known about what a function of this name does?"""
        return name not in self._definitions and not has_known_effects(name)

    def _is_modelled(self, name: str) -> bool:
        return name in self._functions and self._functions[name].is_model

    def has_user_body(self, name: str) -> bool:
        definition = self._definitions.get(name)
        return definition is not None and not definition.unit.is_model

    def is_intrinsic(self, name: str) -> bool:
        """Any other libc function that gcc knows as a builtin: called by its plain name."""
        return name.isidentifier() and not name.startswith("_")

    def definition_type(self, name: str) -> FunctionType | None:
        definition = self._definitions.get(name)
        return definition.type if definition is not None else None

    def warn_implicit(self, name: str, location: SourceLocation) -> None:
        if name not in self._implicit and not name.startswith("__smtcb_"):
            self._implicit.add(name)
            self.warnings.append(SourceWarning(f"implicit declaration of function '{name}'", location))

    def note_unknown_attribute(self, name: str, location: SourceLocation) -> None:
        self.warnings.append(SourceWarning(f"the attribute '{name}' is not known and ignored", location))

    def note_unsupported(self, construct: str, location: SourceLocation) -> None:
        self.warnings.append(SourceWarning(f"not supported: {construct}", location))

    def definition_node(self, name: str) -> c_ast.FuncDef:
        return self._definitions[name].node

    def parameter_extents(self, name: str) -> list[int | None]:
        """How many elements the function's parameters have, as they are declared."""
        definition = self._definitions[name]
        lowering = Lowering(self, definition.unit, name, Scope(definition.unit.scope))
        return lowering.types.extents(definition.node.decl.type)

    # -- objects --------------------------------------------------------------------------------------------------

    def object_name(self, unit: Unit, name: str, *, static: bool) -> str:
        return self._static_name(unit, name) if static else self._name_for_all(unit, name)

    def unique_object_name(self, name: str) -> str:
        linked = name
        while linked in self._taken:
            linked = f"{name}${next(self._numbers)}"
        self._taken[linked] = None
        return linked

    def declare_object(self, entity: GlobalName) -> None:
        self._taken.setdefault(entity.name, None)

    def define_object(self, unit: Unit, entity: GlobalName, node: c_ast.Decl) -> None:
        self._taken.setdefault(entity.name, None)
        earlier = self._object_definitions.get(entity.name)
        if earlier is not None and earlier.unit is not unit and (earlier.entity.weak or entity.weak):
            if entity.weak or unit.is_model:
                return
        elif earlier is not None:
            if earlier.node.init is not None:
                if node.init is not None and earlier.node is not node and not unit.is_model:
                    raise TypeProblem(f"redefinition of '{node.name}'", location_of(node), near=node.name)
                return
            if node.init is None and _is_complete(earlier.entity.type):
                return
        self._object_definitions[entity.name] = _ObjectDefinition(unit, entity, node)

    def defines_object(self, name: str) -> bool:
        return name in self._object_definitions

    def symbol(self, entity: GlobalName, size: int | None = None, source_name: str = "") -> Symbol:
        """The object behind a name. It gets its image here, or from the caller where `size` is given."""
        symbol = self._symbols.get(entity.name)
        if symbol is not None:
            return symbol
        target = self._object_definitions.get(self.resolve(entity.name))
        if target is not None and target.entity.name != entity.name:
            symbol = self._symbols[entity.name] = self.symbol(target.entity)
            return symbol
        definition = self._object_definitions.get(entity.name)
        owner = definition.entity if definition is not None else entity
        node = definition.node if definition is not None else None
        ctype = _completed(owner.type)
        if size is None:
            initializers = definition.unit.file_lowering.initializers if definition is not None else None
            size = initializers.size(ctype, node.init) if initializers and node is not None else size_of(ctype)
        if definition is None and not source_name and _is_of_the_linker(entity.name):
            raise UnsupportedConstruct(f"the symbol '{entity.name}', which the linker defines", entity.location)
        storage = Storage.THREAD if owner.thread_local or entity.thread_local else Storage.GLOBAL
        name = source_name or (node.name if node is not None else entity.name)
        constant = storage is Storage.GLOBAL and _is_read_only(ctype) and bool(definition is not None or source_name)
        nowhere = definition is None and not source_name
        types = self._units[0].library_types if nowhere else frozenset()
        unknown = nowhere and (storage is Storage.THREAD or not can_be_made_up(owner.type, types))
        size = 0 if unknown else size
        changes = nowhere and changes_by_itself(ctype)
        symbol = Symbol(entity.name, ctype, size, storage, owner.location, constant, name, unknown, changes)
        self._symbols[entity.name] = symbol
        self._images[symbol] = Image(bytes(size))
        if nowhere:
            self._outside_objects[symbol] = types
            what = "who looks at it is not judged" if unknown else "it begins with any value"
            what = "it begins as zero" if unqualified(ctype) in types else what
            self.warnings.append(SourceWarning(f"'{entity.name}' is defined nowhere: {what}", owner.location))
        if definition is not None and definition.node.init is not None:
            try:
                self._images[symbol] = definition.unit.file_lowering.initializers.image(
                    ctype, definition.node.init, size
                )
            except UnsupportedConstruct as problem:
                self.note_unsupported(problem.message, problem.location or symbol.location)
                return self._of_unknown_value(symbol)
        return symbol

    def _of_unknown_value(self, symbol: Symbol) -> Symbol:
        """Instead of an object whose initial value cannot be computed here: who looks at it is not judged."""
        del self._images[symbol]
        unknown = self._symbols[symbol.name] = replace(symbol, size=0, outside=True)
        self._images[unknown] = Image(b"")
        return unknown

    def set_image(self, symbol: Symbol, image: Image) -> None:
        self._images[symbol] = image

    def string_literal(self, data: bytes, element: IntType) -> Symbol:
        key = (data, element.name)
        symbol = self._strings.get(key)
        if symbol is None:
            ctype = ArrayType(element, len(data) // element.size)
            name = self.unique_object_name(f"string${len(self._strings) + 1}")
            symbol = Symbol(name, ctype, len(data), Storage.GLOBAL, NOWHERE, constant=True)
            self._strings[key] = symbol
            self._images[symbol] = Image(data)
        return symbol

    def constant_object(self, name: str, ctype: CType, image: Image, size: int, *, constant: bool = True) -> Symbol:
        linked = self.unique_object_name(name)
        symbol = Symbol(linked, ctype, size, Storage.GLOBAL, NOWHERE, constant=constant)
        self._images[symbol] = image
        return symbol

    def static_object(self, name: str, ctype: CType, size: int, location: SourceLocation) -> Symbol:
        symbol = Symbol(self.unique_object_name(name), ctype, size, Storage.GLOBAL, location)
        self._images[symbol] = Image(bytes(size))
        return symbol


def _with_interruptions(function: Function) -> Function:
    """In a program that cancels threads, anybody may end a wait that is interruptible."""
    if not any(isinstance(i, Block) and i.interruptible for i in function.instructions):
        return function
    instructions = [
        replace(i, holder=None, holders=None) if isinstance(i, Block) and i.interruptible else i
        for i in function.instructions
    ]
    return replace(function, instructions=instructions)


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
