"""A campaign: every configuration on every task, each run in a process of its own, results written as they come."""

from __future__ import annotations

import hashlib
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

from .answers import judge
from .configurations import Configuration
from .problems import ExperimentProblem
from .processes import Ended, Process, ProcessLimits
from .records import Key, RecordsFile, RunRecord
from .tasks import Task, TaskBounds

_PAUSE = 0.02  # seconds between two looks at the running processes

BOUNDS = ("task", "published", "none")


@dataclass(frozen=True, slots=True)
class CampaignRun:
    """One configuration on one task, ready to start."""

    task: Task
    configuration: Configuration
    command: tuple[str, ...]
    limits: ProcessLimits

    @property
    def key(self) -> Key:
        """The expected verdict is a part of it: a result was judged by the one of its day."""
        return self.task.name, self.configuration.name, self.fingerprint, self.task.expected

    @property
    def fingerprint(self) -> str:
        """Of all that the result depends on, except for versions and the machine."""
        digest = hashlib.sha256(repr((self.command[1:], self.limits.timeout, self.limits.memory)).encode())
        for path in self.task.files:
            digest.update(path.read_bytes())
        return digest.hexdigest()[:16]


def plan(
    tasks: Sequence[Task], configurations: Sequence[Configuration], bounds: str, limits: ProcessLimits
) -> list[CampaignRun]:
    """Task by task, so that a campaign that was interrupted can be compared already."""
    runs = []
    for task in tasks:
        for configuration in configurations:
            command = configuration.command(task, chosen_bounds(task, bounds))
            if command is not None:
                runs.append(CampaignRun(task, configuration, tuple(command), limits))
    return runs


def chosen_bounds(task: Task, bounds: str) -> TaskBounds:
    match bounds:
        case "task":
            return task.smallest
        case "published":
            return task.published
    return TaskBounds()


class Running(Protocol):
    """A run that was begun: see `Process`."""

    def poll(self) -> Ended | None: ...

    def kill(self) -> None: ...


class Watcher:
    """Hears what happens. This one does not care."""

    def started(self, run: CampaignRun) -> None: ...

    def ended(self, run: CampaignRun, record: RunRecord) -> None: ...

    def tick(self) -> None: ...


class Campaign:
    """Runs what is not in the results yet. Interrupted, it can be begun again."""

    def __init__(
        self,
        runs: Iterable[CampaignRun],
        results: RecordsFile,
        *,
        jobs: int,
        session: str,
        start: Callable[[CampaignRun], Running],
        watcher: Watcher,
        rerun: bool = False,
    ) -> None:
        done = set() if rerun else {run.key for run in results.before.runs}
        everything = list(runs)
        self._pending = deque(run for run in everything if run.key not in done)
        self._planned = len(self._pending)
        self.already_done = len(everything) - self._planned
        self._results = results
        self._jobs = jobs
        self._session = session
        self._begin = start
        self._watcher = watcher
        self._running: list[tuple[CampaignRun, Running, str]] = []

    @property
    def left(self) -> int:
        """Runs that have no record yet. The file knows, even if an interrupt came while one was written."""
        return self._planned - self._results.count_runs(self._session)

    def execute(self) -> None:
        """Until all is done. KeyboardInterrupt ends what is running; it will be run again next time."""
        try:
            while self._pending or self._running:
                while self._pending and len(self._running) < self._jobs:
                    self._start(self._pending.popleft())
                time.sleep(_PAUSE)
                self._look()
                self._watcher.tick()
        finally:
            for _, process, _ in self._running:
                process.kill()
            self._running.clear()

    def _start(self, run: CampaignRun) -> None:
        self._running.append((run, self._begin(run), now()))
        self._watcher.started(run)

    def _look(self) -> None:
        for entry in list(self._running):
            run, process, started = entry
            ended = process.poll()
            if ended is not None:
                self._running.remove(entry)
                record = make_record(run, ended, self._session, started)
                self._results.run(record)
                self._watcher.ended(run, record)


def on_this_machine(environment: Mapping[str, str]) -> Callable[[CampaignRun], Running]:
    def start(run: CampaignRun) -> Running:
        try:
            return Process(run.command, run.limits, environment=environment)
        except OSError as problem:
            raise ExperimentProblem(f"cannot run '{run.command[0]}': {problem.strerror}") from None

    return start


def make_record(run: CampaignRun, ended: Ended, session: str, started: str) -> RunRecord:
    task, answer = run.task, run.configuration.read(ended)
    return RunRecord(
        task=task.name,
        family=task.family,
        program=task.files[0].name,
        looked_for=",".join(task.groups),
        expected=task.expected,
        parameters=dict(task.defines),
        configuration=run.configuration.name,
        arguments=list(run.command),
        fingerprint=run.fingerprint,
        session=session,
        started=started,
        status=judge(task, answer, ended),
        verdict=answer.verdict,
        complete=answer.complete,
        scope=answer.scope,
        bounds=dict(answer.bounds),
        found=answer.found,
        reason=answer.reason,
        cpu=ended.cpu,
        wall=ended.wall,
        memory=ended.memory,
        exit_status=ended.status,
        statistics=dict(answer.statistics),
    )


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def session_document(
    name: str, command: Sequence[str], versions: dict[str, str], machine: dict[str, Any], options: dict[str, Any]
) -> dict[str, Any]:
    """`command` is what was typed."""
    said = {"session": name, "started": now(), "command": list(command)}
    return {**said, "versions": versions, "machine": machine, "options": options}
