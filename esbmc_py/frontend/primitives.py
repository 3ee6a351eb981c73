"""Primitives of our models, `__smtcb_*`: threads, waiting, memory, and what the program has in it."""

from __future__ import annotations

from typing import Any

from esbmc_py.goto.addresses import ADDRESS_SPACES
from esbmc_py.goto.expressions import Const, FunctionAddress
from esbmc_py.goto.instructions import (
    Block,
    EndThread,
    Free,
    Halt,
    Havoc,
    Measure,
    ObjectSize,
    StartThread,
    Unsupported,
)
from esbmc_py.goto.properties import Property
from esbmc_py.goto.types import BOOL, INT, UNSIGNED, PointerType

from .architecture import UNSIGNED_LONG_LONG
from .evaluating import Calling, Evaluating, FunctionAround
from .literals import literal_text
from .main_arguments import main_arguments
from .model_arguments import require_count
from .operators import convert, truth
from .place_text import place_text
from .problems import TypeProblem, location_of
from .scopes import Handler, Value

# Makes a handler of exit; a model, wanted where a program has functions with the attribute `destructor`.
DESTRUCTOR = "__smtcb_add_destructor"
CLOSING = frozenset({"close", "closefrom", "close_range", "dup2"})
_CLOSING_STREAMS = frozenset({"fclose", "closedir"})
_TELLING_DESCRIPTORS = frozenset({"open", "creat", "pipe", "fileno", "dup"})


