"""Schedules in files: what `--save-schedule` wrote, or a whole answer of `smtcb check --json`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .problems import UserError
from .text_files import read_text

if TYPE_CHECKING:
    from esbmc_py.frontend import Semantics
    from esbmc_py.vm.schedule import Schedule


def read_schedule(path: Path) -> Schedule:
    from esbmc_py.vm.schedule import Schedule, ScheduleProblem

    try:
        found = Schedule.parse(_only_schedule(read_text(path, "schedule")))
    except ScheduleProblem as problem:
        raise UserError(f"{path}: {problem}") from None
    if ("memory_model", "rc11") in (found.surroundings or ()):
        raise UserError(f"{path}: an execution under rc11 is no sequence of steps, and cannot be followed")
    return found


def _only_schedule(text: str) -> str:
    """That of the first finding, if the text is a whole answer."""
    try:
        data: Any = json.loads(text)
        return json.dumps(data["findings"][0]["schedule"])
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        return text


def with_surroundings(meaning: Semantics, schedule: Schedule, path: Path) -> Semantics:
    """What the program gets from outside is what the schedule says."""
    given = meaning.surroundings
    if schedule.surroundings is None:
        given = replace(given, arguments=given.arguments or (), open_environment=False)
    else:
        try:
            given = type(given).from_record(dict(schedule.surroundings))
        except ValueError as problem:
            raise UserError(f"{path}: {problem}") from None
    return replace(meaning, surroundings=given)
