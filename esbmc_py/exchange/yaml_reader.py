"""YAML to witness: versions 2.0 to 2.2, and the loop invariants of the drafts before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from .problems import WitnessProblem
from .witness import (
    ACTIONS,
    KINDS,
    Constraint,
    CorrectnessWitness,
    Invariant,
    Metadata,
    Position,
    Segment,
    ViolationWitness,
    Waypoint,
    WitnessTask,
)

# All scalars are texts: nobody has to guess what `2.0` or a date has become.
_Loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_DEEPEST = 40


def parse_yaml(text: str) -> ViolationWitness | CorrectnessWitness:
    entries = _load(text)
    if not isinstance(entries, list) or not entries or not all(isinstance(one, dict) for one in entries):
        raise WitnessProblem("not a witness: a list of entries is expected, each with an entry_type")
    kinds = [str(one.get("entry_type", "")) for one in entries]
    if "violation_sequence" in kinds:
        return _violation(entries[kinds.index("violation_sequence")])
    if any(kind in _INVARIANTS for kind in kinds):
        invariants = tuple(one for entry in entries for one in _invariants(entry))
        return CorrectnessWitness(_metadata(entries[0]), invariants)
    raise WitnessProblem(f"not a witness that is known: its entries are of type {', '.join(sorted(set(kinds)))}")


def _load(text: str) -> Any:
    try:
        depth = 0
        for event in yaml.parse(text, Loader=_Loader):
            if isinstance(event, yaml.AliasEvent):
                raise WitnessProblem(f"line {event.start_mark.line + 1}: aliases are not read")
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > _DEEPEST:
                raise WitnessProblem(f"line {event.start_mark.line + 1}: nested too deeply")
        return yaml.load(text, Loader=_Loader)
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark is not None else ""
        raise WitnessProblem(f"{where}not YAML: {problem.problem}") from None
    except (yaml.YAMLError, ValueError) as problem:
        raise WitnessProblem(f"not YAML: {str(problem).splitlines()[0]}") from None


# --- parts


def _mapping(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise WitnessProblem(f"{what}: 'key: value' lines are expected")
    return value


def _list(value: Any, what: str) -> list[Any]:
    if value in ("", None):
        return []
    if not isinstance(value, list):
        raise WitnessProblem(f"{what}: a list is expected")
    return value


def _text(mapping: dict[str, Any], key: str, what: str, default: str | None = None) -> str:
    value = mapping.get(key, default)
    if not isinstance(value, str):
        raise WitnessProblem(f"{what}: '{key}' is missing" if value is None else f"{what}: '{key}' is not a text")
    return value


def _number(mapping: dict[str, Any], key: str, what: str) -> int | None:
    if key not in mapping:
        return None
    value = mapping[key]
    if not isinstance(value, str) or not value.strip().isdigit() or len(value) > 9:
        raise WitnessProblem(f"{what}: '{key}' is not a number: {str(value)[:40]}")
    return int(value)


def _metadata(entry: dict[str, Any]) -> Metadata:
    data = _mapping(entry.get("metadata"), "metadata")
    producer = _mapping(data.get("producer", {}), "producer")
    return Metadata(
        _text(data, "format_version", "metadata"),
        _text(data, "uuid", "metadata", ""),
        _text(data, "creation_time", "metadata", ""),
        _text(producer, "name", "producer", "?"),
        _text(producer, "version", "producer", ""),
        _task(_mapping(data.get("task"), "task")),
    )


def _task(task: dict[str, Any]) -> WitnessTask:
    files = tuple(map(str, _list(task.get("input_files"), "input_files")))
    hashes = task.get("input_file_hashes", {})
    if isinstance(hashes, list):  # drafts have a list of mappings
        hashes = {key: value for one in hashes if isinstance(one, dict) for key, value in one.items()}
    hashes = _mapping(hashes or {}, "input_file_hashes")
    known = tuple(str(hashes.get(file, "")) for file in files)
    return WitnessTask(
        files, known, _text(task, "specification", "task", ""), _text(task, "data_model", "task", "LP64")
    )


def _position(value: Any, what: str) -> Position:
    location = _mapping(value, f"{what}: location")
    line = _number(location, "line", what)
    if not line:
        raise WitnessProblem(f"{what}: 'line' is missing")
    column = _number(location, "column", what)
    return Position(_text(location, "file_name", what), line, column or None, location.get("function"))


# --- violation


def _violation(entry: dict[str, Any]) -> ViolationWitness:
    content = _list(entry.get("content"), "content")
    if not content:
        raise WitnessProblem("the content has no segments")
    segments = tuple(_segment(one, number) for number, one in enumerate(content, 1))
    return ViolationWitness(_metadata(entry), segments)


def _segment(value: Any, number: int) -> Segment:
    what = f"segment {number}"
    waypoints = _list(_mapping(value, what).get("segment"), what)
    if not waypoints:
        raise WitnessProblem(f"{what} has no waypoints")
    return Segment(tuple(_waypoint(_mapping(one, what).get("waypoint"), what) for one in waypoints))


def _waypoint(value: Any, what: str) -> Waypoint:
    waypoint = _mapping(value, f"{what}: waypoint")
    kind, action = _text(waypoint, "type", what), _text(waypoint, "action", what)
    if kind not in KINDS:
        raise WitnessProblem(f"{what}: there is no waypoint '{kind[:40]}'; there are {', '.join(KINDS)}")
    if action not in ACTIONS:
        raise WitnessProblem(f"{what}: there is no action '{action[:40]}'; there are {', '.join(ACTIONS)}")
    constraint = _constraint(waypoint.get("constraint"), what)
    position = _position(waypoint.get("location"), what)
    return Waypoint(kind, position, action, constraint, _number(waypoint, "thread_id", what))


def _constraint(value: Any, what: str) -> Constraint | None:
    if value in (None, ""):
        return None
    mapping = _mapping(value, f"{what}: constraint")
    kind = mapping.get("format")
    return Constraint(_text(mapping, "value", what), kind if isinstance(kind, str) else None)


# --- correctness

_INVARIANTS = ("invariant_set", "loop_invariant", "location_invariant")


def _invariants(entry: dict[str, Any]) -> Iterator[Invariant]:
    kind = entry.get("entry_type")
    if kind == "invariant_set":
        for number, one in enumerate(_list(entry.get("content"), "content"), 1):
            what = f"invariant {number}"
            invariant = _mapping(one, what).get("invariant")
            if invariant is not None:
                yield _invariant(_mapping(invariant, what), what)
    elif kind in ("loop_invariant", "location_invariant"):
        text = _mapping(entry.get(kind), kind)
        yield Invariant(kind, _position(entry.get("location"), kind), _text(text, "string", kind))


def _invariant(value: dict[str, Any], what: str) -> Invariant:
    kind = _text(value, "type", what)
    if "value" not in value:  # a contract of a function: nothing that a state can be asked about
        return Invariant(kind, _position(value.get("location"), what), f"{kind} of {what}")
    return Invariant(kind, _position(value.get("location"), what), _text(value, "value", what))
