"""Mode lazyseq, by a swarm: an attempt is cut into instances, and these are decided wherever there is somebody."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from encoders.cutting import sample
from encoders.instances import Instance
from encoders.outcome import Outcome
from encoders.request import Options
from esbmc_py.checking.forked import instance_crew
from esbmc_py.checking.instances import (
    Crew,
    Decided,
    Deciding,
    Lost,
    Standing,
    decide_in_instances,
    instances_of,
)
from esbmc_py.checking.modes import LazySeq
from esbmc_py.checking.options import CheckOptions
from esbmc_py.checking.replay import replay
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.program import Program

from .job import Job, Sources, make_job
from .on_dask import DaskCrew, SchedulerGone, Workplace
from .results_file import ResultsFile
from .versions import own_versions


@dataclass(frozen=True, slots=True)
class SwarmOptions:
    """`instances`: how many to cut into. `sample`: how many of these to take, at random; None: all."""

    instances: int
    sample: int | None = None
    local: int | None = None  # so many processes of this machine, without Dask
    place: Workplace = Workplace()


class Swarm(LazySeq):
    def __init__(
        self,
        sources: Sources,
        swarm: SwarmOptions,
        results: ResultsFile | None,
        tell: Callable[[str], None] = lambda _text: None,
    ) -> None:
        """`tell`: what is going on, for people."""
        self._sources = sources
        self._swarm = swarm
        self._results = results
        self._tell = tell

    def check(self, program: Program, request: Options, options: CheckOptions) -> Outcome:
        begun = time.monotonic()
        deadline = None if request.timeout is None else begun + request.timeout

        def confirms(outcome: Outcome) -> bool:
            return any(replay(program, found, request.looked_for.properties) is not None for found in outcome.found)

        def decide(instances: list[Instance], asked: Options) -> Outcome:
            job = make_job(self._sources, options, asked, own_versions())
            notebook = None if self._results is None else _Notebook(self._results, job, options, len(instances))
            deciding = Deciding(instances, confirms=confirms, notebook=notebook, watch=self._watch, deadline=deadline)
            try:
                return deciding.run(LateCrew(lambda: self._crew(program, asked, job)))
            except SchedulerGone as problem:
                return deciding.so_far(str(problem))

        return self._noted(decide_in_instances(request, lambda asked: self._instances(program, asked), decide))

    def _crew(self, program: Program, asked: Options, job: Job) -> Crew:
        if self._swarm.local is not None:
            return instance_crew(program, asked, self._swarm.local)
        return DaskCrew(job, self._swarm.place, self._tell)

    def _watch(self, standing: Standing) -> None:
        self._tell(str(standing))

    def _instances(self, program: Program, asked: Options) -> list[Instance]:
        self._tell("cutting")
        if self._swarm.sample is None:
            return instances_of(program, asked, self._swarm.instances)
        from encoders.once.check import lines

        assert asked.bounds.rounds is not None, "the command has seen to it"
        return sample(
            lines(program, asked), asked.bounds.rounds, self._swarm.sample, self._swarm.instances, asked.solving.seed
        )

    def _noted(self, outcome: Outcome) -> Outcome:
        """Random instances leave others out."""
        if self._swarm.sample is None or outcome.found:
            return outcome
        left_out = f"{self._swarm.sample} random instances of about {self._swarm.instances}: the others were left out"
        return replace(outcome, switches_cut=True, unknown=(*outcome.unknown, left_out))


class LateCrew:
    """Comes when there is something to do: where a results file knows all answers, no cluster is started."""

    def __init__(self, make: Callable[[], Crew]) -> None:
        self._make = make
        self._crew: Crew | None = None

    @property
    def size(self) -> int:
        return 0 if self._crew is None else self._crew.size

    def begin(self, instances: dict[int, Instance]) -> None:
        self._crew = self._make()
        self._crew.begin(instances)

    def wait(self, seconds: float) -> list[Decided | Lost]:
        assert self._crew is not None, "it has begun"
        return self._crew.wait(seconds)

    def close(self) -> None:
        if self._crew is not None:
            self._crew.close()


@dataclass(frozen=True, slots=True)
class _Notebook:
    results: ResultsFile
    job: Job
    options: CheckOptions
    count: int

    def known(self, instance: Instance) -> Outcome | None:
        return self.results.known(self.job.digest, instance)

    def note(self, instance: Instance, decided: Decided) -> None:
        bounds = replace(self.options.bounds, unwind=self.job.request.bounds.unwind)
        about = {"program": self.job.sources.name, "bounds": str(bounds), "number": decided.number + 1}
        self.results.append(self.job.digest, instance, decided, **about, of=self.count)
