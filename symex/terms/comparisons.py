"""Orders and overflow. There is one node for each order, less-than: a <= b is not (b < a), so that a comparison and its
opposite are seen to be complementary."""

from __future__ import annotations

from collections.abc import Callable

from . import concrete
from .booleans import not_
from .choices import compare_per_branch, decides_per_branch
from .concrete import mask, signed
from .constructors import bounded, predicate
from .equality import eq
from .nodes import FALSE, TRUE, Term, bv, table_of
from .ranges import signed_range, unsigned_range

_ULT = table_of("bvult")
_SLT = table_of("bvslt")

# --- unsigned -------------------------------------------------------------------------------------------------------


def _ult_constant(c: Term, x: Term) -> Term | None:
    """x < c."""
    if c.payload == 0:
        return FALSE
    if c.payload == 1:
        return eq(x, bv(0, c.width))
    if c.payload == mask(c.width):
        return not_(eq(x, c))
    return _by_branches(x, lambda branch: ult(branch, c), lambda branch: (branch, c) in _ULT)


def _constant_ult(c: Term, x: Term) -> Term | None:
    """c < x."""
    if c.payload == 0:
        return not_(eq(x, c))
    if c.payload == mask(c.width):
        return FALSE
    if c.payload == mask(c.width) - 1:
        return eq(x, bv(-1, c.width))
    return _by_branches(x, lambda branch: ult(c, branch), lambda branch: (c, branch) in _ULT)


def _ult_general(a: Term, b: Term) -> Term | None:
    if a is b:
        return FALSE
    left, right = unsigned_range(a), unsigned_range(b)
    if left[1] < right[0]:
        return TRUE
    if left[0] >= right[1]:
        return FALSE
    return _without_zeros(a, b)


def _without_zeros(a: Term, b: Term) -> Term | None:
    """Operands that were extended by zeros compare as they did before."""
    if a.op == "zero_extend" and b.op == "zero_extend":
        x, y = a.args[0], b.args[0]
        return ult(x, y) if x.width == y.width else None
    if a.op == "zero_extend" and b.op == "const" and b.payload <= mask(a.args[0].width):
        return ult(a.args[0], bv(b.payload, a.args[0].width))
    if b.op == "zero_extend" and a.op == "const" and a.payload <= mask(b.args[0].width):
        return ult(bv(a.payload, b.args[0].width), b.args[0])
    return None


@bounded
def _by_branches(x: Term, compare: Callable[[Term], Term], known: Callable[[Term], bool]) -> Term | None:
    return compare_per_branch(compare, x, known) if decides_per_branch(x) else None


ult = predicate("bvult", concrete.ult, {"const": _constant_ult}, {"const": _ult_constant}, _ult_general)

# --- signed ---------------------------------------------------------------------------------------------------------


def _slt_constant(c: Term, x: Term) -> Term | None:
    """x < c."""
    if c.payload == 1 << (c.width - 1):
        return FALSE
    return _by_branches(x, lambda branch: slt(branch, c), lambda branch: (branch, c) in _SLT)


def _constant_slt(c: Term, x: Term) -> Term | None:
    """c < x."""
    if c.payload == mask(c.width - 1):
        return FALSE
    return _by_branches(x, lambda branch: slt(c, branch), lambda branch: (c, branch) in _SLT)


def _slt_general(a: Term, b: Term) -> Term | None:
    if a is b:
        return FALSE
    left, right = signed_range(a), signed_range(b)
    if left[1] < right[0]:
        return TRUE
    if left[0] >= right[1]:
        return FALSE
    if left[0] >= 0 and right[0] >= 0:
        return ult(a, b)
    return _without_signs(a, b)


def _without_signs(a: Term, b: Term) -> Term | None:
    """Operands that were extended by their sign compare as they did before."""
    if a.op == "sign_extend" and b.op == "sign_extend":
        x, y = a.args[0], b.args[0]
        return slt(x, y) if x.width == y.width else None
    if a.op == "sign_extend" and b.op == "const" and _narrow(b, a.args[0].width):
        return slt(a.args[0], bv(b.payload, a.args[0].width))
    if b.op == "sign_extend" and a.op == "const" and _narrow(a, b.args[0].width):
        return slt(bv(a.payload, b.args[0].width), b.args[0])
    return None


def _narrow(c: Term, width: int) -> bool:
    return -(1 << (width - 1)) <= signed(c.payload, c.width) < 1 << (width - 1)


slt = predicate("bvslt", concrete.slt, {"const": _constant_slt}, {"const": _slt_constant}, _slt_general)

# --- the others -----------------------------------------------------------------------------------------------------


def ule(a: Term, b: Term) -> Term:
    return not_(ult(b, a))


def ugt(a: Term, b: Term) -> Term:
    return ult(b, a)


def uge(a: Term, b: Term) -> Term:
    return not_(ult(a, b))


def sle(a: Term, b: Term) -> Term:
    return not_(slt(b, a))


def sgt(a: Term, b: Term) -> Term:
    return slt(b, a)


def sge(a: Term, b: Term) -> Term:
    return not_(slt(a, b))
