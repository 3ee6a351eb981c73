"""Symbolic values: a bit pattern, known (a Python int) or not (a bit-vector term).

Everything in registers and memory is a bit pattern of its type's width, floats included. As long as all operands are
known, Python's integers compute the result and no term is made: the symbolic executor is then a plain interpreter.
"""

from __future__ import annotations

from typing import TypeAlias

from .terms import FALSE, TRUE, Term, bv, ite, ne

Value: TypeAlias = int | Term
Condition: TypeAlias = bool | Term


def as_term(value: Value, width: int) -> Term:
    return bv(value, width) if isinstance(value, int) else value


def known(value: Value) -> Value:
    """A term that turned out constant becomes the number that it is."""
    if value.__class__ is int or value.op != "const":  # type: ignore[union-attr]
        return value
    return value.payload  # type: ignore[no-any-return, union-attr]


def signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def condition_term(condition: Condition) -> Term:
    if condition is True:
        return TRUE
    if condition is False:
        return FALSE
    return condition


def decided(term: Term) -> Condition:
    """A boolean term that turned out constant becomes True or False."""
    if term is TRUE:
        return True
    return False if term is FALSE else term


def truth_value(condition: Condition, width: int) -> Value:
    """1 or 0, of a C comparison."""
    if condition is True:
        return 1
    if condition is False:
        return 0
    return ite(condition, bv(1, width), bv(0, width))


def is_nonzero(value: Value, width: int) -> Condition:
    if value.__class__ is int:
        return value != 0
    return decided(ne(value, bv(0, width)))  # type: ignore[arg-type]


def choose(condition: Term, then: Value | None, otherwise: Value | None, width: int) -> Value | None:
    """`ite` on values; an undefined one may be anything, so the other stands for both."""
    if then is None:
        return otherwise
    if otherwise is None or then is otherwise:
        return then
    if then.__class__ is int and otherwise.__class__ is int and then == otherwise:
        return then
    return known(ite(condition, as_term(then, width), as_term(otherwise, width)))
