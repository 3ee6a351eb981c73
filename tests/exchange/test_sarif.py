"""SARIF: what code scanning needs is there, and stays the same while the program does."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from esbmc_py.exchange.rules import RULES
from esbmc_py.goto.properties import Property
from tests.conftest import Finished

Smtcb = Callable[..., Finished]
PROGRAM = Path(__file__).parents[2] / "examples" / "lost_update.c"


def document(smtcb: Smtcb, program: Path, path: Path, *options: str) -> dict[str, Any]:
    smtcb("check", program, "--sarif", path, "--mode", "lazy", *options)
    whole: dict[str, Any] = json.loads(path.read_text())
    return whole


def test_threads_have_flows_of_their_own_in_one_order(smtcb: Smtcb, tmp_path: Path) -> None:
    whole = document(smtcb, PROGRAM, tmp_path / "a.sarif")
    assert whole["version"] == "2.1.0"
    [run] = whole["runs"]
    [result] = run["results"]
    assert result["ruleId"] == "assertion"
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["help"]["text"]
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 21, "startColumn": 5}
    flows = result["codeFlows"][0]["threadFlows"]
    assert [flow["id"] for flow in flows] == ["thread 0", "thread 1", "thread 2"]
    orders = [one["executionOrder"] for flow in flows for one in flow["locations"]]
    assert sorted(orders) == list(range(1, len(orders) + 1))
    for flow in flows:
        own = [one["executionOrder"] for one in flow["locations"]]
        assert own == sorted(own)


def test_a_fingerprint_does_not_count_lines(smtcb: Smtcb, tmp_path: Path) -> None:
    program = tmp_path / "lost_update.c"
    prints = []
    for text in (PROGRAM.read_text(), "\n\n/* moved */\n" + PROGRAM.read_text()):
        program.write_text(text)
        whole = document(smtcb, program, tmp_path / "a.sarif")
        prints.append(whole["runs"][0]["results"][0]["partialFingerprints"])
    assert prints[0] == prints[1]
    program.write_text(PROGRAM.read_text().replace("counter == 2", "counter >= 2"))
    whole = document(smtcb, program, tmp_path / "a.sarif")
    assert whole["runs"][0]["results"][0]["partialFingerprints"] != prints[0]


def test_a_race_and_a_deadlock_have_related_locations(smtcb: Smtcb, tmp_path: Path) -> None:
    whole = document(smtcb, PROGRAM, tmp_path / "a.sarif", "--property", "race")
    [result] = whole["runs"][0]["results"]
    assert len(result["locations"]) == len(result["relatedLocations"]) == 1


def test_nothing_found_is_a_run_without_results(smtcb: Smtcb, tmp_path: Path) -> None:
    program = tmp_path / "safe.c"
    program.write_text("int main(void) { return 0; }\n")
    [run] = document(smtcb, program, tmp_path / "a.sarif")["runs"]
    assert run["results"] == []
    [note] = run["invocations"][0]["toolExecutionNotifications"]
    assert "SUCCESSFUL: all executions" in note["message"]["text"]


def test_several_programs_are_put_into_one_file(smtcb: Smtcb, tmp_path: Path) -> None:
    document(smtcb, PROGRAM, tmp_path / "a.sarif")
    document(smtcb, PROGRAM, tmp_path / "b.sarif", "--property", "race")
    both = tmp_path / "all.sarif"
    files = [tmp_path / name for name in ("a.sarif", "b.sarif", "a.sarif")]
    assert smtcb("sarif", *files, "-o", both).status == 0
    [run] = json.loads(both.read_text())["runs"]
    assert [one["ruleId"] for one in run["results"]] == ["assertion", "data-race"]
    assert [one["ruleIndex"] for one in run["results"]] == [0, 1]
    assert [one["id"] for one in run["tool"]["driver"]["rules"]] == ["assertion", "data-race"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"runs": [{"tool": {"driver": {"name": "other"}}}]}'])
def test_other_files_are_not_merged(smtcb: Smtcb, tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.sarif"
    path.write_text(text)
    finished = smtcb("sarif", path, "-o", tmp_path / "b.sarif")
    assert finished.status == 2
    assert "Traceback" not in finished.errors


def test_every_property_has_a_rule() -> None:
    assert {one for one in Property if one not in RULES} == {Property.UNSUPPORTED}
