"""Taking bit-vectors apart and putting them together: extract, concat, and the extensions.

Memory is bytes, so a value that is stored and loaded again goes through here: what was cut is joined again to what it
was. Other modules file under `EXTRACT_RULES` how a slice of their operations is simplified.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from .choices import on_leaves
from .concrete import sext as concrete_sext
from .nodes import Term, bv, make, table_of
from .sorts import SortError

ExtractRule: TypeAlias = Callable[[Term, int, int], Term | None]

EXTRACT_RULES: dict[str, ExtractRule] = {}
_EXTRACT = table_of("extract", lambda term: (term.args[0], *term.payload))
_CONCAT = table_of("concat")
_ZERO_EXTEND = table_of("zero_extend", lambda term: (term.args[0], term.payload))
_SIGN_EXTEND = table_of("sign_extend", lambda term: (term.args[0], term.payload))


def extract(a: Term, high: int, low: int) -> Term:
    """The bits high..low of `a`, both included."""
    if low == 0 and high == a.width - 1:
        return a
    if a.op == "const" and a.width > high >= low >= 0:
        return bv(a.payload >> low, high - low + 1)
    key = (a, high, low)
    result = _EXTRACT.get(key)
    if result is not None:
        return result
    if not 0 <= low <= high < a.width:
        raise SortError(f"bits {high} to {low} of {a.sort}")
    rule = EXTRACT_RULES.get(a.op)
    result = rule(a, high, low) if rule is not None else None
    if result is None:
        result = make("extract", (a,), high - low + 1, (high, low))
    _EXTRACT[key] = result
    return result


def _extract_of_extract(a: Term, high: int, low: int) -> Term:
    offset = a.payload[1]
    return extract(a.args[0], high + offset, low + offset)


def _extract_of_concat(a: Term, high: int, low: int) -> Term:
    upper, lower = a.args
    if low >= lower.width:
        return extract(upper, high - lower.width, low - lower.width)
    if high < lower.width:
        return extract(lower, high, low)
    return concat(extract(upper, high - lower.width, 0), extract(lower, lower.width - 1, low))


def _extract_of_zext(a: Term, high: int, low: int) -> Term:
    inner = a.args[0]
    if low >= inner.width:
        return bv(0, high - low + 1)
    if high < inner.width:
        return extract(inner, high, low)
    return zext(extract(inner, inner.width - 1, low), high - low + 1)


def _extract_of_sext(a: Term, high: int, low: int) -> Term:
    inner = a.args[0]
    top = inner.width - 1
    if high <= top:
        return extract(inner, high, low)
    return sext(extract(inner, top, min(low, top)), high - low + 1)


def _extract_of_choice(a: Term, high: int, low: int) -> Term | None:
    return on_leaves(lambda leaf: extract(leaf, high, low), a)


EXTRACT_RULES["extract"] = _extract_of_extract
EXTRACT_RULES["concat"] = _extract_of_concat
EXTRACT_RULES["zero_extend"] = _extract_of_zext
EXTRACT_RULES["sign_extend"] = _extract_of_sext
EXTRACT_RULES["ite"] = _extract_of_choice


def concat(upper: Term, lower: Term) -> Term:
    """`upper` takes the more significant bits."""
    if upper.op == "const":
        if lower.op == "const":
            return bv(upper.payload << lower.width | lower.payload, upper.width + lower.width)
        if upper.payload == 0:
            return zext(lower, upper.width + lower.width)
    key = (upper, lower)
    result = _CONCAT.get(key)
    if result is not None:
        return result
    if upper.width <= 0 or lower.width <= 0:
        raise SortError(f"concat of {upper.sort} and {lower.sort}")
    result = _joined(upper, lower)
    if result is None:
        result = make("concat", key, upper.width + lower.width)
    _CONCAT[key] = result
    return result


def _joined(upper: Term, lower: Term) -> Term | None:
    joint = _adjacent(upper, lower)
    if joint is not None:
        return joint
    if lower.op == "concat":
        joint = _adjacent(upper, lower.args[0])
        if joint is not None:
            return concat(joint, lower.args[1])
    if upper.op == "concat":
        joint = _adjacent(upper.args[1], lower)
        if joint is not None:
            return concat(upper.args[0], joint)
    if upper.op == "zero_extend":
        return zext(concat(upper.args[0], lower), upper.width + lower.width)
    if upper.op == "const":
        return on_leaves(lambda leaf: concat(upper, leaf), lower)
    if lower.op == "const":
        return on_leaves(lambda leaf: concat(leaf, lower), upper)
    return None


def _adjacent(upper: Term, lower: Term) -> Term | None:
    """Two neighbouring slices of one term, or two constants, as one."""
    if upper.op == "const" and lower.op == "const":
        return concat(upper, lower)
    if upper.op != "extract":
        return None
    source, (high, low) = upper.args[0], upper.payload
    if lower.op == "extract" and lower.args[0] is source and lower.payload[0] + 1 == low:
        return extract(source, high, lower.payload[1])
    return None


def zext(a: Term, width: int) -> Term:
    """`a` with zeros above, `width` bits in all."""
    extra = width - a.width
    if extra == 0:
        return a
    if a.op == "const":
        return bv(a.payload, width)
    key = (a, extra)
    result = _ZERO_EXTEND.get(key)
    if result is not None:
        return result
    if extra < 0 or a.width <= 0:
        raise SortError(f"{a.sort} extended to {width} bits")
    if a.op == "zero_extend":
        result = zext(a.args[0], width)
    else:
        result = on_leaves(lambda leaf: zext(leaf, width), a)
    if result is None:
        result = make("zero_extend", (a,), width, extra)
    _ZERO_EXTEND[key] = result
    return result


def sext(a: Term, width: int) -> Term:
    """`a` with copies of its sign above, `width` bits in all."""
    extra = width - a.width
    if extra == 0:
        return a
    if a.op == "const":
        return bv(concrete_sext(a.payload, a.width, extra), width)
    key = (a, extra)
    result = _SIGN_EXTEND.get(key)
    if result is not None:
        return result
    if extra < 0 or a.width <= 0:
        raise SortError(f"{a.sort} extended to {width} bits")
    if a.op == "sign_extend":
        result = sext(a.args[0], width)
    elif a.op == "zero_extend":
        result = zext(a.args[0], width)
    else:
        result = on_leaves(lambda leaf: sext(leaf, width), a)
    if result is None:
        result = make("sign_extend", (a,), width, extra)
    _SIGN_EXTEND[key] = result
    return result
