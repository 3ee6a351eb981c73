"""Random expressions for the tests of terms.

An expression is a nested tuple. `built` makes it with the constructors, which simplify; `unsimplified` makes the same
nodes without simplification; `meaning.meaning` computes it on Python numbers, independently of the code under test.
"""

from __future__ import annotations

import math
from typing import Any

from symex import terms as t
from symex.terms.nodes import make

from .meaning import bits_of

Expression = tuple[Any, ...]

BINARY = ["bvadd", "bvsub", "bvmul", "bvudiv", "bvsdiv", "bvurem", "bvsrem",
          "bvand", "bvor", "bvxor", "bvshl", "bvlshr", "bvashr"]  # fmt: skip
UNARY = ["bvneg", "bvnot"]
TESTS = ["=", "bvult", "bvule", "bvslt", "bvsle", "bvsaddo", "bvssubo", "bvsmulo", "bvumulo"]
FLOAT_BINARY = ["fp.add", "fp.sub", "fp.mul", "fp.div"]
FLOAT_UNARY = ["fp.neg", "fp.abs", "fp.sqrt"]
FLOAT_TESTS = ["=", "fp.lt", "fp.leq", "fp.eq"]
FLOAT_CLASSES = ["fp.isNaN", "fp.isInfinite", "fp.isZero", "fp.isNegative"]
MODES = ["RNE", "RTZ", "RTN", "RTP"]
NOTABLE_FLOATS = [0.0, -0.0, 1.0, -1.0, 1.5, 0.5, 3.0, 2.0**31, -(2.0**31), 2.0**63, math.inf, -math.inf, math.nan]


