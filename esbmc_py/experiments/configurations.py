"""Configurations: smtcb with options, or another tool. Each knows its command line for a task, and reads its answer."""

from __future__ import annotations

import atexit
import os
import shlex
import shutil
import site
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Protocol

from esbmc_py.checking.modes import find_mode
from esbmc_py.checking.options import DEFAULT_MODE

from .answers import Answer, read_smtcb
from .problems import ExperimentProblem
from .processes import Ended
from .tasks import Task, TaskBounds

SCHEDULE_BOUNDS = ("--contexts", "--preemptions", "--rounds")


class Configuration(Protocol):
    @property
    def name(self) -> str: ...

    def command(self, task: Task, bounds: TaskBounds) -> list[str] | None:
        """None: it has nothing to say about such a task."""

    def read(self, ended: Ended) -> Answer: ...


@dataclass(frozen=True, slots=True)
class SmtcbConfiguration:
    """`smtcb check` with options of its own."""

    name: str
    arguments: tuple[str, ...]

    @property
    def mode(self) -> str:
        return option(self.arguments, "--mode") or DEFAULT_MODE

    def command(self, task: Task, bounds: TaskBounds) -> list[str]:
        return [*smtcb_command(), "check", *task.arguments, *self.arguments, *self.bound_arguments(bounds), "--json"]

    def bound_arguments(self, bounds: TaskBounds) -> list[str]:
        """What the options bound themselves stays as it is."""
        given: list[str] = []
        unwinds = find_mode(self.mode).unwinds
        if unwinds and bounds.unwind is not None and option(self.arguments, "--unwind") is None:
            given += ["--unwind", str(bounds.unwind)]
        if not any(option(self.arguments, name) for name in SCHEDULE_BOUNDS):
            given += schedule_bound(self.mode, bounds)
        return given

    def read(self, ended: Ended) -> Answer:
        return read_smtcb(ended)


def schedule_bound(mode: str, bounds: TaskBounds) -> list[str]:
    """The one that the mode understands."""
    taken = find_mode(mode).bounds
    for name in ("rounds",) if taken[:1] == ("rounds",) else taken[:2]:
        value = getattr(bounds, name)
        if value is not None:
            return [f"--{name}", str(value)]
    return []


def option(arguments: Sequence[str], name: str) -> str | None:
    """The value that `name` has among the arguments, last one first."""
    for index in reversed(range(len(arguments))):
        if arguments[index] == name and index + 1 < len(arguments):
            return arguments[index + 1]
        if arguments[index].startswith(f"{name}="):
            return arguments[index].partition("=")[2]
    return None


def smtcb_command() -> list[str]:
    """This very smtcb, not another one that may be installed."""
    return [sys.executable, "-m", "esbmc_py"]


def smtcb_environment() -> dict[str, str]:
    """Lets `python -m esbmc_py` find a checkout that is not installed.

    Compiled modules are kept, elsewhere if need be: compiling smtcb is not what a run should be measured by.
    """
    environment = dict(os.environ)
    if environment.pop("PYTHONDONTWRITEBYTECODE", ""):
        environment.setdefault("PYTHONPYCACHEPREFIX", _compiled_modules())
    root = str(Path(__file__).resolve().parents[2])
    if root not in site.getsitepackages():
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, [root, environment.get("PYTHONPATH")]))
    return environment


@cache
def _compiled_modules() -> str:
    """For as long as this process lives. They are code that will be run: nobody else can put any there."""
    folder = tempfile.mkdtemp(prefix="smtcb-pycache-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def mode_configurations(modes: Sequence[str], solvers: Sequence[str]) -> list[SmtcbConfiguration]:
    """All pairs; the solver is in the name if one was asked for. Mode explicit needs none."""
    configurations = []
    for mode in modes:
        if not solvers or not find_mode(mode).solver:
            configurations.append(SmtcbConfiguration(mode, ("--mode", mode)))
        else:
            pairs = [(f"{mode}+{solver}", ("--mode", mode, "--solver", solver)) for solver in solvers]
            configurations += [SmtcbConfiguration(name, arguments) for name, arguments in pairs]
    return configurations


def strict(configuration: SmtcbConfiguration) -> SmtcbConfiguration:
    """With a second solver for all that a proof rests on. Its name stays: tables are about the same mode."""
    return replace(configuration, arguments=(*configuration.arguments, "--cross-check"))


def parse_configuration(text: str) -> SmtcbConfiguration:
    """`NAME=--mode lazyseq --no-narrowing`."""
    name, equals, options = text.partition("=")
    if not equals or not name.strip():
        raise ExperimentProblem(f"'{text}' is not NAME='OPTIONS OF smtcb check'")
    try:
        return SmtcbConfiguration(name.strip(), tuple(shlex.split(options)))
    except ValueError as problem:
        raise ExperimentProblem(f"configuration '{name}': {problem}") from None


def distinct(configurations: Sequence[Configuration]) -> list[Configuration]:
    """Raises ExperimentProblem if two have the same name."""
    names: set[str] = set()
    for configuration in configurations:
        if configuration.name in names:
            raise ExperimentProblem(f"there are two configurations called '{configuration.name}'")
        names.add(configuration.name)
    return list(configurations)
