"""`smtcb check`: verdict, scope, counterexample, statistics, exit status."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from esbmc_py.cli.check_command import check_options
from esbmc_py.cli.main import build_parser, parse
from tests.conftest import ROOT, Finished

Smtcb = Callable[..., Finished]
Source = Callable[..., Path]

LOST_UPDATE = ROOT / "examples" / "lost_update.c"
FIXED = ROOT / "examples" / "lost_update_fixed.c"
DEADLOCK = ROOT / "examples" / "deadlock.c"
MODES = ["lazy", "schedule", "uw", "lazyseq"]

LOOP = """\
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++)
        sum++;
    assert(sum != 3);
}
"""


@pytest.mark.parametrize("mode", MODES)
def test_the_lost_update_is_shown_step_by_step(smtcb: Smtcb, mode: str) -> None:
    finished = smtcb("check", LOST_UPDATE, "--mode", mode)
    assert finished.status == 1
    lines = finished.output.splitlines()
    assert lines[0] == "VERIFICATION FAILED"
    assert lines[1].startswith("scope: found within unwind ")
    assert f"looked for: reach, memory, division, locks, deadlock (mode {mode})" in lines
    assert any("--- switch to thread " in line for line in lines)
    assert any("counter++;" in line and "counter = 1 (was 0)" in line for line in lines)
    assert lines[-1].startswith("  => assertion violated in thread 0")
    assert finished.errors == ""


def test_success_names_its_scope(smtcb: Smtcb) -> None:
    finished = smtcb("check", FIXED)
    assert finished.status == 0
    assert finished.output.splitlines()[:2] == ["VERIFICATION SUCCESSFUL", "scope: all executions"]


def test_success_within_bounds_says_which(smtcb: Smtcb) -> None:
    # One engine after the other: which one is first on a busy machine decides what is known to be unreached.
    finished = smtcb("check", LOST_UPDATE, "--contexts", 2, "--quiet", "--jobs", 1)
    assert finished.status == 0
    assert finished.output.splitlines() == [
        "VERIFICATION SUCCESSFUL (within bounds)",
        "scope: within bounds: 2 context switches",
        "  there are schedules beyond the bound",
        f"note: {LOST_UPDATE}:21:5: no execution within these bounds reaches the assertion counter == 2",
    ]


def test_preemptions_bound_the_search(smtcb: Smtcb) -> None:
    assert smtcb("check", LOST_UPDATE, "--preemptions", 0).status == 0
    assert smtcb("check", LOST_UPDATE, "--preemptions", 1).status == 1


def test_rounds_bound_the_sequentialization(smtcb: Smtcb) -> None:
    assert smtcb("check", LOST_UPDATE, "--mode", "lazyseq", "--rounds", 1).status == 0
    assert smtcb("check", LOST_UPDATE, "--mode", "lazyseq", "--rounds", 3).status == 1


def test_a_loop_can_have_its_own_bound(smtcb: Smtcb, source: Source) -> None:
    path = source(LOOP)
    assert smtcb("check", path, "--unwind", 2).status == 0
    assert smtcb("check", path, "--unwind", 2, "--unwind-at", "prog.c:6:3").status == 1


def test_a_deadlock_is_shown_when_it_is_asked_for(smtcb: Smtcb) -> None:
    finished = smtcb("check", DEADLOCK, "--property", "deadlock")
    assert finished.status == 1
    assert "=> deadlock:" in finished.output
    assert "until the mutex is free" in finished.output


def test_what_cannot_be_decided_is_unknown(smtcb: Smtcb, source: Source) -> None:
    text = (ROOT / "tests/programs/concurrent/lost_by_two_locked.c").read_text(encoding="utf-8")
    finished = smtcb("check", source(text), "--property", "memtrack", "--mode", "lazyseq", "--unwind", "2")
    assert finished.status == 3
    assert finished.output.startswith("VERIFICATION UNKNOWN\nscope: not everything was decided:\n")
    assert "whether it is lost (memtrack) is not decided" in finished.output


def test_deadlocks_that_were_not_looked_for_are_named_where_threads_wait(smtcb: Smtcb, source: Source) -> None:
    hint = "not looked for: deadlocks, and there are threads that wait (--property deadlock looks for them)"
    assert hint in smtcb("check", DEADLOCK, "--property", "reach").output
    assert hint not in smtcb("check", DEADLOCK).output
    assert hint not in smtcb("check", source("int main(void) { return 0; }"), "--property", "reach").output


@pytest.mark.parametrize(("mode", "status"), [("explicit", 0), ("random", 3)])
def test_races_that_were_not_looked_for_are_named_where_threads_share_data(
    smtcb: Smtcb, mode: str, status: int
) -> None:
    """Also in answers that know nothing: the race may be the bug that somebody is after."""
    hint = "not looked for: data races, and there is plain data that threads share (--property race looks for them)"
    finished = smtcb("check", FIXED, "--mode", mode)
    assert (finished.status, hint in finished.output) == (status, True)
    assert hint not in smtcb("check", FIXED, "--mode", mode, "--property", "reach,race,deadlock").output
    assert hint not in smtcb("check", LOST_UPDATE, "--mode", mode).output


@pytest.mark.parametrize("mode", [*MODES, "explicit"])
def test_every_mode_can_be_asked_for_all_properties(smtcb: Smtcb, mode: str) -> None:
    finished = smtcb("check", DEADLOCK, "--mode", mode, "--property", "all")
    assert finished.status == 1
    assert finished.output.startswith("VERIFICATION FAILED")


def test_a_property_file_says_what_to_look_for(smtcb: Smtcb, source: Source) -> None:
    prp = source("CHECK( init(main()), LTL(G ! call(reach_error())) )\n", "unreach-call.prp")
    finished = smtcb("check", "--mode", "lazy", LOST_UPDATE, "--prp", prp)
    assert finished.status == 1
    assert "looked for: reach (mode lazy)\n" in finished.output


def test_statistics_are_printed_on_request(smtcb: Smtcb) -> None:
    assert "peak memory" not in smtcb("check", "--mode", "lazy", FIXED).output
    output = smtcb("check", "--mode", "lazy", FIXED, "--stats").output
    for title in (
        "visible operations",
        "threads",
        "nodes of the tree",
        "interleavings",
        "time: solving",
        "peak memory",
    ):
        assert f"  {title} " in output


@pytest.mark.parametrize("mode", MODES)
def test_everything_is_in_the_json_document(smtcb: Smtcb, mode: str) -> None:
    finished = smtcb("check", LOST_UPDATE, "--mode", mode, "--json")
    assert finished.status == 1
    document = json.loads(finished.output)
    assert document["verdict"] == "failed"
    assert document["mode"] == mode
    assert document["scope"]["bounds"]["unwind"] >= 1
    assert document["scope"]["complete"] is False
    (finding,) = document["findings"]
    assert finding["confirmed"] is True
    assert finding["property"] == "assertion"
    assert finding["trace"][-1]["location"]["line"] == 21
    statistics = document["statistics"]
    assert statistics["threads"] == 3
    assert statistics["visible_operations"] > 0
    assert set(statistics["times"]) == {"loading", "exploration", "solving", "replay", "total"}
    assert {"nodes", "interleavings", "failing", "formula_nodes", "solver_checks", "peak_memory_mb"} <= set(statistics)


def test_a_saved_schedule_replays(smtcb: Smtcb, tmp_path: Path) -> None:
    saved = tmp_path / "bug.json"
    assert smtcb("check", LOST_UPDATE, "--save-schedule", saved).status == 1
    again = smtcb("run", "--schedule", saved, LOST_UPDATE)
    assert again.status == 1
    assert "lost_update.c:21:5: counter == 2" in again.errors


def test_a_saved_schedule_carries_the_inputs(smtcb: Smtcb, source: Source, tmp_path: Path) -> None:
    path, saved = source(LOOP), tmp_path / "bug.json"
    assert smtcb("check", path, "--save-schedule", saved).status == 1
    assert json.loads(saved.read_text())["eager"] is True
    assert smtcb("run", "--schedule", saved, path).status == 1


def test_the_schedule_in_the_json_document_replays(smtcb: Smtcb, tmp_path: Path) -> None:
    document = json.loads(smtcb("check", LOST_UPDATE, "--json").output)
    saved = tmp_path / "bug.json"
    saved.write_text(json.dumps(document["findings"][0]["schedule"]))
    assert smtcb("run", "--schedule", saved, LOST_UPDATE).status == 1


def test_no_schedule_is_saved_where_there_is_none(smtcb: Smtcb, tmp_path: Path) -> None:
    saved = tmp_path / "bug.json"
    finished = smtcb("check", FIXED, "--save-schedule", saved)
    assert "there is no schedule to save" in finished.output
    assert not saved.exists()


def test_an_unconfirmed_counterexample_is_unknown_with_a_note(smtcb: Smtcb, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("esbmc_py.checking.replay.replay", lambda *_: None)
    finished = smtcb("check", LOST_UPDATE)
    assert finished.status == 3
    assert "note: " in finished.output
    assert "the replay does not confirm it" in finished.output
    assert "--- switch" not in finished.output


@pytest.mark.parametrize("solver", ["z3", "bitwuzla", "bitwuzla:preprocessing"])
def test_solvers_agree(smtcb: Smtcb, source: Source, solver: str) -> None:
    assert smtcb("check", source(LOOP), "--solver", solver, "--unwind", 4).status == 1


def test_the_plain_tree_gives_the_same_answer(smtcb: Smtcb) -> None:
    assert smtcb("check", LOST_UPDATE, "--no-reduction", "--contexts", 4).status == 1
    assert smtcb("check", FIXED, "--no-reduction", "--contexts", 3).status == 0


def test_reductions_are_switched_off_by_name(smtcb: Smtcb) -> None:
    assert smtcb("check", LOST_UPDATE, "--without", "sleep,independent").status == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--mode", "magic"], "smtcb: there is no mode 'magic'"),
        (["--mode", "lazy", "--rounds", "3"], "smtcb: mode lazy is not bounded by rounds"),
        (["--property", "beauty"], "smtcb: there is no property 'beauty'"),
        (["--without", "sleep,magic"], "smtcb: there is no reduction 'magic'"),
        (["--solver", "oracle"], "smtcb: there is no solver 'oracle'"),
        (["--unwind-at", "lost_update.c:3:4"], "smtcb: there is no loop at lost_update.c:3"),
        (["--unwind-at", "lost_update.c"], "'lost_update.c' is not FILE:LINE:N"),
        (["--contexts", "2", "--preemptions", "1"], "not allowed with argument"),
        (["--contexts", "-1"], "-1"),
        (["--timeout", "soon"], "'soon' is not a number of seconds"),
        (["--prp", "nowhere.prp"], "nowhere.prp: cannot read the property file"),
        (["--mode", "explicit", "--ltl-file", "nowhere.ltl"], "nowhere.ltl: cannot read the formulas: No such file"),
    ],
)
def test_options_that_mean_nothing_are_bad_usage(smtcb: Smtcb, arguments: list[str], message: str) -> None:
    finished = smtcb("check", LOST_UPDATE, *arguments)
    assert finished.status == 2
    assert message in finished.errors
    assert "Traceback" not in finished.errors


def test_a_solver_that_is_not_there_makes_the_answer_unknown(smtcb: Smtcb, source: Source) -> None:
    finished = smtcb("check", "--mode", "lazy", source(LOOP), "--solver", "smtlib:no-such-solver-anywhere")
    assert finished.status == 3
    assert "no-such-solver-anywhere" in finished.output


def test_a_file_that_is_not_c_is_bad_input(smtcb: Smtcb, source: Source) -> None:
    finished = smtcb("check", source("int main(void) { retrn 1; }\n"))
    assert finished.status == 2
    assert "prog.c:1:24: error: expected ';'" in finished.errors


def test_the_readme_shows_what_is_really_printed(smtcb: Smtcb, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert smtcb("check", "examples/lost_update.c").output in (ROOT / "README.md").read_text()


def test_what_is_done_before_a_check_begins_counts_as_its_time() -> None:
    options = parse(build_parser(), ["check", str(LOST_UPDATE), "--timeout", "60"])
    options.ends_at = time.monotonic() + 5
    timeout = check_options(options, None).timeout
    assert timeout is not None and 0 < timeout <= 5
    options.ends_at = 0.0
    assert check_options(options, None).timeout == pytest.approx(0.05)
