"""Mode `explicit`: the explicit-state search, asked and answering as the other modes are."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from encoders.results import Found, Options, Outcome, Place, Statistics
from esbmc_py.goto.program import Program
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.vm.results import DataRace, Deadlock, Finding, Violation
from explicit_state import Counts, Order, Reduction, SearchOptions, search

from .options import ExplicitOptions


@dataclass(frozen=True, slots=True)
class ConcreteFound(Found):
    """What a machine has run into already; `finding` says how."""

    finding: Finding | None = None


def check_explicit(program: Program, options: Options, explicit: ExplicitOptions) -> Outcome:
    begun = time.monotonic()

    def heartbeat(counts: Counts) -> None:
        if options.progress is not None:
            options.progress(_statistics(counts, begun))

    result = search(
        program,
        SearchOptions(
            reduction=Reduction(explicit.reduction),
            order=Order(explicit.order),
            contexts=options.contexts,
            preemptions=options.preemptions,
            properties=options.properties,
            all_violations=options.all_violations,
            seconds=options.timeout,
            progress=heartbeat,
        ),
    )
    unknown = list(result.incomplete)
    if result.sampled:
        unknown.append("--values NAME=0..7 restricts an input; the symbolic modes (--mode lazy) look at all its values")
    return Outcome(
        "explicit",
        tuple(map(_found, result.findings)),
        result.bound_hit,
        (),
        tuple(Place(place.construct, place.location) for place in result.unsupported),
        tuple(unknown),
        result.unknown_functions,
        _statistics(result.counts, begun),
    )


def _statistics(counts: Counts, begun: float) -> Statistics:
    return Statistics(
        states=counts.states,
        transitions=counts.transitions,
        interleavings=counts.executions,
        pruned_seen=counts.matched,
        deepest=counts.deepest,
        threads=counts.threads,
        exploration_time=time.monotonic() - begun,
    )


def _found(finding: Finding) -> ConcreteFound:
    inputs: Mapping[int, tuple[()]] = {}
    location, thread, message = _where(finding)
    return ConcreteFound(finding.property, message, location, thread, finding.schedule.threads, inputs, finding=finding)


def _where(finding: Finding) -> tuple[SourceLocation, int, str]:
    match finding.what:
        case Violation(location=location, thread=thread, message=message):
            return location, thread, message
        case Deadlock(blocked=blocked):
            return blocked[0].location, blocked[0].thread, str(finding.what)
        case DataRace(first=first):
            return first.location, first.thread, str(finding.what)
