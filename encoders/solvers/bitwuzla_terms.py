"""Our terms as Bitwuzla's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bitwuzla import Kind, RoundingMode

from symex.terms import Term, topological
from symex.terms.ieee import nan
from symex.terms.sorts import BOOL, FloatSort, element_bits, index_bits, is_float

_KINDS = {
    "not": Kind.NOT,
    "and": Kind.AND,
    "or": Kind.OR,
    "ite": Kind.ITE,
    "=": Kind.EQUAL,
    "bvadd": Kind.BV_ADD,
    "bvsub": Kind.BV_SUB,
    "bvmul": Kind.BV_MUL,
    "bvudiv": Kind.BV_UDIV,
    "bvsdiv": Kind.BV_SDIV,
    "bvurem": Kind.BV_UREM,
    "bvsrem": Kind.BV_SREM,
    "bvneg": Kind.BV_NEG,
    "bvand": Kind.BV_AND,
    "bvor": Kind.BV_OR,
    "bvxor": Kind.BV_XOR,
    "bvnot": Kind.BV_NOT,
    "bvshl": Kind.BV_SHL,
    "bvlshr": Kind.BV_SHR,
    "bvashr": Kind.BV_ASHR,
    "bvult": Kind.BV_ULT,
    "bvslt": Kind.BV_SLT,
    "bvsaddo": Kind.BV_SADD_OVERFLOW,
    "bvssubo": Kind.BV_SSUB_OVERFLOW,
    "bvsmulo": Kind.BV_SMUL_OVERFLOW,
    "bvumulo": Kind.BV_UMUL_OVERFLOW,
    "concat": Kind.BV_CONCAT,
    "select": Kind.ARRAY_SELECT,
    "store": Kind.ARRAY_STORE,
    "fp.neg": Kind.FP_NEG,
    "fp.abs": Kind.FP_ABS,
    "fp.lt": Kind.FP_LT,
    "fp.leq": Kind.FP_LEQ,
    "fp.eq": Kind.FP_EQUAL,
    "fp.isNaN": Kind.FP_IS_NAN,
    "fp.isInfinite": Kind.FP_IS_INF,
    "fp.isZero": Kind.FP_IS_ZERO,
    "fp.isNegative": Kind.FP_IS_NEG,
}
_ROUNDED = {
    "fp.add": Kind.FP_ADD,
    "fp.sub": Kind.FP_SUB,
    "fp.mul": Kind.FP_MUL,
    "fp.div": Kind.FP_DIV,
    "fp.sqrt": Kind.FP_SQRT,
}
_TO_FLOAT = {
    "fp.from_signed": Kind.FP_TO_FP_FROM_SBV,
    "fp.from_unsigned": Kind.FP_TO_FP_FROM_UBV,
    "fp.convert": Kind.FP_TO_FP_FROM_FP,
}


class Converter:
    """Terms to Bitwuzla's, each once. `definitions` are to be asserted: they fix the constants introduced here."""

    def __init__(self, manager: Any) -> None:
        self._manager = manager
        self._make = manager.mk_term
        self._memo: dict[int, Any] = {}
        self._sorts: dict[int, Any] = {}
        self.definitions: list[Any] = []
        self.symbols: list[Term] = []
        self._nearest = manager.mk_rm_value(RoundingMode.RNE)
        self._toward_zero = manager.mk_rm_value(RoundingMode.RTZ)

    @property
    def size(self) -> int:
        return len(self._memo)

    def known(self, term: Term) -> Any | None:
        return self._memo.get(term.id)

    def convert(self, root: Term) -> Any:
        memo = self._memo
        if root.id not in memo:
            make, kinds = self._make, _KINDS
            for term in topological((root,), memo):
                kind = kinds.get(term.op)
                if kind is not None:
                    memo[term.id] = make(kind, [memo[arg.id] for arg in term.args])
                else:
                    memo[term.id] = self._special(term, [memo[arg.id] for arg in term.args])
        return memo[root.id]

    def sort(self, width: int) -> Any:
        found = self._sorts.get(width)
        if found is None:
            found = self._sorts[width] = self._new_sort(width)
        return found

    def _new_sort(self, width: int) -> Any:
        if width > 0:
            return self._manager.mk_bv_sort(width)
        if width == BOOL:
            return self._manager.mk_bool_sort()
        if is_float(width):
            shape = FloatSort(-width)
            return self._manager.mk_fp_sort(shape.exponent_bits, shape.significand_bits)
        return self._manager.mk_array_sort(self.sort(index_bits(width)), self.sort(element_bits(width)))

    def _special(self, term: Term, args: list[Any]) -> Any:
        if term.op in _ROUNDED:
            return self._make(_ROUNDED[term.op], [self._nearest, *args])
        if term.op in _TO_FLOAT:
            shape = FloatSort(-term.width)
            indices = [shape.exponent_bits, shape.significand_bits]
            return self._make(_TO_FLOAT[term.op], [self._nearest, *args], indices)
        return _SPECIAL[term.op](self, term, args)

    def _constant(self, term: Term, _args: list[Any]) -> Any:
        if term.width == BOOL:
            return self._manager.mk_true() if term.payload else self._manager.mk_false()
        value = self._manager.mk_bv_value(self.sort(abs(term.width)), term.payload)
        return self._from_bits(term, [value]) if term.width < 0 else value

    def _symbol(self, term: Term, _args: list[Any]) -> Any:
        self.symbols.append(term)
        return self._manager.mk_const(self.sort(term.width), term.payload)

    def _extract(self, term: Term, args: list[Any]) -> Any:
        return self._make(Kind.BV_EXTRACT, args, list(term.payload))

    def _zero_extend(self, term: Term, args: list[Any]) -> Any:
        return self._make(Kind.BV_ZERO_EXTEND, args, [term.payload])

    def _sign_extend(self, term: Term, args: list[Any]) -> Any:
        return self._make(Kind.BV_SIGN_EXTEND, args, [term.payload])

    def _const_array(self, term: Term, args: list[Any]) -> Any:
        return self._manager.mk_const_array(self.sort(term.width), args[0])

    def _round(self, term: Term, args: list[Any]) -> Any:
        mode = self._manager.mk_rm_value(RoundingMode[term.payload])
        return self._make(Kind.FP_RTI, [mode, *args])

    def _from_bits(self, term: Term, args: list[Any]) -> Any:
        shape = FloatSort(-term.width)
        return self._make(Kind.FP_TO_FP_FROM_BV, args, [shape.exponent_bits, shape.significand_bits])

    def _to_signed(self, term: Term, args: list[Any]) -> Any:
        return self._make(Kind.FP_TO_SBV, [self._toward_zero, *args], [term.width])

    def _to_unsigned(self, term: Term, args: list[Any]) -> Any:
        return self._make(Kind.FP_TO_UBV, [self._toward_zero, *args], [term.width])

    def _to_bits(self, term: Term, args: list[Any]) -> Any:
        """There is no such operation: a constant whose float is the argument, with one choice of bits for NaN."""
        shape = FloatSort(term.width)
        bits = self._manager.mk_const(self.sort(term.width), f"bits!{term.id}")
        reading = self._make(Kind.FP_TO_FP_FROM_BV, [bits], [shape.exponent_bits, shape.significand_bits])
        self.definitions.append(self._make(Kind.EQUAL, [reading, args[0]]))
        the_nan = self._manager.mk_bv_value(self.sort(term.width), nan(term.width))
        is_nan = self._make(Kind.FP_IS_NAN, args)
        self.definitions.append(self._make(Kind.IMPLIES, [is_nan, self._make(Kind.EQUAL, [bits, the_nan])]))
        return bits


_SPECIAL: dict[str, Callable[[Converter, Term, list[Any]], Any]] = {
    "const": Converter._constant,
    "symbol": Converter._symbol,
    "extract": Converter._extract,
    "zero_extend": Converter._zero_extend,
    "sign_extend": Converter._sign_extend,
    "const_array": Converter._const_array,
    "fp.roundToIntegral": Converter._round,
    "fp.from_bits": Converter._from_bits,
    "fp.to_sbv": Converter._to_signed,
    "fp.to_ubv": Converter._to_unsigned,
    "fp.to_bits": Converter._to_bits,
}
