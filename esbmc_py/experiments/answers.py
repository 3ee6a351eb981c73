"""What a run answered, and what that is worth: correct, wrong, or no answer and why."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from .processes import Ended
from .tasks import Task


class TaskStatus(StrEnum):
    """What became of a run; the first two settle the task."""

    FOUND = "found"  # a violation, and there is one
    PROVED = "proved"  # none in all executions, and there is none
    BOUNDED = "bounded"  # none within bounds that leave something out
    TIMEOUT = "timeout"
    MEMORY = "memory"
    UNKNOWN = "unknown"  # the run says that it does not know
    ERROR = "error"  # it crashed, or did not understand the program
    WRONG = "wrong"  # a violation where there is none, or none in a scope that holds one
    UNJUDGED = "unjudged"  # an answer, but the task does not say what is right

    @property
    def solved(self) -> bool:
        return self in (TaskStatus.FOUND, TaskStatus.PROVED)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool said. Bounds are those of the search that the answer is about."""

    verdict: str  # "successful", "failed", "unknown", or "none" if it said nothing that could be read
    complete: bool = False  # SUCCESSFUL holds for all executions
    scope: str = ""
    bounds: Mapping[str, int] = field(default_factory=dict)
    switches_cut: bool = False
    unwinding_cut: bool = False
    limit_cut: bool = False  # by a limit that is none of the bounds, such as that on the number of threads
    searched: bool = True  # a search came to an end, even if a larger one did not
    found: str = ""  # the first violation: property and place
    schedule: tuple[int, ...] = ()  # of the first counterexample, one thread number a step
    reason: str = ""  # why there is no answer
    statistics: Mapping[str, Any] = field(default_factory=dict)
    looked_for: tuple[str, ...] = ()
    not_looked_for: str = ""  # although it may matter

    @property
    def switches(self) -> int:
        """Context switches of the counterexample, counted as `--contexts` does: main comes first."""
        return sum(a != b for a, b in zip((0, *self.schedule), self.schedule, strict=False))

    @property
    def rounds(self) -> int:
        """Rounds of the counterexample: in each, threads take turns in the order of their numbers."""
        return 1 + sum(a > b for a, b in zip(self.schedule, self.schedule[1:], strict=False))

    def searched_through(self, unwind: int | None, contexts: int | None, rounds: int | None) -> bool:
        """Does the search without a violation cover executions within these bounds? None: unlimited."""

        def within(name: str, needed: int | None) -> bool:
            return needed is not None and name in self.bounds and needed <= self.bounds[name]

        loops = not self.unwinding_cut or within("unwind", unwind)
        schedules = not self.switches_cut or within("contexts", contexts) or within("rounds", rounds)
        return self.verdict != "failed" and self.searched and not self.limit_cut and loops and schedules


def read_smtcb(ended: Ended) -> Answer:
    """The document that `smtcb check --json` prints."""
    try:
        document = json.loads(ended.output)
    except ValueError:
        return Answer("none", reason=_last_words(ended))
    return answer_of(document)


def answer_of(document: Mapping[str, Any]) -> Answer:
    scope = document["scope"]
    unsupported = [f"{_place(place)}: not supported: {place['what']}" for place in scope["unsupported"]]
    by_unwind = [cut["what"].startswith("loop bound") for cut in scope["unwinding_cut"]]
    findings = document["findings"]
    verdict = document["verdict"]
    reasons = [*scope["unknown"], *unsupported, *([scope["left_open"]] if scope["left_open"] else [])]
    return Answer(
        verdict,
        scope["complete"],
        scope["text"],
        scope["bounds"],
        scope["switches_cut"],
        any(by_unwind),
        not all(by_unwind),
        verdict == "successful" or (not unsupported and (scope["unfinished"] is not None or bool(scope["left_open"]))),
        f"{findings[0]['property']} {_place(findings[0])}".strip() if findings else "",
        tuple(findings[0]["schedule"]["threads"]) if findings else (),
        "; ".join(reasons) if verdict == "unknown" else "",
        document["statistics"],
        tuple(scope["properties"]),
        scope["not_looked_for"],
    )


def _place(entry: Mapping[str, Any]) -> str:
    location = entry.get("location")
    return f"{Path(location['file']).name}:{location['line']}" if location else ""


def _last_words(ended: Ended) -> str:
    lines = [line for line in ended.errors.splitlines() if line.strip()]
    if ended.status < 0:
        return f"ended by signal {-ended.status}"
    return lines[-1][:300] if lines else f"exit status {ended.status} without an answer"


def judge(task: Task, answer: Answer, ended: Ended) -> TaskStatus:
    """A wrong answer is wrong, in time or not."""
    if _wrong(task, answer):
        return TaskStatus.WRONG
    if ended.limit is not None:
        return TaskStatus(ended.limit)
    if answer.verdict == "none":
        return TaskStatus.ERROR
    if answer.verdict == "unknown":
        return TaskStatus.TIMEOUT if "out of time" in answer.reason else TaskStatus.UNKNOWN
    if answer.verdict == "successful" and not answer.complete:
        return TaskStatus.BOUNDED
    if task.expected is None:
        return TaskStatus.UNJUDGED
    return TaskStatus.FOUND if answer.verdict == "failed" else TaskStatus.PROVED


def _wrong(task: Task, answer: Answer) -> bool:
    if answer.verdict == "none" or task.expected is None:
        return False
    if task.expected:
        return answer.verdict == "failed"
    if answer.complete:
        return True
    known = task.smallest
    return bool(answer.bounds) and answer.searched_through(known.unwind, known.contexts, known.rounds)


def contradicts(failed: Answer, successful: Answer) -> bool:
    """Does the one have a counterexample in the scope in which the other has found none?

    A counterexample that was found with loops unwound n times may need all of them. A sequentialization loses sight of
    the end of some loops that a tree mode runs to their end, so that their unwindings cannot be compared.
    """
    if failed.verdict != "failed" or successful.verdict != "successful":
        return False
    same_unwinding = "rounds" not in failed.bounds and "rounds" not in successful.bounds
    unwind = failed.bounds.get("unwind") if same_unwinding else None
    return successful.searched_through(unwind, failed.switches, failed.rounds)


def any_contradiction(answers: Sequence[Answer]) -> bool:
    return any(contradicts(one, other) for one in answers for other in answers)
