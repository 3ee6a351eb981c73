"""Undefined contents of one object: every byte has one symbol."""

from __future__ import annotations

import pytest

from symex import objects
from symex.objects import Object, as_array, copy, read
from symex.terms import Term, bv, extract
from symex.values import as_term


def undefined(name: str = "o") -> Object:
    return Object(8, None, name)


@pytest.fixture(autouse=True)
def nothing_is_known() -> None:
    objects.forget_undefined_parts()


def byte(value: object, index: int) -> Term:
    assert isinstance(value, Term)
    return extract(value, 8 * index + 7, 8 * index)


def test_a_copy_within_an_object_is_the_same_as_its_source() -> None:
    target = undefined()
    changed, _ = copy(target, 4, target, 0, 3)
    for offset in range(3):
        source, changed = read(changed, offset, 1)
        copied, changed = read(changed, 4 + offset, 1)
        assert source is copied


def test_a_copy_over_its_own_source_takes_what_was_there() -> None:
    target = undefined()
    first, target = read(target, 0, 1)
    second, target = read(target, 1, 1)
    changed, _ = copy(target, 1, target, 0, 2)
    assert [read(changed, offset, 1)[0] for offset in range(3)] == [first, first, second]


def test_pieces_read_on_different_paths_consist_of_the_same_bytes() -> None:
    whole, _ = read(undefined(), 0, 4)
    low, _ = read(undefined(), 0, 1)
    across, _ = read(undefined(), 3, 4)
    again, _ = read(undefined(), 4, 2)
    assert low is byte(whole, 0)
    assert byte(across, 0) is byte(whole, 3)
    assert byte(again, 1) is byte(across, 2)


def test_an_array_of_bytes_has_the_symbols_that_other_paths_have_given_them() -> None:
    word, _ = read(undefined(), 0, 4)
    whole = as_array(undefined())
    assert read(whole, 0, 4)[0] is word
    assert read(whole, 4, 1)[0] is read(undefined(), 4, 1)[0]
    assert as_term(read(whole, 4, 1)[0], 8) is not bv(0, 8)
