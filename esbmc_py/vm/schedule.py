"""Schedules: which thread makes each step, and the nondeterministic values in the order in which they are used.

As a file, JSON: `{"threads": [0, 0, 1, 0], "inputs": [3, -1, 0.5]}`, both optional; counterexamples of the symbolic
modes add `"eager": true`, those of `--compiled-reads` `"compiled_reads": true`, those of programs that get something
from outside `"surroundings"`: what is not as usual in them (`frontend.surroundings`; {}: everything is); and `"pauses":
[[2, 17]]` if a thread is left, in step 2, after 17 instructions, since a bound stopped it there; and `"heap_points":
true` if steps end where threads allocate or free, since leaks were looked for; and `"through_loops": true` if steps do
not end between two rounds of an endless loop (those of eager schedules do otherwise). `threads` has one number per step
(see `goto.instructions`; the first step of a thread runs it from its beginning to its first switch point). Numbers that
JSON cannot write are the strings "nan", "inf" and "-inf". `"sources"` is a fingerprint of the program that it was made
for (`goto.fingerprint`).
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from esbmc_py.goto.deferred import dataclass

from .values import Value

KEYS = {
    "threads", "inputs", "eager", "compiled_reads", "surroundings", "pauses", "heap_points", "through_loops", "sources",
}  # fmt: skip


class ScheduleProblem(ValueError):
    """A schedule file that is not one."""


@dataclass(frozen=True, slots=True)
class Schedule:
    threads: tuple[int, ...] = ()
    inputs: tuple[Value, ...] = ()
    eager: bool = False  # undefined things take their values when they begin to exist: see `eager`
    compiled_reads: bool = False  # reads may give earlier values: see `compiled_reads`
    surroundings: tuple[tuple[str, Any], ...] | None = None  # in which it is to be followed; None: any
    pauses: tuple[tuple[int, int], ...] = ()  # steps that end early, after so many instructions
    heap_points: bool = False  # of the program with switch points for the end of the process: see `goto.heap_points`
    through_loops: bool = False  # of the sequentialized program: see `eager.EagerThroughLoops`
    sources: str | None = None  # the fingerprint of its program; None: not known

    @classmethod
    def parse(cls, text: str) -> Schedule:
        try:
            data = json.loads(text)
        except json.JSONDecodeError as problem:
            raise ScheduleProblem(f"{problem.lineno}:{problem.colno}: not JSON: {problem.msg}") from None
        except RecursionError:
            raise ScheduleProblem("not a schedule: nested too deeply") from None
        if not isinstance(data, dict) or not data.keys() <= KEYS:
            raise ScheduleProblem('a schedule is an object with "threads" and "inputs"')
        threads, inputs = _threads(data.get("threads", [])), _inputs(data.get("inputs", []))
        eager, compiled_reads = _flag(data, "eager"), _flag(data, "compiled_reads")
        pauses = _pauses(data.get("pauses", []))
        heap_points, through_loops = _flag(data, "heap_points"), _flag(data, "through_loops")
        surroundings, sources = _surroundings(data), data.get("sources")
        if sources is not None and not isinstance(sources, str):
            raise ScheduleProblem('"sources" is a text')
        return cls(threads, inputs, eager, compiled_reads, surroundings, pauses, heap_points, through_loops, sources)

    def to_json(self) -> str:
        data: dict[str, Any] = {"threads": list(self.threads), "inputs": [_plain(value) for value in self.inputs]}
        if self.eager:
            data["eager"] = True
        if self.compiled_reads:
            data["compiled_reads"] = True
        if self.pauses:
            data["pauses"] = [list(pause) for pause in self.pauses]
        if self.heap_points:
            data["heap_points"] = True
        if self.through_loops:
            data["through_loops"] = True
        if self.surroundings is not None:
            data["surroundings"] = dict(self.surroundings)
        if self.sources is not None:
            data["sources"] = self.sources
        return json.dumps(data)


def _flag(data: dict[str, Any], name: str) -> bool:
    value = data.get(name, False)
    if not isinstance(value, bool):
        raise ScheduleProblem(f'"{name}" is true or false')
    return value


def _pauses(data: Any) -> tuple[tuple[int, int], ...]:
    def is_pair(entry: Any) -> bool:
        return isinstance(entry, list) and len(entry) == 2 and all(type(one) is int and one >= 0 for one in entry)

    if not isinstance(data, list) or not all(map(is_pair, data)):
        raise ScheduleProblem('"pauses" is a list of pairs: a step, and its number of instructions')
    return tuple((step, done) for step, done in data)


def _surroundings(data: dict[str, Any]) -> tuple[tuple[str, Any], ...] | None:
    value = data.get("surroundings")
    if value is None:
        return None
    if not isinstance(value, dict):
        raise ScheduleProblem('"surroundings" is an object')
    return tuple(value.items())


def _threads(data: Any) -> tuple[int, ...]:
    if not isinstance(data, list) or not all(type(number) is int and number >= 0 for number in data):
        raise ScheduleProblem('"threads" is a list of thread numbers')
    return tuple(data)


def _inputs(data: Any) -> tuple[Value, ...]:
    if not isinstance(data, list):
        raise ScheduleProblem('"inputs" is a list of numbers')
    return tuple(map(_number, data))


def _number(data: Any) -> Value:
    if isinstance(data, bool):
        return int(data)
    if isinstance(data, int | float):
        return data
    if data in ("nan", "inf", "-inf"):
        return float(data)
    raise ScheduleProblem(f'"inputs" is a list of numbers, and {json.dumps(data)} is not one')


def _plain(value: Value) -> int | float | str:
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else ("inf" if value > 0 else "-inf")
    return int(value) if isinstance(value, bool) else value


def switches(threads: Sequence[int]) -> int:
    """How often the thread changes; main is active before the first step."""
    return sum(before != after for before, after in pairwise((0, *threads)))
