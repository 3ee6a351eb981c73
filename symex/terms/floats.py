"""IEEE floats, binary32 and binary64: arithmetic rounds to nearest even, conversion to integers toward zero.

A float's width is negative (-32, -64), see `sorts`; functions that take a width here take 32 or 64.
"""

from __future__ import annotations

from collections.abc import Callable

from . import ieee
from .booleans import and_, not_
from .choices import ite, on_leaves
from .concrete import signed
from .nodes import CONSTANTS, FALSE, Op, Term, boolean, bv, make, require_same_width, table_of
from .sorts import BOOL, SortError, is_float


def fp_const(bits: int, width: int) -> Term:
    """The float with these bits (all NaNs are one)."""
    key = (ieee.canonical(bits, width), -width)
    found = CONSTANTS.get(key)
    if found is None:
        if width not in (32, 64):
            raise SortError(f"a float of {width} bits")
        found = CONSTANTS[key] = make("const", (), -width, key[0])
    return found


def fp(value: float, width: int) -> Term:
    """The float nearest to a Python float."""
    return fp_const(ieee.from_python(value, width), width)


def _require_float(a: Term, op: str) -> None:
    if not is_float(a.width):
        raise SortError(f"{op} of {a.sort}")


# --- arithmetic -----------------------------------------------------------------------------------------------------


def _arithmetic(
    op: Op, fold: Callable[[int, int, int], int], neutral: float | None, commutes: bool
) -> Callable[[Term, Term], Term]:
    """`neutral` is the right operand that changes nothing, whatever the left one."""
    table = table_of(op)

    def construct(a: Term, b: Term) -> Term:
        if commutes and b.id < a.id:
            a, b = b, a
        key = (a, b)
        result = table.get(key)
        if result is not None:
            return result
        require_same_width(a, b, op)
        _require_float(a, op)
        width = -a.width
        unit = fp(neutral, width) if neutral is not None else None
        if a.op == "const" and b.op == "const":
            result = fp_const(fold(a.payload, b.payload, width), width)
        elif b is unit:
            result = a
        elif commutes and a is unit:
            result = b
        elif b.op == "const":
            result = on_leaves(lambda leaf: construct(leaf, b), a)
        elif a.op == "const":
            result = on_leaves(lambda leaf: construct(a, leaf), b)
        if result is None:
            result = make(op, key, a.width)
        table[key] = result
        return result

    return construct


fp_add = _arithmetic("fp.add", ieee.add, -0.0, commutes=True)
fp_sub = _arithmetic("fp.sub", ieee.sub, 0.0, commutes=False)
fp_mul = _arithmetic("fp.mul", ieee.mul, 1.0, commutes=True)
fp_div = _arithmetic("fp.div", ieee.div, 1.0, commutes=False)


def _function(op: Op, fold: Callable[[int, int], int], undone_by: Op | None = None) -> Callable[[Term], Term]:
    table = table_of(op)

    def construct(a: Term) -> Term:
        key = (a,)
        result = table.get(key)
        if result is not None:
            return result
        _require_float(a, op)
        if a.op == "const":
            result = fp_const(fold(a.payload, -a.width), -a.width)
        elif a.op == undone_by:
            result = a.args[0]
        else:
            result = on_leaves(construct, a)
        if result is None:
            result = make(op, key, a.width)
        table[key] = result
        return result

    return construct


fp_neg = _function("fp.neg", ieee.neg, undone_by="fp.neg")
fp_abs = _function("fp.abs", ieee.absolute)
fp_sqrt = _function("fp.sqrt", ieee.sqrt)

_ROUND = table_of("fp.roundToIntegral", lambda term: (term.args[0], term.payload))


def fp_round(a: Term, mode: str) -> Term:
    """To a whole number: RNE (rint), RTZ (trunc), RTN (floor) or RTP (ceil)."""
    key = (a, mode)
    result = _ROUND.get(key)
    if result is not None:
        return result
    _require_float(a, "fp.roundToIntegral")
    if mode not in ieee.ROUNDING_MODES:
        raise ValueError(f"rounding mode {mode}")
    if a.op == "const":
        result = fp_const(ieee.round_to_integral(a.payload, -a.width, mode), -a.width)
    else:
        result = on_leaves(lambda leaf: fp_round(leaf, mode), a)
    if result is None:
        result = make("fp.roundToIntegral", (a,), a.width, mode)
    _ROUND[key] = result
    return result


# --- predicates -----------------------------------------------------------------------------------------------------


def _classifier(op: Op, test: Callable[[int, int], bool]) -> Callable[[Term], Term]:
    table = table_of(op)

    def construct(a: Term) -> Term:
        key = (a,)
        result = table.get(key)
        if result is not None:
            return result
        _require_float(a, op)
        result = boolean(test(a.payload, -a.width)) if a.op == "const" else on_leaves(construct, a)
        if result is None:
            result = make(op, key, BOOL)
        table[key] = result
        return result

    return construct


fp_is_nan = _classifier("fp.isNaN", ieee.is_nan)
fp_is_infinite = _classifier("fp.isInfinite", ieee.is_infinite)
fp_is_zero = _classifier("fp.isZero", ieee.is_zero)
fp_is_negative = _classifier("fp.isNegative", ieee.is_negative)


