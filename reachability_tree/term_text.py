"""Terms as people write them: `t1.input0 > 3 && x == 1` instead of SMT-LIB.

`t1.input0` is the first input that thread 1 takes. Numbers are decimal, and signed where that is shorter.
"""

from __future__ import annotations

import re

from symex.terms import Term
from symex.terms.sorts import BOOL
from symex.values import signed

LONGEST = 4_000
DEEPEST = 24
_INPUT = re.compile(r"in!(\d+)!(\d+):\d+")
_INFIX = {
    "and": "&&", "or": "||", "=": "==", "bvadd": "+", "bvsub": "-", "bvmul": "*", "bvand": "&", "bvor": "|",
    "bvxor": "^", "bvshl": "<<", "bvlshr": ">>", "bvashr": ">>", "bvslt": "<", "bvsle": "<=", "bvult": "<",
    "bvule": "<=", "bvsdiv": "/", "bvudiv": "/", "bvsrem": "%", "bvurem": "%", "xor": "!=",
}  # fmt: skip
_UNSIGNED = frozenset({"bvult", "bvule", "bvudiv", "bvurem", "bvlshr"})
_TURNED = {"bvslt": ">=", "bvsle": ">", "bvult": ">=", "bvule": ">", "=": "!="}


def term_text(term: Term) -> str:
    """A formula, or its beginning if it is very long."""
    text = _text(term, DEEPEST)
    text = text[1:-1] if text.startswith("(") and _closes(text) else text
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def _text(term: Term, depth: int) -> str:
    if term.op == "const":
        return _constant(term, unsigned=False)
    if term.op == "symbol":
        return symbol_name(str(term.payload))
    if depth == 0:
        return "…"
    args = term.args
    if term.op == "not":
        inner = args[0]
        if inner.op in _TURNED and len(inner.args) == 2:
            return _infix(_TURNED[inner.op], inner.args, depth, unsigned=inner.op in _UNSIGNED)
        return f"!{_text(inner, depth - 1)}"
    if term.op == "ite":
        condition, then, otherwise = (_text(one, depth - 1) for one in args)
        return f"({condition} ? {then} : {otherwise})"
    if term.op in _INFIX:
        return _infix(_INFIX[term.op], args, depth, unsigned=term.op in _UNSIGNED)
    if term.op in ("zero_extend", "sign_extend"):
        return _text(args[0], depth)
    if term.op == "extract":
        return _bits(term, depth)
    return f"{term.op}({', '.join(_text(one, depth - 1) for one in args)})"


def _bits(term: Term, depth: int) -> str:
    """Some bits of a term, as C has them: `(x >> 8) & 255`."""
    high, low = term.payload
    shifted = _text(term.args[0], depth - 1)
    shifted = f"({shifted} >> {low})" if low else shifted
    return f"({shifted} & {(1 << (high - low + 1)) - 1})"


def _infix(sign: str, args: tuple[Term, ...], depth: int, *, unsigned: bool) -> str:
    # A constant stands on the right, as people have it.
    turned = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
    if len(args) == 2 and args[0].op == "const" and sign in turned:
        args, sign = (args[1], args[0]), turned[sign]
    texts = [_constant(one, unsigned) if one.op == "const" else _text(one, depth - 1) for one in args]
    return f"({f' {sign} '.join(texts)})"


def _constant(term: Term, unsigned: bool) -> str:
    if term.width == BOOL:
        return "true" if term.payload else "false"
    if term.width < 0:
        return "…"
    return str(term.payload if unsigned else signed(term.payload, term.width))


def _closes(text: str) -> bool:
    """Does the first bracket close at the very end?"""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return place == len(text) - 1
    return False


def is_input(name: str) -> bool:
    return _INPUT.fullmatch(name) is not None


def symbol_name(name: str) -> str:
    found = _INPUT.fullmatch(name)
    return f"t{found[1]}.input{found[2]}" if found else name.partition(":")[0]
