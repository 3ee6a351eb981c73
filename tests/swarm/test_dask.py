"""On a cluster: a worker and the scheduler may die, and nothing is lost."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from encoders.instances import Instance
from encoders.outcome import Outcome
from encoders.request import Options
from esbmc_py.checking.api import load_source, validated
from esbmc_py.checking.instances import Decided, Lost, decide_in_instances, instances_of
from esbmc_py.checking.modes import find_mode
from esbmc_py.checking.options import CheckOptions
from esbmc_py.swarm.host import Trouble
from esbmc_py.swarm.job import Job, make_job, prepared, read_sources
from esbmc_py.swarm.on_dask import DaskCrew, Workplace
from esbmc_py.swarm.on_worker import _end_host, decide_in_host
from esbmc_py.swarm.problems import SwarmProblem
from esbmc_py.swarm.versions import own_versions

from .programs import BUSY

pytest.importorskip("distributed")

COUNT = 5


def without_trust(request: Options) -> Options:
    return replace(request, encoding=replace(request.encoding, levers=request.encoding.levers - {"trust"}))


def job_and_instances(path: Path, text: str, rounds: int) -> tuple[Job, list[Instance]]:
    path.write_text(text)
    options = validated(CheckOptions(mode="lazyseq", unwind=3, rounds=rounds, defines=("A=1",)), {})
    program = find_mode("lazyseq").prepare(load_source([path], options).program, options)
    request = replace(options.request, solving=replace(options.request.solving, solver="bitwuzla"))
    found: list[tuple[Options, list[Instance]]] = []

    def note(instances: list[Instance], asked: Options) -> Outcome:
        found.append((asked, instances))
        return Outcome("lazyseq", (), False, (), (), (), (), None)  # type: ignore[arg-type]

    decide_in_instances(request, lambda asked: instances_of(program, asked, COUNT), note)
    asked, instances = found[0]
    return make_job(read_sources([path], options), options, asked, own_versions()), instances


def test_nothing_is_lost_with_a_worker_or_with_the_scheduler(tmp_path: Path) -> None:
    """Both are killed while instances are being decided (or after, which is as good)."""
    job, instances = job_and_instances(tmp_path / "p.c", BUSY, 2)
    crew = DaskCrew(job, Workplace(workers=1))
    decided: list[Decided | Lost] = []

    def wait_for(count: int) -> None:
        while len(decided) < count:
            decided.extend(crew.wait(1.0))

    try:
        assert crew._cluster is not None
        assert crew._cluster.address.startswith("tcp://127.0.0.1:")  # nobody else can reach it
        crew.begin(dict(enumerate(instances)))
        wait_for(1)
        os.kill(crew._cluster.pids[1], signal.SIGKILL)
        wait_for(2)
        os.kill(crew._cluster.pids[0], signal.SIGKILL)
        wait_for(COUNT)
        pids = crew._cluster.pids
    finally:
        crew.close()
    assert sorted(one.number for one in decided) == list(range(COUNT))
    assert all(isinstance(one, Decided) and one.outcome.decided for one in decided)
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_job_needs_nothing_of_the_clients_disk(tmp_path: Path) -> None:
    (tmp_path / "h.h").write_text("#define N 2\n")
    job, instances = job_and_instances(
        tmp_path / "p.c", '#include "h.h"\n' + BUSY.replace("i < 3; i++)", "i < N; i++)"), 1
    )
    for file in tmp_path.iterdir():
        file.unlink()
    program, asked = prepared(job)
    assert instances_of(program, asked, COUNT) == instances
    answers = [decide_in_host(job, instance, lambda: True) for instance in instances[:2]]
    assert all(isinstance(answer, Decided) and answer.outcome.decided for answer in answers)
    unwanted = decide_in_host(job, instances[2], lambda: False)
    assert isinstance(unwanted, Trouble) and unwanted.why == "nobody wants to know any more"
    other = replace(job, versions=(("sources", "another"),))
    refused = decide_in_host(other, instances[0], lambda: True)
    assert isinstance(refused, Trouble) and "sources" in refused.why
    _end_host()


def test_a_job_is_known_by_what_answers_depend_on(tmp_path: Path) -> None:
    job, _ = job_and_instances(tmp_path / "p.c", BUSY, 1)
    same, _ = job_and_instances(tmp_path / "p.c", BUSY, 1)
    assert job.digest == same.digest
    others = [
        job_and_instances(tmp_path / "p.c", BUSY, 2)[0],
        job_and_instances(tmp_path / "p.c", BUSY.replace("< 30", "< 31"), 1)[0],
        replace(job, request=without_trust(job.request)),
        replace(job, versions=(("sources", "another"),)),
    ]
    assert len({job.digest, *(other.digest for other in others)}) == 5
    assert replace(job, request=replace(job.request, timeout=3.0)).digest == job.digest


def test_no_cluster_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("esbmc_py.swarm.on_dask._CONNECT", 0.5)
    job, _ = job_and_instances(tmp_path / "p.c", BUSY, 1)
    with pytest.raises(SwarmProblem, match=r"no cluster answers at tcp://127\.0\.0\.1:1"):
        DaskCrew(job, Workplace("tcp://127.0.0.1:1"))


def test_without_dask_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    job, _ = job_and_instances(tmp_path / "p.c", BUSY, 1)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SwarmProblem, match=r"pip install 'smtcb\[swarm\]'; or --local"):
        DaskCrew(job, Workplace())
