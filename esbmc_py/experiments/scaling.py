"""Families of tasks that differ in one number only: what scaling curves are drawn of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from .records import Results, RunRecord

_FEWEST = 3  # values of the parameter that make a curve
_CHOICES = ("HOW", "WHAT")  # macros that choose among variants of a program; their numbers say nothing about size


@dataclass(frozen=True, slots=True)
class Curve:
    """A program with a parameter: task names by the parameter's value."""

    title: str
    parameter: str
    tasks: Mapping[int, str]


def curves(results: Results) -> list[Curve]:
    """Programs run with at least three values of a macro, everything else being the same."""
    first: dict[str, RunRecord] = {}
    for run in results.runs:
        first.setdefault(run.task, run)
    groups: dict[_Family, dict[int, str]] = defaultdict(dict)
    for task, run in first.items():
        for name, text in run.parameters.items():
            value = _number(text)
            if value is not None and name not in _CHOICES:
                rest = tuple(sorted(item for item in run.parameters.items() if item[0] != name))
                family = _Family(run.family, run.program, run.looked_for, run.expected, rest, name)
                groups[family][value] = task
    found = [
        Curve(family.title, family.parameter, dict(sorted(tasks.items())))
        for family, tasks in groups.items()
        if len(tasks) >= _FEWEST
    ]
    return sorted(found, key=lambda curve: curve.title)


class _Family(NamedTuple):
    """What tasks on one curve have in common."""

    folder: str
    program: str
    looked_for: str
    expected: bool | None
    rest: tuple[tuple[str, str], ...]
    parameter: str

    @property
    def title(self) -> str:
        others = ", ".join(f"{name}={value}" if value else name for name, value in self.rest)
        verdict = "?" if self.expected is None else "safe" if self.expected else "bug"
        return f"{self.folder}/{self.program} {others}".strip() + f" ({self.looked_for}, {verdict})"


def _number(text: str) -> int | None:
    try:
        return int(text, 0)
    except ValueError:
        return None
