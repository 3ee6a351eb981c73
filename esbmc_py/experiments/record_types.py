"""What the lines of a results file must look like: such files are sent around, and merged by hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Test: TypeAlias = "Callable[[Any], bool]"


def _text(value: Any) -> bool:
    """One that can be written, too."""
    return isinstance(value, str) and not any("\ud800" <= sign <= "\udfff" for sign in value)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 63


def _number(value: Any) -> bool:
    return _whole(value) or (isinstance(value, float) and math.isfinite(value))


def _list_of(test: Test) -> Test:
    return lambda value: isinstance(value, list) and all(map(test, value))


def _mapping_of(test: Test) -> Test:
    return lambda value: isinstance(value, dict) and all(map(_text, value)) and all(map(test, value.values()))


def _optional(test: Test) -> Test:
    return lambda value: value is None or test(value)


def _statistic(value: Any) -> bool:
    return value is None or _text(value) or _number(value) or isinstance(value, bool)


def _record(fields: Mapping[str, Test]) -> Test:
    return lambda value: isinstance(value, dict) and all(test(value.get(name)) for name, test in fields.items())


def _statistics(value: Any) -> bool:
    plain = isinstance(value, dict) and {name: one for name, one in value.items() if name != "times"}
    return _mapping_of(_statistic)(plain) and _mapping_of(_number)(value.get("times", {}))


is_run = _record(
    {
        **dict.fromkeys(("task", "family", "program", "looked_for", "configuration", "fingerprint", "session"), _text),
        **dict.fromkeys(("started", "status", "verdict", "scope", "found", "reason"), _text),
        **dict.fromkeys(("cpu", "wall", "memory"), _number),
        "expected": lambda value: value is None or isinstance(value, bool),
        "complete": lambda value: isinstance(value, bool),
        "parameters": _mapping_of(_text),
        "arguments": _list_of(_text),
        "bounds": _mapping_of(_number),
        "exit_status": _whole,
        "statistics": _statistics,
    }
)

is_session = _record(
    {
        "session": _text,
        "versions": _mapping_of(_statistic),
        "machine": _record(
            {"processor": _text, "cores": _whole, "memory_mb": _optional(_number), "system": _text, "python": _text}
        ),
        "options": _record(
            {
                "timeout": _number,
                "memory": _number,
                "jobs": _whole,
                "bounds": lambda value: value in ("task", "published", "none"),
                "configurations": lambda value: value is None or _list_of(_text)(value),
            }
        ),
    }
)