def _comparison(
    op: Op, test: Callable[[int, int, int], bool], same: Callable[[Term], Term], commutes: bool
) -> Callable[[Term, Term], Term]:
    table = table_of(op)

    def construct(a: Term, b: Term) -> Term:
        if commutes and b.id < a.id:
            a, b = b, a
        key = (a, b)
        result = table.get(key)
        if result is not None:
            return result
        require_same_width(a, b, op)
        _require_float(a, op)
        if a.op == "const" and b.op == "const":
            result = boolean(test(a.payload, b.payload, -a.width))
        elif a is b:
            result = same(a)
        elif (a.op == "const" and ieee.is_nan(a.payload, -a.width)) or (
            b.op == "const" and ieee.is_nan(b.payload, -b.width)
        ):
            result = FALSE
        elif b.op == "const":
            result = on_leaves(lambda leaf: construct(leaf, b), a)
        elif a.op == "const":
            result = on_leaves(lambda leaf: construct(a, leaf), b)
        if result is None:
            result = make(op, key, BOOL)
        table[key] = result
        return result

    return construct


def _is_number(a: Term) -> Term:
    return not_(fp_is_nan(a))


fp_lt = _comparison("fp.lt", ieee.less, lambda _: FALSE, commutes=False)
fp_le = _comparison("fp.leq", ieee.less_or_equal, _is_number, commutes=False)
fp_eq = _comparison("fp.eq", ieee.equal, _is_number, commutes=True)

# --- conversions ----------------------------------------------------------------------------------------------------


def _conversion(op: Op, fold: Callable[[int, int, int], Term], a: Term, source: int, target: int) -> Term:
    """`fold` makes the constant from (payload, source width, target width); `target` is the result's width slot."""
    table = _CONVERSIONS[op]
    key = (a, target)
    result = table.get(key)
    if result is None:
        if a.op == "const":
            return fold(a.payload, source, abs(target))
        result = on_leaves(lambda leaf: _conversion(op, fold, leaf, source, target), a)
        if result is None:
            result = make(op, (a,), target)
        table[key] = result
    return result


_CONVERSION_OPS: tuple[Op, ...] = (
    "fp.from_bits",
    "fp.to_bits",
    "fp.from_signed",
    "fp.from_unsigned",
    "fp.convert",
    "fp.to_sbv",
    "fp.to_ubv",
)
_CONVERSIONS = {op: table_of(op, lambda term: (term.args[0], term.width)) for op in _CONVERSION_OPS}


def fp_from_bits(a: Term) -> Term:
    """The float whose IEEE representation is the bit-vector `a`."""
    if a.width not in (32, 64):
        raise SortError(f"float from {a.sort}")
    if a.op == "fp.to_bits":
        return a.args[0]
    return _conversion("fp.from_bits", lambda bits, _, width: fp_const(bits, width), a, a.width, -a.width)


def fp_to_bits(a: Term) -> Term:
    """The IEEE representation of a float; that of NaN is `ieee.nan`."""
    _require_float(a, "fp.to_bits")
    width = -a.width
    if a.op == "fp.from_bits":
        return ite(fp_is_nan(a), bv(ieee.nan(width), width), a.args[0])
    return _conversion("fp.to_bits", lambda bits, _, target: bv(bits, target), a, width, width)


def fp_from_signed(a: Term, width: int) -> Term:
    """The float nearest to the two's complement number `a`."""
    return _conversion(
        "fp.from_signed", lambda v, s, t: fp_const(ieee.from_int(signed(v, s), t), t), a, a.width, -width
    )


def fp_from_unsigned(a: Term, width: int) -> Term:
    return _conversion("fp.from_unsigned", lambda v, _, t: fp_const(ieee.from_int(v, t), t), a, a.width, -width)


def fp_convert(a: Term, width: int) -> Term:
    """binary32 to binary64, or back with rounding."""
    _require_float(a, "fp.convert")
    if a.width == -width:
        return a
    if a.op == "fp.convert" and width == 32:
        return a.args[0]  # it was a binary32 before it was widened
    return _conversion("fp.convert", lambda v, s, t: fp_const(ieee.convert(v, s, t), t), a, -a.width, -width)


def fp_fits(a: Term, width: int, is_signed: bool) -> Term:
    """Whether `a`, truncated toward zero, is an integer of `width` bits."""
    _require_float(a, "fp_fits")
    precision = 24 if a.width == -32 else 53
    highest = float(1 << (width - 1 if is_signed else width))
    below = fp_lt(a, fp(highest, -a.width))
    if not is_signed:
        return and_(fp_lt(fp(-1.0, -a.width), a), below)
    if width - 1 < precision:
        return and_(fp_lt(fp(-highest - 1.0, -a.width), a), below)
    return and_(fp_le(fp(-highest, -a.width), a), below)  # no float lies between the least integer and the next below


def fp_to_signed(a: Term, width: int) -> Term:
    """Truncated toward zero; what does not fit gives the least integer, as x86 does."""
    least = bv(1 << (width - 1), width)
    return ite(fp_fits(a, width, True), to_integer("fp.to_sbv", a, width), least)


def fp_to_unsigned(a: Term, width: int) -> Term:
    """Truncated toward zero; what does not fit gives the greatest integer."""
    return ite(fp_fits(a, width, False), to_integer("fp.to_ubv", a, width), bv(-1, width))


def to_integer(op: Op, a: Term, width: int) -> Term:
    """Only looked at where `a` fits: SMT-LIB leaves the rest open."""
    return _conversion(op, _truncated, a, -a.width, width)


def _truncated(bits: int, source: int, target: int) -> Term:
    finite = not (ieee.is_nan(bits, source) or ieee.is_infinite(bits, source))
    return bv(ieee.to_int(bits, source) if finite else 0, target)
