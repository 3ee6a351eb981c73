"""Tasks: a program, one property, and the verdict that is known. A suite is a folder of task files."""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from esbmc_py.goto.properties import GROUPS, Property

from .problems import ExperimentProblem
from .task_file import Value, read_yaml

# What an SV-COMP task file may say that is of no use here.
_SVCOMP_KEYS = ("additional_information", "required_files", "format_version")
_BOUNDS = ("unwind", "contexts", "preemptions", "rounds")


@dataclass(frozen=True, slots=True)
class TaskBounds:
    """Bounds that come with a task; None: not known."""

    unwind: int | None = None
    contexts: int | None = None
    preemptions: int | None = None
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """`expected` is None where the file does not say a verdict."""

    name: str  # folder/file.property
    family: str  # the folder
    files: tuple[Path, ...]
    groups: tuple[str, ...]  # of properties, as `--property` names them
    expected: bool | None
    defines: tuple[tuple[str, str], ...] = ()
    arch: int = 64
    smallest: TaskBounds = TaskBounds()  # those that show the bug
    published: TaskBounds = TaskBounds()  # those of the paper

    @property
    def arguments(self) -> tuple[str, ...]:
        """Of `smtcb check`: the program and what to look for."""
        defines = [f"-D{name}={value}" if value else f"-D{name}" for name, value in self.defines]
        arch = ["--arch", "32"] if self.arch == 32 else []
        return (*map(str, self.files), *defines, *arch, "--property", ",".join(self.groups))


def load_suite(paths: Sequence[Path]) -> list[Task]:
    """All tasks in folders (at any depth), task files and SV-COMP's `.set` files. Names are distinct."""
    tasks: dict[str, Task] = {}
    for path in paths:
        for file in _task_files(path):
            for task in read_task_file(file):
                if tasks.setdefault(task.name, task) != task:
                    raise ExperimentProblem(f"there are two tasks called '{task.name}'", file)
    if not tasks:
        raise ExperimentProblem(f"no task files (.yml) in {', '.join(map(str, paths))}")
    return list(tasks.values())


def select(tasks: Iterable[Task], patterns: Sequence[str]) -> list[Task]:
    """Those whose name matches one of the patterns (`*` is anything), all if there is none."""
    return [task for task in tasks if not patterns or any(name_matches(task.name, pattern) for pattern in patterns)]


def name_matches(name: str, pattern: str) -> bool:
    """The folder and the property may be left out."""
    return any(fnmatch.fnmatchcase(name, form) for form in (pattern, f"*/{pattern}", f"{pattern}.*", f"*/{pattern}.*"))


def _task_files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from sorted(path.rglob("*.yml"), key=_numbers_by_size)
    elif path.suffix == ".set":
        for number, line in enumerate(_lines(path), 1):
            pattern = line.partition("#")[0].strip()
            if pattern:
                found = _matching(path.parent, pattern)
                if not found:
                    raise ExperimentProblem(f"nothing matches '{pattern}'", path, number)
                yield from found
    elif path.is_file():
        yield path
    else:
        raise ExperimentProblem("no such file or folder", path)


def _matching(folder: Path, pattern: str) -> list[Path]:
    """A pattern may be absolute, too."""
    root = Path(pattern).anchor
    return sorted(Path(root or folder).glob(pattern.removeprefix(root)))


def _numbers_by_size(path: Path) -> list[str | int]:
    """fib-2 before fib-11. Texts and numbers take turns, so that like is compared with like."""
    return [int(part) if index % 2 else part for index, part in enumerate(re.split(r"(\d+)", str(path)))]


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        raise ExperimentProblem(f"cannot read it: {problem}", path) from None


# -- one file ---------------------------------------------------------------------------------------------------------


def read_task_file(file: Path) -> list[Task]:
    """One task for each property. Raises ExperimentProblem with the line of a mistake."""
    document = read_yaml(file)
    document.only(*_SVCOMP_KEYS, "input_files", "properties", "options", "smtcb")
    sources = tuple(_existing(file, text, document) for text in document.member("input_files").texts())
    options = document.members().get("options")
    arch, defines = _options(options) if options is not None else (64, ())
    smtcb = document.members().get("smtcb")
    smallest, published = _bounds(smtcb) if smtcb is not None else (TaskBounds(), TaskBounds())
    tasks = []
    entries = document.member("properties").items()
    if not entries:
        document.member("properties").problem("'properties' names none: there is nothing to check")
    for entry in entries:
        members = entry.only("property_file", "expected_verdict", "subproperty")
        prp = entry.member("property_file")
        groups = _groups(file, prp)
        expected = members["expected_verdict"].truth() if "expected_verdict" in members else None
        name = f"{file.parent.name}/{file.stem}.{Path(prp.text()).stem}"
        known = smallest if expected is False else TaskBounds()
        tasks.append(Task(name, file.parent.name, sources, groups, expected, defines, arch, known, published))
    return tasks


def _existing(file: Path, name: str, document: Value) -> Path:
    path = file.parent / name
    if not _is_file(path):
        document.member("input_files").problem(f"there is no file '{name}' beside the task file")
    return path


def _is_file(path: Path) -> bool:
    """Also for a name that no file can have: `Path.is_file` fails there."""
    return os.path.isfile(path)  # noqa: PTH113


def _options(options: Value) -> tuple[int, tuple[tuple[str, str], ...]]:
    members = options.only("language", "data_model", "defines")
    arch = 64
    if "data_model" in members:
        model = members["data_model"].text()
        if model not in ("LP64", "ILP32"):
            members["data_model"].problem(f"'{model}' is not a data model: LP64 or ILP32")
        arch = 64 if model == "LP64" else 32
    if "language" in members and members["language"].text() != "C":
        members["language"].problem(f"the language is '{members['language'].text()}', and smtcb reads C")
    defines = members["defines"].members() if "defines" in members else {}
    return arch, tuple((name, value.text()) for name, value in defines.items())


def _bounds(smtcb: Value) -> tuple[TaskBounds, TaskBounds]:
    members = smtcb.only(*_BOUNDS, "explored_states", "violates", "published")
    smallest = TaskBounds(**{name: members[name].number() for name in _BOUNDS if name in members})
    for violated in members["violates"].items() if "violates" in members else []:
        if violated.text() not in list(Property):
            violated.problem(f"'{violated.text()}' is no property; there are {', '.join(Property)}")
    if "published" not in members:
        return smallest, TaskBounds()
    published = members["published"].only("paper", "table", "row", "threads", *_BOUNDS)
    return smallest, TaskBounds(**{name: published[name].number() for name in _BOUNDS if name in published})


def _groups(file: Path, prp: Value) -> tuple[str, ...]:
    """`reach.prp` is called after a group of ours, `default.prp` after what is looked for if nothing else is said;
    another file is read, as SV-COMP's are."""
    from esbmc_py.checking.options import DEFAULT_GROUPS, parse_property_file

    path = file.parent / prp.text()
    if path.stem in GROUPS:
        return (path.stem,)
    if path.stem == "default":
        return DEFAULT_GROUPS
    if not _is_file(path):
        prp.problem(f"there is no file '{prp.text()}'")
    try:
        return parse_property_file(path.read_text(encoding="utf-8"))
    except ValueError as problem:
        prp.problem(f"{prp.text()}: {problem}")
