"""What a witness in YAML must look like, as a JSON schema: written from the description of the format, versions 2.x."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]
TEXT: Schema = {"type": "string", "minLength": 1}


def _object(required: Schema, optional: Schema | None = None) -> Schema:
    properties = {**required, **(optional or {})}
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items, "minItems": 1}


def _is(**values: str) -> Schema:
    return {"properties": {name: {"const": value} for name, value in values.items()}}


def _metadata(version: str) -> Schema:
    hashes = {"type": "object", "minProperties": 1, "additionalProperties": {"pattern": "^[0-9a-f]{64}$"}}
    task = _object(
        {
            "input_files": _list(TEXT),
            "input_file_hashes": hashes,
            "specification": {"type": "string", "pattern": r"^CHECK\( init\(main\(\)\), LTL\(G .*\) \)"},
            "data_model": {"enum": ["ILP32", "LP64"]},
            "language": {"const": "C"},
        }
    )
    producer = _object({"name": TEXT, "version": TEXT}, {"configuration": TEXT, "command_line": TEXT})
    return _object(
        {
            "format_version": {"const": version},
            "uuid": {"type": "string", "pattern": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"},
            "creation_time": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$"},
            "producer": producer,
            "task": task,
        }
    )


LOCATION = _object(
    {"file_name": TEXT, "line": {"type": "integer", "minimum": 1}},
    {"column": {"type": "integer", "minimum": 1}, "function": TEXT},
)


def _waypoint(version: str) -> Schema:
    kinds = ["assumption", "target", "function_enter", "function_return", "branching"]
    thread: Schema = {"thread_id": {"type": "integer", "minimum": 0}} if version == "2.2" else {}
    about_calls = "acsl_expression" if version == "2.0" else "ext_c_expression"
    constraint = _object({"value": TEXT}, {"format": {"enum": ["c_expression", about_calls]}})
    shape = _object(
        {"type": {"enum": kinds}, "action": {"enum": ["follow", "avoid"]}, "location": LOCATION},
        {"constraint": constraint, **thread},
    )
    without: Schema = {"properties": {"constraint": False}}
    target: Schema = {"properties": {"constraint": False, "action": {"const": "follow"}}}
    returned = {"required": ["constraint"], "properties": {"constraint": _is(format=about_calls)}}
    assumed = {"required": ["constraint"], "properties": {"constraint": _is(format="c_expression")}}
    rules = [
        {"if": _is(type="target"), "then": target},
        {"if": _is(type="function_enter"), "then": without},
        {"if": _is(type="function_return"), "then": returned},
        {"if": _is(type="assumption"), "then": assumed},
        {"if": _is(type="branching"), "then": {"required": ["constraint"]}},
    ]
    return _object({"waypoint": {**shape, "allOf": rules}})


def violation_shape(version: str) -> Schema:
    content = _list(_object({"segment": _list(_waypoint(version))}))
    return _list(
        _object(
            {"entry_type": {"const": "violation_sequence"}, "metadata": _metadata(version), "content": content},
        )
    )


def correctness_shape(version: str) -> Schema:
    invariant = _object(
        {
            "type": {"enum": ["loop_invariant", "location_invariant"]},
            "location": LOCATION,
            "value": TEXT,
            "format": {"const": "c_expression"},
        }
    )
    content = _list(_object({"invariant": invariant}))
    return _list(
        _object({"entry_type": {"const": "invariant_set"}, "metadata": _metadata(version), "content": content})
    )


def segments_problem(document: Any) -> str | None:
    """What the schema cannot say: waypoints to avoid come first; the last segment, and no other, ends in a target."""
    for entry in document:
        segments = [[one["waypoint"] for one in part["segment"]] for part in entry["content"]]
        for number, waypoints in enumerate(segments):
            actions = [one["action"] for one in waypoints]
            follow = [one["type"] for one in waypoints if one["action"] == "follow"]
            if actions != sorted(actions) or not follow:
                return f"segment {number}: {actions}"
            if ("target" in follow) != (number == len(segments) - 1):
                return f"segment {number}: {follow}"
            if len(follow) > 1 and entry["metadata"]["format_version"] != "2.2":
                return f"segment {number}: several waypoints to follow"
    return None
