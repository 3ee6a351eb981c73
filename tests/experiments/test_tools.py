"""Other tools take part through a few lines of TOML."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.experiments.answers import Answer
from esbmc_py.experiments.problems import ExperimentProblem
from esbmc_py.experiments.processes import Ended, ProcessLimits
from esbmc_py.experiments.tasks import Task, TaskBounds
from esbmc_py.experiments.tools import OtherTool, described_tools, installed, load_tool

TASK = Task("a/b.reach", "a", (Path("b.c"),), ("reach",), False, (("N", "3"), ("BAD", "")))
DESCRIPTION = """\
name = "echo"
command = ["echo", "{files}", "{defines}", "{properties}", "--{arch}", ["--unwind", "{unwind}"], ["-k", "{rounds}"]]
[properties]
reach = ["--assertions"]
[[verdict]]
match = "^BUG"
verdict = "failed"
[[verdict]]
match = "^FINE"
verdict = "successful"
"""


def make(tmp_path: Path, text: str = DESCRIPTION) -> OtherTool:
    path = tmp_path / "echo.toml"
    path.write_text(text)
    return load_tool(str(path), ProcessLimits(10.0, 1000))


def said(text: str) -> Ended:
    return Ended(0, None, 1.0, 1.0, 1.0, text, "")


def test_a_template_becomes_a_command(tmp_path: Path) -> None:
    words = ["echo", "b.c", "-DN=3", "-DBAD", "--assertions", "--64"]
    assert make(tmp_path).command(TASK, TaskBounds(unwind=2)) == [*words, "--unwind", "2"]
    assert make(tmp_path).command(TASK, TaskBounds()) == words


def test_properties_that_are_not_described_are_left_out(tmp_path: Path) -> None:
    assert make(tmp_path).command(Task("a/b.race", "a", (Path("b.c"),), ("race",), True), TaskBounds()) is None


def test_the_first_rule_that_matches_counts(tmp_path: Path) -> None:
    tool = make(tmp_path)
    assert tool.read(said("hello\nFINE\nBUG\n")).verdict == "failed"
    assert tool.read(said("FINE\n")) == Answer("successful", complete=True, searched=False)
    assert tool.read(said("what?\n")) == Answer("none", reason="what?")


def test_cbmc_and_esbmc_come_described() -> None:
    assert described_tools() == ["cbmc", "esbmc"]
    cbmc = load_tool("cbmc", ProcessLimits())
    assert cbmc.read(said("[f.unwind.0] loop 0: FAILURE\nVERIFICATION FAILED\n")).verdict == "unknown"
    assert cbmc.read(said("[main.assertion.1] line 7 x: FAILURE\nVERIFICATION FAILED\n")).verdict == "failed"
    assert load_tool("esbmc", ProcessLimits()).command(TASK, TaskBounds(contexts=3))[-2:] == ["--context-bound", "3"]  # type: ignore[index]


def test_what_is_not_installed_is_skipped_with_a_note(tmp_path: Path) -> None:
    missing = make(tmp_path, DESCRIPTION.replace('["echo",', '["no-such-checker",'))
    assert installed([missing]) == ([], ["echo is skipped: there is no command 'no-such-checker'"])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "echo"', 'nam = "echo"', "unknown key 'nam'"),
        ("[[verdict]]\nmatch", "[[verdict]]\nmatches", "a \\[\\[verdict\\]\\] has a text 'match'"),
        ("[[verdict]]\nmatch", "[[verdict]]\nmatch = 1 #", "a \\[\\[verdict\\]\\] has a text 'match'"),
        ('"^BUG"', '"(BUG"', "is not a regular expression"),
        ('["echo",', "[1,", "'command' should be a list of words"),
        ('name = "echo"', "name =", "not TOML: .*line 1"),
    ],
)
def test_a_mistake_is_a_message_with_the_file(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(ExperimentProblem, match=f"echo.toml: .*{message}"):
        make(tmp_path, DESCRIPTION.replace(old, new, 1))
