"""Terms to Z3's, through Z3's C API: four times as fast as through its Python expressions.

The context is one that owns every term made in it until it is deleted (`Z3_mk_context`), so that there are no reference
counts to get wrong. The hot functions are called without the error check that the package's wrappers make after every
call; a null result is caught instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from z3 import z3core

from symex.terms import Term, topological
from symex.terms.ieee import nan
from symex.terms.sorts import BOOL, FloatSort, element_bits, index_bits, is_float

from .answers import SolverError


def _direct(name: str) -> Any:
    """The C function behind a wrapper of the package; the wrapper itself where that is not to be had."""
    wrapper = getattr(z3core, name)
    defaults = wrapper.__defaults__ or (None,)
    return getattr(defaults[0], "f", wrapper)


_PLAIN = {
    "not": _direct("Z3_mk_not"),
    "ite": _direct("Z3_mk_ite"),
    "=": _direct("Z3_mk_eq"),
    "bvadd": _direct("Z3_mk_bvadd"),
    "bvsub": _direct("Z3_mk_bvsub"),
    "bvmul": _direct("Z3_mk_bvmul"),
    "bvudiv": _direct("Z3_mk_bvudiv"),
    "bvsdiv": _direct("Z3_mk_bvsdiv"),
    "bvurem": _direct("Z3_mk_bvurem"),
    "bvsrem": _direct("Z3_mk_bvsrem"),
    "bvneg": _direct("Z3_mk_bvneg"),
    "bvand": _direct("Z3_mk_bvand"),
    "bvor": _direct("Z3_mk_bvor"),
    "bvxor": _direct("Z3_mk_bvxor"),
    "bvnot": _direct("Z3_mk_bvnot"),
    "bvshl": _direct("Z3_mk_bvshl"),
    "bvlshr": _direct("Z3_mk_bvlshr"),
    "bvashr": _direct("Z3_mk_bvashr"),
    "bvult": _direct("Z3_mk_bvult"),
    "bvslt": _direct("Z3_mk_bvslt"),
    "concat": _direct("Z3_mk_concat"),
    "select": _direct("Z3_mk_select"),
    "store": _direct("Z3_mk_store"),
    "fp.neg": _direct("Z3_mk_fpa_neg"),
    "fp.abs": _direct("Z3_mk_fpa_abs"),
    "fp.lt": _direct("Z3_mk_fpa_lt"),
    "fp.leq": _direct("Z3_mk_fpa_leq"),
    "fp.eq": _direct("Z3_mk_fpa_eq"),
    "fp.isNaN": _direct("Z3_mk_fpa_is_nan"),
    "fp.isInfinite": _direct("Z3_mk_fpa_is_infinite"),
    "fp.isZero": _direct("Z3_mk_fpa_is_zero"),
    "fp.isNegative": _direct("Z3_mk_fpa_is_negative"),
}
_ROUNDED = {
    "fp.add": z3core.Z3_mk_fpa_add,
    "fp.sub": z3core.Z3_mk_fpa_sub,
    "fp.mul": z3core.Z3_mk_fpa_mul,
    "fp.div": z3core.Z3_mk_fpa_div,
    "fp.sqrt": z3core.Z3_mk_fpa_sqrt,
}
_TO_FLOAT = {
    "fp.from_signed": z3core.Z3_mk_fpa_to_fp_signed,
    "fp.from_unsigned": z3core.Z3_mk_fpa_to_fp_unsigned,
    "fp.convert": z3core.Z3_mk_fpa_to_fp_float,
}
_ROUNDING = {
    "RNE": z3core.Z3_mk_fpa_rne,
    "RTZ": z3core.Z3_mk_fpa_rtz,
    "RTN": z3core.Z3_mk_fpa_rtn,
    "RTP": z3core.Z3_mk_fpa_rtp,
}
_PAIR = z3core.Ast * 2
_AND = _direct("Z3_mk_and")
_OR = _direct("Z3_mk_or")
_EXTRACT = _direct("Z3_mk_extract")
_ZERO_EXTEND = _direct("Z3_mk_zero_ext")
_SIGN_EXTEND = _direct("Z3_mk_sign_ext")
_SMALL_NUMERAL = _direct("Z3_mk_unsigned_int64")


class Z3Terms:
    """Converts each term once in its lifetime."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._memo: dict[int, Any] = {}
        self._sorts: dict[int, Any] = {}
        self._pair = _PAIR()  # for the operands of and and or, which Z3 takes as an array
        self.beyond_bit_vectors = False  # whether an array or a float has been seen

    def known(self, term: Term) -> Any | None:
        return self._memo.get(term.id)

    def convert(self, root: Term) -> Any:
        memo = self._memo
        if root.id not in memo:
            context, plain = self._context, _PLAIN
            for term in topological((root,), memo):
                make = plain.get(term.op)
                if make is not None:
                    result = make(context, *[memo[arg.id] for arg in term.args])
                else:
                    result = _SPECIAL[term.op](self, term, [memo[arg.id] for arg in term.args])
                if not result:
                    raise SolverError(f"z3 does not take {term}: {self._error()}")
                memo[term.id] = result
        return memo[root.id]

    def _error(self) -> str:
        code = z3core.Z3_get_error_code(self._context)
        return str(z3core.Z3_get_error_msg(self._context, code))

    def constant(self, name: str, width: int) -> Any:
        symbol = z3core.Z3_mk_string_symbol(self._context, name)
        return z3core.Z3_mk_const(self._context, symbol, self.sort(width))

    def sort(self, width: int) -> Any:
        found = self._sorts.get(width)
        if found is None:
            self.beyond_bit_vectors |= width < 0
            found = self._sorts[width] = self._new_sort(width)
        return found

    def _new_sort(self, width: int) -> Any:
        if width > 0:
            return z3core.Z3_mk_bv_sort(self._context, width)
        if width == BOOL:
            return z3core.Z3_mk_bool_sort(self._context)
        if is_float(width):
            shape = FloatSort(-width)
            return z3core.Z3_mk_fpa_sort(self._context, shape.exponent_bits, shape.significand_bits)
        return z3core.Z3_mk_array_sort(self._context, self.sort(index_bits(width)), self.sort(element_bits(width)))

    def _nearest(self) -> Any:
        return z3core.Z3_mk_fpa_rne(self._context)

    def _numeral(self, value: int, width: int) -> Any:
        if width <= 64:
            return _SMALL_NUMERAL(self._context, value, self.sort(width))
        return z3core.Z3_mk_numeral(self._context, str(value), self.sort(width))

    def _constant(self, term: Term, _args: list[Any]) -> Any:
        if term.width == BOOL:
            return (z3core.Z3_mk_true if term.payload else z3core.Z3_mk_false)(self._context)
        numeral = self._numeral(term.payload, abs(term.width))
        return self._from_bits(term, [numeral]) if term.width < 0 else numeral

    def _symbol(self, term: Term, _args: list[Any]) -> Any:
        return self.constant(term.payload, term.width)

    def _and(self, _term: Term, args: list[Any]) -> Any:
        pair = self._pair
        pair[0], pair[1] = args
        return _AND(self._context, 2, pair)

    def _or(self, _term: Term, args: list[Any]) -> Any:
        pair = self._pair
        pair[0], pair[1] = args
        return _OR(self._context, 2, pair)

    def _extract(self, term: Term, args: list[Any]) -> Any:
        return _EXTRACT(self._context, *term.payload, *args)

    def _zero_extend(self, term: Term, args: list[Any]) -> Any:
        return _ZERO_EXTEND(self._context, term.payload, *args)

    def _sign_extend(self, term: Term, args: list[Any]) -> Any:
        return _SIGN_EXTEND(self._context, term.payload, *args)

    def _neither(self, below: Any, above: Any) -> Any:
        """Z3 has the two ways not to overflow; the operation is that not both hold."""
        both = _AND(self._context, 2, _PAIR(below, above))
        return z3core.Z3_mk_not(self._context, both)

    def _sum_overflows(self, _term: Term, args: list[Any]) -> Any:
        context = self._context
        return self._neither(
            z3core.Z3_mk_bvadd_no_underflow(context, *args), z3core.Z3_mk_bvadd_no_overflow(context, *args, True)
        )

    def _difference_overflows(self, _term: Term, args: list[Any]) -> Any:
        context = self._context
        return self._neither(
            z3core.Z3_mk_bvsub_no_underflow(context, *args, True), z3core.Z3_mk_bvsub_no_overflow(context, *args)
        )

    def _product_overflows(self, _term: Term, args: list[Any]) -> Any:
        context = self._context
        return self._neither(
            z3core.Z3_mk_bvmul_no_underflow(context, *args), z3core.Z3_mk_bvmul_no_overflow(context, *args, True)
        )

    def _unsigned_product_overflows(self, _term: Term, args: list[Any]) -> Any:
        return z3core.Z3_mk_not(self._context, z3core.Z3_mk_bvmul_no_overflow(self._context, *args, False))

    def _const_array(self, term: Term, args: list[Any]) -> Any:
        self.beyond_bit_vectors = True
        return z3core.Z3_mk_const_array(self._context, self.sort(index_bits(term.width)), *args)

    def _rounded(self, term: Term, args: list[Any]) -> Any:
        return _ROUNDED[term.op](self._context, self._nearest(), *args)

    def _round_to_integral(self, term: Term, args: list[Any]) -> Any:
        return z3core.Z3_mk_fpa_round_to_integral(self._context, _ROUNDING[term.payload](self._context), *args)

    def _from_bits(self, term: Term, args: list[Any]) -> Any:
        return z3core.Z3_mk_fpa_to_fp_bv(self._context, *args, self.sort(term.width))

    def _to_float(self, term: Term, args: list[Any]) -> Any:
        return _TO_FLOAT[term.op](self._context, self._nearest(), *args, self.sort(term.width))

    def _to_signed(self, term: Term, args: list[Any]) -> Any:
        return z3core.Z3_mk_fpa_to_sbv(self._context, z3core.Z3_mk_fpa_rtz(self._context), *args, term.width)

    def _to_unsigned(self, term: Term, args: list[Any]) -> Any:
        return z3core.Z3_mk_fpa_to_ubv(self._context, z3core.Z3_mk_fpa_rtz(self._context), *args, term.width)

    def _to_bits(self, term: Term, args: list[Any]) -> Any:
        context = self._context
        is_nan = z3core.Z3_mk_fpa_is_nan(context, *args)
        bits = z3core.Z3_mk_fpa_to_ieee_bv(context, *args)
        return z3core.Z3_mk_ite(context, is_nan, self._numeral(nan(term.width), term.width), bits)


