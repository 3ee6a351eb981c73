"""Trees of small C programs, for tests."""

from __future__ import annotations

import tempfile
from pathlib import Path

from encoders.request import Options
from encoders.tree.collector import make_tree
from esbmc_py.frontend import load_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare
from reachability_tree.events import End, Event
from reachability_tree.node import Node, schedule_of
from reachability_tree.reductions import Reductions
from reachability_tree.walk import ReachabilityTree

HEADER = """\
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
"""

PLAIN = Reductions.none()


def program_of(text: str) -> Program:
    """The goto program of a C text that may use pthreads, assert and the __VERIFIER functions."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "prog.c"
        path.write_text(HEADER + text)
        return prepare(load_program([path]))


def tree_of(text: str, reductions: Reductions = PLAIN, **bounds: int) -> ReachabilityTree:
    return make_tree(program_of(text), Options.of(reductions=reductions, **bounds), None)  # type: ignore[arg-type]


def children(tree: ReachabilityTree, node: Node) -> list[Node]:
    return [item for item in tree.expand(node) if isinstance(item, Node)]


def events(tree: ReachabilityTree, node: Node) -> list[Event]:
    return [item for item in tree.expand(node) if not isinstance(item, Node)]


def follow(tree: ReachabilityTree, *threads: int) -> Node:
    """The node that a schedule leads to, by the first child of each thread."""
    node = tree.root()
    for thread in threads:
        node = next(child for child in children(tree, node) if child.active == thread)
    return node


def interleavings(tree: ReachabilityTree) -> list[tuple[int, ...]]:
    return [schedule_of(event.steps) for event in tree.walk() if isinstance(event, End)]


TWO_THREADS = """
int x;
static void *first(void *argument) { x = 1; return argument; }
static void *second(void *argument) { x = 2; return argument; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
"""

LOST_UPDATE = """
int x;
static void *increment(void *argument)
{
    for (int i = 0; i < 2; i++)
        x++;
    return argument;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, increment, NULL);
    pthread_create(&b, NULL, increment, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 4);
    return 0;
}
"""
