"""A mode of somebody else's package: installed, it is a mode like ours."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "examples" / "modes" / "batch"
LOST_UPDATE = str(ROOT / "examples" / "lost_update.c")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """One in which the package is installed, and everything else is as it was."""
    folder = tmp_path_factory.mktemp("installed")
    source = Path(shutil.copytree(PACKAGE, folder / "source"))
    target = folder / "packages"
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(target), str(source)]
    subprocess.run(install, check=True, capture_output=True)
    # Tests on several processes have 80 columns, and tables are turned where they do not fit.
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(target), str(ROOT))), "COLUMNS": "200"}


def smtcb(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return _run(environment, "esbmc_py", *arguments)


def _run(environment: dict[str, str], module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)


def test_it_is_a_mode_of_check_whose_counterexamples_are_replayed(environment: dict[str, str]) -> None:
    bad = smtcb(environment, "check", LOST_UPDATE, "--mode", "batch")
    assert bad.returncode == 1, bad.stderr
    assert "(mode batch)" in bad.stdout
    assert "=> assertion violated in thread 0" in bad.stdout
    fixed = smtcb(environment, "check", LOST_UPDATE.replace(".c", "_fixed.c"), "--mode", "batch")
    assert fixed.stdout.startswith("VERIFICATION SUCCESSFUL\nscope: all executions")


def test_it_takes_part_in_comparisons(environment: dict[str, str]) -> None:
    compared = smtcb(environment, "compare", LOST_UPDATE, "--contexts", "4", "--unwind", "2")
    assert compared.returncode == 1, compared.stderr
    assert {line.split()[0] for line in compared.stdout.splitlines() if line.strip()} >= {"lazy", "explicit", "batch"}


def test_it_takes_part_in_campaigns(environment: dict[str, str], tmp_path: Path) -> None:
    wanted = ("benchmarks/suite/patterns", "--filter", "*lost_update-2-1-bad*", "--modes", "batch")
    done = smtcb(environment, "bench", *wanted, "--results", str(tmp_path / "runs.jsonl"))
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stdout.splitlines() if line.split()[:1] == ["batch"]]
    assert [row[1:3] for row in rows] == [["2", "2"]], done.stdout  # two questions about one program, both settled


def test_it_is_judged_on_generated_programs(environment: dict[str, str]) -> None:
    judged = _run(environment, "tests.agreement.agree", "batch", "6", "--size", "4", "--quick")
    assert judged.returncode == 0, judged.stdout + judged.stderr
    assert "batch" in judged.stdout


def test_without_it_there_is_no_such_mode() -> None:
    finished = smtcb({**os.environ, "PYTHONPATH": str(ROOT)}, "check", LOST_UPDATE, "--mode", "batch")
    assert finished.returncode == 2
    assert "there is no mode 'batch'" in finished.stderr
