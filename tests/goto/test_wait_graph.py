"""Cycles of threads that wait for one another."""

from __future__ import annotations

from esbmc_py.goto.wait_graph import cycles


def test_a_chain_is_no_cycle() -> None:
    assert list(cycles({1: [2], 2: [3], 3: []})) == []


def test_a_thread_may_wait_for_itself() -> None:
    assert list(cycles({4: [4]})) == [(4,)]


def test_every_cycle_is_found_once_beginning_with_its_smallest_thread() -> None:
    assert set(cycles({1: [2], 2: [3, 1], 3: [1, 5]})) == {(1, 2), (1, 2, 3)}


def test_those_who_wait_for_a_cycle_are_not_in_it() -> None:
    assert list(cycles({0: [1], 1: [2], 2: [1]})) == [(1, 2)]
