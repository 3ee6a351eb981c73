"""Joins translation units and models into one goto program: what a name refers to, and what is needed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, reduce
from operator import or_
from typing import Any

from esbmc_py.goto.argument_counts import fit_calls
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expected_blocks import BOOKKEEPING
from esbmc_py.goto.expressions import Const, Expression
from esbmc_py.goto.instructions import Block
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.reused_memory import needed_for_reuse
from esbmc_py.goto.signal_runtime import needed_besides
from esbmc_py.goto.symbols import Image, Relocation, SourceLocation, Storage, Symbol
from esbmc_py.goto.types import (
    INT,
    CType,
    FunctionType,
    ScalarType,
    unqualified,
)

from . import gnu_ast
from .architecture import Architecture
from .builder import FunctionBuilder
from .checks import Checks
from .evaluation_order import EffectsOfFunctions, KnownFunctions
from .exposed_names import NOTHING_EXPOSED, ExposedNames
from .file_scope import FileScope
from .function_entry import call_made_main
from .initializers import scalar_bytes
from .likely_texts import KnownCalls
from .linked_names import LinkedNames
from .linked_objects import LinkedObjects
from .lowering import Lowering
from .made_up_types import can_be_made_up, is_ambiguous
from .main_arguments import list_object
from .outside import Outside
from .outside_arguments import matters
from .outside_names import has_known_effects
from .outside_objects import beginning_with_anything
from .problems import TypeProblem, location_of
from .scopes import FunctionName, GlobalName, Scope
from .semantics import Semantics
from .source_warnings import SourceWarnings
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
class _FunctionDefinition:
    unit: FileScope
    node: c_ast.FuncDef
    type: FunctionType
    source_name: str
    is_inline: bool
    is_weak: bool


class Linker:
    def __init__(
        self,
        architecture: Architecture,
        checks: Checks,
        semantics: Semantics,
        calls: KnownCalls | None = None,
        *,
        tells_threads_apart: bool = False,
    ) -> None:
        self._calls = calls or KnownCalls()
        self.tells_threads_apart = tells_threads_apart  # by their names, which come again then
        self.architecture = architecture
        self.checks = checks
        self.semantics = semantics
        self.constructors: list[tuple[int, str]] = []  # with their priorities, in the order of the files
        self.destructors: list[tuple[int, str]] = []
        self.file_assembly: list[SourceLocation] = []
        self.converted_functions: list[tuple[str, ScalarType]] = []  # those in initial values, as what they are there
        self.warnings = SourceWarnings()
        self.names = LinkedNames()
        self.objects = LinkedObjects(self.names, self.warnings, lambda: self._units[0].library_types)
        self._units: list[Unit] = []
        self._definitions: dict[str, _FunctionDefinition] = {}
        self._functions: dict[str, Function] = {}
        self._externals: dict[str, FunctionType] = {}
        self._needed: list[str] = []
        self._seen: set[str] = set()
        self.outside = Outside(self)
        self.effects: EffectsOfFunctions = EffectsOfFunctions(
            KnownFunctions(
                self._own_definition,
                self.definition_type,
                lambda: self._of_units(Unit.addressed_functions),
                lambda: self._of_units(Unit.atomic_members),
                lambda: self._of_units(Unit.array_members),
                lambda: self._of_units(Unit.members_other_than_arrays),
                self._exposed,
            ),
            self.objects,
        )
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
        made_up = {symbol: types for symbol, types in self.objects.defined_nowhere.items() if not symbol.outside}
        made_up |= self._arbitrary_globals()
        if self.semantics.surroundings.any_order:
            made_up |= dict.fromkeys(self.effects.choices, frozenset())
        if made_up and ENTRY in self._functions:
            self._functions[ENTRY] = beginning_with_anything(self, self.outside, self._functions[ENTRY], made_up)
        if ENTRY in self._functions:
            self._functions[ENTRY] = self.outside.with_memory_filled(self._functions[ENTRY])
        self.outside.require_known(self.semantics.surroundings.externals)
        self._tell_models()
        fitted = fit_calls(self._program(), self.converted_functions, tell=self.checks.conversion)
        if not self.checks.conversion:
            for suspect in fitted.suspects:
                self.warnings.add(f"there may be a {suspect.message}: undefined behaviour", suspect.location)
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
        for one in self.objects.definitions.values():
            if one.file.is_model:
                continue
            symbol = self.objects.symbol(one.entity)
            if symbol.constant or unqualified(symbol.type) in one.file.library_types:
                continue
            types = one.file.library_types
            can_be = can_be_made_up(symbol.type, types) and not is_ambiguous(symbol.type, types)
            if symbol.storage is Storage.GLOBAL and can_be:
                found[symbol] = types
            else:
                what = f"'{symbol.name}' keeps its initial value: its contents cannot be made up"
                self.warnings.add(what, symbol.location)
        return found

    def _tell_models(self) -> None:
        """What the surroundings are goes into variables of the models."""
        surroundings = self.semantics.surroundings
        settings = surroundings.model_settings()
        settings[CLOCKS_ARE_READ] = int(any(self._is_modelled(name) for name in READ_CLOCKS))
        settings["__smtcb_others_may_open"] = int(bool(self.outside.assumed))
        settings["__smtcb_longest_text"] = self.longest_text
        settings["__smtcb_most_arguments"] = surroundings.most_arguments(self._calls.counts)
        if surroundings.tries_likely_texts:
            most, likely = self._calls.tried
            settings |= {"__smtcb_most_arguments": most, "__smtcb_likely_count": len(likely)}
            self._tell_list("__smtcb_likely_texts", likely)
        self._tell_list("__smtcb_environment_list", [f"{name}={value}" for name, value in surroundings.environment])
        for name, value in settings.items():
            if name in self.objects.symbols:
                self.objects.set_image(self.objects.symbols[name], Image(scalar_bytes(Const(value, INT))))

    def _tell_list(self, name: str, texts: Sequence[str]) -> None:
        if name in self.objects.symbols and texts:
            target = list_object(self, name.removeprefix("__smtcb_"), texts)
            self.objects.set_image(
                self.objects.symbols[name], Image(bytes(self.architecture.pointer_size), (Relocation(0, target),))
            )

    def _add_unit(self, nodes: Sequence[Any], *, is_model: bool = False, outer: Scope | None = None) -> Unit:
        unit = Unit(self, nodes, len(self._units), is_model=is_model, outer=outer)
        self._units.append(unit)
        for name in unit.external_functions():
            self.names.declare(name)
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
        for objects in list(self.objects.definitions.values()):
            if not objects.file.is_model or objects.entity.name == THREAD_SELF:
                self.objects.symbol(objects.entity)
        self._lower_needed()
        reuse = needed_for_reuse(self._functions, heap_seen=self.checks.leaks)
        for name in (*needed_besides(self._functions.keys()), *reuse):
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
        globals_ = {s: image for s, image in self.objects.images.items() if s.storage is Storage.GLOBAL}
        thread_locals = {s: image for s, image in self.objects.images.items() if s.storage is Storage.THREAD}
        return Program(
            functions,
            self._externals,
            globals_,
            thread_locals,
            self.architecture.pointer_size * 8,
            ENTRY if ENTRY in functions else "main",
            THREAD_EXIT if THREAD_EXIT in functions else None,
            self.objects.symbols.get(THREAD_SELF),
            pointers_in_memory=self.semantics.pointers_in_memory,
            outside=self.outside.assumed,
            calls_back=self.outside.calls_back,
            outside_objects=tuple(
                s.name for s, types in self.objects.defined_nowhere.items() if unqualified(s.type) not in types
            ),
            fences=self.fences,
            weak_exchanges=self.weak_exchanges,
            open_orders=tuple(sorted(self.effects.kinds)),
            orders_alike=self.effects.are_shared,
        )

    # -- functions ------------------------------------------------------------------------------------------------

    def define_function(
        self, unit: FileScope, node: c_ast.FuncDef, name: str, ctype: FunctionType, *, static: bool
    ) -> str:
        linked = self.names.of(unit, name, static=static)
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
        if unit.is_model and linked in self.objects.definitions:
            return linked
        self._definitions[linked] = _FunctionDefinition(unit, node, ctype, name, is_inline, is_weak)
        return linked

    def _settle_aliases(self) -> None:
        """Drops the weak aliases of what is defined otherwise, and what a stronger alias replaces."""
        for name, (_, weak) in list(self.names.aliases.items()):
            definition = self._definitions.get(name)
            if definition is not None and not definition.unit.is_model:
                if weak and not definition.is_weak:
                    del self.names.aliases[name]
                elif not weak and not definition.is_weak:
                    raise TypeProblem(f"redefinition of '{name}'", location_of(definition.node), near=name)
            elif weak and name in self.objects.definitions and not self.objects.definitions[name].file.is_model:
                del self.names.aliases[name]

    def is_null(self, entity: FunctionName | GlobalName) -> bool:
        """A weak symbol that nobody defines."""
        name = self.names.resolve(entity.name)
        if not entity.weak or name in self._definitions or name in self.objects.definitions:
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

    def call_made_main(self, caller: FunctionBuilder, location: SourceLocation) -> Expression:
        """Where a function is called instead of main."""
        return call_made_main(self, self.outside, caller, location)

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

    def definition_node(self, name: str) -> c_ast.FuncDef:
        return self._definitions[name].node

    def _own_definition(self, name: str) -> tuple[c_ast.FuncDef, Scope] | None:
        """Of a function that is no model, with the scope of its file."""
        definition = self._definitions.get(name)
        return None if definition is None or definition.unit.is_model else (definition.node, definition.unit.scope)

    def _of_units(self, names: Callable[[Unit], set[str]]) -> frozenset[str]:
        """Of the program's own."""
        return frozenset().union(*(names(unit) for unit in self._units if not unit.is_model))

    def _exposed(self) -> ExposedNames:
        return reduce(or_, (unit.exposed_names() for unit in self._units if not unit.is_model), NOTHING_EXPOSED)

    def parameter_extents(self, name: str) -> list[int | None]:
        """How many elements the function's parameters have, as they are declared."""
        definition = self._definitions[name]
        lowering = Lowering(self, definition.unit, name, Scope(definition.unit.scope))
        return lowering.types.extents(definition.node.decl.type)


def _with_interruptions(function: Function) -> Function:
    """In a program that cancels threads, anybody may end a wait that is interruptible."""
    if not any(isinstance(i, Block) and i.interruptible for i in function.instructions):
        return function
    instructions = [
        replace(i, holder=None, holders=None) if isinstance(i, Block) and i.interruptible else i
        for i in function.instructions
    ]
    return replace(function, instructions=instructions)
