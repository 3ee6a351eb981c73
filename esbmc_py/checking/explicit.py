"""Mode `explicit`: the explicit-state search, asked and answering as the other modes are."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from encoders.outcome import Outcome, Place, Statistics, assumed_of_order
from encoders.request import Options, part
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import LIVENESS, Property
from esbmc_py.goto.types import VoidType
from esbmc_py.vm.explore import explore
from explicit_state import Counts, Reduction, SearchOptions, SearchOrder, SearchResult, search

from .concrete import concrete_found
from .options import ExplicitOptions, OptionProblem


def check_explicit(
    program: Program,
    options: Options,
    explicit: ExplicitOptions,
    *,
    idle_values: bool = True,
    critical_sections: bool = True,
    futures: bool = True,
    variation: int = 0,
) -> Outcome:
    """`variation`: the same search in another order (see `variations`)."""
    begun = time.monotonic()
    _check_functions(program, explicit)
    if options.looked_for.happens_before:
        return _check_order(program, options, begun)

    asked = replace(
        _search_options(options, explicit, begun, variation),
        idle_values=idle_values,
        critical_sections=critical_sections,
        futures=SearchOptions().futures if futures else None,
    )
    result = None if options.looked_for.properties <= LIVENESS else search(program, asked)
    if (explicit.ltl or options.looked_for.properties & LIVENESS) and (result is None or result.is_free):
        seconds = None if options.timeout is None else max(0.0, options.timeout - (time.monotonic() - begun))
        endless = _search_liveness(program, replace(asked, seconds=seconds), explicit)
        result = endless if result is None else endless.after(result)
    assert result is not None, "something is asked for"
    unknown = list(result.incomplete)
    if result.sampled:
        unknown.append("--values NAME=0..7 restricts an input; the symbolic modes (--mode lazy) look at all its values")
    return Outcome(
        "explicit",
        tuple(map(concrete_found, result.findings)),
        result.bound_hit,
        (),
        tuple(Place(place.construct, place.location) for place in result.unsupported),
        tuple(unknown),
        result.unknown_functions,
        _statistics(result.counts, begun),
        tuple(_assuming(result, explicit)),
    )


def _search_options(options: Options, explicit: ExplicitOptions, begun: float, variation: int) -> SearchOptions:
    def heartbeat(counts: Counts) -> None:
        if options.progress is not None:
            options.progress(_statistics(counts, begun))

    return replace(
        part(SearchOptions, explicit),
        reduction=Reduction(explicit.reduction),
        order=_other(SearchOrder(explicit.order)) if variation == 2 else SearchOrder(explicit.order),
        shortest=variation == 0,
        seed=0 if variation in (0, 2) else 2 * variation + 1,
        contexts=options.bounds.contexts,
        preemptions=options.bounds.preemptions,
        properties=options.looked_for.properties,
        all_violations=options.looked_for.all_violations,
        seconds=options.timeout,
        progress=heartbeat,
        coverage=options.coverage,
    )


def _other(order: SearchOrder) -> SearchOrder:
    return SearchOrder.BFS if order is SearchOrder.DFS else SearchOrder.DFS


def _check_order(program: Program, options: Options, begun: float) -> Outcome:
    """Races by happens-before: reductions would have to know the order, so all interleavings are looked at."""
    exploration = explore(
        program,
        contexts=options.bounds.contexts,
        preemptions=options.bounds.preemptions,
        max_seconds=options.timeout,
        races=True,
        happens_before=True,
        leaks=Property.LEAK in options.looked_for.properties,
        lost=Property.LOST in options.looked_for.properties,
        shortest=False,
        coverage=options.coverage,
    )
    return Outcome(
        "explicit",
        tuple(
            concrete_found(finding)
            for finding in exploration.findings
            if finding.property in options.looked_for.properties
        ),
        exploration.bound_hit,
        (),
        tuple(Place(place.construct, place.location) for place in exploration.unsupported),
        exploration.incomplete,
        exploration.unknown_functions,
        Statistics(
            states=exploration.states,
            transitions=exploration.transitions,
            deepest=exploration.deepest,
            exploration_time=time.monotonic() - begun,
        ),
        assumed_of_order(program, options),
    )


def _search_liveness(program: Program, asked: SearchOptions, explicit: ExplicitOptions) -> SearchResult:
    """Questions about executions without an end come last: what ends too early, or wrongly, is known by then."""
    from explicit_state.liveness.search import search_liveness

    from .liveness import questions

    return search_liveness(program, asked, list(questions(program, asked.properties, explicit.ltl)), fair=explicit.fair)


def _check_functions(program: Program, explicit: ExplicitOptions) -> None:
    """An observer is a function of the program, without parameters; an invariant has a result."""
    for name in (*explicit.invariants, *([explicit.abstraction] if explicit.abstraction is not None else [])):
        function = program.functions.get(name)
        if function is None:
            raise OptionProblem(f"the program has no function '{name}'")
        if function.parameters:
            raise OptionProblem(f"'{name}' has parameters: what looks at states gets nothing but the state")
        if name in explicit.invariants and isinstance(function.type.result, VoidType):
            raise OptionProblem(f"'{name}' returns nothing: an invariant says whether it holds")


def _assuming(result: SearchResult, explicit: ExplicitOptions) -> Iterator[str]:
    for name in explicit.values:
        if name in result.restricted:
            values = explicit.values[name]
            yield f"input {name} is one of {values.start}..{values.stop - 1}"
        else:
            yield f"no input was taken that is called {name}"
    if explicit.abstraction is not None:
        yield f"states in which {explicit.abstraction} says the same were taken for the same: as sound as that function"
    if explicit.compiled_reads:
        yield "reads of variables that are neither volatile nor atomic may give values that the thread has seen before"
    if result.coverage is not None:
        share = f"{100 * result.coverage:.2f}"
        yield f"two bits for each state: about {share} % of the states were visited (an estimate)"


def _statistics(counts: Counts, begun: float) -> Statistics:
    return Statistics(
        states=counts.states,
        transitions=counts.transitions,
        interleavings=counts.executions,
        steps=counts.runs,
        pruned_seen=counts.matched,
        deepest=counts.deepest,
        threads=counts.threads,
        exploration_time=time.monotonic() - begun,
    )
