"""Instances on a Dask cluster: one that exists, or one of processes of this machine that ends with us."""

from __future__ import annotations

import logging
import os
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from encoders.instances import Instance
from esbmc_py.checking.instances import Decided, Lost
from esbmc_py.goto.deferred import dataclass

from .host import Trouble
from .local_cluster import LocalCluster
from .on_worker import decide, the_job
from .problems import SwarmProblem
from .results_file import digest
from .versions import differing, own_versions, worker_versions

if TYPE_CHECKING:
    from .job import Job

_TRIES = 3  # of an instance whose worker could not decide it
_CONNECT = 10.0  # seconds
_FIRST_WORKER = 60.0  # seconds to wait for one
INSTALL = "Dask is not installed: pip install 'smtcb[swarm]'; or --local, which needs nothing but this machine"


@dataclass(frozen=True, slots=True)
class Security:
    """Files for TLS. The cluster's certificate authority, and a certificate and key signed by it."""

    ca: str
    certificate: str
    key: str


@dataclass(frozen=True, slots=True)
class Workplace:
    """Where the instances are decided."""

    address: str | None = None  # of a scheduler; None: a cluster of processes of this machine
    workers: int = 1  # of that cluster
    security: Security | None = None
    dashboard: str | None = None  # where that cluster's dashboard listens, such as 127.0.0.1:8787
    patience: float = 60.0  # seconds to wait for a scheduler that has gone


class DaskCrew:
    def __init__(self, job: Job, place: Workplace, tell: Callable[[str], None] = lambda _text: None) -> None:
        """Raises SwarmProblem."""
        self._job = job
        self._place = place
        self._tell = tell
        self._cluster: LocalCluster | None = None
        self._client: Any = None
        self._events: queue.Queue[tuple[int, int, Any]] = queue.Queue()  # generation, number, future
        self._generation = 0  # of the connection: what an earlier one still tells does not count
        self._futures: dict[int, Any] = {}
        self._open: dict[int, Instance] = {}
        self._tries: dict[int, int] = {}
        quiet()
        if place.address is None:
            tell("starting a cluster of this machine")
            self._cluster = LocalCluster(place.workers, place.dashboard)
        try:
            self._connect(_CONNECT)
        except BaseException:
            self.close()
            raise

    # -- connection ---------------------------------------------------------------------------------------------------

    def _connect(self, seconds: float) -> None:
        address = self._cluster.address if self._cluster is not None else self._place.address
        self._client = connected(address, self._place.security, seconds)

    @property
    def size(self) -> int:
        return places_of(self._client)

    # -- instances ----------------------------------------------------------------------------------------------------

    def begin(self, instances: dict[int, Instance]) -> None:
        self._open = dict(instances)
        self._submit(list(instances))

    def _submit(self, numbers: list[int]) -> None:
        job = self._client.submit(the_job, self._job, key=f"program {self._job.sources.name}-{self._job.digest}")
        for number in numbers:
            instance, generation = self._open[number], self._generation
            tries = self._tries[number] = self._tries.get(number, 0) + 1
            name = f"{self._job.sources.name} instance {number + 1}: {instance}"
            key = f"{name}-{self._job.digest}{digest(instance)}{tries}"
            future = self._client.submit(decide, job, instance, key=key, pure=False, priority=-number)
            self._futures[number] = future
            future.add_done_callback(lambda one, n=number, g=generation: self._events.put((g, n, one)))

    def wait(self, seconds: float) -> list[Decided | Lost]:
        if self._client.status != "running":
            self._wait_for_scheduler()
        elif self._cluster is not None:
            self._cluster.keep_up()
        try:
            first = self._events.get(timeout=seconds)
        except queue.Empty:
            return []
        found = [self._read(*first)]
        with suppress(queue.Empty):
            while True:
                found.append(self._read(*self._events.get_nowait()))
        return [event for event in found if event is not None]

    def _read(self, generation: int, number: int, future: Any) -> Decided | Lost | None:
        if generation != self._generation or number not in self._open:
            return None
        if future.status == "finished":
            try:
                answer = future.result(timeout=_CONNECT)
            except Exception as problem:  # its data went with the worker
                return self._again(number, f"{type(problem).__name__}: {str(problem)[:200]}")
            if isinstance(answer, Decided):
                del self._open[number], self._futures[number]
                return replace(answer, number=number)
            return self._again(number, answer.why if isinstance(answer, Trouble) else "no answer")
        if future.status == "error":
            error = future.exception(timeout=_CONNECT)
            return self._again(number, f"{type(error).__name__}: {str(error).splitlines()[0][:200]}")
        return None if self._client.status != "running" else self._again(number, "cancelled by somebody else")

    def _again(self, number: int, why: str) -> Lost | None:
        if self._tries[number] < _TRIES and self._client.status == "running":
            self._submit([number])
            return None
        if self._client.status != "running":  # it will be begun again with the next connection
            return None
        del self._open[number]
        return Lost(number, why)

    def _wait_for_scheduler(self) -> None:
        """Raises SwarmProblem if it does not come back. What was begun is begun again there."""
        self._generation += 1
        self._tell("the scheduler has gone; waiting for it")
        deadline = time.monotonic() + self._place.patience
        self._forget_client()
        if self._cluster is not None:
            self._cluster.restart_scheduler()
        while True:
            try:
                self._connect(min(5.0, max(1.0, deadline - time.monotonic())))
                break
            except SwarmProblem as problem:
                if time.monotonic() >= deadline:
                    raise SchedulerGone(str(problem)) from None
                time.sleep(0.5)
        self._tries = {}
        self._submit(list(self._open))

    def close(self) -> None:
        """Within a second or two, whatever the cluster does."""
        if self._cluster is not None:
            self._cluster.end()
        elif self._client is not None and self._client.status == "running":
            with suppress(Exception):
                self._client.cancel(list(self._futures.values()), force=True)
        self._forget_client()

    def _forget_client(self) -> None:
        """To take leave of a scheduler that has gone takes long; nobody need wait for it."""
        if self._client is not None:
            leaving = threading.Thread(target=_take_leave, args=(self._client,), daemon=True)
            leaving.start()
            leaving.join(0.5)
            self._client = None


