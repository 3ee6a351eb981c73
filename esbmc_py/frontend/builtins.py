"""Functions that the front end knows by name: gcc's builtins, verifiers' intrinsics, primitives of our models."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from esbmc_py.goto.addresses import ADDRESS_SPACES
from esbmc_py.goto.expressions import Const, Expression, FunctionAddress
from esbmc_py.goto.instructions import (
    Allocate,
    Assert,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Block,
    EndThread,
    Free,
    Halt,
    Havoc,
    Measure,
    Nondet,
    ObjectSize,
    StartThread,
    Unsupported,
)
from esbmc_py.goto.properties import Property
from esbmc_py.goto.types import (
    BOOL,
    CHAR,
    INT,
    UNSIGNED,
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    ScalarType,
    StructType,
    is_scalar,
    unqualified,
)

from .architecture import DOUBLE, FLOAT, LONG_LONG, UNSIGNED_LONG_LONG
from .fences import fence_of_text
from .function_entry import call_made_main
from .literals import string_bytes
from .main_arguments import main_arguments
from .operators import binary, convert, truth
from .place_text import place_text
from .problems import TypeProblem, UnsupportedConstruct, location_of
from .scopes import FunctionName, MemoryPlace, Value
from .symbol_marks import in_library_headers
from .syntax_nodes import c_ast

if TYPE_CHECKING:
    from .calls import Calls
    from .expressions import Expressions
    from .lowering import Lowering

Handler = Callable[[Any, list[Any]], "Value"]

# Called whatever the program defines under these names: their meaning is fixed by the competitions' rules.
_FIXED = {"reach_error", "__VERIFIER_error", "__VERIFIER_assume", "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end"}
_NONDET_PREFIXES = ("__VERIFIER_nondet_", "nondet_", "__CPROVER_nondet_", "__nondet_")
_OVERFLOW = re.compile(r"[su]?(add|sub|mul)l{0,2}_overflow")
# Where the format stands. What literals ask for says which model it is for: the small one, the one with widths, or none
# (it is the executor's then). If it is no literal, the model with widths looks at it.
FORMATTING = {"sprintf": 1, "snprintf": 2, "vsprintf": 1, "vsnprintf": 2}
_PLAIN_FORMAT = re.compile(r"(?:[^%]|%%|%[cs]|%(?:l|ll|z)?[diux])*")
_WITH_WIDTHS = re.compile(r"(?:[^%]|%[-+ #0]*(?:\*|\d*)(?:\.(?:\*|\d*))?(?:[cs%]|(?:hh|ll|[hlzjt])?[diuxXo]))*")
# Makes a handler of exit; a model, wanted where a program has functions with the attribute `destructor`.
DESTRUCTOR = "__smtcb_add_destructor"
# Functions that write, and what they are in programs with pipes or temporary files.
PIPE_WRITE = "__smtcb_write"
CLOSING = frozenset({"close", "closefrom", "close_range", "dup2"})
_CLOSING_STREAMS = frozenset({"fclose", "closedir"})
_TELLING_DESCRIPTORS = frozenset({"open", "creat", "pipe", "fileno", "dup"})
_KEEPING = {
    "write": PIPE_WRITE,
    **dict.fromkeys(("fputc", "putc", "fputc_unlocked", "putc_unlocked", "_IO_putc"), "__smtcb_fputc"),
    **dict.fromkeys(("fputs", "fputs_unlocked"), "__smtcb_fputs"),
    **dict.fromkeys(("fwrite", "fwrite_unlocked"), "__smtcb_fwrite"),
    "fprintf": "__smtcb_fprintf",
    "vfprintf": "__smtcb_vfprintf",
}
KEPT_OUTPUT = frozenset(_KEEPING.values()) - {PIPE_WRITE}
_STANDARD_STREAMS = frozenset({"stdout", "stderr"})
_CHECKED = {"add": "+", "sub": "-", "mul": "*"}


def _constantly(value: Const) -> Handler:
    return lambda node, args: value


class Builtins:
    def __init__(self, lowering: Lowering, expressions: Expressions, calls: Calls) -> None:
        self._lowering = lowering
        self._builder = lowering.builder
        self._architecture = lowering.architecture
        self._expressions = expressions
        self._calls = calls
        self._table = self._make_table()

    def find(self, name: str) -> Handler | None:
        linker = self._lowering.linker
        if name not in _FIXED and linker.has_user_body(name):
            return None
        handler = self._table.get(name)
        if handler is not None:
            return handler
        if name.startswith(_NONDET_PREFIXES):
            return lambda node, args: self._nondet(name, node, args)
        if name in FORMATTING:
            return lambda node, args: self._print_to_string(name, node, args)
        if name in _KEEPING and linker.has_body(_KEEPING[name]) and not self._builder.is_model:
            return lambda node, args: self._keep(name, node, args)
        if name.startswith("__builtin_"):
            return self._gcc_builtin(name)
        if name.startswith("__CPROVER_uninterpreted_"):
            return self._uninterpreted
        return None

    def _uninterpreted(self, node: Any, args: list[Any]) -> Value:
        """Equal arguments, equal results: more than a function without a body promises."""
        raise UnsupportedConstruct(f"the uninterpreted function {node.name.name}", location_of(node))

    def _make_table(self) -> dict[str, Handler]:
        table: dict[str, Handler] = {
            "__builtin_expect": self._first,
            "__builtin_expect_with_probability": self._first,
            "__builtin_assume_aligned": self._first,
            "__builtin_unreachable": self._unreachable,
            "__builtin_trap": self._trap,
            "__builtin_constant_p": self._constant_p,
            "__builtin_choose_expr": self._choose,
            "__builtin_va_start": self._va_start,
            "__builtin_va_end": self._effects,
            "__builtin_va_copy": self._va_copy,
            "__builtin_alloca": self._alloca,
            "alloca": self._alloca,
            "__builtin_prefetch": self._effects,
            "__builtin_ia32_pause": self._effects,
            "__builtin_object_size": lambda node, args: Const(
                self._architecture.size_t.maximum, self._architecture.size_t
            ),
            "__builtin_LINE": lambda node, args: Const(location_of(node).line, INT),
            "__builtin_FILE": lambda node, args: self._text(location_of(node).file),
            "__builtin_FUNCTION": lambda node, args: self._text(self._lowering.source_name),
            "__builtin_classify_type": self._classify_type,
            "__builtin_return_address": self._return_address,
            "__builtin_frame_address": self._frame_address,
            "__builtin_bswap16": lambda node, args: self._swap_bytes(args[0], 2),
            "__builtin_bswap32": lambda node, args: self._swap_bytes(args[0], 4),
            "__builtin_bswap64": lambda node, args: self._swap_bytes(args[0], 8),
            "assert": self._assert,
            "__assert_fail": self._assert_fail,
            "__assert_perror_fail": self._assert_fail,
            "__assert": self._assert_fail,
            "__assert_rtn": self._assert_fail,
            "__VERIFIER_error": self._reach_error,
            "reach_error": self._reach_error,
            "__smtcb_halt": lambda node, args: self._statement(Halt, args, node),
            "__smtcb_abort": self._smtcb_abort,
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
            "__smtcb_assert": self._smtcb_assert,
            "__smtcb_unsupported": self._smtcb_unsupported,
            "__smtcb_call_main": self._call_main,
            "__smtcb_add_destructors": self._add_destructors,
            "__smtcb_has_exit_handlers": self._has_exit_handlers,
            "__smtcb_is_part": self._is_part,
            "__smtcb_closes_descriptors": self._closes_descriptors,
            "__smtcb_tells_threads_apart": lambda node, args: Const(
                int(self._lowering.linker.tells_threads_apart), INT
            ),
        }
        for suffix, ctype in (("", DOUBLE), ("f", FLOAT), ("l", self._architecture.long_double)):
            for name, value in (("huge_val", math.inf), ("inf", math.inf), ("nan", math.nan)):
                table[f"__builtin_{name}{suffix}"] = _constantly(Const(value, ctype))
        for name in ("setjmp", "longjmp"):  # their buffers are not the library's
            table[f"__builtin_{name}"] = self._unknown_builtin
        for prefix in ("__VERIFIER_", "__CPROVER_", "__ESBMC_", "__smtcb_"):
            table[f"{prefix}assume"] = self._assume
            table[f"{prefix}atomic_begin"] = self._atomic_begin
            table[f"{prefix}atomic_end"] = self._atomic_end
            table.setdefault(f"{prefix}assert", self._assert)
        table["__CPROVER_cover"] = self._ignore
        table["__CPROVER_fence"] = self._fence
        return table

    # -- gcc ----------------------------------------------------------------------------------------------------

    def _gcc_builtin(self, name: str) -> Handler | None:
        plain = name.removeprefix("__builtin_")
        if plain in FORMATTING:
            return lambda node, args: self._print_to_string(plain, node, args)
        if self._lowering.linker.has_body(f"__smtcb_{plain}"):
            return lambda node, args: self._calls.call_named(f"__smtcb_{plain}", args, node)
        asked = _OVERFLOW.fullmatch(plain.removesuffix("_p")) if plain.endswith("_overflow_p") else None
        if asked is not None:
            return lambda node, args: self._would_overflow(_CHECKED[asked.group(1)], args, node)
        checked = _OVERFLOW.fullmatch(plain)
        if checked is not None:
            return lambda node, args: self._checked_arithmetic(_CHECKED[checked.group(1)], args, node)
        if plain.startswith("__") and plain.endswith("_chk"):
            return self._fortified(plain[2:-4])
        linker = self._lowering.linker
        if linker.has_body(plain) or (linker.is_intrinsic(plain) and in_library_headers(plain)):
            return lambda node, args: self._calls.call_builtin(plain, args, node)
        return self._unknown_builtin

    def _unknown_builtin(self, node: Any, args: list[Any]) -> Value:
        raise UnsupportedConstruct(f"the builtin {node.name.name}", location_of(node))

    def _text(self, text: str) -> Value:
        symbol = self._lowering.linker.objects.string_literal(text.encode() + b"\0", CHAR)
        return self._builder.address(symbol)

    def _classify_type(self, node: Any, args: list[Any]) -> Value:
        """As gcc numbers the classes of types, after the usual promotions."""
        self._require(args, 1, node)
        ctype = self._expressions.type_of(args[0])
        if isinstance(ctype, StructType):
            return Const(13 if ctype.is_union else 12, INT)
        return Const(5 if isinstance(ctype, PointerType | ArrayType) else 8 if isinstance(ctype, FloatType) else 1, INT)

    def _fortified(self, plain: str) -> Handler:
        """`__builtin___memcpy_chk(d, s, n, size)`: the plain function without the size."""
        drop = {"sprintf": (1, 2), "snprintf": (2, 3), "vsprintf": (1, 2), "vsnprintf": (2, 3), "printf": (0,),
                "fprintf": (1,), "vprintf": (0,), "vfprintf": (1,)}.get(plain)  # fmt: skip

        def handler(node: Any, args: list[Any]) -> Value:
            kept = args[:-1] if drop is None else [arg for index, arg in enumerate(args) if index not in drop]
            if plain in _KEEPING and self._lowering.linker.has_body(_KEEPING[plain]):
                return self._keep(plain, node, kept)
            return self._print_to_string(plain, node, kept)

        return handler

    def _print_to_string(self, name: str, node: Any, args: list[Any]) -> Value:
        """`sprintf` without floats is a function of the library."""
        model = self._printing_model(name, args)
        if model is not None:
            return self._calls.call_named(model, args, node)
        declared = self._builder.scope.lookup(name)
        return self._calls.call_named(name, args, node, declared if isinstance(declared, FunctionName) else None)

    def _printing_model(self, name: str, args: list[Any]) -> str | None:
        place = FORMATTING.get(name, len(args))
        if self._builder.is_model or place >= len(args):
            return None  # a model that calls it wants the executor's
        text = self.literal(args[place])
        models = [f"__smtcb_{name}"] if text is not None and _PLAIN_FORMAT.fullmatch(text) else []
        if text is None or _WITH_WIDTHS.fullmatch(text):
            models.append(f"__smtcb_{name}_with_widths")
        return next((model for model in models if self._lowering.linker.has_body(model)), None)

    def _first(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 1, node)
        value = self._expressions.rvalue(args[0])
        for argument in args[1:]:
            self._expressions.effect(argument)
        return value

    def _ignore(self, node: Any, args: list[Any]) -> Value:
        return None

    def _effects(self, node: Any, args: list[Any]) -> Value:
        for argument in args:
            self._expressions.effect(argument)
        return None

    def _return_address(self, node: Any, args: list[Any]) -> Value:
        """Somewhere in the program, and no object is there. Of callers further up, gcc may say null."""
        if self._level(node, args):
            return Const(0, self._architecture.void_pointer)
        return convert(Const(-2, self._architecture.ptrdiff_t), self._architecture.void_pointer)

    def _frame_address(self, node: Any, args: list[Any]) -> Value:
        """An object that lives as long as the function's locals do."""
        if self._level(node, args) or self._lowering.at_file_scope:
            return Const(0, self._architecture.void_pointer)
        return convert(self._builder.scratch(CHAR, "frame").address, self._architecture.void_pointer)

    def _level(self, node: Any, args: list[Any]) -> int:
        self._require(args, 1, node)
        return self._expressions.constant_int(args[0], "the level")

    def _fence(self, node: Any, args: list[Any]) -> Value:
        """`__CPROVER_fence("WWfence", "RRfence")`"""
        kinds = " ".join(argument.value.strip('"') for argument in args if isinstance(argument, c_ast.Constant))
        fence_of_text(kinds, self._lowering.builder, self._lowering.linker)
        return None

    def _require(self, args: list[Any], count: int, node: Any) -> None:
        if len(args) < count:
            raise TypeProblem(f"{node.name.name} needs {count} arguments", location_of(node))

    def _unreachable(self, node: Any, args: list[Any]) -> Value:
        self._fail(Property.UNREACHABLE, "__builtin_unreachable is reached", node)
        return None

    def _trap(self, node: Any, args: list[Any]) -> Value:
        self._builder.emit(Halt(Const(134, INT), self._builder.location, abrupt=True))
        return None

    def _constant_p(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 1, node)
        with self._builder.discarded():
            try:
                value: Expression | None = self._expressions.rvalue(args[0])
            except UnsupportedConstruct:
                value = None
        return Const(int(isinstance(value, Const)), INT)

    def _choose(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 3, node)
        chosen = self._expressions.constant_int(args[0], "the condition of __builtin_choose_expr")
        return self._expressions.lower(args[1] if chosen else args[2])

    def _swap_bytes(self, node: Any, size: int) -> Expression:
        wide = IntType(size * 8, False, {2: "unsigned short", 4: "unsigned int", 8: "unsigned long"}[size])
        value = self._builder.settle(convert(self._expressions.rvalue(node), wide))
        result: Expression = Const(0, wide)
        for index in range(size):
            byte = binary("&", binary(">>", value, Const(8 * index, INT)), Const(0xFF, wide))
            result = binary("|", result, binary("<<", byte, Const(8 * (size - 1 - index), INT)))
        return result

    def _checked_arithmetic(self, op: str, args: list[Any], node: Any) -> Expression:
        """`__builtin_add_overflow(a, b, &r)`: exact in 128 bits, then narrowed."""
        self._require(args, 3, node)
        wide = IntType(192, True, "exact")
        left, right = (convert(self._expressions.rvalue(arg), wide) for arg in args[:2])
        pointer = self._expressions.rvalue(args[2])
        place = self._expressions.pointee(pointer, "*result", node)
        if not isinstance(place, MemoryPlace) or not isinstance(place.type, IntType):
            raise TypeProblem("a pointer to an integer is needed here", location_of(node))
        exact = self._builder.settle(binary(op, left, right), "exact")
        stored = self._builder.store(place, convert(exact, place.type))
        return convert(binary("!=", convert(stored, wide), exact), BOOL)

    def _would_overflow(self, op: str, args: list[Any], node: Any) -> Expression:
        """`__builtin_add_overflow_p(a, b, c)`: whether the result fits the type of c, whose value does not matter."""
        self._require(args, 3, node)
        wide = IntType(192, True, "exact")
        left, right = (convert(self._expressions.rvalue(arg), wide) for arg in args[:2])
        ctype = self._expressions.rvalue(args[2]).type
        if not isinstance(ctype, IntType):
            raise TypeProblem("an integer is needed here", location_of(node))
        exact = self._builder.settle(binary(op, left, right), "exact")
        return convert(binary("!=", convert(convert(exact, ctype), wide), exact), BOOL)

    def _va_start(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 1, node)
        register = self._lowering.varargs
        if register is None:
            raise TypeProblem("va_start in a function with fixed arguments", location_of(node))
        self._builder.store(self._calls.va_next(args[0]), register)
        return None

    def _va_copy(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 2, node)
        target, source = self._calls.va_next(args[0]), self._calls.va_next(args[1])
        self._builder.store(target, self._builder.load(source))
        return None

    def _alloca(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 1, node)
        size = convert(self._expressions.rvalue(args[0]), self._architecture.size_t)
        return self._new_object(size, zeroed=False, on_stack=True)

    def _new_object(self, size: Expression, *, zeroed: bool, on_stack: bool, internal: bool = False) -> Expression:
        register = self._builder.temporary(self._architecture.void_pointer, "object")
        self._builder.emit(Allocate(register, size, zeroed, on_stack, self._builder.location, internal))
        return register

    # -- verifiers' intrinsics ------------------------------------------------------------------------------------

    def _fail(self, prop: Property, message: str, node: Any) -> None:
        self._builder.emit(Assert(Const(0, INT), prop, message, location_of(node)))

    def _reach_error(self, node: Any, args: list[Any]) -> Value:
        self._fail(Property.REACH, f"{node.name.name} is called", node)
        return None

    def _assert_fail(self, node: Any, args: list[Any]) -> Value:
        index = 3 if node.name.name in ("__assert", "__assert_rtn") else 0
        message = self.literal(args[index]) if len(args) > index else None
        self._fail(Property.ASSERTION, message or "assertion", node)
        return None

    def _assume(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 1, node)
        condition = truth(self._expressions.rvalue(args[0]))
        self._builder.emit(Assume(condition, location_of(node)))
        return None

    def _assert(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 1, node)
        condition = truth(self._expressions.rvalue(args[0]))
        message = (self.literal(args[1]) if len(args) > 1 else None) or place_text(args[0])
        self._builder.location = location_of(node)
        self._builder.require(condition, Property.ASSERTION, message)
        return None

    def _atomic_begin(self, node: Any, args: list[Any]) -> Value:
        self._builder.emit(AtomicBegin(self._builder.location))
        self._builder.atomic_depth += 1
        return None

    def _atomic_end(self, node: Any, args: list[Any]) -> Value:
        self._builder.emit(AtomicEnd(self._builder.location))
        self._builder.atomic_depth -= 1
        return None

    def _nondet(self, name: str, node: Any, args: list[Any]) -> Value:
        ctype = self._nondet_type(name, node)
        register = self._builder.temporary(ctype, "nondet")
        self._builder.emit(Nondet(register, name, location_of(node)))
        return register

    def _nondet_type(self, name: str, node: Any) -> ScalarType:
        entity = self._builder.scope.lookup(name)
        if isinstance(entity, FunctionName) and is_scalar(unqualified(entity.type.result)):
            return unqualified(entity.type.result)  # type: ignore[return-value]
        suffix = name
        for prefix in _NONDET_PREFIXES:
            suffix = suffix.removeprefix(prefix)
        names: dict[str, ScalarType] = {
            "bool": BOOL, "_Bool": BOOL, "char": CHAR, "uchar": IntType(8, False, "unsigned char"),
            "short": IntType(16, True, "short"), "ushort": IntType(16, False, "unsigned short"),
            "int": INT, "uint": UNSIGNED, "unsigned": UNSIGNED, "long": self._architecture.long,
            "ulong": self._architecture.unsigned_long, "longlong": LONG_LONG, "ulonglong": UNSIGNED_LONG_LONG,
            "size_t": self._architecture.size_t, "pointer": self._architecture.void_pointer,
            "float": FLOAT, "double": DOUBLE,
            "int128": IntType(128, True, "__int128"), "uint128": IntType(128, False, "unsigned __int128"),
            "u8": IntType(8, False, "unsigned char"), "u16": IntType(16, False, "unsigned short"), "u32": UNSIGNED,
            "charp": self._architecture.pointer(CHAR),
        }  # fmt: skip
        return names.get(suffix, INT)

    # -- primitives of the models -----------------------------------------------------------------------------------

    def literal(self, node: Any) -> str | None:
        """The text of a string literal, possibly behind a cast or parentheses; None for anything else."""
        while isinstance(node, c_ast.Cast):
            node = node.expr
        if isinstance(node, c_ast.Constant) and node.value.endswith('"'):
            data, element = string_bytes([node.value], self._architecture)
            return data[: -element.size].decode("utf-8", "replace")
        return None

    def _statement(self, instruction: type[Halt] | type[Free], args: list[Any], node: Any) -> None:
        self._require(args, 1, node)
        operand = self._expressions.rvalue(args[0])
        if instruction is Free and not isinstance(operand.type, PointerType):
            operand = convert(operand, self._architecture.void_pointer)
        self._builder.emit(instruction(operand, location_of(node)))

    def _start_thread(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 3, node)
        function, argument, self_value = (self._expressions.rvalue(arg) for arg in args[:3])
        register = self._builder.temporary(UNSIGNED, "thread")
        self._builder.emit(StartThread(register, function, argument, self_value, location_of(node)))
        return register

    def _block_until(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 2, node)
        self._atomic_begin(node, [])
        condition = truth(self._expressions.rvalue(args[0]))
        self._builder.emit(Block(condition, self.literal(args[1]) or "", location_of(node)))
        return self._atomic_end(node, [])

    def _wait_for(self, node: Any, args: list[Any], *, interruptible: bool = False) -> Value:
        self._require(args, 5, node)
        self._atomic_begin(node, [])
        condition = truth(self._expressions.rvalue(args[0]))
        waited = self._expressions.rvalue(args[2])
        holder = convert(self._expressions.rvalue(args[3]), self._architecture.void_pointer)
        holders = convert(self._expressions.rvalue(args[4]), UNSIGNED_LONG_LONG)
        reason = self.literal(args[1]) or ""
        self._builder.emit(Block(condition, reason, location_of(node), waited, holder, holders, interruptible))
        return self._atomic_end(node, [])

    def _smtcb_abort(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 1, node)
        self._builder.emit(Halt(self._expressions.rvalue(args[0]), location_of(node), abrupt=True))
        return None

    def _allocate(self, node: Any, args: list[Any], *, internal: bool = False) -> Value:
        self._require(args, 2, node)
        size = convert(self._expressions.rvalue(args[0]), self._architecture.size_t)
        zeroed = self._expressions.constant_int(args[1], "the second argument of __smtcb_allocate") != 0
        return self._new_object(size, zeroed=zeroed, on_stack=False, internal=internal)

    def _object_size(self, node: Any, args: list[Any], measure: Measure) -> Value:
        self._require(args, 1, node)
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
        self._require(args, 2, node)
        pointer = self._expressions.rvalue(args[0])
        size = convert(self._expressions.rvalue(args[1]), self._architecture.size_t)
        if not self._builder.checks.bounds:
            return Const(0, BOOL)
        register = self._builder.temporary(BOOL, "done")
        self._builder.emit(Havoc(register, pointer, size, f"{place_text(args[0])}[i]", location_of(node)))
        return register

    def _smtcb_assert(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 3, node)
        condition = truth(self._expressions.rvalue(args[0]))
        prop = Property(self.literal(args[1]) or Property.ASSERTION)
        self._builder.location = location_of(node)
        self._builder.require(condition, prop, self.literal(args[2]) or "assertion")
        return None

    def _smtcb_unsupported(self, node: Any, args: list[Any]) -> Value:
        construct = (self.literal(args[0]) if args else None) or "a library function"
        self._builder.emit(Unsupported(construct, location_of(node)))
        return None

    def _has_exit_handlers(self, node: Any, args: list[Any]) -> Value:
        linker = self._lowering.linker
        return Const(int(bool(linker.destructors) or linker.has_body("atexit")), INT)

    def _is_part(self, node: Any, args: list[Any]) -> Value:
        has_body = self._lowering.linker.has_body
        return Const(int(any(has_body(self.literal(arg) or "") for arg in args)), INT)

    def _closes_descriptors(self, node: Any, args: list[Any]) -> Value:
        """Then the same ones are given out again. Of streams, only those can tell who have other descriptors, too."""
        has_body = self._lowering.linker.has_body
        closes = any(map(has_body, CLOSING)) or (
            any(map(has_body, _CLOSING_STREAMS)) and any(map(has_body, _TELLING_DESCRIPTORS))
        )
        return Const(int(closes), INT)

    def _keep(self, name: str, node: Any, args: list[Any]) -> Value:
        """What is written to pipes and temporary files comes out again."""
        if any(isinstance(arg, c_ast.ID) and arg.name in _STANDARD_STREAMS for arg in args):
            return self._calls.call_builtin(name, args, node)
        if name == "write" and node is self._calls.unused and not self._lowering.linker.has_body("pipe"):
            return self._calls.call_builtin(name, args, node)  # nobody looks whether the descriptor is open
        return self._calls.call_named(_KEEPING[name], args, node)

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
            return call_made_main(linker, linker.outside, self._builder, location_of(node))
        ctype = linker.definition_type("main")
        if ctype is None:
            raise TypeProblem("the program has no main function")
        definition = linker.definition_node("main")
        arguments = main_arguments(linker, self._calls.call_with_values, self._builder, definition, ctype, node)
        status = self._calls.call_with_values("main", ctype, arguments, node)
        return Const(0, INT) if status is None else status
