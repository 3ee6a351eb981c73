"""GraphML to graph of a witness. The parser knows elements, attributes and text, and refuses everything else of XML."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass as mutable
from dataclasses import field
from typing import Any, NoReturn
from xml.parsers import expat

from esbmc_py.goto.deferred import dataclass

from .problems import WitnessProblem
from .witness import Metadata, WitnessTask

_MODELS = {"32bit": "ILP32", "64bit": "LP64"}


@dataclass(frozen=True, slots=True)
class GraphEdge:
    source: str
    target: str
    data: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class WitnessGraph:
    """`nodes` by name, with their data; defaults are filled in by whoever asks."""

    correctness: bool
    metadata: Metadata
    nodes: Mapping[str, Mapping[str, str]]
    edges: tuple[GraphEdge, ...]


@mutable(slots=True, eq=False)
class _Element:
    name: str
    attributes: dict[str, str]
    data: dict[str, list[str]] = field(default_factory=dict)


class _Builder:
    """Collects nodes and edges while the parser goes through the text."""

    def __init__(self) -> None:
        self.graph: dict[str, list[str]] = {}
        self.nodes: dict[str, dict[str, str]] = {}
        self.edges: list[GraphEdge] = []
        self.root = ""
        self._stack: list[_Element] = []
        self._keys: dict[str, str] = {}  # id → name
        self._text: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        self.root = self.root or name
        self._text = []
        if name == "key":
            self._keys[attributes.get("id", "")] = attributes.get("attr.name", attributes.get("id", ""))
        self._stack.append(_Element(name, attributes))

    def text(self, text: str) -> None:
        self._text.append(text)

    def end(self, _name: str) -> None:
        element = self._stack.pop()
        if element.name == "data" and self._stack:
            key = element.attributes.get("key", "")
            self._stack[-1].data.setdefault(key, []).append("".join(self._text).strip())
        elif element.name == "node":
            self.nodes[element.attributes.get("id", "")] = _first(element.data)
        elif element.name == "edge":
            source, target = element.attributes.get("source", ""), element.attributes.get("target", "")
            self.edges.append(GraphEdge(source, target, _first(element.data)))
        elif element.name == "graph":
            self.graph = element.data
        self._text = []


def _first(data: dict[str, list[str]]) -> dict[str, str]:
    return {key: values[0] for key, values in data.items()}


def parse_graphml(text: str) -> WitnessGraph:
    builder = _Builder()
    parser = expat.ParserCreate()
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.text
    # Nothing that a witness needs: entities can grow without bounds, and name other files.
    parser.StartDoctypeDeclHandler = _refuse
    parser.EntityDeclHandler = _refuse
    try:
        parser.Parse(text.encode("utf-8"), True)
    except expat.ExpatError as problem:
        reason = expat.ErrorString(problem.code)
        raise WitnessProblem(f"line {problem.lineno}, column {problem.offset + 1}: not XML: {reason}") from None
    return _graph(builder)


def _refuse(*_arguments: Any) -> NoReturn:
    raise WitnessProblem("XML with a document type or entities is not read: a witness needs none")


def _graph(builder: _Builder) -> WitnessGraph:
    if builder.root != "graphml" or not builder.nodes:
        raise WitnessProblem("not a witness: a graph in GraphML is expected")
    kind = builder.graph.get("witness-type", ["violation_witness"])[0]
    if kind not in ("violation_witness", "correctness_witness"):
        raise WitnessProblem(f"there is no witness-type '{kind[:40]}'")
    for edge in builder.edges:
        for name in (edge.source, edge.target):
            if name not in builder.nodes:
                raise WitnessProblem(f"an edge names a node that is not there: '{name[:40]}'")
    return WitnessGraph(kind == "correctness_witness", _metadata(builder.graph), builder.nodes, tuple(builder.edges))


def _metadata(graph: dict[str, list[str]]) -> Metadata:
    def first(key: str) -> str:
        return graph.get(key, [""])[0]

    model = _MODELS.get(first("architecture"), "LP64")
    file = first("programfile")
    task = WitnessTask(
        (file,) if file else (), (first("programhash"),), "\n".join(graph.get("specification", [])), model
    )
    return Metadata("1.0", "", first("creationtime"), first("producer") or "?", "", task)
