"""Witnesses as YAML, versions 2.0 to 2.2."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

from .witness import (
    EXT_C_EXPRESSION,
    Constraint,
    CorrectnessWitness,
    Invariant,
    Metadata,
    Position,
    Segment,
    ViolationWitness,
    Waypoint,
)


def violation_yaml(witness: ViolationWitness) -> str:
    version = witness.metadata.version
    segments = witness.segments
    if version != "2.2":
        segments = tuple(Segment(one.waypoints[:1]) if len(one.follow) > 1 else one for one in segments)
    content = [{"segment": [_waypoint(one, version) for one in segment.waypoints]} for segment in segments]
    return _text("violation_sequence", witness.metadata, content)


def correctness_yaml(witness: CorrectnessWitness) -> str:
    return _text("invariant_set", witness.metadata, [{"invariant": _invariant(one)} for one in witness.invariants])


def _text(kind: str, metadata: Metadata, content: list[dict[str, Any]]) -> str:
    document = [{"entry_type": kind, "metadata": _metadata(metadata), "content": content}]
    return yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=1000)


def _metadata(data: Metadata) -> dict[str, Any]:
    return {
        "format_version": data.version,
        "uuid": data.uuid,
        "creation_time": data.created,
        "producer": {"name": data.producer, "version": data.producer_version},
        "task": {
            "input_files": list(data.task.files),
            "input_file_hashes": dict(zip(data.task.files, data.task.hashes, strict=True)),
            "specification": data.task.specification,
            "data_model": data.task.data_model,
            "language": "C",
        },
    }


def _waypoint(one: Waypoint, version: str) -> dict[str, Any]:
    waypoint: dict[str, Any] = {"type": one.kind, "action": one.action}
    if version == "2.2" and one.thread is not None:
        waypoint["thread_id"] = one.thread
    if one.constraint is not None:
        waypoint["constraint"] = _constraint(one.constraint, version)
    return {"waypoint": {**waypoint, "location": _location(one.position)}}


def _constraint(one: Constraint, version: str) -> Mapping[str, str]:
    if one.format is None:
        return {"value": one.value}
    renamed = one.format == EXT_C_EXPRESSION and version == "2.0"
    return {"value": one.value, "format": "acsl_expression" if renamed else one.format}


def _location(at: Position) -> dict[str, Any]:
    location: dict[str, Any] = {"file_name": at.file, "line": at.line}
    if at.column is not None:
        location["column"] = at.column
    return {**location, "function": at.function} if at.function else location


def _invariant(one: Invariant) -> dict[str, Any]:
    return {"type": one.kind, "location": _location(one.position), "value": one.value, "format": one.format}
