"""The copy of an undefined byte is the same byte, whatever it turns out to be."""

from __future__ import annotations

import pytest

from esbmc_py.goto.addresses import AddressSpace
from esbmc_py.vm.memory import Memory

A, B, C = 1, 2, 3
SIZE = 4


@pytest.fixture
def memory() -> Memory:
    made = Memory(AddressSpace(64, 32), frozenset(), {})
    for number in (A, B, C):
        made.create(number, SIZE, defined=False)
    return made


def at(memory: Memory, number: int, offset: int = 0) -> int:
    return (number << memory.shift) + offset


def settle(memory: Memory, number: int, offset: int, value: int) -> None:
    """What a read of one byte does."""
    memory.settle(at(memory, number, offset), bytes([value]), memory.origins_of(number, offset, 1))


def byte(memory: Memory, number: int, offset: int = 0) -> int | None:
    """None: undefined."""
    undefined = memory.undefined_bits(number, offset, 1)
    return None if undefined else memory.read(at(memory, number, offset), 1)[0]


def test_a_value_is_settled_for_all_copies(memory: Memory) -> None:
    memory.copy(at(memory, B), at(memory, A), SIZE)
    memory.copy(at(memory, C, 2), at(memory, B), 2)
    settle(memory, C, 2, 7)
    assert [byte(memory, number) for number in (A, B, C)] == [7, 7, None]
    assert byte(memory, A, 1) is None


def test_a_copy_that_is_overwritten_is_none_any_more(memory: Memory) -> None:
    memory.copy(at(memory, B), at(memory, A), 1)
    memory.write(at(memory, A), b"\5")
    settle(memory, B, 0, 7)
    assert [byte(memory, number) for number in (A, B)] == [5, 7]


def test_what_is_undefined_anew_is_no_copy_of_what_was_there(memory: Memory) -> None:
    memory.copy(at(memory, B), at(memory, A), 1)
    memory.create(A, SIZE, defined=False)
    memory.copy(at(memory, C), at(memory, A), 1)
    settle(memory, B, 0, 7)
    assert [byte(memory, number) for number in (A, B, C)] == [None, 7, None]


def test_a_copy_over_its_own_source_moves_what_belongs_together(memory: Memory) -> None:
    memory.copy(at(memory, B), at(memory, A), 2)
    memory.copy(at(memory, A, 1), at(memory, A), 2)
    settle(memory, B, 1, 9)
    assert [byte(memory, A, offset) for offset in range(SIZE)] == [None, None, 9, None]


def test_a_saved_state_does_not_see_what_is_settled_later(memory: Memory) -> None:
    memory.copy(at(memory, B), at(memory, A), 1)
    saved = memory.snapshot()
    settle(memory, A, 0, 7)
    memory.restore(saved)
    assert byte(memory, A) is byte(memory, B) is None
    settle(memory, B, 0, 8)
    assert byte(memory, A) == 8


def test_a_saved_state_does_not_see_what_is_copied_later(memory: Memory) -> None:
    saved = memory.snapshot()
    memory.copy(at(memory, B), at(memory, A), 1)
    memory.restore(saved)
    settle(memory, A, 0, 7)
    assert byte(memory, B) is None