def _take_leave(client: Any) -> None:
    with suppress(Exception):
        client.close(timeout=1)


class SchedulerGone(SwarmProblem):
    """And did not come back."""


# -- also for others who have work for a cluster ----------------------------------------------------------------------


def connected(address: str | None, security: Security | None, seconds: float = _CONNECT) -> Any:
    """A client, of a cluster with workers that are made of the same as we are. Raises SwarmProblem."""
    quiet()
    import distributed

    try:
        client = distributed.Client(
            address, timeout=seconds, security=_dask_security(security), set_as_default=False, name="smtcb"
        )
    except (OSError, ValueError, TimeoutError) as problem:
        reason = str(problem).splitlines()[0] if str(problem) else type(problem).__name__
        raise SwarmProblem(f"no cluster answers at {address}: {reason}") from None
    try:
        _require_workers(client)
    except BaseException:
        client.close(timeout=1)
        raise
    return client


def _require_workers(client: Any) -> None:
    try:
        client.wait_for_workers(1, timeout=_FIRST_WORKER)
    except TimeoutError:
        raise SwarmProblem(f"the cluster at {client.scheduler.address} has no worker") from None
    theirs = client.run(worker_versions, on_error="return")
    without = [name for name, answer in theirs.items() if isinstance(answer, BaseException)]
    if without:
        what = str(theirs[without[0]]).splitlines()[0][:200]
        raise SwarmProblem(f"worker {without[0]} cannot run smtcb: {what}")
    problems = differing(own_versions(), theirs)
    if problems:
        raise SwarmProblem("client and workers must be made of the same; " + "; ".join(problems))


def places_of(client: Any) -> int:
    """How many tasks its workers can do at the same time; 0 if the cluster has gone."""
    with suppress(Exception):
        return int(sum(client.nthreads().values())) if client.status == "running" else 0
    return 0


def _dask_security(given: Security | None) -> Any:
    if given is None:
        return None
    import distributed

    return distributed.Security(
        tls_ca_file=given.ca, tls_client_cert=given.certificate, tls_client_key=given.key, require_encryption=True
    )


def quiet() -> None:
    """What goes wrong in a cluster is told in our own words."""
    try:
        import distributed
    except ImportError:
        raise SwarmProblem(INSTALL) from None
    del distributed
    if not os.environ.get("SMTCB_DEBUG"):
        for name in ("distributed", *logging.root.manager.loggerDict):
            if name.partition(".")[0] in ("distributed", "tornado", "asyncio", "bokeh"):
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
