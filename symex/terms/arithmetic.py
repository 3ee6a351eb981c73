"""Sum, difference, product, negation, division and remainder of bit-vectors.

Constants are pulled outward, so that a pointer with an offset is always (something + constant) and two of them compare.
"""

from __future__ import annotations

from . import concrete
from .bitwise import shl
from .choices import on_leaves
from .constructors import Binary, Unary, bounded, commutative, first_of, no_rule, ordered, unary
from .nodes import Term, bv
from .ranges import signed_range
from .slices import EXTRACT_RULES, extract, zext


def _power_of_two(value: int) -> int | None:
    """The exponent, if `value` is a power of two."""
    return value.bit_length() - 1 if value and not value & (value - 1) else None


# --- sum ------------------------------------------------------------------------------------------------------------


def _add_constant(c: Term, x: Term) -> Term | None:
    if c.payload == 0:
        return x
    if x.op == "bvadd" and x.args[1].op == "const":
        return bvadd(x.args[0], bv(x.args[1].payload + c.payload, c.width))
    if x.op == "bvsub" and x.args[0].op == "const":
        return bvsub(bv(x.args[0].payload + c.payload, c.width), x.args[1])
    return on_leaves(lambda leaf: bvadd(leaf, c), x)


def _add_sum(s: Term, y: Term) -> Term | None:
    """(p + 4) + y = (p + y) + 4."""
    return bvadd(bvadd(s.args[0], y), s.args[1]) if s.args[1].op == "const" else None


def _add_difference(d: Term, y: Term) -> Term | None:
    """(p - y) + y = p."""
    return d.args[0] if d.args[1] is y else None


def _add_negation(n: Term, y: Term) -> Term:
    return bvsub(y, n.args[0])


bvadd = commutative(
    "bvadd",
    concrete.add,
    {"const": _add_constant, "bvadd": _add_sum, "bvsub": _add_difference, "bvneg": _add_negation},
    lambda _: None,
)

# --- negation -------------------------------------------------------------------------------------------------------

bvneg: Unary = unary(
    "bvneg",
    lambda value, width: concrete.sub(0, value, width),
    {
        "bvneg": lambda a: a.args[0],
        "bvsub": lambda a: bvsub(a.args[1], a.args[0]),
        "ite": lambda a: on_leaves(bvneg, a),
    },
)

# --- difference -----------------------------------------------------------------------------------------------------


def _subtract_constant(c: Term, x: Term) -> Term:
    return bvadd(x, bv(-c.payload, c.width))


def _subtract_sum(s: Term, x: Term) -> Term | None:
    """x - (p + 4) = (x - p) - 4; x - (x + p) = -p."""
    p, q = s.args
    if q.op == "const":
        return bvadd(bvsub(x, p), bv(-q.payload, q.width))
    if p is x or q is x:
        return bvneg(q if p is x else p)
    return None


def _subtract_negation(n: Term, x: Term) -> Term:
    return bvadd(x, n.args[0])


def _subtract_from_constant(c: Term, y: Term) -> Term | None:
    return bvneg(y) if c.payload == 0 else on_leaves(lambda leaf: bvsub(c, leaf), y)


def _subtract_from_sum(s: Term, y: Term) -> Term | None:
    """(p + 4) - y = (p - y) + 4; (p + y) - y = p."""
    p, q = s.args
    if p is y or q is y:
        return q if p is y else p
    return bvadd(bvsub(p, y), q) if q.op == "const" else None


def _difference_of_same(a: Term, b: Term) -> Term | None:
    return bv(0, a.width) if a is b else None


bvsub: Binary = ordered(
    "bvsub",
    concrete.sub,
    left={"const": _subtract_from_constant, "bvadd": _subtract_from_sum},
    right={"const": _subtract_constant, "bvadd": _subtract_sum, "bvneg": _subtract_negation},
    general=_difference_of_same,
)

# --- product --------------------------------------------------------------------------------------------------------


def _multiply_by_constant(c: Term, x: Term) -> Term | None:
    value, width = c.payload, c.width
    if value == 0:
        return c
    if value == 1:
        return x
    if value == concrete.mask(width):
        return bvneg(x)
    if x.op == "bvmul" and x.args[1].op == "const":
        return bvmul(x.args[0], bv(x.args[1].payload * value, width))
    if x.op == "bvshl" and x.args[1].op == "const":
        return bvmul(x.args[0], bv(value << x.args[1].payload, width))
    exponent = _power_of_two(value)
    if exponent is not None:
        return shl(x, bv(exponent, width))
    return on_leaves(lambda leaf: bvmul(leaf, c), x)


bvmul = commutative("bvmul", concrete.mul, {"const": _multiply_by_constant}, lambda _: None)

# --- division and remainder -----------------------------------------------------------------------------------------


def _udiv_by_constant(c: Term, x: Term) -> Term | None:
    exponent = _power_of_two(c.payload)
    if exponent is not None:
        return zext(extract(x, x.width - 1, exponent), x.width)
    return on_leaves(lambda leaf: udiv(leaf, c), x)


def _urem_by_constant(c: Term, x: Term) -> Term | None:
    exponent = _power_of_two(c.payload)
    if exponent == 0:
        return bv(0, c.width)
    if exponent is not None:
        return zext(extract(x, exponent - 1, 0), x.width)
    if c.payload == 0:
        return x
    return on_leaves(lambda leaf: urem(leaf, c), x)


def _sdiv_by_constant(c: Term, x: Term) -> Term | None:
    if c.payload == 1:
        return x  # of one bit too, where it is -1: x = -x
    if c.payload == concrete.mask(c.width):
        return bvneg(x)
    return on_leaves(lambda leaf: sdiv(leaf, c), x)


def _srem_by_constant(c: Term, x: Term) -> Term | None:
    if c.payload in (1, concrete.mask(c.width)):
        return bv(0, c.width)
    return on_leaves(lambda leaf: srem(leaf, c), x)


def _never_negative(a: Term, b: Term) -> bool:
    return signed_range(a)[0] >= 0 and signed_range(b)[0] >= 0


def _sdiv_unsigned(a: Term, b: Term) -> Term | None:
    return udiv(a, b) if _never_negative(a, b) else None


def _srem_unsigned(a: Term, b: Term) -> Term | None:
    return urem(a, b) if _never_negative(a, b) else None


def _remainder_of_same(a: Term, b: Term) -> Term | None:
    return bv(0, a.width) if a is b else None  # also for zero: 0 rem 0 = 0


udiv = ordered("bvudiv", concrete.udiv, {}, {"const": _udiv_by_constant}, no_rule)
urem = ordered("bvurem", concrete.urem, {}, {"const": _urem_by_constant}, _remainder_of_same)
sdiv = ordered("bvsdiv", concrete.sdiv, {}, {"const": _sdiv_by_constant}, _sdiv_unsigned)
srem = ordered("bvsrem", concrete.srem, {}, {"const": _srem_by_constant}, first_of(_remainder_of_same, _srem_unsigned))

# --- slices of them -------------------------------------------------------------------------------------------------


@bounded
def _low_bits(a: Term, high: int, low: int) -> Term | None:
    """The low bits of a sum are the sum of the low bits: narrows what integer promotion has widened."""
    if low != 0:
        return None
    left, right = (extract(arg, high, 0) for arg in a.args)
    if left.op == "extract" or right.op == "extract":
        return None
    return _NARROWED[a.op](left, right)


_NARROWED = {"bvadd": bvadd, "bvsub": bvsub, "bvmul": bvmul}
for _op in _NARROWED:
    EXTRACT_RULES[_op] = _low_bits
