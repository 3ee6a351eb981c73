"""Runs of a campaign on a Dask cluster: programs travel as text, and what a run has printed and used comes back.

A run on a worker is a process with the same limits as on this machine. Dask begins it again if its worker is lost. A
cluster that goes ends the campaign: its results file has what was done, and the same command goes on from there.
"""

from __future__ import annotations

import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from esbmc_py.experiments.configurations import smtcb_command, smtcb_environment
from esbmc_py.experiments.problems import ExperimentProblem
from esbmc_py.experiments.processes import Ended, Process, ProcessLimits
from esbmc_py.goto.deferred import dataclass

from .on_dask import Security, connected, places_of
from .problems import SwarmProblem

if TYPE_CHECKING:
    from esbmc_py.experiments.campaign import CampaignRun

_PAUSE = 0.05  # seconds between two looks at a process


@dataclass(frozen=True, slots=True)
class Parcel:
    """A run as it travels. In `command`, an int stands for a file."""

    files: tuple[tuple[str, bytes], ...]
    command: tuple[str | int, ...]
    own: bool  # the command is smtcb, of the worker then
    limits: ProcessLimits


def parcel_of(run: CampaignRun) -> Parcel:
    """With the headers that stand beside its sources."""
    sources = [path.resolve() for path in run.task.files]
    beside = sorted({header for path in sources for header in path.parent.glob("*.h")})
    paths = [*sources, *beside]
    numbers = {str(path): number for number, path in enumerate(run.task.files)}
    own, smtcb = run.command[: len(smtcb_command())] == tuple(smtcb_command()), len(smtcb_command())
    command = run.command[smtcb:] if own else run.command
    names = tuple(str(path.relative_to(path.anchor)) for path in paths)
    contents = tuple(path.read_bytes() for path in paths)
    return Parcel(
        tuple(zip(names, contents, strict=True)), tuple(numbers.get(word, word) for word in command), own, run.limits
    )


def run_parcel(parcel: Parcel) -> Ended:
    """On the worker. Ends early if nobody wants to know any more."""
    import distributed

    worker = distributed.get_worker()
    key = worker.get_current_task()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state == "executing"

    with tempfile.TemporaryDirectory(prefix="smtcb-bench-") as folder:
        places = _unpacked(parcel, Path(folder))
        words = [str(places[word]) if isinstance(word, int) else word for word in parcel.command]
        process = Process([*smtcb_command(), *words] if parcel.own else words, parcel.limits, smtcb_environment())
        while True:
            ended = process.poll()
            if ended is not None:
                return ended
            if not is_wanted():
                process.kill()
                raise RuntimeError("nobody wants to know any more")
            time.sleep(_PAUSE)


def _unpacked(parcel: Parcel, folder: Path) -> list[Path]:
    places = []
    for name, content in parcel.files:
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
        places.append(place)
    return places


class ClusterRuns:
    """`start` begins a run there. Raises ExperimentProblem."""

    def __init__(self, address: str, security: Security | None) -> None:
        try:
            self._client: Any = connected(address, security)
        except SwarmProblem as problem:
            raise ExperimentProblem(str(problem)) from None
        self._address = address
        self._begun = 0

    @property
    def size(self) -> int:
        return max(1, places_of(self._client))

    def start(self, run: CampaignRun) -> RemoteRun:
        self._begun += 1
        key = f"{run.configuration.name} on {run.task.name}-{run.fingerprint}{self._begun}"
        self.require_cluster()
        return RemoteRun(self, self._client.submit(run_parcel, parcel_of(run), key=key, pure=False), run)

    def require_cluster(self) -> None:
        if self._client.status != "running":
            raise ExperimentProblem(f"the cluster at {self._address} has gone; the same command goes on where it was")

    def close(self) -> None:
        with suppress(Exception):
            self._client.close(timeout=1)


class RemoteRun:
    def __init__(self, cluster: ClusterRuns, future: Any, run: CampaignRun) -> None:
        self._cluster = cluster
        self._future = future
        self._run = run

    def poll(self) -> Ended | None:
        if not self._future.done():
            self._cluster.require_cluster()
            return None
        try:
            ended: Ended = self._future.result(timeout=10)
        except Exception as problem:
            self._cluster.require_cluster()
            reason = str(problem).splitlines()[0][:200] if str(problem) else type(problem).__name__
            raise ExperimentProblem(f"{self._run.task.name}: no worker could run it: {reason}") from None
        return ended

    def kill(self) -> None:
        with suppress(Exception):
            self._future.cancel(force=True)
