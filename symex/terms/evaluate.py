"""The value of a term under an assignment: exact, bottom-up, never recursing.

Values are bool, int for bit-vectors (unsigned) and for floats (their IEEE bits), and `ArrayValue`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import field
from typing import Any, TypeAlias

from esbmc_py.goto.deferred import dataclass

from . import concrete, ieee
from .nodes import Term
from .sorts import is_array
from .walker import fold


@dataclass(frozen=True, slots=True)
class ArrayValue:
    """`default` everywhere but at the indices in `entries`."""

    default: int
    entries: Mapping[int, int] = field(default_factory=dict)

    def __getitem__(self, index: int) -> int:
        return self.entries.get(index, self.default)

    def set(self, index: int, value: int) -> ArrayValue:
        """With `value` at `index`. Entries equal to the default are not kept, so that equal arrays are equal values."""
        entries = dict(self.entries)
        if value == self.default:
            entries.pop(index, None)
        else:
            entries[index] = value
        return ArrayValue(self.default, entries)


Value: TypeAlias = bool | int | ArrayValue


def zero(term: Term) -> Value:
    """The value that a symbol has when nobody gave it one."""
    if is_array(term.width):
        return ArrayValue(0)
    return False if term.width == 0 else 0


def evaluate(term: Term, assignment: Mapping[Term, Value], memo: MutableMapping[int, Value] | None = None) -> Value:
    """The value of `term` where symbols have the values of `assignment`; those that are missing are zero.

    Pass one `memo` to evaluate many terms under one assignment: each node is then evaluated once.
    """
    results: MutableMapping[int, Value] = {} if memo is None else memo

    def visit(node: Term) -> Value:
        if node.op == "symbol":
            value = assignment.get(node)
            return zero(node) if value is None else value
        result: Value = _EVALUATE[node.op](node, *[results[arg.id] for arg in node.args])
        return result

    return fold(term, visit, results)


def _binary(function: Callable[[int, int, int], int]) -> Callable[..., Value]:
    return lambda node, a, b: function(a, b, node.args[0].width)


def _float_binary(function: Callable[[int, int, int], int]) -> Callable[..., Value]:
    return lambda node, a, b: function(a, b, -node.args[0].width)


def _float_unary(function: Callable[[int, int], int]) -> Callable[..., Value]:
    return lambda node, a: function(a, -node.args[0].width)


def _concat(node: Term, upper: int, lower: int) -> int:
    return upper << node.args[1].width | lower


def _extract(node: Term, a: int) -> int:
    high: int
    low: int
    high, low = node.payload
    return a >> low & concrete.mask(high - low + 1)


def _to_integer(node: Term, bits: int) -> int:
    source = -node.args[0].width
    if ieee.is_nan(bits, source) or ieee.is_infinite(bits, source):
        return 0
    return ieee.to_int(bits, source) & concrete.mask(node.width)


_EVALUATE: dict[str, Callable[..., Any]] = {
    "const": lambda node: node.payload,
    "not": lambda _, a: not a,
    "and": lambda _, a, b: a and b,
    "or": lambda _, a, b: a or b,
    "ite": lambda _, c, a, b: a if c else b,
    "=": lambda _, a, b: a == b,
    "bvadd": _binary(concrete.add),
    "bvsub": _binary(concrete.sub),
    "bvmul": _binary(concrete.mul),
    "bvudiv": _binary(concrete.udiv),
    "bvsdiv": _binary(concrete.sdiv),
    "bvurem": _binary(concrete.urem),
    "bvsrem": _binary(concrete.srem),
    "bvand": _binary(concrete.band),
    "bvor": _binary(concrete.bor),
    "bvxor": _binary(concrete.bxor),
    "bvshl": _binary(concrete.shl),
    "bvlshr": _binary(concrete.lshr),
    "bvashr": _binary(concrete.ashr),
    "bvult": _binary(concrete.ult),
    "bvslt": _binary(concrete.slt),
    "bvsaddo": _binary(concrete.saddo),
    "bvssubo": _binary(concrete.ssubo),
    "bvsmulo": _binary(concrete.smulo),
    "bvumulo": _binary(concrete.umulo),
    "bvneg": lambda node, a: -a & concrete.mask(node.width),
    "bvnot": lambda node, a: ~a & concrete.mask(node.width),
    "concat": _concat,
    "extract": _extract,
    "zero_extend": lambda _, a: a,
    "sign_extend": lambda node, a: concrete.sext(a, node.args[0].width, node.payload),
    "select": lambda _, array, index: array[index],
    "store": lambda _, array, index, value: array.set(index, value),
    "const_array": lambda _, value: ArrayValue(value),
    "fp.add": _float_binary(ieee.add),
    "fp.sub": _float_binary(ieee.sub),
    "fp.mul": _float_binary(ieee.mul),
    "fp.div": _float_binary(ieee.div),
    "fp.sqrt": _float_unary(ieee.sqrt),
    "fp.neg": _float_unary(ieee.neg),
    "fp.abs": _float_unary(ieee.absolute),
    "fp.roundToIntegral": lambda node, a: ieee.round_to_integral(a, -node.width, node.payload),
    "fp.lt": _float_binary(ieee.less),
    "fp.leq": _float_binary(ieee.less_or_equal),
    "fp.eq": _float_binary(ieee.equal),
    "fp.isNaN": _float_unary(ieee.is_nan),
    "fp.isInfinite": _float_unary(ieee.is_infinite),
    "fp.isZero": _float_unary(ieee.is_zero),
    "fp.isNegative": _float_unary(ieee.is_negative),
    "fp.from_bits": lambda node, a: ieee.canonical(a, -node.width),
    "fp.to_bits": lambda _, a: a,
    "fp.from_signed": lambda node, a: ieee.from_int(concrete.signed(a, node.args[0].width), -node.width),
    "fp.from_unsigned": lambda node, a: ieee.from_int(a, -node.width),
    "fp.convert": lambda node, a: ieee.convert(a, -node.args[0].width, -node.width),
    "fp.to_sbv": _to_integer,
    "fp.to_ubv": _to_integer,
}
