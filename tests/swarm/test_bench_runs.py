"""`smtcb bench --cluster`: the same results as on this machine, and a cluster that is not there is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from esbmc_py.cli.exit_codes import ExitCode
from esbmc_py.cli.main import main
from esbmc_py.swarm.local_cluster import LocalCluster

pytest.importorskip("distributed")

TASK = """\
format_version: '2.0'
input_files: '{name}.c'
properties:
  - property_file: ok.prp
    expected_verdict: {verdict}
"""
PROGRAM = """\
#include "limit.h"
#include <assert.h>
int main(void) {{ assert({value} < LIMIT); return 0; }}
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """Two tasks with a header beside them."""
    folder = tmp_path / "suite"
    folder.mkdir()
    (folder / "limit.h").write_text("#define LIMIT 3\n")
    (folder / "ok.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    for name, value, verdict in (("small", 2, "true"), ("large", 3, "false")):
        (folder / f"{name}.c").write_text(PROGRAM.format(value=value))
        (folder / f"{name}.yml").write_text(TASK.format(name=name, verdict=verdict))
    return folder


def verdicts(file: Path) -> dict[tuple[str, str], str]:
    runs = [json.loads(line) for line in file.read_text().splitlines()]
    return {(run["task"], run["configuration"]): run["status"] for run in runs if "task" in run}


def test_a_cluster_says_what_this_machine_says(suite: Path, tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    command = ["bench", str(suite), "--modes", "lazy", "--quiet", "--timeout", "60"]
    assert main([*command, "--results", str(here)]) == ExitCode.SUCCESSFUL
    cluster = LocalCluster(1)
    try:
        address = ["--cluster", cluster.address]
        assert main([*command, "--results", str(there), *address]) == ExitCode.SUCCESSFUL
        before = there.read_text()
        assert main([*command, "--results", str(there), *address]) == ExitCode.SUCCESSFUL
        assert there.read_text() == before  # nothing was left to do
    finally:
        cluster.end()
    assert len(verdicts(there)) == 2
    assert verdicts(there) == verdicts(here)


def test_nobody_is_there(suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = str(tmp_path / "results.jsonl")
    assert main(["bench", str(suite), "--cluster", "tcp://127.0.0.1:9", "--results", results]) == ExitCode.BAD_INPUT
    assert "no cluster answers at tcp://127.0.0.1:9" in capsys.readouterr().err


def test_tls_needs_its_files(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", str(suite), "--cluster", "tls://127.0.0.1:9"]) == ExitCode.BAD_INPUT
    assert "tls needs --tls-ca, --tls-cert and --tls-key" in capsys.readouterr().err
