"""The pages of the tree, of the sequentialized program, and of an answer without counterexamples."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from encoders.cseq.check import turns_of_violation
from encoders.request import Options
from esbmc_py.play.graph import StateGraph
from esbmc_py.play.ways import Ways, address_of, count_ways, fewest_switches
from esbmc_py.vm.explore import explore
from esbmc_py.vm.findings import Status
from esbmc_py.vm.run import run
from esbmc_py.vm.schedule import Schedule
from reachability_tree.term_text import term_text
from symex.terms import and_, bv, eq, extract, not_, slt, symbol, ult

from ..conftest import Finished
from .loading import HOSTILE, ROOT, data_of, program

LOST_UPDATE = ROOT / "examples/lost_update.c"
INPUTS = """#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
int limit, done;
void *work(void *unused) {
    int amount = __VERIFIER_nondet_int();
    if (amount > limit && amount < 2) done = 1;
    return unused;
}
int main(void) {
    pthread_t one;
    pthread_create(&one, NULL, work, NULL);
    limit = 5;
    pthread_join(one, NULL);
    assert(!done);
    return 0;
}
"""

# -- ways -------------------------------------------------------------------------------------


def test_ways_are_counted_as_by_hand(source: Callable[..., Path]) -> None:
    """Every walk from the beginning to an end, one after the other."""
    graph = StateGraph(program(LOST_UPDATE))
    graph.explore(1000)
    ends: list[bool] = []
    pending: list[int] = [0]
    while pending:
        node = graph.nodes[pending.pop()]
        if not node.moves:
            ends.append(False)
        for move in node.moves:
            pending.append(move.to) if isinstance(move.to, int) else ends.append(True)
    assert count_ways(graph) == Ways(len(ends), sum(ends)) == Ways(69, 30)


@pytest.mark.parametrize("name", ["lost_update", "deadlock"])
def test_no_way_to_a_bug_has_fewer_switches(name: str) -> None:
    graph = StateGraph(program(ROOT / f"examples/{name}.c"))
    graph.explore(1000)
    found = fewest_switches(graph)
    assert found is not None
    switches, way = found
    threads = [move.thread for _, move in way]
    assert sum(one != other for one, other in pairwise([0, *threads])) == switches
    assert explore(graph.program, contexts=switches).findings
    assert not explore(graph.program, contexts=switches - 1).findings
    assert run(graph.program, schedule=Schedule(tuple(threads))).status in (Status.VIOLATION, Status.DEADLOCK)
    assert address_of(way) == "#w=" + ".".join(map(str, threads))


# -- the tree ---------------------------------------------------------------------------------


def test_the_tree_shows_values_formulas_and_what_was_cut(
    smtcb: Callable[..., Finished], source: Callable[..., Path], tmp_path: Path
) -> None:
    page = tmp_path / "tree.html"
    assert smtcb("tree", source(INPUTS), "--html", page).status == 0
    nodes = data_of(page.read_text())["nodes"]
    formulas = {node["formula"] for node in nodes}
    assert any("t1.input0 < 2" in one for one in formulas) and not any("bvslt" in one for one in formulas)
    assert ["limit", "5"] in [value for node in nodes for value in node["values"]]
    cuts = {why for node in nodes for _, why in node["cut"]}
    assert {"infeasible", "asleep", "waits"} <= cuts
    assert any(node["verdict"].startswith("violation: assertion: !done") for node in nodes)


def test_no_node_stands_in_the_library(smtcb: Callable[..., Finished], tmp_path: Path) -> None:
    page = tmp_path / "tree.html"
    assert smtcb("tree", ROOT / "examples/deadlock.c", "--html", page, "--no-reduction", "--max-nodes", 200).status == 0
    places = {thread[0] for node in data_of(page.read_text())["nodes"] for thread in node["threads"]}
    assert all(one in ("before main", "has returned", "ended") or one.startswith("deadlock.c:") for one in places)


NAMES = """#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct node { int value; struct node *next; } *top;
const char *owner;
void *work(void *unused) {
    pthread_mutex_lock(&lock);
    owner = "ada";
    pthread_mutex_unlock(&lock);
    free(top);
    return unused;
}
int main(void) {
    pthread_t one;
    struct node *fresh = malloc(sizeof *fresh);
    fresh->value = 7;
    top = fresh;
    pthread_create(&one, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    top->value++;
    pthread_mutex_unlock(&lock);
    pthread_join(one, NULL);
    return 0;
}
"""


def test_the_tree_speaks_of_locks_texts_and_heap_objects_as_the_program_does(
    smtcb: Callable[..., Finished], source: Callable[..., Path], tmp_path: Path
) -> None:
    page = tmp_path / "tree.html"
    smtcb("tree", source(NAMES), "--html", page)
    nodes = data_of(page.read_text())["nodes"]
    values = {tuple(value) for node in nodes for value in node["values"]}
    assert {("lock", "free"), ("lock", "held by thread 0"), ("lock", "held by thread 1")} <= values
    assert {("owner", '"ada"'), ("top", "fresh"), ("fresh->value", "7"), ("fresh->value", "8")} <= values
    assert any("use-after-free" in node["verdict"] and "*fresh has been freed" in node["verdict"] for node in nodes)
    assert not any("heap object" in text or "string$" in text for value in values for text in value)


def test_a_tree_too_large_for_a_page_says_how_to_cut_it(smtcb: Callable[..., Finished], tmp_path: Path) -> None:
    large = smtcb("tree", LOST_UPDATE, "--svg", tmp_path / "tree.svg")
    assert "too large to read on one page" in large.output and "--contexts" in large.output
    small = smtcb("tree", LOST_UPDATE, "--svg", tmp_path / "tree.svg", "--max-nodes", 8)
    assert "too large" not in small.output


def test_terms_are_written_as_people_do() -> None:
    x, y = symbol("in!1!0:32", 32), symbol("in!2!1:32", 32)
    assert term_text(and_(slt(bv(3, 32), x), not_(eq(x, y)))) == "(t1.input0 > 3) && (t1.input0 != t2.input1)"
    assert term_text(slt(x, bv(0xFFFFFFFF, 32))) == "t1.input0 < -1"
    assert term_text(ult(x, bv(0xFFFFFFF0, 32))) == "t1.input0 < 4294967280"
    assert term_text(eq(extract(x, 1, 0), bv(2, 2))).startswith("(t1.input0 & 3) == ")


# -- the sequentialized program ---------------------------------------------------------------


def test_turns_are_those_of_a_run_of_the_threads(smtcb: Callable[..., Finished], tmp_path: Path) -> None:
    """Blocks run from pc to cs: put together, each thread runs all of its blocks, in order."""
    page = tmp_path / "page.html"
    assert smtcb("sequentialize", LOST_UPDATE, "--rounds", 3, "--html", page).status == 0
    data = data_of(page.read_text())
    assert data["violation"]["line"] == 21 and data["threads"] == ["main_0", "count_1", "count_2"]
    position = [0, 0, 0]
    for _, thread, stops in data["turns"]:
        assert position[thread] <= stops <= data["sizes"][thread]
        position[thread] = stops
    assert position == data["sizes"]
    labelled = [line for line in data["lines"] if line["thread"] == 1 and "J(1, 2)" in line["text"]]
    assert [(one["block"], one["line"]) for one in labelled] == [(1, 10)]


def test_what_stands_after_a_guard_belongs_to_the_turn_that_has_passed_it(
    smtcb: Callable[..., Finished], source: Callable[..., Path], tmp_path: Path
) -> None:
    """The check of an assertion with two operands comes after the `G` where their ways meet."""
    page = tmp_path / "page.html"
    text = LOST_UPDATE.read_text().replace("assert(counter == 2)", "assert(counter > 1 && counter < 3)")
    assert smtcb("sequentialize", source(text), "--rounds", 3, "--html", page).status == 0
    lines = data_of(page.read_text())["lines"]
    [check] = [place for place, line in enumerate(lines) if "assert(" in line["text"] and line["thread"] == 0]
    guard = max(place for place in range(check) if "G(" in lines[place]["text"])
    assert guard > 0 and lines[check]["block"] == lines[guard]["block"] == lines[guard - 1]["block"] >= 0


def test_a_turn_belongs_to_a_thread_that_has_been_started() -> None:
    outcome, turns = turns_of_violation(program(ROOT / "examples/deadlock.c"), Options.of(unwind=1, rounds=3))
    assert outcome.found and turns[0].thread == 0
    assert all(earlier.round <= later.round for earlier, later in pairwise(turns))
    same = [(a, b) for a, b in pairwise(turns) if a.round == b.round]
    assert all(a.thread < b.thread for a, b in same)


def test_without_a_violation_there_is_a_page_too(smtcb: Callable[..., Finished], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    finished = smtcb("sequentialize", ROOT / "examples/lost_update_fixed.c", "--rounds", 1, "--html", page)
    assert finished.status == 0 and "no violation" in finished.output
    assert data_of(page.read_text())["turns"] == []


# -- answers ----------------------------------------------------------------------------------


def test_a_successful_answer_tells_what_was_covered(
    smtcb: Callable[..., Finished], source: Callable[..., Path], tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    prog = source("int main(void) {\n    int x = 1;\n    if (x == 2)\n        x = 3;\n    return 0;\n}\n")
    assert smtcb("check", prog, "--mode", "explicit", "--html", page).status == 0
    covered = data_of(page.read_text())["covered"]
    (lines,) = covered["lines"].values()
    assert lines["3"] is True and lines["4"] is False
    assert "In no execution" in covered["words"][0] and "interleaving" in covered["numbers"][-1]


@pytest.mark.parametrize("command", [("tree",), ("sequentialize",), ("check", "--mode", "explicit")])
def test_nothing_of_a_program_becomes_a_part_of_any_page(
    smtcb: Callable[..., Finished], source: Callable[..., Path], tmp_path: Path, command: tuple[str, ...]
) -> None:
    page = tmp_path / "page.html"
    smtcb(command[0], source(HOSTILE), *command[1:], "--html", page)
    text = page.read_text()
    assert HOSTILE in data_of(text)["sources"].values()
    assert text.count("</script") == text.count("<script") == 2 and "<img" not in text and "<!--" not in text
