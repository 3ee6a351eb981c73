"""Undefined contents of one object: every byte has one symbol."""

from __future__ import annotations

import pytest

from symex import objects
from symex.objects import Object, as_array, copy, flattened, havoc, merge, read, words, write
from symex.terms import ArrayValue, Term, bool_symbol, bv, evaluate, extract, not_, symbol, symbols
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


def known_bytes() -> Object:
    return Object(8, bytes(range(8)), "k")


def value_of(target: Object, offset: int, count: int) -> int:
    """Of a byte, where so many bytes became anything and each of these is 99."""
    value = as_term(read(target, offset, 1)[0], 8)
    values = {8: 99, 64: count}
    chosen = {term: values.get(term.width, ArrayValue(99)) for term in symbols(value)}
    return int(evaluate(value, chosen))  # type: ignore[arg-type]


@pytest.mark.parametrize("array", [False, True])
@pytest.mark.parametrize("count", range(6))
def test_of_an_unknown_number_of_bytes_those_behind_stay(count: int, array: bool) -> None:
    before = as_array(known_bytes()) if array else known_bytes()
    target = havoc(before, 2, symbol("count:64", 64), "any")
    found = [value_of(target, offset, count) for offset in range(8)]
    assert found == [99 if 2 <= offset < 2 + count else offset for offset in range(8)]


@pytest.mark.parametrize("array", [False, True])
def test_what_is_written_after_bytes_became_anything_is_there(array: bool) -> None:
    target = havoc(known_bytes(), 0, symbol("count:64", 64), "any")
    target = write(as_array(target) if array else target, 3, 1, 42)
    assert [value_of(target, 3, count) for count in (0, 8)] == [42, 42]
    assert [value_of(target, 4, count) for count in (0, 8)] == [4, 99]


def test_runs_that_meet_know_which_of_them_made_bytes_anything() -> None:
    came = bool_symbol("came")
    before = known_bytes()
    after = write(havoc(before, 0, 4, "any"), 1, 1, 42)
    for target in (merge(came, after, before), merge(not_(came), before, after)):
        for there, expected in ((True, [99, 42, 99, 99, 4]), (False, [0, 1, 2, 3, 4])):
            values = [as_term(read(target, offset, 1)[0], 8) for offset in range(5)]
            chosen = {term: there if term is came else 99 for value in values for term in symbols(value)}
            assert [evaluate(value, chosen) for value in values] == expected
        assert flattened(target).mixture is None


def test_a_pointer_behind_bytes_that_became_anything_stays_one() -> None:
    pointer = symbol("p:64", 64)
    target = write(Object(16, None, "s"), 8, 8, pointer)
    assert read(havoc(target, 0, 8, "any"), 8, 8)[0] is pointer
    assert list(words(havoc(target, 0, 8, "any"), 8)) == [(8, pointer)]


def test_one_of_two_objects_has_the_size_of_the_one_it_is() -> None:
    large = bool_symbol("large")
    for made in (lambda size: Object(size, bytes(size), ""), lambda size: as_array(Object(size, bytes(size), ""))):
        size = merge(large, made(300), made(200)).size
        assert isinstance(size, Term)
        assert [evaluate(size, {large: value}) for value in (True, False)] == [300, 200]
