"""The constructor of each operation, for passes that rebuild terms."""

from __future__ import annotations

from collections.abc import Callable

from . import arithmetic, arrays, bitwise, booleans, choices, comparisons, equality, floats, overflow, slices
from .nodes import Term
from .sorts import index_bits

_PLAIN: dict[str, Callable[..., Term]] = {
    "not": booleans.not_,
    "and": booleans.and_,
    "or": booleans.or_,
    "ite": choices.ite,
    "=": equality.eq,
    "bvadd": arithmetic.bvadd,
    "bvsub": arithmetic.bvsub,
    "bvmul": arithmetic.bvmul,
    "bvneg": arithmetic.bvneg,
    "bvudiv": arithmetic.udiv,
    "bvsdiv": arithmetic.sdiv,
    "bvurem": arithmetic.urem,
    "bvsrem": arithmetic.srem,
    "bvand": bitwise.bvand,
    "bvor": bitwise.bvor,
    "bvxor": bitwise.bvxor,
    "bvnot": bitwise.bvnot,
    "bvshl": bitwise.shl,
    "bvlshr": bitwise.lshr,
    "bvashr": bitwise.ashr,
    "bvult": comparisons.ult,
    "bvslt": comparisons.slt,
    "bvsaddo": overflow.saddo,
    "bvssubo": overflow.ssubo,
    "bvsmulo": overflow.smulo,
    "bvumulo": overflow.umulo,
    "concat": slices.concat,
    "select": arrays.select,
    "store": arrays.store,
    "fp.add": floats.fp_add,
    "fp.sub": floats.fp_sub,
    "fp.mul": floats.fp_mul,
    "fp.div": floats.fp_div,
    "fp.sqrt": floats.fp_sqrt,
    "fp.neg": floats.fp_neg,
    "fp.abs": floats.fp_abs,
    "fp.lt": floats.fp_lt,
    "fp.leq": floats.fp_le,
    "fp.eq": floats.fp_eq,
    "fp.isNaN": floats.fp_is_nan,
    "fp.isInfinite": floats.fp_is_infinite,
    "fp.isZero": floats.fp_is_zero,
    "fp.isNegative": floats.fp_is_negative,
    "fp.from_bits": floats.fp_from_bits,
    "fp.to_bits": floats.fp_to_bits,
}


def rebuild(term: Term, args: tuple[Term, ...]) -> Term:
    """`term` with other arguments, simplified."""
    build = _PLAIN.get(term.op)
    if build is not None:
        return build(*args)
    return _indexed(term, args)


def _indexed(term: Term, args: tuple[Term, ...]) -> Term:
    match term.op:
        case "const" | "symbol":
            return term
        case "extract":
            return slices.extract(args[0], *term.payload)
        case "zero_extend":
            return slices.zext(args[0], term.width)
        case "sign_extend":
            return slices.sext(args[0], term.width)
        case "const_array":
            return arrays.const_array(index_bits(term.width), args[0])
        case "fp.roundToIntegral":
            return floats.fp_round(args[0], term.payload)
        case "fp.from_signed":
            return floats.fp_from_signed(args[0], -term.width)
        case "fp.from_unsigned":
            return floats.fp_from_unsigned(args[0], -term.width)
        case "fp.convert":
            return floats.fp_convert(args[0], -term.width)
        case "fp.to_sbv" | "fp.to_ubv":
            return floats.to_integer(term.op, args[0], term.width)
        case _:
            raise ValueError(f"no constructor for {term.op}")
