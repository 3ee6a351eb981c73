"""Ranges of bytes have the values that a table with a value for each byte has."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from explicit_state.byte_ranges import ByteRanges


@pytest.mark.parametrize("seed", range(20))
def test_they_are_as_a_table_of_bytes(seed: int) -> None:
    random = Random(seed)
    ranges: ByteRanges[frozenset[int]] = ByteRanges()
    table: list[frozenset[int] | None] = [None] * 30
    for _ in range(60):
        begin = random.randrange(30)
        end = random.randint(begin, 30)
        some = frozenset(random.sample(range(4), random.randint(1, 4)))
        before = table.copy()
        for byte in range(begin, end):
            table[byte] = _both(table[byte], some)
        assert ranges.change(begin, end, lambda old, some=some: _both(old, some)) == (table != before)  # type: ignore[misc]
        low = random.randrange(30)
        high = random.randint(low, 30)
        seen = [None] * 30
        for part_begin, part_end, value in ranges.within(low, high):
            seen[part_begin:part_end] = [value] * (part_end - part_begin)  # type: ignore[list-item]
        assert seen[low:high] == table[low:high]
    parts = list(ranges)
    assert all(one[1] < two[0] or (one[1] == two[0] and one[2] != two[2]) for one, two in pairwise(parts))


def _both(old: frozenset[int] | None, some: frozenset[int]) -> frozenset[int]:
    return some if old is None else old & some
