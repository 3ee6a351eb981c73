"""Witnesses as GraphML, version 1.0: an automaton with one path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape

from .violation import CREATES
from .witness import CorrectnessWitness, Metadata, Position, Segment, ViolationWitness, Waypoint

# What the format defines: id, type, where it may stand, and its default.
_KEYS = (
    ("witness-type", "string", "graph", None),
    ("sourcecodelang", "string", "graph", None),
    ("producer", "string", "graph", None),
    ("specification", "string", "graph", None),
    ("programfile", "string", "graph", None),
    ("programhash", "string", "graph", None),
    ("architecture", "string", "graph", None),
    ("creationtime", "string", "graph", None),
    ("entry", "boolean", "node", "false"),
    ("violation", "boolean", "node", "false"),
    ("invariant", "string", "node", None),
    ("invariant.scope", "string", "node", None),
    ("assumption", "string", "edge", None),
    ("assumption.scope", "string", "edge", None),
    ("assumption.resultfunction", "string", "edge", None),
    ("startline", "int", "edge", None),
    ("enterFunction", "string", "edge", None),
    ("threadId", "string", "edge", None),
    ("createThread", "string", "edge", None),
)
_ARCHITECTURES = {"ILP32": "32bit", "LP64": "64bit"}


def violation_graphml(witness: ViolationWitness, lines: LineTexts) -> str:
    body = [*_node(0, "entry")]
    creates = 0
    steps = _steps(witness.segments)
    for number, waypoint in enumerate(steps):
        last = number == len(steps) - 1
        body += _node(number + 1, "violation" if last else "")
        data = _edge_data(waypoint, lines)
        if waypoint.kind == "function_enter":
            creates += 1
            data.append(("createThread", str(creates)))
        body += _edge(number, number + 1, data)
    return _document("violation_witness", witness.metadata, body)


class LineTexts:
    """The text of lines, to see which function is called there."""

    def __init__(self, texts: dict[str, str]):
        self._lines = {name: text.split("\n") for name, text in texts.items()}

    def called(self, at: Position) -> str:
        """The function whose call's right parenthesis is there."""
        lines = self._lines.get(at.file, [])
        if at.column is None or not 0 < at.line <= len(lines):
            return ""
        depth, text = 0, lines[at.line - 1][: at.column]
        for place in range(len(text) - 1, -1, -1):
            depth += {")": 1, "(": -1}.get(text[place], 0)
            if depth == 0:
                name = re.search(r"([A-Za-z_]\w*)\s*$", text[:place])
                return name[1] if name else ""
        return ""


def _steps(segments: tuple[Segment, ...]) -> list[Waypoint]:
    """One thing after the other; of targets that are not ordered, the format can tell the first."""
    return [segment.follow[0] for segment in segments]


def _edge_data(one: Waypoint, lines: LineTexts) -> list[tuple[str, str]]:
    data = [("startline", str(one.position.line))]
    if one.thread is not None:
        data.append(("threadId", str(one.thread)))
    if one.kind == "function_return" and one.constraint is not None:
        called = lines.called(one.position)
        data.append(("assumption", f"{one.constraint.value};"))
        if one.position.function:
            data.append(("assumption.scope", one.position.function))
        if called and called not in CREATES:
            data.append(("assumption.resultfunction", called))
    return data


def correctness_graphml(witness: CorrectnessWitness) -> str:
    return _document("correctness_witness", witness.metadata, [*_node(0, "entry")])


def _document(kind: str, data: Metadata, body: list[str]) -> str:
    graph = (
        ("witness-type", kind),
        ("sourcecodelang", "C"),
        ("producer", f"{data.producer} {data.producer_version}"),
        *(("specification", line) for line in data.task.specification.splitlines()),
        ("programfile", data.task.files[0]),
        ("programhash", data.task.hashes[0]),
        ("architecture", _ARCHITECTURES[data.task.data_model]),
        ("creationtime", data.created),
    )
    lines = [
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
        *_keys(),
        '  <graph edgedefault="directed">',
        *(f"    {_data(key, value)}" for key, value in graph),
        *body,
        "  </graph>",
        "</graphml>",
    ]
    return "\n".join(lines) + "\n"


def _keys() -> Iterator[str]:
    for name, kind, where, default in _KEYS:
        head = f'  <key attr.name="{name}" attr.type="{kind}" for="{where}" id="{name}"'
        yield f"{head}/>" if default is None else f"{head}><default>{default}</default></key>"


def _node(number: int, mark: str) -> list[str]:
    if not mark:
        return [f'    <node id="N{number}"/>']
    return [f'    <node id="N{number}">{_data(mark, "true")}</node>']


def _edge(source: int, target: int, data: list[tuple[str, str]]) -> list[str]:
    inside = "".join(_data(key, value) for key, value in data)
    return [f'    <edge source="N{source}" target="N{target}">{inside}</edge>']


def _data(key: str, value: str) -> str:
    return f'<data key="{key}">{escape(value)}</data>'
