"""Segments to automaton: node i waits for the waypoint of segment i."""

from __future__ import annotations

from dataclasses import replace

from .automaton import Automaton, Edge, Guard, Kind, Resolver, WitnessTarget, guard_of
from .problems import WitnessProblem
from .witness import Segment, ViolationWitness, Waypoint


def automaton_of_segments(witness: ViolationWitness, resolver: Resolver) -> Automaton:
    *normal, final = witness.segments
    edges: list[tuple[Edge, ...]] = []
    created = 0
    for number, segment in enumerate(normal):
        guards = [_decided(guard_of(one, resolver), resolver) for one in segment.follow]
        if not guards:
            raise WitnessProblem(f"segment {number + 1} has no waypoint to follow")
        guard = guards[0]
        if segment.follow[0].kind == "function_enter":
            creating = resolver.calls(segment.follow[0].position, creating=True)
            if creating:
                created += 1
                guard = replace(guard, spots=creating & guard.spots or creating, creates=str(created))
        edges.append((Edge(number + 1, guard),))
    targets = tuple(_target(one, resolver) for one in final.follow if one.kind == "target")
    if not targets:
        raise WitnessProblem("the last segment has no target")
    avoid = tuple(_avoided(segment, resolver) for segment in witness.segments)
    waypoints = [one for segment in normal for one in segment.follow]
    ignored = [
        f"nothing is decided there, it was taken to be passed: {one}"
        for one in waypoints
        if _says_nothing(one, resolver)
    ]
    return Automaton((*edges, ()), avoid, {len(normal): (targets,)}, tuple(ignored))


def _says_nothing(one: Waypoint, resolver: Resolver) -> bool:
    """A condition without a branch, which is not evaluated."""
    guard = guard_of(one, resolver)
    return one.kind == "branching" and guard.kind is Kind.BEFORE and not guard.constraint


def _decided(guard: Guard, resolver: Resolver) -> Guard:
    """A segment ends where its waypoint is evaluated for the first time, and that must pass.

    Where it is evaluated must be clear: who executes it, and at which single place.
    """
    whose = guard.thread is not None or resolver.one_thread
    single = len(guard.spots) == 1 or (guard.kind is Kind.BRANCH and resolver.in_one_statement(guard.spots))
    return replace(guard, decides=whose and single and (bool(guard.constraint) or guard.outcome is not None))


def _target(one: Waypoint, resolver: Resolver) -> WitnessTarget:
    return resolver.target(one.position, None if one.thread is None else str(one.thread))


def _avoided(segment: Segment, resolver: Resolver) -> tuple[Guard, ...]:
    return tuple(guard_of(one, resolver) for one in segment.avoid)