class Maker:
    """Reads decisions off a string of bytes, which hypothesis draws and shrinks; when it is used up, all are 0."""

    def __init__(self, data: bytes) -> None:
        self._data = iter(data)
        self._made: dict[int, list[Expression]] = {}  # by width: rules look for operands that meet again

    def pick(self, count: int) -> int:
        return next(self._data, 0) % count

    def choose(self, options: list[Any]) -> Any:
        return options[self.pick(len(options))]

    def number(self, width: int) -> int:
        top = (1 << width) - 1
        notable = [0, 1, 2, 3, 4, 8, 0xFF, top, top - 1, top >> 1, (top >> 1) + 1, 1 << 63 | 1 << 39 | 1]
        if self.pick(2):
            return self.choose(notable) & top
        return int.from_bytes(bytes(next(self._data, 0) for _ in range(width // 8 + 1)), "little") & top

    def float_bits(self, width: int) -> int:
        """Notable values, whole numbers, and any bits, subnormal numbers and NaNs included."""
        match self.pick(4):
            case 0:
                return bits_of(self.choose(NOTABLE_FLOATS), width)
            case 1:
                return bits_of(float(self.number(12)) - 2048.0, width)
            case 2:
                return self.number(width - 10)
            case _:
                return self.number(width)

    def bit_vector(self, width: int, depth: int) -> Expression:
        known = self._made.setdefault(width, [])
        if known and self.pick(4) == 0:
            return self.choose(known)
        made = self._new_bit_vector(width, depth)
        known.append(made)
        return made

    def boolean(self, width: int, depth: int) -> Expression:
        """Comparisons are of bit-vectors of `width` bits."""
        known = self._made.setdefault(0, [])
        if known and self.pick(4) == 0:
            return self.choose(known)
        made = self._new_boolean(width, depth)
        known.append(made)
        return made

    def _new_bit_vector(self, width: int, depth: int) -> Expression:
        if depth == 0 or self.pick(8) == 0:
            return (
                ("const", self.number(width), width) if self.pick(2) else ("symbol", f"v{width}_{self.pick(2)}", width)
            )
        below = depth - 1
        match self.choose(["binary", "binary", "binary", "unary", "ite", "flag", "slice", "concat", "extend"]):
            case "binary":
                return self.choose(BINARY), self.bit_vector(width, below), self.bit_vector(width, below)
            case "unary":
                return self.choose(UNARY), self.bit_vector(width, below)
            case "ite":
                return "ite", self.boolean(width, below), self.bit_vector(width, below), self.bit_vector(width, below)
            case "flag":
                return "ite", self.boolean(width, below), ("const", 1, width), ("const", 0, width)
            case "slice":
                wider = width + 1 + self.pick(4)
                low = self.pick(wider - width + 1)
                return "extract", low + width - 1, low, self.bit_vector(wider, below)
            case "concat" if width > 1:
                split = 1 + self.pick(width - 1)
                return "concat", self.bit_vector(split, below), self.bit_vector(width - split, below)
            case "extend" if width > 1:
                return (
                    self.choose(["zero_extend", "sign_extend"]),
                    width,
                    self.bit_vector(1 + self.pick(width - 1), below),
                )
            case _:
                return "bvnot", self.bit_vector(width, below)

    def _new_boolean(self, width: int, depth: int) -> Expression:
        if depth == 0 or self.pick(8) == 0:
            return ("symbol", f"b{self.pick(3)}", 0) if self.pick(8) else ("const", bool(self.pick(2)), 0)
        below = depth - 1
        match self.choose(["and", "or", "and", "or", "not", "ite", "=", "test", "test", "test"]):
            case "and" | "or" | "=" as op:
                return op, self.boolean(width, below), self.boolean(width, below)
            case "not":
                return "not", self.boolean(width, below)
            case "ite":
                return "ite", self.boolean(width, below), self.boolean(width, below), self.boolean(width, below)
            case _:
                return self.choose(TESTS), self.bit_vector(width, below), self.bit_vector(width, below)

    def float(self, width: int, depth: int) -> Expression:
        if depth == 0 or self.pick(8) == 0:
            if self.pick(2):
                return "const", self.float_bits(width), -width
            return "symbol", f"f{width}_{self.pick(2)}", -width
        below = depth - 1
        match self.choose(["binary", "binary", "unary", "round", "ite", "bits", "integer", "convert"]):
            case "binary":
                return self.choose(FLOAT_BINARY), self.float(width, below), self.float(width, below)
            case "unary":
                return self.choose(FLOAT_UNARY), self.float(width, below)
            case "round":
                return "fp.roundToIntegral", self.choose(MODES), self.float(width, below)
            case "ite":
                return "ite", self.float_test(width, below), self.float(width, below), self.float(width, below)
            case "bits" if self.pick(2):
                return "fp.from_bits", ("fp.to_bits", self.float(width, below))
            case "bits":
                return "fp.from_bits", self.bit_vector(width, 0)
            case "integer":
                op = self.choose(["fp.from_signed", "fp.from_unsigned"])
                return op, width, self.bit_vector(self.choose([8, 32, 64]), 1)
            case _:
                return "fp.convert", width, self.float(96 - width, below)

    def float_test(self, width: int, depth: int) -> Expression:
        if self.pick(4) == 0:
            return self.choose(FLOAT_CLASSES), self.float(width, depth)
        return self.choose(FLOAT_TESTS), self.float(width, depth), self.float(width, depth)

    def float_result(self, width: int, depth: int) -> Expression:
        """Anything that comes out of floats: a float, a test, bits, an integer."""
        match self.pick(4):
            case 0:
                return self.float(width, depth)
            case 1:
                return self.float_test(width, depth)
            case 2:
                return "fp.to_bits", self.float(width, depth)
            case _:
                return (
                    self.choose(["fp.to_sbv", "fp.to_ubv"]),
                    self.choose([1, 8, 16, 32, 64]),
                    self.float(width, depth),
                )

    def array(self, depth: int) -> Expression:
        """From 3 to 5 bits."""
        if depth == 0:
            return ("array", f"a{self.pick(2)}") if self.pick(2) else ("const_array", 3, self.bit_vector(5, 0))
        if self.pick(5) == 0:
            return "ite", self.boolean(3, 1), self.array(depth - 1), self.array(depth - 1)
        return "store", self.array(depth - 1), self._index(), self.bit_vector(5, 1)

    def read(self, depth: int) -> Expression:
        return "select", self.array(depth), self._index()

    def _index(self) -> Expression:
        """i, i + 1, or anything."""
        symbol = ("symbol", f"v3_{self.pick(2)}", 3)
        match self.pick(3):
            case 0:
                return symbol
            case 1:
                return "bvadd", symbol, ("const", self.pick(8), 3)
            case _:
                return self.bit_vector(3, 1)

    def environment(self, expression: Expression) -> dict[str, Any]:
        """A value for each symbol of `expression`."""
        return {name: self._value(width) for name, width in sorted(symbols_of(expression))}

    def _value(self, width: int | None) -> Any:
        if width is None:
            return tuple(self.number(5) for _ in range(8))
        if width == 0:
            return bool(self.pick(2))
        return self.number(width) if width > 0 else bits_of_float(self.float_bits(-width), -width)


def symbols_of(expression: Expression) -> set[tuple[str, int | None]]:
    """Names and widths; an array has None."""
    match expression:
        case ("symbol", name, width):
            return {(name, width)}
        case ("array", name):
            return {(name, None)}
        case _:
            return set().union(*(symbols_of(part) for part in expression if isinstance(part, tuple)))


def bits_of_float(bits: int, width: int) -> int:
    """All NaNs are one."""
    exponent = 0x7F800000 if width == 32 else 0x7FF0000000000000
    is_nan = bits & exponent == exponent and bits & ~exponent & ((1 << (width - 1)) - 1) != 0
    return bits_of(math.nan, width) if is_nan else bits


# --- terms ----------------------------------------------------------------------------------------------------------

_CONSTRUCTORS = {
    "and": t.and_, "or": t.or_, "not": t.not_, "ite": t.ite, "=": t.eq,
    "bvadd": t.bvadd, "bvsub": t.bvsub, "bvmul": t.bvmul, "bvudiv": t.udiv, "bvsdiv": t.sdiv, "bvurem": t.urem,
    "bvsrem": t.srem, "bvand": t.bvand, "bvor": t.bvor, "bvxor": t.bvxor, "bvshl": t.shl, "bvlshr": t.lshr,
    "bvashr": t.ashr, "bvneg": t.bvneg, "bvnot": t.bvnot, "bvult": t.ult, "bvule": t.ule, "bvslt": t.slt,
    "bvsle": t.sle, "bvsaddo": t.saddo, "bvssubo": t.ssubo, "bvsmulo": t.smulo, "bvumulo": t.umulo,
    "concat": t.concat, "select": t.select, "store": t.store,
    "fp.add": t.fp_add, "fp.sub": t.fp_sub, "fp.mul": t.fp_mul, "fp.div": t.fp_div, "fp.neg": t.fp_neg,
    "fp.abs": t.fp_abs, "fp.sqrt": t.fp_sqrt, "fp.lt": t.fp_lt, "fp.leq": t.fp_le, "fp.eq": t.fp_eq,
    "fp.isNaN": t.fp_is_nan, "fp.isInfinite": t.fp_is_infinite, "fp.isZero": t.fp_is_zero,
    "fp.isNegative": t.fp_is_negative, "fp.from_bits": t.fp_from_bits, "fp.to_bits": t.fp_to_bits,
}  # fmt: skip


def built(expression: Expression) -> t.Term:
    """Made by the constructors."""
    match expression:
        case ("const", value, width):
            return _constant(value, width)
        case ("symbol", name, width):
            return t.symbol(name, width)
        case ("array", name):
            return t.symbol(name, t.array_width(3, 5))
        case ("extract", high, low, inner):
            return t.extract(built(inner), high, low)
        case ("zero_extend", width, inner):
            return t.zext(built(inner), width)
        case ("sign_extend", width, inner):
            return t.sext(built(inner), width)
        case ("const_array", index, inner):
            return t.const_array(index, built(inner))
        case ("fp.roundToIntegral", mode, inner):
            return t.fp_round(built(inner), mode)
        case ("fp.from_signed", width, inner):
            return t.fp_from_signed(built(inner), width)
        case ("fp.from_unsigned", width, inner):
            return t.fp_from_unsigned(built(inner), width)
        case ("fp.convert", width, inner):
            return t.fp_convert(built(inner), width)
        case ("fp.to_sbv", width, inner):
            return t.fp_to_signed(built(inner), width)
        case ("fp.to_ubv", width, inner):
            return t.fp_to_unsigned(built(inner), width)
        case (op, *operands):
            return _CONSTRUCTORS[op](*[built(operand) for operand in operands])
    raise AssertionError(expression)


def _constant(value: Any, width: int) -> t.Term:
    if width == 0:
        return t.boolean(value)
    return t.fp_const(value, -width) if width < 0 else t.bv(value, width)


def unsimplified(expression: Expression) -> t.Term:
    """The nodes as they are written (bit-vectors and booleans only)."""
    match expression:
        case ("const", value, width):
            return _constant(value, width)
        case ("symbol", name, width):
            return t.symbol(name, width)
        case ("extract", high, low, inner):
            return make("extract", (unsimplified(inner),), high - low + 1, (high, low))
        case ("zero_extend" | "sign_extend" as op, width, inner):
            below = unsimplified(inner)
            return make(op, (below,), width, width - below.width)
        case ("bvule", left, right):
            return make("not", (unsimplified(("bvult", right, left)),), 0)
        case ("bvsle", left, right):
            return make("not", (unsimplified(("bvslt", right, left)),), 0)
        case (op, *operands):
            args = tuple(unsimplified(operand) for operand in operands)
            return make(op, args, _width(op, args))
    raise AssertionError(expression)


def _width(op: str, args: tuple[t.Term, ...]) -> int:
    if op in TESTS or op in ("and", "or", "not"):
        return 0
    if op == "concat":
        return args[0].width + args[1].width
    return args[-1].width


def assignment_for(term: t.Term, environment: dict[str, Any]) -> dict[t.Term, t.Value]:
    """The environment's values for the symbols of `term`."""
    return {symbol: _as_value(environment[symbol.payload]) for symbol in t.symbols(term)}


def _as_value(value: Any) -> t.Value:
    if not isinstance(value, tuple):
        return value  # type: ignore[no-any-return]
    array = t.ArrayValue(value[0])
    for index, element in enumerate(value):
        array = array.set(index, element)
    return array


def equals_value(term: t.Term, value: Any) -> t.Term:
    """term = value, for a value as `meaning` gives it."""
    if isinstance(value, tuple):
        return t.all_of(t.eq(t.select(term, t.bv(index, 3)), t.bv(element, 5)) for index, element in enumerate(value))
    return t.eq(term, _constant(value, term.width))
