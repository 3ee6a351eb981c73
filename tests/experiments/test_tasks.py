"""Task files are read with all they say, and a mistake in one is shown where it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.experiments.problems import ExperimentProblem
from esbmc_py.experiments.tasks import TaskBounds, load_suite, read_task_file, select
from esbmc_py.goto.properties import Property

SUITE = Path(__file__).parents[2] / "benchmarks" / "suite"

GOOD = """\
format_version: '2.0'
input_files: prog.c
properties:
  - property_file: reach.prp
    expected_verdict: false
options:
  language: C
  data_model: ILP32
  defines:
    N: 0x10
    FAST: ''
smtcb:
  contexts: 3
  rounds: 2
"""


@pytest.fixture
def task_file(tmp_path: Path) -> Path:
    (tmp_path / "prog.c").write_text("int main(void) { return 0; }\n")
    path = tmp_path / "task.yml"
    path.write_text(GOOD)
    return path


def problem_with(path: Path, old: str, new: str) -> str:
    assert old in GOOD
    path.write_text(GOOD.replace(old, new))
    with pytest.raises(ExperimentProblem) as caught:
        read_task_file(path)
    return str(caught.value).removeprefix(f"{path}:")


def test_a_task_knows_its_command_line_and_bounds(task_file: Path) -> None:
    (task,) = read_task_file(task_file)
    program = str(task_file.parent / "prog.c")
    assert task.arguments == (program, "-DN=0x10", "-DFAST", "--arch", "32", "--property", "reach")
    assert task.smallest == TaskBounds(contexts=3, rounds=2)
    assert task.expected is False
    assert task.name == f"{task_file.parent.name}/task.reach"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("prog.c", "other.c", "2:14: there is no file 'other.c' beside the task file"),
        ("properties:", "propertys:", "3:1: unknown key 'propertys': did you mean 'properties'?"),
        ("expected_verdict: false", "expected_verdict: maybe", "5:23: 'expected_verdict' should be true or false"),
        ("data_model: ILP32", "data_model: LP32", "8:15: 'LP32' is not a data model: LP64 or ILP32"),
        ("contexts: 3", "contexts: three", "13:13: 'contexts' should be a number of 0 or more"),
        ("rounds: 2", "contexts: 2", "14:3: 'contexts' is given twice"),
        ("rounds: 2", "round: 2", "14:3: unknown key 'round': did you mean 'rounds'?"),
        ("reach.prp", "nothing.prp", "4:20: there is no file 'nothing.prp'"),
        ("  - property_file: reach.prp\n  ", "", "4:3: 'properties' should be a list"),
        (
            "  - property_file: reach.prp\n    expected_verdict: false\n",
            "  []\n",
            "4:3: 'properties' names none: there is nothing to check",
        ),
        ("rounds: 2", "violates: [rot]", "14:14: 'rot' is no property; there are " + ", ".join(Property)),
        ("language: C", "language: [C", "8:13: not YAML: expected ',' or ']', but got ':'"),
    ],
)
def test_a_mistake_is_shown_with_line_and_column(task_file: Path, old: str, new: str, message: str) -> None:
    assert problem_with(task_file, old, new) == message


def test_an_svcomp_property_file_is_read(task_file: Path) -> None:
    (task_file.parent / "unreach-call.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    task_file.write_text(GOOD.replace("reach.prp", "unreach-call.prp"))
    assert read_task_file(task_file)[0].groups == ("reach",)


def test_a_set_file_names_task_files(task_file: Path) -> None:
    listing = task_file.parent / "all.set"
    listing.write_text("# tasks\ntask*.yml\n")
    assert len(load_suite([listing])) == 1
    listing.write_text(f"{task_file}\n")
    assert len(load_suite([listing])) == 1
    listing.write_text("# tasks\n\nnothing/*.yml\n")
    with pytest.raises(ExperimentProblem, match=r"all.set:3:1: nothing matches"):
        load_suite([listing])


def test_the_whole_suite_is_well_formed() -> None:
    tasks = load_suite([SUITE])
    assert len(tasks) > 400
    assert len({task.name for task in tasks}) == len(tasks)
    assert {task.expected for task in tasks} == {True, False}


def test_filters_match_names_with_or_without_folder_and_property() -> None:
    tasks = load_suite([SUITE / "cav14"])
    assert [task.name for task in select(tasks, ["lazy01-*"])] == ["cav14/lazy01-bad.reach", "cav14/lazy01-ok.reach"]
    assert [task.name for task in select(tasks, ["cav14/fib-5-bad"])] == ["cav14/fib-5-bad.reach"]
