"""Graph of a GraphML witness to automaton: edges by their lines, threads, conditions and assumptions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .automaton import Automaton, Edge, Guard, Kind, Resolver, WitnessTarget, branch_guard
from .graphml_reader import GraphEdge, WitnessGraph
from .problems import WitnessProblem
from .witness import Position

_KNOWN = frozenset(
    ("startline", "endline", "startoffset", "endoffset", "sourcecode", "control", "assumption", "assumption.scope",
     "assumption.resultfunction", "enterFunction", "returnFromFunction", "returnFrom", "threadId", "createThread",
     "enterLoopHead", "originfile", "originFileName", "tokens", "note", "warning", "cyclehead")
)  # fmt: skip


def automaton_of_graph(graph: WitnessGraph, resolver: Resolver) -> Automaton:
    entries = [name for name, data in graph.nodes.items() if data.get("entry") == "true"]
    if len(entries) != 1:
        raise WitnessProblem(f"there must be one entry node, and there are {len(entries)}")
    numbers = {name: number for number, name in enumerate([entries[0], *(n for n in graph.nodes if n != entries[0])])}
    edges: list[list[Edge]] = [[] for _ in numbers]
    targets: dict[int, list[tuple[WitnessTarget, ...]]] = {}
    ignored: dict[str, None] = {}
    for edge in graph.edges:
        ignored.update(dict.fromkeys(key for key in edge.data if key not in _KNOWN))
        if graph.nodes[edge.target].get("sink") == "true" or edge.source == edge.target:
            continue  # staying and going on elsewhere is always possible
        guard = replace(
            _guard(edge, graph, resolver), vague=True
        )  # a line has more steps for some tools than for others
        edges[numbers[edge.source]].append(Edge(numbers[edge.target], guard))
        if graph.nodes[edge.target].get("violation") == "true":
            targets.setdefault(numbers[edge.source], []).append((_target(edge, graph, resolver),))
    for name, data in graph.nodes.items():
        if data.get("violation") == "true":
            targets.setdefault(numbers[name], []).append((WitnessTarget(None, None, "the violation"),))
    if not targets:
        raise WitnessProblem("no node of the graph is a violation")
    fixed: Mapping[int, tuple[tuple[WitnessTarget, ...], ...]] = {node: tuple(some) for node, some in targets.items()}
    notes = tuple(f"data of edges that is not known: {key}" for key in ignored)
    return Automaton(tuple(map(tuple, edges)), ((),) * len(edges), fixed, notes)


def _position(edge: GraphEdge, graph: WitnessGraph) -> Position | None:
    line = edge.data.get("startline", "")
    if not line.isdigit() or len(line) > 9:
        return None
    files = graph.metadata.task.files
    file = edge.data.get("originfile") or edge.data.get("originFileName") or (files[0] if files else "")
    return Position(file, int(line))


def _target(edge: GraphEdge, graph: WitnessGraph, resolver: Resolver) -> WitnessTarget:
    at = _position(edge, graph)
    thread = edge.data.get("threadId")
    if at is None or not resolver.has_code(at):
        return WitnessTarget(None, thread, "the violation")
    return resolver.target(at, thread)


def _guard(edge: GraphEdge, graph: WitnessGraph, resolver: Resolver) -> Guard:
    at, data = _position(edge, graph), edge.data
    thread = data.get("threadId")
    if at is None or not resolver.has_code(at):
        return Guard(Kind.FREE, says=str(at))
    assumption = data.get("assumption", "")
    says = f"{at}" + (f" ({assumption})" if assumption else "") + (f" by thread {thread}" if thread is not None else "")
    if "createThread" in data:
        creating = resolver.calls(at, creating=True)
        if creating:
            return Guard(Kind.ENTER, creating, "", None, thread, data["createThread"], says)
    if "\\result" in assumption and resolver.calls(at):
        return Guard(Kind.RETURN, resolver.calls(at), assumption, None, thread, None, says)
    if "control" in data:
        outcome = {"condition-true": True, "condition-false": False}.get(data["control"])
        return branch_guard(resolver, at, outcome, thread, says)
    if assumption:
        return Guard(Kind.AFTER, resolver.anywhere(at), assumption, None, thread, None, says)
    return Guard(Kind.BEFORE, resolver.anywhere(at), "", None, thread, None, says)
