"""Stores that change nothing and are overwritten next: no switch is needed between them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from encoders.request import Options
from encoders.tree.lazy import check_lazy
from esbmc_py.vm.explore import explore
from reachability_tree.reductions import Reductions
from tests.reachability_tree.building import program_of, tree_of

ALONE = replace(Reductions.none(), overwritten=True)
WITHOUT_PERSISTENT = Reductions().without("persistent")

PROGRAM = """
volatile int x, y;
static void *f(void *a) {{ {first} return a; }}
static void *g(void *a) {{ {second} return a; }}
int main(void)
{{
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, g, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    {last}
    return 0;
}}
"""


def nodes(text: str, reductions: Reductions) -> int:
    tree = tree_of(text, reductions, contexts=4)
    list(tree.walk())
    return tree.counts.nodes


def test_a_run_of_equal_stores_is_left_only_at_its_beginning_and_end() -> None:
    """Twenty more stores make the tree longer, but hardly wider."""
    short = PROGRAM.format(first="x = 1; " * 5, second="x = 2; " * 5, last="")
    long = PROGRAM.format(first="x = 1; " * 25, second="x = 2; " * 25, last="")
    reduced, plain = Reductions().without("persistent"), Reductions().without("persistent", "overwritten")
    assert nodes(long, reduced) < 6 * nodes(short, reduced)
    assert nodes(long, plain) > 12 * nodes(short, plain)


@pytest.mark.parametrize(
    ("first", "second", "last"),
    [
        # the value must come back after each of the other's stores: every store of the run may be needed
        ("x = 1; x = 1; x = 1;", "int r = 0; x = 2; r += x == 1; x = 2; r += x == 1; assert(r < 2);", ""),
        ("x = 1; x = 1; x = 1; x = 1;", "x = 2; if (x == 1) { x = 2; if (x == 1) { x = 2; assert(x == 2); } }", ""),
        ("x = 1; x = 1; y = 1; x = 1; x = 1;", "x = 2; if (y == 1) x = 3;", "assert(x != 3);"),
        ("x = 1; x = 1; x = 2; x = 2;", "int r = x; int s = x; assert(!(r == 2 && s == 1));", "assert(x == 2);"),
        ("x = 0; x = 0; x = 1; x = 0; x = 0;", "if (x == 1) { x = 5; if (x == 5) y = 1; }", "assert(y == 0);"),
        ("y = 1; x = 1; x = 1; y = 2; x = 1;", "if (y == 1 && x == 1) x = 2;", "assert(x != 2);"),
    ],
)
@pytest.mark.parametrize("bound", ["contexts", "preemptions"])
def test_nothing_within_the_bound_is_lost(first: str, second: str, last: str, bound: str) -> None:
    program = program_of(PROGRAM.format(first=first, second=second, last=last))
    for most in range(2, 6):
        bounds = {bound: most}
        machine = bool(explore(program, shortest=False, **bounds).findings)  # type: ignore[arg-type]
        for reductions in (WITHOUT_PERSISTENT, replace(ALONE, seen=True)):
            ours = check_lazy(program, Options.of(reductions=reductions, **bounds))  # type: ignore[arg-type]
            assert bool(ours.found) is machine, (most, reductions)
