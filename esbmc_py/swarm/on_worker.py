"""What a worker of the cluster runs: a task is one instance."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from esbmc_py.checking.instances import Decided

from .host import Host, HostEnded, Trouble
from .versions import differences, own_versions

if TYPE_CHECKING:
    from encoders.instances import Instance

    from .job import Job

_POLL = 0.2
_here = threading.local()  # the host of this thread


def the_job(job: Job) -> Job:
    """A task of its own, so that the scheduler has the program once, and hands it on to workers that come later."""
    return job


def decide(job: Job, instance: Instance) -> Decided | Trouble:
    """Ends early if nobody wants to know any more."""
    import distributed

    worker = distributed.get_worker()
    key = worker.get_current_task()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state == "executing" and worker.status is distributed.core.Status.running

    answer = decide_in_host(job, instance, is_wanted)
    return replace(answer, where=f"{worker.name} {worker.address}") if isinstance(answer, Decided) else answer


def decide_in_host(job: Job, instance: Instance, is_wanted: Callable[[], bool]) -> Decided | Trouble:
    what = differences(job.versions, own_versions())
    if what:
        return Trouble(f"a worker is made of something else: {what}")
    host = _host(job)
    try:
        host.decide(instance)
        while is_wanted():
            answer: Decided | Trouble | None = host.answer(_POLL)
            if answer is not None:
                return answer
    except HostEnded:
        _end_host()
        return Trouble("its process died")
    _end_host()
    return Trouble("nobody wants to know any more")


def _host(job: Job) -> Host:
    host: Host | None = getattr(_here, "host", None)
    if host is not None and host.digest == job.digest:
        return host
    _end_host()
    _here.host = Host(job)
    new: Host = _here.host
    return new


def _end_host() -> None:
    host: Host | None = getattr(_here, "host", None)
    if host is not None:
        host.end()
        _here.host = None
