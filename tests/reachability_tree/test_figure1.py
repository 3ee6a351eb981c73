"""ICSE 2011, figure 1: the numbers that docs/reachability_tree.md explains."""

from __future__ import annotations

import pytest

from encoders.request import Options
from encoders.tree.collector import make_tree
from encoders.tree.lazy import check_lazy
from esbmc_py.frontend import Checks, Semantics, load_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare
from reachability_tree.plain_tree import DrawnNode, draw
from reachability_tree.reductions import Reductions
from tests.conftest import ROOT

PLAIN = Options.of(reductions=Reductions.none(), all_violations=True)


def figure(*defines: str, atomic: bool = True) -> Program:
    path = ROOT / "examples" / "icse11_figure1.c"
    checks = Checks(overflow=False)
    return prepare(load_program([path], defines=defines, checks=checks, semantics=Semantics(atomic_statements=atomic)))


def counts(program: Program) -> tuple[int, int]:
    statistics = check_lazy(program, PLAIN).statistics
    return statistics.interleavings, statistics.failing


def test_lazy_counts_the_interleavings_and_those_that_fail() -> None:
    assert counts(figure()) == (240, 80)


def test_lazy_counts_fewer_where_the_test_and_the_decrement_are_one_statement() -> None:
    assert counts(figure("FUSED")) == (183, 24)


def orders_of_accesses(program: Program) -> dict[tuple[int, ...], bool]:
    """In which orders t1 and t2 get at x, and whether such an interleaving fails: what main does is left out."""
    nodes = draw(make_tree(program, PLAIN, None), program, 10_000).nodes
    found: dict[tuple[int, ...], bool] = {}
    for leaf in nodes:
        if leaf.verdict:
            order, node = [], leaf
            while node.parent is not None:
                if node.thread in (1, 2) and gets_at_x(nodes[node.parent], node.thread):
                    order.append(node.thread)
                node = nodes[node.parent]
            found[tuple(reversed(order))] = leaf.verdict.startswith("violation")
    return found


def gets_at_x(node: DrawnNode, thread: int) -> bool:
    """Is the thread's next step one that touches x? The test of y is of a local variable, and what follows is not."""
    source = node.threads[thread].source
    return "x" in source and "void" not in source


@pytest.mark.parametrize(("defines", "orders", "failing"), [((), 14, 8), (("FUSED",), 8, 2)])
def test_seen_from_x_there_are_as_many_interleavings_as_in_the_paper(
    defines: tuple[str, ...], orders: int, failing: int
) -> None:
    found = orders_of_accesses(figure(*defines))
    assert len(found) == orders
    assert sum(found.values()) == failing


def test_as_in_the_paper_the_third_interleaving_is_the_first_that_fails() -> None:
    found = orders_of_accesses(figure("FUSED"))
    assert [found[order] for order in sorted(found)].index(True) == 2


def test_without_atomic_statements_there_are_many_more() -> None:
    assert counts(figure(atomic=False)) == (1406, 315)