_SPECIAL: dict[str, Callable[[Z3Terms, Term, list[Any]], Any]] = {
    "const": Z3Terms._constant,
    "symbol": Z3Terms._symbol,
    "and": Z3Terms._and,
    "or": Z3Terms._or,
    "extract": Z3Terms._extract,
    "zero_extend": Z3Terms._zero_extend,
    "sign_extend": Z3Terms._sign_extend,
    "bvsaddo": Z3Terms._sum_overflows,
    "bvssubo": Z3Terms._difference_overflows,
    "bvsmulo": Z3Terms._product_overflows,
    "bvumulo": Z3Terms._unsigned_product_overflows,
    "const_array": Z3Terms._const_array,
    "fp.add": Z3Terms._rounded,
    "fp.sub": Z3Terms._rounded,
    "fp.mul": Z3Terms._rounded,
    "fp.div": Z3Terms._rounded,
    "fp.sqrt": Z3Terms._rounded,
    "fp.roundToIntegral": Z3Terms._round_to_integral,
    "fp.from_bits": Z3Terms._from_bits,
    "fp.from_signed": Z3Terms._to_float,
    "fp.from_unsigned": Z3Terms._to_float,
    "fp.convert": Z3Terms._to_float,
    "fp.to_sbv": Z3Terms._to_signed,
    "fp.to_ubv": Z3Terms._to_unsigned,
    "fp.to_bits": Z3Terms._to_bits,
}
