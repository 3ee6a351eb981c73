"""What docs/ci.md tells people to write is taken out of the page and run: for a bug, and for its repair."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "ci.md").read_text()
BUG, REPAIR = ROOT / "examples" / "lost_update.c", ROOT / "examples" / "lost_update_fixed.c"


def recipe(title: str, language: str, number: int = 0) -> str:
    """As it stands there, but for the time: a machine that runs tests may be busy."""
    section = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    text = re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)[number]
    return re.sub(r"(timeout[ =])\d+", r"\g<1>600", text)


class Project:
    """A folder with `src/app.c`, and `smtcb` in the path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "src").mkdir()
        tools = folder / "tools"
        tools.mkdir()
        (tools / "smtcb").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m esbmc_py "$@"\n')
        (tools / "smtcb").chmod(0o755)
        self._environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}

    def program(self, source: Path) -> None:
        shutil.copy(source, self.folder / "src" / "app.c")

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=self.folder, env=self._environment, capture_output=True, text=True, timeout=900
        )

    def shell(self, line: str) -> int:
        return self.run("sh", "-ec", line).returncode


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_github_gets_the_file_and_bad_input_ends_the_job(project: Project) -> None:
    steps: list[dict[str, Any]] = yaml.safe_load(recipe("GitHub code scanning", "yaml"))["jobs"]["interleavings"][
        "steps"
    ]
    [line] = [step["run"] for step in steps if "smtcb check" in step.get("run", "")]
    [file] = [step["with"]["sarif_file"] for step in steps if "upload-sarif" in step.get("uses", "")]
    assert project.shell(line) != 0  # there is no program yet
    project.program(BUG)
    assert project.shell(line) == 0 and (project.folder / file).is_file()


def test_gitlab_gets_junit_and_a_wrong_verdict_fails_the_job(project: Project) -> None:
    job = yaml.safe_load(recipe("GitLab", "yaml"))["interleavings"]
    project.write("tasks/app.yml", recipe("GitLab", "yaml", 1))
    for source, failures in ((REPAIR, "0"), (BUG, "1")):
        project.program(source)
        assert (project.shell(job["script"][-1]) != 0) is (source is BUG)
        [suite] = ElementTree.parse(project.folder / job["artifacts"]["reports"]["junit"]).getroot()
        assert suite.get("tests") == "1" and suite.get("failures") == failures


def test_the_hook_stops_a_bug(project: Project) -> None:
    """As pre-commit calls it: the entry is split into words, and the names of files follow."""
    [hook] = yaml.safe_load(recipe("A hook for pre-commit", "yaml"))["repos"][0]["hooks"]
    for source, wanted in ((REPAIR, 0), (BUG, 1)):
        project.program(source)
        assert project.run(*shlex.split(hook["entry"]), "src/app.c").returncode == wanted


@pytest.mark.skipif(not (shutil.which("cmake") and shutil.which("gcc")), reason="cmake and gcc are not installed")
def test_ctest_fails_for_a_bug_and_passes_for_its_repair(project: Project) -> None:
    project.program(BUG)
    project.write("CMakeLists.txt", recipe("CTest", "cmake"))
    made = project.run("cmake", "-S", ".", "-B", "build")
    assert made.returncode == 0, made.stderr
    for source, told in ((BUG, "VERIFICATION FAILED"), (REPAIR, "VERIFICATION SUCCESSFUL")):
        project.program(source)
        ended = project.run("ctest", "--test-dir", "build", "--verbose")
        assert told in ended.stdout and (ended.returncode != 0) is (source is BUG)


def test_pytest_fails_with_the_execution(project: Project) -> None:
    project.write("test_app.py", recipe("pytest", "python"))
    for source, told in ((BUG, "switch to thread"), (REPAIR, "1 passed")):
        project.program(source)
        ended = project.run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_app.py")
        assert told in ended.stdout and (ended.returncode != 0) is (source is BUG)


def test_a_witness_of_a_bug_is_rejected_after_its_repair(project: Project) -> None:
    commands = re.findall(r"`(smtcb .*?bug\.yml.*?)`", PAGE)
    written, looked_for = (command.replace("prog.c", "src/app.c") for command in commands)
    project.program(BUG)
    assert project.shell(written) == 1 and project.shell(looked_for) == 0
    project.program(REPAIR)
    assert project.shell(looked_for) == 1
