"""The tool-info module passes BenchExec's own check, and reads what smtcb prints."""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from types import SimpleNamespace

import pytest

benchexec = pytest.importorskip("benchexec")

ROOT = Path(__file__).parents[2]
SUITE = ROOT / "benchmarks" / "suite"
MODULE = "esbmc_py.experiments.benchexec_tool"


def test_benchexec_finds_nothing_wrong_with_the_module(tmp_path: Path) -> None:
    script = tmp_path / "smtcb"
    script.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m esbmc_py "$@"\n')
    script.chmod(0o755)
    output = tmp_path / "output.txt"
    output.write_text("VERIFICATION FAILED\nscope: found within unwind 1\n\nb.c:5:3: use-after-free: reading x\n")
    check = [sys.executable, "-m", "benchexec.test_tool_info", MODULE, "--no-container", "--tool-directory", tmp_path]
    done = subprocess.run(
        [*check, "--tool-output", output, "--task-definition", SUITE / "cav14" / "fib-5-bad.yml"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout
    warnings = [line for line in done.stdout.splitlines() if "WARNING" in line]
    assert [line for line in warnings if "Path to executable is absolute" not in line] == []
    assert "'-DN=5', '--property', 'reach']" in done.stdout
    assert "false(valid-deref)" in done.stdout


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        (["VERIFICATION SUCCESSFUL", "scope: all executions"], "true"),
        (["VERIFICATION SUCCESSFUL (within bounds)", "scope: within bounds: unwind 3"], "unknown"),
        (["VERIFICATION FAILED", "a.c:1:2: assertion: x == 1 (thread 0)"], "false(unreach-call)"),
        (["VERIFICATION FAILED", "deadlock: 3 threads wait for ever"], "false(no-deadlock)"),
        (["VERIFICATION FAILED", "a.c:1:2: data-race: x"], "false(no-data-race)"),
        (["VERIFICATION UNKNOWN"], "unknown"),
        (["smtcb: out of memory"], "ERROR"),
        ([], "ERROR"),
    ],
)
def test_answers_are_read(output: list[str], expected: str) -> None:
    from esbmc_py.experiments.benchexec_tool import Tool

    assert Tool().determine_result(SimpleNamespace(output=output)) == expected


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        (
            ["WITNESS CONFIRMED", "witness: of a violation, version 2.2, by x", "a.c:1:2: data-race: x"],
            "false(no-data-race)",
        ),
        (["WITNESS REJECTED", "witness: of a violation, version 2.2, by x"], "true"),
        (["WITNESS CONFIRMED", "witness: of correctness, version 2.0, by x"], "true"),
        (
            ["WITNESS REJECTED", "witness: of correctness, version 2.0, by x", "a.c:1:2: assertion: x"],
            "false(unreach-call)",
        ),
        (["WITNESS UNKNOWN"], "unknown"),
        (["smtcb: w.yml: not YAML"], "ERROR"),
    ],
)
def test_judgements_of_witnesses_are_read(output: list[str], expected: str) -> None:
    from esbmc_py.experiments.benchexec_validator import Tool

    assert Tool().determine_result(SimpleNamespace(output=output)) == expected


def test_benchmark_definitions_name_the_module_and_existing_files() -> None:
    for file in sorted((ROOT / "benchmarks" / "benchexec").glob("*.xml")):
        definition = ElementTree.parse(file).getroot()
        assert definition.get("tool") == MODULE
        for prp in definition.iter("propertyfile"):
            assert prp.text and ("sv-benchmarks" in prp.text or (file.parent / prp.text).is_file())
