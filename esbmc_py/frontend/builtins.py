"""Functions that the front end knows by name: gcc's builtins and verifiers' intrinsics."""

from __future__ import annotations

import math
import re
from typing import Any

from esbmc_py.goto.expressions import Const, Expression
from esbmc_py.goto.instructions import (
    Assert,
    Assume,
    Halt,
    Nondet,
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
from .evaluating import Calling, Evaluating, FunctionAround
from .fences import fence_of_text
from .literals import literal_text
from .model_arguments import require_count
from .operators import binary, convert, truth
from .output_calls import FORMATTING, OutputCalls
from .place_text import place_text
from .primitives import Primitives
from .problems import TypeProblem, UnsupportedConstruct, location_of
from .scopes import FunctionName, Handler, MemoryPlace, Value
from .symbol_marks import in_library_headers
from .syntax_nodes import c_ast

# Called whatever the program defines under these names: their meaning is fixed by the competitions' rules.
_FIXED = {"reach_error", "__VERIFIER_error", "__VERIFIER_assume", "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end"}
_NONDET_PREFIXES = ("__VERIFIER_nondet_", "nondet_", "__CPROVER_nondet_", "__ESBMC_nondet_", "__nondet_")
_CHECKERS = ("__VERIFIER_", "__CPROVER_", "__ESBMC_")  # names that mean something to a checker
_OVERFLOW = re.compile(r"[su]?(add|sub|mul)l{0,2}_overflow")
_CHECKED = {"add": "+", "sub": "-", "mul": "*"}


def _constantly(value: Const) -> Handler:
    return lambda node, args: value


class Builtins:
    def __init__(self, lowering: FunctionAround, expressions: Evaluating, calls: Calling) -> None:
        self._lowering = lowering
        self._builder = lowering.builder
        self._architecture = lowering.architecture
        self._expressions = expressions
        self._calls = calls
        self._output = OutputCalls(lowering, calls)
        self._table = self._make_table() | Primitives(lowering, expressions, calls).table()

    def find(self, name: str) -> Handler | None:
        linker = self._lowering.linker
        if name not in _FIXED and linker.has_user_body(name):
            return None
        handler = self._table.get(name)
        if handler is not None:
            return handler
        if name.startswith(_NONDET_PREFIXES):
            return lambda node, args: self._nondet(name, node, args)
        writing = self._output.find(name)
        if writing is not None:
            return writing
        if name.startswith("__builtin_"):
            return self._gcc_builtin(name)
        if name.startswith(_CHECKERS) and not linker.has_body(name):
            return self._of_a_checker
        return None

    def _of_a_checker(self, node: Any, args: list[Any]) -> Value:
        """It means more there than a function without a body does (`__CPROVER_uninterpreted_f`: equal results)."""
        raise UnsupportedConstruct(f"{node.name.name}, which means something to another checker", location_of(node))

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
        }
        for suffix, ctype in (("", DOUBLE), ("f", FLOAT), ("l", self._architecture.long_double)):
            for name, value in (("huge_val", math.inf), ("inf", math.inf), ("nan", math.nan)):
                table[f"__builtin_{name}{suffix}"] = _constantly(Const(value, ctype))
        for name in ("setjmp", "longjmp"):  # their buffers are not the library's
            table[f"__builtin_{name}"] = self._unknown_builtin
        for prefix in ("__VERIFIER_", "__CPROVER_", "__ESBMC_", "__smtcb_"):
            table[f"{prefix}assume"] = self._assume
            table[f"{prefix}atomic_begin"] = self._begin_atomic
            table[f"{prefix}atomic_end"] = self._end_atomic
            table.setdefault(f"{prefix}assert", self._assert)
        table["__CPROVER_cover"] = self._ignore
        for name in ("__CPROVER_input", "__CPROVER_output", "__CPROVER_printf", "__ESBMC_yield", "__ESBMC_unroll"):
            table[name] = self._effects
        for name in ("__CPROVER_precondition", "__CPROVER_postcondition"):
            table[name] = self._assert
        table["__ESBMC_unreachable"] = self._reach_error
        table["__CPROVER_fence"] = self._fence
        return table

    # -- gcc ----------------------------------------------------------------------------------------------------

    def _gcc_builtin(self, name: str) -> Handler | None:
        plain = name.removeprefix("__builtin_")
        if plain in FORMATTING:
            return lambda node, args: self._output.print_to_string(plain, node, args)
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
        require_count(args, 1, node)
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
            return self._output.write(plain, node, kept)

        return handler

    def _first(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 1, node)
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
        require_count(args, 1, node)
        return self._expressions.constant_int(args[0], "the level")

    def _fence(self, node: Any, args: list[Any]) -> Value:
        """`__CPROVER_fence("WWfence", "RRfence")`"""
        kinds = " ".join(argument.value.strip('"') for argument in args if isinstance(argument, c_ast.Constant))
        fence_of_text(kinds, self._lowering.builder, self._lowering.linker)
        return None

    def _unreachable(self, node: Any, args: list[Any]) -> Value:
        self._fail(Property.UNREACHABLE, "__builtin_unreachable is reached", node)
        return None

    def _trap(self, node: Any, args: list[Any]) -> Value:
        self._builder.emit(Halt(Const(134, INT), self._builder.location, abrupt=True))
        return None

    def _constant_p(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 1, node)
        with self._builder.discarded():
            try:
                value: Expression | None = self._expressions.rvalue(args[0])
            except UnsupportedConstruct:
                value = None
        return Const(int(isinstance(value, Const)), INT)

    def _choose(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 3, node)
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
        require_count(args, 3, node)
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
        require_count(args, 3, node)
        wide = IntType(192, True, "exact")
        left, right = (convert(self._expressions.rvalue(arg), wide) for arg in args[:2])
        ctype = self._expressions.rvalue(args[2]).type
        if not isinstance(ctype, IntType):
            raise TypeProblem("an integer is needed here", location_of(node))
        exact = self._builder.settle(binary(op, left, right), "exact")
        return convert(binary("!=", convert(convert(exact, ctype), wide), exact), BOOL)

    def _va_start(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 1, node)
        register = self._lowering.varargs
        if register is None:
            raise TypeProblem("va_start in a function with fixed arguments", location_of(node))
        self._builder.store(self._calls.va_next(args[0]), register)
        return None

    def _va_copy(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 2, node)
        target, source = self._calls.va_next(args[0]), self._calls.va_next(args[1])
        self._builder.store(target, self._builder.load(source))
        return None

    def _alloca(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 1, node)
        size = convert(self._expressions.rvalue(args[0]), self._architecture.size_t)
        return self._builder.allocate(size, zeroed=False, on_stack=True)

    # -- verifiers' intrinsics ------------------------------------------------------------------------------------

    def _fail(self, prop: Property, message: str, node: Any) -> None:
        self._builder.emit(Assert(Const(0, INT), prop, message, location_of(node)))

    def _reach_error(self, node: Any, args: list[Any]) -> Value:
        self._fail(Property.REACH, f"{node.name.name} is called", node)
        return None

    def _assert_fail(self, node: Any, args: list[Any]) -> Value:
        index = 3 if node.name.name in ("__assert", "__assert_rtn") else 0
        message = self._literal(args[index]) if len(args) > index else None
        self._fail(Property.ASSERTION, message or "assertion", node)
        return None

    def _literal(self, node: Any) -> str | None:
        return literal_text(node, self._architecture)

    def _assume(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 1, node)
        condition = truth(self._expressions.rvalue(args[0]))
        self._builder.emit(Assume(condition, location_of(node)))
        return None

    def _assert(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 1, node)
        condition = truth(self._expressions.rvalue(args[0]))
        message = (self._literal(args[1]) if len(args) > 1 else None) or place_text(args[0])
        self._builder.location = location_of(node)
        self._builder.require(condition, Property.ASSERTION, message)
        return None

    def _begin_atomic(self, node: Any, args: list[Any]) -> Value:
        self._builder.begin_atomic()
        return None

    def _end_atomic(self, node: Any, args: list[Any]) -> Value:
        self._builder.end_atomic()
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
