"""Whether an exact result does not fit: the checks on C's signed arithmetic.

With a constant operand overflow is a comparison with another constant; with operands that were promoted from narrower
types it cannot happen; only what is left becomes a node of its own, which solvers know how to expand.
"""

from __future__ import annotations

from . import concrete
from .arithmetic import bvadd
from .booleans import and_, or_
from .comparisons import slt, ult
from .concrete import mask, signed
from .constructors import predicate
from .equality import eq
from .nodes import FALSE, Term, bv
from .ranges import signed_range, unsigned_range


def _limits(width: int) -> tuple[int, int]:
    return -(1 << (width - 1)), (1 << (width - 1)) - 1


def _within(lowest: int, highest: int, width: int) -> bool:
    least, greatest = _limits(width)
    return least <= lowest and highest <= greatest


# --- sum ------------------------------------------------------------------------------------------------------------


def _add_constant_overflows(c: Term, x: Term) -> Term:
    """x + 5 overflows iff x > greatest - 5."""
    value, (least, greatest) = signed(c.payload, c.width), _limits(c.width)
    if value >= 0:
        return slt(bv(greatest - value, c.width), x)
    return slt(x, bv(least - value, c.width))


def _sum_fits(a: Term, b: Term) -> Term | None:
    left, right = signed_range(a), signed_range(b)
    return FALSE if _within(left[0] + right[0], left[1] + right[1], a.width) else None


_saddo = predicate(
    "bvsaddo",
    concrete.saddo,
    {"const": _add_constant_overflows},
    {"const": _add_constant_overflows},
    _sum_fits,
)


def saddo(a: Term, b: Term) -> Term:
    """Signed a + b overflows."""
    return _saddo(a, b) if a.id <= b.id else _saddo(b, a)


# --- difference -----------------------------------------------------------------------------------------------------


def _subtract_constant_overflows(c: Term, x: Term) -> Term:
    """x - 5 overflows iff x < least + 5."""
    value, (least, greatest) = signed(c.payload, c.width), _limits(c.width)
    if value >= 0:
        return slt(x, bv(least + value, c.width))
    return slt(bv(greatest + value, c.width), x)


def _subtract_from_constant_overflows(c: Term, x: Term) -> Term:
    """5 - x overflows iff x < 5 - greatest; -5 - x iff x > -5 - least."""
    value, (least, greatest) = signed(c.payload, c.width), _limits(c.width)
    if value >= 0:
        return slt(x, bv(value - greatest, c.width))
    return slt(bv(value - least, c.width), x)


def _difference_fits(a: Term, b: Term) -> Term | None:
    if a is b:
        return FALSE
    left, right = signed_range(a), signed_range(b)
    return FALSE if _within(left[0] - right[1], left[1] - right[0], a.width) else None


ssubo = predicate(
    "bvssubo",
    concrete.ssubo,
    {"const": _subtract_from_constant_overflows},
    {"const": _subtract_constant_overflows},
    _difference_fits,
)

# --- product --------------------------------------------------------------------------------------------------------


def _multiply_by_constant_overflows(c: Term, x: Term) -> Term | None:
    """x * 5 overflows iff x > greatest / 5 or x < least / 5."""
    value, (least, greatest) = signed(c.payload, c.width), _limits(c.width)
    if value in (0, 1):
        return FALSE
    if value == -1:
        return eq(x, bv(least, c.width))
    if value > 0:
        lowest, highest = -(-least // value), greatest // value
    else:
        lowest, highest = -(greatest // -value), least // value
    return or_(slt(x, bv(lowest, c.width)), slt(bv(highest, c.width), x))


def _product_fits(a: Term, b: Term) -> Term | None:
    left, right = signed_range(a), signed_range(b)
    corners = [x * y for x in left for y in right]
    return FALSE if _within(min(corners), max(corners), a.width) else None


_smulo = predicate(
    "bvsmulo",
    concrete.smulo,
    {"const": _multiply_by_constant_overflows},
    {"const": _multiply_by_constant_overflows},
    _product_fits,
)


def smulo(a: Term, b: Term) -> Term:
    """Signed a * b overflows."""
    return _smulo(a, b) if a.id <= b.id else _smulo(b, a)


def _unsigned_multiply_by_constant_overflows(c: Term, x: Term) -> Term:
    return FALSE if c.payload == 0 else ult(bv(mask(c.width) // c.payload, c.width), x)


def _unsigned_product_fits(a: Term, b: Term) -> Term | None:
    return FALSE if unsigned_range(a)[1] * unsigned_range(b)[1] <= mask(a.width) else None


_umulo = predicate(
    "bvumulo",
    concrete.umulo,
    {"const": _unsigned_multiply_by_constant_overflows},
    {"const": _unsigned_multiply_by_constant_overflows},
    _unsigned_product_fits,
)


def umulo(a: Term, b: Term) -> Term:
    """Unsigned a * b overflows: the size of an array on the heap."""
    return _umulo(a, b) if a.id <= b.id else _umulo(b, a)


# --- what needs no node of its own ----------------------------------------------------------------------------------


def uaddo(a: Term, b: Term) -> Term:
    """Unsigned a + b wraps: the sum is less than an operand."""
    return ult(bvadd(a, b), a)


def usubo(a: Term, b: Term) -> Term:
    return ult(a, b)


def nego(a: Term) -> Term:
    """-a overflows: `a` is the least value."""
    return eq(a, bv(1 << (a.width - 1), a.width))


def sdivo(a: Term, b: Term) -> Term:
    """a / b overflows: the least value by -1."""
    return and_(nego(a), eq(b, bv(-1, a.width)))
