"""What is wrong with the files that describe an experiment."""

from __future__ import annotations

from pathlib import Path


class ExperimentProblem(Exception):
    """A message for the user, with the place if there is one."""

    def __init__(self, message: str, file: Path | str | None = None, line: int | None = None, column: int = 1) -> None:
        place = "" if file is None else f"{file}: " if line is None else f"{file}:{line}:{column}: "
        super().__init__(place + message)
