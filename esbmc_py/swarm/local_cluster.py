"""A Dask cluster of processes of this machine: a scheduler and some workers, which nobody but this machine can reach.

Each is `python -m esbmc_py.swarm.local_cluster`. They end with us, whatever ends us (Linux; elsewhere, when the
connection breaks), and at once when they are told to. A worker that dies is started again.
"""

from __future__ import annotations

import asyncio
import json
import os
import selectors
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Any

from .problems import SwarmProblem

LOOPBACK = "127.0.0.1"
_START = 60.0  # seconds that a scheduler may take to begin


class LocalCluster:
    def __init__(self, workers: int, dashboard: str | None = None) -> None:
        """Raises SwarmProblem."""
        self._dashboard = dashboard
        self._scheduler, self.address = self._start_scheduler()
        self._count = workers
        self._workers = [self._start_worker(number) for number in range(workers)]

    def _start_scheduler(self) -> tuple[subprocess.Popen[bytes], str]:
        process = _start({"what": "scheduler", "dashboard": self._dashboard}, output=subprocess.PIPE)
        assert process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            line = process.stdout.readline() if selector.select(_START) else b""
        process.stdout.close()
        if not line:
            _end([process])
            where = "" if self._dashboard is None else f" (its dashboard was to listen at {self._dashboard})"
            raise SwarmProblem(f"the scheduler of a cluster of this machine did not start{where}")
        return process, line.decode().strip()

    def _start_worker(self, number: int) -> subprocess.Popen[bytes]:
        return _start({"what": "worker", "scheduler": self.address, "name": f"worker {number + 1}"})

    def keep_up(self) -> None:
        """Workers that have died are started again."""
        for number, process in enumerate(self._workers):
            if process.poll() is not None:
                self._workers[number] = self._start_worker(number)

    def restart_scheduler(self) -> None:
        """With new workers: the old ones end when they lose it."""
        self.end()
        self._scheduler, self.address = self._start_scheduler()
        self._workers = [self._start_worker(number) for number in range(self._count)]

    @property
    def pids(self) -> list[int]:
        """Of the scheduler, then of the workers."""
        return [self._scheduler.pid, *(process.pid for process in self._workers)]

    def end(self) -> None:
        _end([*self._workers, self._scheduler])


def _start(request: dict[str, Any], output: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    loud = bool(os.environ.get("SMTCB_DEBUG"))
    return subprocess.Popen(
        [sys.executable, "-m", __name__, json.dumps({**request, "parent": os.getpid()})],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=None if loud else subprocess.DEVNULL,
        start_new_session=True,  # a Ctrl-C in a terminal is for us
    )


def _end(processes: list[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            process.kill()
    for process in processes:
        process.wait()


# -- inside the processes ---------------------------------------------------------------------------------------------


def _die_with(parent: int) -> None:
    from encoders.solvers.parent_death import end_with_parent

    end_with_parent(parent)


async def _run_scheduler(dashboard: str | None) -> None:
    import distributed

    scheduler = distributed.Scheduler(
        host=LOOPBACK, port=0, dashboard=dashboard is not None, dashboard_address=dashboard, protocol="tcp"
    )
    async with scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()


async def _run_worker(scheduler: str, name: str) -> None:
    import dask
    import distributed

    dask.config.set({"distributed.worker.memory.terminate": False, "distributed.worker.memory.pause": False})
    worker = distributed.Worker(
        scheduler, nthreads=1, name=name, host=LOOPBACK, dashboard=False, memory_limit=0, death_timeout=20
    )
    async with worker:
        await worker.finished()


def main(text: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    request = json.loads(text)
    _die_with(request["parent"])
    if request["what"] == "scheduler":
        asyncio.run(_run_scheduler(request["dashboard"]))
    else:
        asyncio.run(_run_worker(request["scheduler"], request["name"]))


if __name__ == "__main__":
    main(sys.argv[1])