class Primitives:
    def __init__(self, lowering: FunctionAround, expressions: Evaluating, calls: Calling) -> None:
        self._lowering = lowering
        self._builder = lowering.builder
        self._architecture = lowering.architecture
        self._expressions = expressions
        self._calls = calls

    def table(self) -> dict[str, Handler]:
        return {
            "__smtcb_halt": lambda node, args: self._statement(Halt, args, node),
            "__smtcb_abort": self._abort,
            "__smtcb_end_thread": lambda node, args: self._builder.emit(EndThread(self._builder.location)),
            "__smtcb_start_thread": self._start_thread,
            "__smtcb_block_until": self._block_until,
            "__smtcb_wait_for": self._wait_for,
            "__smtcb_wait_for_interruptibly": lambda node, args: self._wait_for(node, args, interruptible=True),
            "__smtcb_allocate": self._allocate,
            "__smtcb_allocate_internally": lambda node, args: self._allocate(node, args, internal=True),
            "__smtcb_free": lambda node, args: self._statement(Free, args, node),
            "__smtcb_object_size": lambda node, args: self._object_size(node, args, Measure.SIZE),
            "__smtcb_extent": self._extent,
            "__smtcb_havoc": self._havoc,
            "__smtcb_assert": self._assert,
            "__smtcb_unsupported": self._unsupported,
            "__smtcb_call_main": self._call_main,
            "__smtcb_add_destructors": self._add_destructors,
            "__smtcb_has_exit_handlers": self._has_exit_handlers,
            "__smtcb_is_part": self._is_part,
            "__smtcb_closes_descriptors": self._closes_descriptors,
            "__smtcb_tells_threads_apart": lambda node, args: Const(
                int(self._lowering.linker.tells_threads_apart), INT
            ),
        }

    def _literal(self, node: Any) -> str | None:
        return literal_text(node, self._architecture)

    def _statement(self, instruction: type[Halt] | type[Free], args: list[Any], node: Any) -> None:
        require_count(args, 1, node)
        operand = self._expressions.rvalue(args[0])
        if instruction is Free and not isinstance(operand.type, PointerType):
            operand = convert(operand, self._architecture.void_pointer)
        self._builder.emit(instruction(operand, location_of(node)))

    def _start_thread(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 3, node)
        function, argument, self_value = (self._expressions.rvalue(arg) for arg in args[:3])
        register = self._builder.temporary(UNSIGNED, "thread")
        self._builder.emit(StartThread(register, function, argument, self_value, location_of(node)))
        return register

    def _block_until(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 2, node)
        self._builder.begin_atomic()
        condition = truth(self._expressions.rvalue(args[0]))
        self._builder.emit(Block(condition, self._literal(args[1]) or "", location_of(node)))
        self._builder.end_atomic()
        return None

    def _wait_for(self, node: Any, args: list[Any], *, interruptible: bool = False) -> Value:
        require_count(args, 5, node)
        self._builder.begin_atomic()
        condition = truth(self._expressions.rvalue(args[0]))
        waited = self._expressions.rvalue(args[2])
        holder = convert(self._expressions.rvalue(args[3]), self._architecture.void_pointer)
        holders = convert(self._expressions.rvalue(args[4]), UNSIGNED_LONG_LONG)
        reason = self._literal(args[1]) or ""
        self._builder.emit(Block(condition, reason, location_of(node), waited, holder, holders, interruptible))
        self._builder.end_atomic()
        return None

    def _abort(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 1, node)
        self._builder.emit(Halt(self._expressions.rvalue(args[0]), location_of(node), abrupt=True))
        return None

    def _allocate(self, node: Any, args: list[Any], *, internal: bool = False) -> Value:
        require_count(args, 2, node)
        size = convert(self._expressions.rvalue(args[0]), self._architecture.size_t)
        zeroed = self._expressions.constant_int(args[1], "the second argument of __smtcb_allocate") != 0
        return self._builder.allocate(size, zeroed=zeroed, on_stack=False, internal=internal)

    def _object_size(self, node: Any, args: list[Any], measure: Measure) -> Value:
        require_count(args, 1, node)
        pointer = self._expressions.rvalue(args[0])
        register = self._builder.temporary(self._architecture.size_t, str(measure))
        self._builder.emit(ObjectSize(register, pointer, location_of(node), measure))
        return register

    def _extent(self, node: Any, args: list[Any]) -> Value:
        """Nobody knows it where bounds are not asked for: an execution goes on as long as it can."""
        if self._builder.checks.bounds:
            return self._object_size(node, args, Measure.EXTENT)
        return Const(ADDRESS_SPACES[self._architecture.pointer_size * 8].plenty, self._architecture.size_t)

    def _havoc(self, node: Any, args: list[Any]) -> Value:
        """Not where bounds are not asked for: nobody has looked then whether there is room for so many bytes."""
        require_count(args, 2, node)
        pointer = self._expressions.rvalue(args[0])
        size = convert(self._expressions.rvalue(args[1]), self._architecture.size_t)
        if not self._builder.checks.bounds:
            return Const(0, BOOL)
        register = self._builder.temporary(BOOL, "done")
        self._builder.emit(Havoc(register, pointer, size, f"{place_text(args[0])}[i]", location_of(node)))
        return register

    def _assert(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 3, node)
        condition = truth(self._expressions.rvalue(args[0]))
        prop = Property(self._literal(args[1]) or Property.ASSERTION)
        self._builder.location = location_of(node)
        self._builder.require(condition, prop, self._literal(args[2]) or "assertion")
        return None

    def _unsupported(self, node: Any, args: list[Any]) -> Value:
        construct = (self._literal(args[0]) if args else None) or "a library function"
        self._builder.emit(Unsupported(construct, location_of(node)))
        return None

    def _has_exit_handlers(self, node: Any, args: list[Any]) -> Value:
        linker = self._lowering.linker
        return Const(int(bool(linker.destructors) or linker.has_body("atexit")), INT)

    def _is_part(self, node: Any, args: list[Any]) -> Value:
        has_body = self._lowering.linker.has_body
        return Const(int(any(has_body(self._literal(arg) or "") for arg in args)), INT)

    def _closes_descriptors(self, node: Any, args: list[Any]) -> Value:
        """Then the same ones are given out again. Of streams, only those can tell who have other descriptors, too."""
        has_body = self._lowering.linker.has_body
        closes = any(map(has_body, CLOSING)) or (
            any(map(has_body, _CLOSING_STREAMS)) and any(map(has_body, _TELLING_DESCRIPTORS))
        )
        return Const(int(closes), INT)

    def _add_destructors(self, node: Any, args: list[Any]) -> Value:
        """The one that exit calls last comes first."""
        linker = self._lowering.linker
        ctype = linker.definition_type(DESTRUCTOR)
        for name in reversed(linker.ordered_destructors()):
            assert ctype is not None
            own = linker.definition_type(name)
            assert own is not None
            linker.need_function(name, own)
            address = FunctionAddress(name, self._architecture.pointer(own))
            self._calls.call_with_values(DESTRUCTOR, ctype, [address], node)
        return None

    def _call_main(self, node: Any, args: list[Any]) -> Value:
        """Calls what runs before main, then main, with the arguments that its surroundings give it."""
        linker = self._lowering.linker
        for place in linker.file_assembly:
            linker.warnings.unsupported("assembly outside a function", place)
            self._builder.emit(Unsupported("assembly outside a function", place))
        for constructor in linker.ordered_constructors():
            own = linker.definition_type(constructor)
            assert own is not None
            if own.parameters:
                place = location_of(linker.definition_node(constructor))
                self._builder.emit(Unsupported("a constructor with parameters", place))
            else:
                self._calls.call_with_values(constructor, own, [], node)
        if linker.entry is not None:
            return linker.call_made_main(self._builder, location_of(node))
        ctype = linker.definition_type("main")
        if ctype is None:
            raise TypeProblem("the program has no main function")
        definition = linker.definition_node("main")
        arguments = main_arguments(linker, self._calls.call_with_values, self._builder, definition, ctype, node)
        status = self._calls.call_with_values("main", ctype, arguments, node)
        return Const(0, INT) if status is None else status
