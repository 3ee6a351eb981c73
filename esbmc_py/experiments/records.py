"""The results file: one JSON document a line, appended as runs end. Whatever happens, at most the last line is lost.

A line is a `session` (who ran it: versions, machine, options) or a `run`. A run is known by its task, configuration and
fingerprint (the command line, the limits and the sources), so that it is not made again when nothing has changed.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from types import TracebackType
from typing import Any

from .answers import TaskStatus
from .problems import ExperimentProblem
from .record_types import is_run, is_session

Key = tuple[str, str, str, bool | None]


@dataclass(frozen=True, slots=True)
class RunRecord:
    """One run of one configuration on one task."""

    task: str
    family: str
    program: str
    looked_for: str  # groups of properties
    expected: bool | None
    parameters: dict[str, str]  # macros
    configuration: str
    arguments: list[str]  # the whole command line
    fingerprint: str
    session: str
    started: str
    status: TaskStatus
    verdict: str
    complete: bool
    scope: str
    bounds: dict[str, int]
    found: str
    reason: str
    cpu: float
    wall: float
    memory: float
    exit_status: int
    statistics: dict[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> Key:
        return self.task, self.configuration, self.fingerprint, self.expected


@dataclass(frozen=True, slots=True)
class Results:
    """All that a file (or several) holds, in the order of the lines."""

    sessions: tuple[dict[str, Any], ...]
    runs: tuple[RunRecord, ...]

    def only(self, keys: set[Key]) -> Results:
        """These runs, and the sessions that made them: not what other limits or sources gave for the same tasks."""
        runs = tuple(run for run in self.runs if run.key in keys)
        makers = {run.session for run in runs}
        return Results(tuple(session for session in self.sessions if session["session"] in makers), runs)

    def made_by_others(self, keys: set[Key], versions: Mapping[str, str]) -> int:
        """How many of these runs another version of smtcb has made: other sources, whatever the commit."""

        def relevant(all_of_them: Mapping[str, str]) -> dict[str, str]:
            return {name: version for name, version in all_of_them.items() if name != "revision"}

        same = {one["session"] for one in self.sessions if relevant(one["versions"]) == relevant(versions)}
        return sum(run.session not in same for run in self.only(keys).latest.values())

    @property
    def latest(self) -> dict[tuple[str, str], RunRecord]:
        """The last run of each task and configuration."""
        return {(run.task, run.configuration): run for run in self.runs}

    @property
    def tasks(self) -> list[str]:
        return list(dict.fromkeys(run.task for run in self.runs))

    @property
    def configurations(self) -> list[str]:
        """In the order in which they were asked for: with several runs at a time, they end in any order."""
        asked = [name for session in self.sessions for name in session["options"].get("configurations", ())]
        there = dict.fromkeys(run.configuration for run in self.runs)
        return list(dict.fromkeys([*(name for name in asked if name in there), *there]))


def read_results(paths: Iterable[Path]) -> Results:
    sessions: list[dict[str, Any]] = []
    runs: list[RunRecord] = []
    for path in paths:
        try:
            text = path.read_bytes()
        except OSError as problem:
            raise ExperimentProblem(f"cannot read the results: {problem.strerror}", path) from None
        whole = text[: text.rfind(b"\n") + 1]  # a line that was being written when the power went is no line
        for number, line in enumerate(whole.splitlines(), 1):
            _read_line(path, number, line, sessions, runs)
    return Results(tuple(sessions), tuple(runs))


def _read_line(path: Path, number: int, line: bytes, sessions: list[dict[str, Any]], runs: list[RunRecord]) -> None:
    try:
        document = json.loads(line)
        kind = document.pop("kind")
        if not (is_session if kind == "session" else is_run)(document):
            raise TypeError("something in it is of another kind")
        if kind == "session":
            sessions.append(document)
        else:
            document["status"] = TaskStatus(document["status"])
            runs.append(RunRecord(**{name.name: document[name.name] for name in fields(RunRecord)}))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ExperimentProblem("not a line of a results file", path, number) from None


class RecordsFile:
    """Open for appending, by one process at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("ab+")
        except OSError as problem:
            raise ExperimentProblem(f"cannot write the results: {problem.strerror}", path) from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise ExperimentProblem("another smtcb bench is writing this file", path) from None
        self._drop_broken_line()
        self.before = read_results([path])

    def _drop_broken_line(self) -> None:
        self._file.seek(0)
        text = self._file.read()
        self._file.truncate(text.rfind(b"\n") + 1)

    def session(self, document: dict[str, Any]) -> None:
        self._append({"kind": "session", **document})

    def run(self, record: RunRecord) -> None:
        self._append({"kind": "run", **asdict(record)})

    def count_runs(self, session: str) -> int:
        self._file.flush()
        return sum(run.session == session for run in read_results([self.path]).runs)

    def _append(self, document: dict[str, Any]) -> None:
        self._file.write(json.dumps(document, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def __enter__(self) -> RecordsFile:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._file.close()
