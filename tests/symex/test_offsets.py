"""Where a symbolic offset can lead: judged by trying all values, at small widths."""

from __future__ import annotations

import itertools
import random

from symex import terms as t
from symex.offsets import candidate_offsets, residue
from symex.terms.concrete import signed

WIDTH = 7


def test_an_offset_into_an_array_of_structures() -> None:
    index = t.sext(t.symbol("offset!i", 32), 64)
    offset = t.bvadd(t.bvmul(index, t.bv(40, 64)), t.bv(8, 64))
    assert candidate_offsets(offset, 400, 4) == [8, 48, 88, 128, 168, 208, 248, 288, 328, 368]


def test_what_may_wrap_around_keeps_powers_of_two_only() -> None:
    offset = t.bvmul(t.symbol("offset!wide", 64), t.bv(40, 64))
    assert residue(offset) == (8, 0)
    assert candidate_offsets(offset, 40, 4) == [0, 8, 16, 24, 32]


def test_too_many_candidates_are_not_listed() -> None:
    offset = t.bvmul(t.sext(t.symbol("offset!i", 32), 64), t.bv(12, 64))
    assert candidate_offsets(offset, 64 * 12, 4) == list(range(0, 64 * 12, 12))
    assert candidate_offsets(offset, 65 * 12, 4) is None


def test_all_values_of_random_terms_are_candidates() -> None:
    chance = random.Random("offsets")
    steps = set()
    symbols = [t.symbol("offset!x", 3), t.symbol("offset!y", 3)]
    for _ in range(1500):
        term = _random_term(chance, symbols, 3)
        if term.op == "const":
            continue
        step, rest = residue(term)
        limit = chance.choice([16, 40, 64])
        candidates = candidate_offsets(term, limit, 1)
        assert candidates is not None
        for values in itertools.product(range(8), repeat=2):
            value = t.evaluate(term, dict(zip(symbols, values, strict=True)))
            assert isinstance(value, int)
            difference = signed(value, WIDTH) - rest
            assert difference % step == 0 if step else difference == 0, term
            assert value >= limit or value in candidates, term
        steps.add(step)
    assert {1, 2, 3, 6, 7, 8} <= steps  # not only powers of two


def _random_term(chance: random.Random, symbols: list[t.Term], depth: int) -> t.Term:
    if depth == 0:
        if chance.random() < 0.5:
            return t.bv(chance.choice([0, 1, 2, 3, 4, 5, 6, 8, 12, 100, 127]), WIDTH)
        return chance.choice([t.sext, t.zext])(chance.choice(symbols), WIDTH)
    one, other = (_random_term(chance, symbols, depth - 1) for _ in range(2))
    match chance.randrange(11):
        case 0 | 1:
            return t.bvadd(one, other)
        case 2:
            return t.bvsub(one, other)
        case 3 | 4:
            return t.bvmul(one, other)
        case 5:
            return t.bvneg(one)
        case 6:
            return t.ite(t.ult(one, other), other, _random_term(chance, symbols, depth - 1))
        case 7:
            return t.shl(one, t.bv(chance.randrange(4), WIDTH))
        case 8:
            return t.concat(t.extract(one, WIDTH - 3, 0), t.bv(chance.randrange(4), 2))
        case 9:
            return t.zext(t.extract(one, 4, 0), WIDTH)
        case _:
            return chance.choice([t.bvor, t.bvand])(one, other)
