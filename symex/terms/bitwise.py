"""Bitwise operations and shifts. Masks of low bits and right shifts by constants become slices, their normal form."""

from __future__ import annotations

from . import concrete
from .choices import on_leaves
from .constructors import Unary, bounded, commutative, no_rule, ordered, unary
from .nodes import Term, bv
from .slices import EXTRACT_RULES, concat, extract, sext, zext


def _all_ones(c: Term) -> bool:
    return bool(c.payload == concrete.mask(c.width))


def _is_flag(x: Term) -> bool:
    """ite(c, 1, 0): a C comparison."""
    return x.op == "ite" and x.args[1].op == "const" == x.args[2].op and x.args[1].payload == 1 - x.args[2].payload


# --- not ------------------------------------------------------------------------------------------------------------

bvnot: Unary = unary(
    "bvnot",
    lambda value, width: value ^ concrete.mask(width),
    {"bvnot": lambda a: a.args[0], "ite": lambda a: on_leaves(bvnot, a)},
)

# --- and ------------------------------------------------------------------------------------------------------------


def _and_constant(c: Term, x: Term) -> Term | None:
    if c.payload == 0:
        return c
    if _all_ones(c):
        return x
    if x.op == "bvand" and x.args[1].op == "const":
        return bvand(x.args[0], bv(x.args[1].payload & c.payload, c.width))
    if not c.payload & (c.payload + 1):
        return zext(extract(x, c.payload.bit_length() - 1, 0), c.width)
    if x.op == "zero_extend":
        inner = x.args[0]
        return zext(bvand(inner, bv(c.payload, inner.width)), c.width)
    return on_leaves(lambda leaf: bvand(leaf, c), x)


def _and_choice(x: Term, y: Term) -> Term | None:
    return on_leaves(lambda leaf: bvand(y, leaf), x) if _is_flag(x) and _is_flag(y) else None


def _and_not(n: Term, y: Term) -> Term | None:
    return bv(0, y.width) if n.args[0] is y else None


def _and_and(x: Term, y: Term) -> Term | None:
    return x if y is x.args[0] or y is x.args[1] else None


bvand = commutative(
    "bvand",
    concrete.band,
    {"const": _and_constant, "ite": _and_choice, "bvnot": _and_not, "bvand": _and_and},
    lambda a: a,
)

# --- or -------------------------------------------------------------------------------------------------------------


def _or_constant(c: Term, x: Term) -> Term | None:
    if c.payload == 0:
        return x
    if _all_ones(c):
        return c
    if x.op == "bvor" and x.args[1].op == "const":
        return bvor(x.args[0], bv(x.args[1].payload | c.payload, c.width))
    return on_leaves(lambda leaf: bvor(leaf, c), x)


def _or_choice(x: Term, y: Term) -> Term | None:
    return on_leaves(lambda leaf: bvor(y, leaf), x) if _is_flag(x) and _is_flag(y) else None


def _or_not(n: Term, y: Term) -> Term | None:
    return bv(-1, y.width) if n.args[0] is y else None


def _or_or(x: Term, y: Term) -> Term | None:
    return x if y is x.args[0] or y is x.args[1] else None


def _or_low(x: Term, y: Term) -> Term | None:
    """zext(x) | (y << k), where x fits below: put side by side, as bytes and bit-fields are."""
    if y.op == "bvshl" and y.args[1].op == "const" and x.args[0].width <= y.args[1].payload:
        count = y.args[1].payload
        return concat(extract(y.args[0], y.width - count - 1, 0), zext(x.args[0], count))
    return None


bvor = commutative(
    "bvor",
    concrete.bor,
    {"const": _or_constant, "ite": _or_choice, "bvnot": _or_not, "bvor": _or_or, "zero_extend": _or_low},
    lambda a: a,
)

# --- xor ------------------------------------------------------------------------------------------------------------


def _xor_constant(c: Term, x: Term) -> Term | None:
    if c.payload == 0:
        return x
    if _all_ones(c):
        return bvnot(x)
    if x.op == "bvxor" and x.args[1].op == "const":
        return bvxor(x.args[0], bv(x.args[1].payload ^ c.payload, c.width))
    return on_leaves(lambda leaf: bvxor(leaf, c), x)


def _xor_xor(x: Term, y: Term) -> Term | None:
    p, q = x.args
    if y is p or y is q:
        return q if y is p else p
    return None


def _xor_not(n: Term, y: Term) -> Term:
    return bvnot(bvxor(n.args[0], y))


def _xor_choice(x: Term, y: Term) -> Term | None:
    return on_leaves(lambda leaf: bvxor(y, leaf), x) if _is_flag(x) and _is_flag(y) else None


bvxor = commutative(
    "bvxor",
    concrete.bxor,
    {"const": _xor_constant, "bvxor": _xor_xor, "bvnot": _xor_not, "ite": _xor_choice},
    lambda a: bv(0, a.width),
)

# --- shifts ---------------------------------------------------------------------------------------------------------


def _shl_by_constant(c: Term, x: Term) -> Term | None:
    count, width = c.payload, c.width
    if count == 0:
        return x
    if count >= width:
        return bv(0, width)
    if x.op == "bvshl" and x.args[1].op == "const":
        total = x.args[1].payload + count
        return shl(x.args[0], bv(total, width)) if total < width else bv(0, width)
    return on_leaves(lambda leaf: shl(leaf, c), x)


def _lshr_by_constant(c: Term, x: Term) -> Term:
    count, width = c.payload, c.width
    return bv(0, width) if count >= width else zext(extract(x, width - 1, count), width)


def _ashr_by_constant(c: Term, x: Term) -> Term:
    count, width = min(c.payload, c.width - 1), c.width
    return sext(extract(x, width - 1, count), width)


def _shift_of_zero(c: Term, _count: Term) -> Term | None:
    return c if c.payload == 0 else None


shl = ordered("bvshl", concrete.shl, {"const": _shift_of_zero}, {"const": _shl_by_constant}, no_rule)
lshr = ordered("bvlshr", concrete.lshr, {"const": _shift_of_zero}, {"const": _lshr_by_constant}, no_rule)
ashr = ordered("bvashr", concrete.ashr, {"const": _shift_of_zero}, {"const": _ashr_by_constant}, no_rule)

# --- slices of them -------------------------------------------------------------------------------------------------


@bounded
def _slice_of_bitwise(a: Term, high: int, low: int) -> Term | None:
    """A slice of a bitwise operation, where that makes an operand go away: a member of a bit-field's unit."""
    left, right = (extract(arg, high, low) for arg in a.args)
    if left.op == "const" or right.op == "const" or (left.op != "extract" and right.op != "extract"):
        return _SLICED[a.op](left, right)
    return None


@bounded
def _slice_of_not(a: Term, high: int, low: int) -> Term | None:
    inner = extract(a.args[0], high, low)
    return bvnot(inner) if inner.op != "extract" else None


@bounded
def _slice_of_shl(a: Term, high: int, low: int) -> Term | None:
    x, count = a.args
    if count.op != "const":
        return None
    zeros = count.payload
    if low >= zeros:
        return extract(x, high - zeros, low - zeros)
    if high < zeros:
        return bv(0, high - low + 1)
    return concat(extract(x, high - zeros, 0), bv(0, zeros - low))


_SLICED = {"bvand": bvand, "bvor": bvor, "bvxor": bvxor}
for _op in _SLICED:
    EXTRACT_RULES[_op] = _slice_of_bitwise
EXTRACT_RULES["bvnot"] = _slice_of_not
EXTRACT_RULES["bvshl"] = _slice_of_shl
