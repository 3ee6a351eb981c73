"""The term graph: every term exists once, so that equal terms are identical and a comparison is `is`.

Terms are made by the constructors of the neighbouring modules, never by hand: a constructor simplifies, looks the
result up in its operation's table, and only then makes a node. The tables map a constructor's arguments to its result,
whatever the result's operation, so that no simplification is done twice.

A term's arguments are always older than the term: ordering terms by `id` orders them bottom-up. Every walk over the
graph relies on that (see `walker`), and so no walk needs recursion.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count
from typing import Any, Literal, TypeAlias

from .sorts import BOOL, Sort, SortError, sort_of_width

Op: TypeAlias = Literal[
    "const", "symbol", "not", "and", "or", "ite", "=",
    "bvadd", "bvsub", "bvmul", "bvudiv", "bvsdiv", "bvurem", "bvsrem", "bvneg",
    "bvand", "bvor", "bvxor", "bvnot", "bvshl", "bvlshr", "bvashr",
    "bvult", "bvslt", "bvsaddo", "bvssubo", "bvsmulo", "bvumulo",
    "concat", "extract", "zero_extend", "sign_extend",
    "select", "store", "const_array",
    "fp.add", "fp.sub", "fp.mul", "fp.div", "fp.sqrt", "fp.neg", "fp.abs", "fp.roundToIntegral",
    "fp.lt", "fp.leq", "fp.eq", "fp.isNaN", "fp.isInfinite", "fp.isZero", "fp.isNegative",
    "fp.from_bits", "fp.to_bits", "fp.from_signed", "fp.from_unsigned", "fp.convert", "fp.to_sbv", "fp.to_ubv",
]  # fmt: skip


class Term:
    """One node. Immutable by convention: a frozen dataclass would cost a third of the construction speed.

    `payload` depends on `op`: the value of a constant (bool; int for bit-vectors; IEEE bits for floats), the name of a
    symbol, (high, low) of an extract, the number of added bits of an extension, the rounding mode of
    fp.roundToIntegral. Of an `ite` it is the set of values the term can take, where those are few (see `choices`).
    """

    __slots__ = ("args", "id", "op", "payload", "width")

    op: Op
    args: tuple[Term, ...]
    payload: Any
    width: int
    id: int

    @property
    def sort(self) -> Sort:
        return sort_of_width(self.width)

    @property
    def is_constant(self) -> bool:
        return self.op == "const"

    def __repr__(self) -> str:
        from .notation import abbreviation

        return abbreviation(self)


Table: TypeAlias = dict[Any, Term]

_new = object.__new__
_next_id: Callable[[], int] = count(2).__next__
_generation = 0
_tables: dict[Op, Table] = {}
_keys: dict[Op, Callable[[Term], Any]] = {}


def make(op: Op, args: tuple[Term, ...], width: int, payload: Any = None) -> Term:
    """A new node. The caller has looked it up before and enters it into its table."""
    term = _new(Term)
    term.op = op
    term.args = args
    term.payload = payload
    term.width = width
    term.id = _next_id()
    return term


def _arguments(term: Term) -> Any:
    return term.args


def table_of(op: Op, key: Callable[[Term], Any] = _arguments) -> Table:
    """The table of `op`; `key` tells under which key a node of this operation is entered."""
    _keys[op] = key
    return _tables.setdefault(op, {})


def _boolean(value: bool) -> Term:
    term = make("const", (), BOOL, value)
    term.id = int(not value)
    return term


TRUE = _boolean(True)  # id 0
FALSE = _boolean(False)  # id 1

CONSTANTS = table_of("const", lambda term: (term.payload, term.width))
SYMBOLS = table_of("symbol", lambda term: term.payload)


def bv(value: int, width: int) -> Term:
    """The bit-vector constant congruent to `value` modulo 2**width."""
    key = (value & ((1 << width) - 1), width)
    found = CONSTANTS.get(key)
    if found is None:
        if width <= 0:
            raise SortError(f"a bit-vector of {width} bits")
        found = CONSTANTS[key] = make("const", (), width, key[0])
    return found


def boolean(value: bool) -> Term:
    return TRUE if value else FALSE


def symbol(name: str, width: int) -> Term:
    """A free variable. A name belongs to one sort for good."""
    found = SYMBOLS.get(name)
    if found is None:
        found = SYMBOLS[name] = make("symbol", (), width, name)
    elif found.width != width:
        raise SortError(f"{name} is {found.sort}, not {sort_of_width(width)}")
    return found


def bool_symbol(name: str) -> Term:
    return symbol(name, BOOL)


def require_same_width(a: Term, b: Term, op: str) -> None:
    if a.width != b.width:
        raise SortError(f"{op} of {a.sort} and {b.sort}")


def live_terms() -> int:
    """How many terms the tables hold."""
    return sum(map(len, _tables.values()))


def generation() -> int:
    """Which set of terms this is. Whoever remembers terms by their `id` remembers the generation with them."""
    return _generation


def reset() -> None:
    """Forget every term: what is built next does not depend on what was built before.

    Terms made before must not be combined with those made after.
    """
    global _next_id, _generation
    for table in _tables.values():
        table.clear()
    _next_id = count(2).__next__
    _generation += 1


def drop_unused() -> int:
    """Drop the terms that nobody outside of the tables refers to; returns how many were dropped.

    Younger terms go first, so that their arguments are free when their turn comes.
    """
    _forget_simplifications()
    terms = sorted((term for table in _tables.values() for term in table.values()), key=lambda term: term.id)
    before = len(terms)
    while terms:
        term = terms.pop()
        if sys.getrefcount(term) == _UNREFERENCED:
            del _tables[term.op][_keys[term.op](term)]
    return before - live_terms()


def _forget_simplifications() -> None:
    """Leave in each table only the nodes that were made for their key."""
    for op, table in _tables.items():
        key_of = _keys[op]
        for key in [key for key, term in table.items() if term.op != op or key_of(term) != key]:
            del table[key]


def _count_of_unreferenced() -> int:
    """What `drop_unused` sees as the reference count of a term that is only in its table."""
    table = {None: _new(Term)}
    terms = list(table.values())
    while terms:
        term = terms.pop()
        references = sys.getrefcount(term)
    return references


_UNREFERENCED = _count_of_unreferenced()
