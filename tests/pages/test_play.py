"""`smtcb play`: the graph is what the exploration finds, and the page holds it."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from esbmc_py.play.document import whole
from esbmc_py.play.graph import PlayNode, StateGraph, TooManyStates
from esbmc_py.play.server import Server, Session
from esbmc_py.play.views import Views
from esbmc_py.vm.explore import explore
from esbmc_py.vm.findings import Status, Violation
from esbmc_py.vm.run import run
from esbmc_py.vm.schedule import Schedule

from ..conftest import Finished
from .loading import HOSTILE, ROOT, data_of, program

CONCURRENT = ROOT / "tests/programs/concurrent"
SAMPLE = [
    ROOT / "examples/lost_update.c",
    ROOT / "examples/lost_update_fixed.c",
    ROOT / "examples/deadlock.c",
    ROOT / "examples/icse11_figure1.c",
    CONCURRENT / "barrier.c",
    CONCURRENT / "condition_lost_wakeup.c",
    CONCURRENT / "deadlock_local.c",
    CONCURRENT / "deadlock_rwlocks.c",
    CONCURRENT / "double_free.c",
    CONCURRENT / "assume_in_section.c",
    CONCURRENT / "cas_loop.c",
]


def explored(path: Path) -> StateGraph:
    graph = StateGraph(program(path))
    graph.explore(5_000)
    return graph


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.stem)
def test_the_graph_has_the_states_and_findings_of_the_exploration(path: Path) -> None:
    graph = explored(path)
    exploration = explore(graph.program, shortest=False)
    assert len(graph.nodes) == exploration.states
    found = {
        (move.to.property, move.to.location)
        for node in graph.nodes
        for move in node.moves
        if isinstance(move.to, Violation)
    }
    assert found == {(one.property, one.location) for one in exploration.violations}
    deadlocks = {one.deadlock.local for one in graph.nodes if one.deadlock is not None}
    assert deadlocks == {one.local for one in exploration.deadlocks}


@pytest.mark.parametrize("path", SAMPLE[:4] + SAMPLE[5:6], ids=lambda path: path.stem)
def test_a_walk_through_the_graph_is_an_execution(path: Path) -> None:
    """The machine does the same, prints the same, and comes to the same end."""
    graph = explored(path)
    for seed in range(5):
        random, node, threads, output, end = Random(seed), graph.nodes[0], [], "", None
        while node.moves and end is None:
            move = random.choice(node.moves)
            threads.append(move.thread)
            output += move.text.output
            if isinstance(move.to, int):
                node = graph.nodes[move.to]
            else:
                end = move.to
        result = run(graph.program, schedule=Schedule(tuple(threads)), max_steps=len(threads))
        assert result.output == output
        if isinstance(end, Violation):
            assert (result.status, result.violation) == (Status.VIOLATION, end)
        elif node.deadlock is not None:
            again = run(graph.program, schedule=Schedule(tuple(threads)))
            assert again.status is Status.DEADLOCK
        else:
            assert result.status is Status.EXITED


def test_texts_are_those_of_the_values_that_the_step_finds() -> None:
    """Texts are shared between steps that read the same: never between those that do not."""
    graph = explored(ROOT / "examples/lost_update.c")
    views = Views(graph)
    for node in graph.nodes:
        counter = _value(views, node, "counter")
        for move in node.moves:
            for _, _, told in move.text.lines:
                if told.startswith("reads counter"):
                    assert told == f"reads counter = {counter}"
                if told.startswith("counter = ") and isinstance(move.to, int):
                    assert told == f"counter = {_value(views, graph.nodes[move.to], 'counter')}"


def _value(views: Views, node: PlayNode, name: str) -> str:
    rows = [
        row for number in node.state.contents if views.owner(number) == -1 for row in views.rows(node.state, number)
    ]
    return next(row.text for row in rows if row.place == name)


def test_locks_say_who_holds_them() -> None:
    graph = explored(ROOT / "examples/deadlock.c")
    deadlocked = next(node for node in graph.nodes if node.deadlock is not None)
    views, state = Views(graph), deadlocked.state
    rows = [row for number in state.contents if views.owner(number) == -1 for row in views.rows(state, number)]
    held = {row.place: row.threads for row in rows if row.kind == "lock"}
    assert sorted(held.values()) == [(1,), (2,)]
    waits = {one.thread: one.holders[0].thread for one in deadlocked.blocked if one.waited_for}
    assert waits == {1: 2, 2: 1}


def test_local_variables_are_shown_while_they_are_needed() -> None:
    graph = explored(CONCURRENT / "deadlock_philosophers.c")
    views = Views(graph)
    held = next(node for node in graph.nodes if node.deadlock is not None)
    locals_ = [{row.place: row.text for row in views.thread(one).locals} for one in held.state.machine.threads]
    assert [one["i"] for one in locals_[1:]] == ["0", "1", "2"]


def test_waiting_for_a_condition_names_it() -> None:
    document = whole(explored(CONCURRENT / "condition_lost_wakeup.c"))
    assert "waits until the condition variable is signalled: c" in [row[1] for row in document["waits"]]


def test_inputs_can_be_picked(source: Callable[..., Path]) -> None:
    path = source(
        "_Bool __VERIFIER_nondet_bool(void);\nvoid __VERIFIER_assert(int);\n#include <assert.h>\n"
        "int main(void) { int one = __VERIFIER_nondet_bool(); assert(one == 0); return 0; }\n"
    )
    graph = explored(path)
    chosen = {move.text.choice: move.to for node in graph.nodes for move in node.moves if move.text.choice}
    assert set(chosen) == {"0", "1"}
    assert isinstance(chosen["1"], Violation) and isinstance(chosen["0"], int)


def test_of_too_many_inputs_some_are_tried_and_the_page_says_so(
    smtcb: Callable[..., Finished], source: Callable[..., Path], tmp_path: Path
) -> None:
    byte = "__VERIFIER_nondet_uchar()"
    path = source(
        f"unsigned char {byte.replace('()', '(void)')};\n"
        f"int main(void) {{ int sum = {byte} + {byte} + {byte} + {byte}; return sum == 7; }}\n"
    )
    assert smtcb("play", path, "-o", tmp_path / "page.html").status == 0
    data = data_of((tmp_path / "page.html").read_text())
    assert "the first 1,000 combinations were tried" in data["notes"][0] and data["complete"] is False


def test_too_many_states_are_refused(smtcb: Callable[..., Finished], tmp_path: Path) -> None:
    with pytest.raises(TooManyStates):
        StateGraph(program(SAMPLE[0])).explore(10)
    finished = smtcb("play", SAMPLE[0], "--max-states", 10, "-o", tmp_path / "page.html")
    assert finished.status == 2 and "--serve" in finished.errors and "10 states" in finished.errors


def test_bad_wishes_are_told(smtcb: Callable[..., Finished], tmp_path: Path) -> None:
    assert "cannot write the page" in smtcb("play", SAMPLE[0], "-o", tmp_path / "no/where.html").errors
    assert smtcb("play", SAMPLE[0], "--serve", "-o", "x.html").status == 2
    assert "no such port" in smtcb("play", SAMPLE[0], "--serve", "--port", 99_999).errors


def test_nothing_of_a_program_becomes_a_part_of_the_page(
    smtcb: Callable[..., Finished], source: Callable[..., Path], tmp_path: Path
) -> None:
    assert smtcb("play", source(HOSTILE), "-o", tmp_path / "page.html").status == 0
    page = (tmp_path / "page.html").read_text()
    assert list(data_of(page)["sources"].values()) == [HOSTILE]
    assert page.count("</script") == page.count("<script") == 2 and "<!--" not in page and "<img" not in page


def test_under_tso_stores_wait_in_buffers(
    smtcb: Callable[..., Finished], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert smtcb("play", ROOT / "tests/litmus/SB.c", "--memory-model", "tso").status == 0
    data = data_of(Path("SB.tso.play.html").read_text())  # the page without buffers may stand beside it
    assert data["model"] == "tso" and any(row[0] == "violation" for row in data["ends"])
    assert any(row[2] == "buffer" for rows in data["shown"] for row in rows)
    choices = {choice for _, _, _, choice in data["texts"]}
    assert choices == {"", "its buffer waits", "then x = 1 reaches memory", "then y = 1 reaches memory"}
    assert "x: the store reaches memory" in {will for will, *_ in data["texts"]}


# -- a machine behind the page ----------------------------------------------------------------------------------------


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(Session(StateGraph(program(SAMPLE[0])), "sc"), 0, idle=60) as served:
        thread = threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield served
        served.shutdown()
        thread.join(10)


def ask(address: str, body: Any = None, **headers: str) -> tuple[int, str]:
    request = urllib.request.Request(address, None if body is None else json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as problem:
        return problem.code, problem.read().decode()


def test_the_served_page_is_played_to_the_violation_with_hints(server: Server) -> None:
    assert data_of(ask(server.address)[1])["served"] is True
    state, last, steps = 0, 0, 0
    while True:
        document = json.loads(ask(f"{server.address}state", {"state": state})[1])
        hint = json.loads(ask(f"{server.address}hint", {"state": state, "last": last})[1])
        moves = document["nodes"]["moves"][0]
        last, state = moves[3 * hint["index"]], moves[3 * hint["index"] + 1]
        steps += 1
        if state < 0:
            break
    assert document["ends"][-1 - state][:2] == ["violation", "assertion"] and steps == 12


def test_only_who_knows_the_address_gets_an_answer(server: Server) -> None:
    port = server.server_address[1]
    assert ask(f"http://127.0.0.1:{port}/wrong/state", {"state": 0})[0] == 403
    assert ask(server.address, Host="evil.example")[0] == 403
    assert ask(f"{server.address}state", {"state": 0}, Origin="http://evil.example")[0] == 403
    assert ask(f"http://127.0.0.1:{port}/")[0] == 403


@pytest.mark.parametrize("body", [{"state": 99_999}, {"state": "0"}, {"state": -1}, [], {"x": "y" * 20_000}])
def test_bad_requests_are_refused(server: Server, body: Any) -> None:
    assert ask(f"{server.address}state", body)[0] == 400
    assert ask(f"{server.address}state", {"state": 0})[0] == 200


def test_the_server_ends_when_nobody_moves() -> None:
    with Server(Session(StateGraph(program(SAMPLE[0])), "sc"), 0, idle=0) as served:
        served.moved -= 1
        served.serve_forever(poll_interval=0.01)  # comes back
