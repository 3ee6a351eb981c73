"""`smtcb compare`: one program in several modes, and whether their answers go together."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .answers import Answer, any_contradiction, contradicts
from .configurations import SmtcbConfiguration
from .processes import Ended, Process, ProcessLimits
from .tables import Column, Table, TableCell, Tone, number, seconds


@dataclass(frozen=True, slots=True)
class ComparedAnswer:
    """What one configuration said, and what it cost."""

    configuration: SmtcbConfiguration
    answer: Answer
    ended: Ended

    @property
    def said(self) -> str:
        """The verdict, or why there is none."""
        if self.ended.limit is not None:
            return self.ended.limit
        return "error" if self.answer.verdict == "none" else self.answer.verdict


def run_one(
    configuration: SmtcbConfiguration,
    command: Sequence[str],
    limits: ProcessLimits,
    environment: Mapping[str, str],
    tick: Callable[[], None] = lambda: None,
) -> ComparedAnswer:
    """In a process of its own, so that its memory is its own and a crash is only its own."""
    process = Process(command, limits, environment)
    try:
        while (ended := process.poll()) is None:
            tick()
            time.sleep(0.01)
    except BaseException:
        process.kill()
        raise
    return ComparedAnswer(configuration, configuration.read(ended), ended)


def disagree(entries: Sequence[ComparedAnswer]) -> bool:
    """Is there a counterexample in a scope in which another found none?"""
    return any_contradiction([entry.answer for entry in entries])


_NUMBERS = {
    "nodes": "nodes",
    "states": "states",
    "interleavings": "interleavings",
    "iterations": "iterations",
    "formula_nodes": "formula nodes",
    "solver_variables": "variables",
    "solver_clauses": "clauses",
}


def comparison_table(title: str, entries: Sequence[ComparedAnswer]) -> Table:
    shown = {
        name: column for name, column in _NUMBERS.items() if any(entry.answer.statistics.get(name) for entry in entries)
    }
    columns = [
        Column("configuration", right=False),
        Column("verdict", right=False),
        Column("scope", right=False, breaks=True),
    ]
    columns += [Column("CPU (s)"), Column("wall (s)"), Column("peak (MB)"), *map(Column, shown.values())]
    rows = []
    for entry in entries:
        statistics = entry.answer.statistics
        rows.append(
            (
                TableCell(entry.configuration.name),
                TableCell(entry.said, tone=_tone(entry, entries)),
                TableCell(_scope(entry)),
                seconds(entry.ended.cpu),
                seconds(entry.ended.wall),
                number(entry.ended.memory),
                *(number(statistics.get(name) or None) for name in shown),
            )
        )
    return Table(title, tuple(columns), tuple(rows), tuple(notes(entries)))


def _tone(entry: ComparedAnswer, entries: Sequence[ComparedAnswer]) -> Tone:
    others = [other.answer for other in entries]
    if any(contradicts(entry.answer, other) or contradicts(other, entry.answer) for other in others):
        return "bad"
    if entry.said == "successful":
        return "good" if entry.answer.complete else ""
    return "" if entry.said == "failed" else "warn"


def _scope(entry: ComparedAnswer) -> str:
    answer = entry.answer
    if answer.verdict == "failed":
        return f"{answer.found}: {_plural(answer.switches, 'switch', 'es')}, {_plural(answer.rounds, 'round', 's')}"
    if answer.complete:
        return "all executions"
    if answer.verdict == "successful":
        cut = {name: answer.unwinding_cut if name == "unwind" else answer.switches_cut for name in answer.bounds}
        left_out = [f"{name} {value}" for name, value in answer.bounds.items() if cut[name]]
        return "within " + ", ".join(left_out + ["a limit of smtcb"] * answer.limit_cut)
    bounds = ", ".join(f"{name} {value}" for name, value in answer.bounds.items())
    return answer.reason + (f" (nothing within {bounds})" if answer.searched and bounds else "")


def _plural(count: int, what: str, ending: str) -> str:
    return f"{count} {what}{'' if count == 1 else ending}"


def notes(entries: Sequence[ComparedAnswer]) -> list[str]:
    """What has to be said below the table."""
    lines = []
    if disagree(entries):
        lines.append(
            "DISAGREEMENT: a counterexample (replayed in the concrete machine) lies in a scope in which another"
            " configuration has found none. That is a defect of smtcb: please report it with the program."
        )
    elif {"failed", "successful"} <= {entry.answer.verdict for entry in entries}:
        lines.append(
            "The verdicts differ, but do not contradict each other: the counterexamples lie beyond the bounds of"
            " those that found none. Larger bounds decide."
        )
    looked_for = dict.fromkeys(group for entry in entries for group in entry.answer.looked_for)
    if looked_for:
        lines.append(f"looked for: {', '.join(looked_for)}")
    left_aside = dict.fromkeys(entry.answer.not_looked_for for entry in entries if entry.answer.not_looked_for)
    lines += [f"not looked for: {what}" for what in left_aside]
    return lines + bound_meaning(entries)


def bound_meaning(entries: Sequence[ComparedAnswer]) -> list[str]:
    """What a bound means in each of the modes that took part."""
    from esbmc_py.checking.modes import find_mode

    modes = list(dict.fromkeys(entry.configuration.mode for entry in entries))
    by_rounds = [mode for mode in modes if "rounds" in find_mode(mode).bounds]
    by_switches = [mode for mode in modes if mode not in by_rounds]
    lines = []
    if by_switches:
        lines.append(
            f"{', '.join(by_switches)}: bounded by context switches. `contexts C` is every schedule with at most C"
            " switches from one thread to another, in any order of the threads."
        )
    if by_rounds:
        lines.append(
            f"{', '.join(by_rounds)}: bounded by rounds. `rounds K` is every schedule of K rounds, in each of which"
            " every thread gets one turn of any length (also none), in the order of creation: up to K·n − 1 switches"
            " with n threads, but not in any order. K = C + 1 rounds cover all schedules with C switches."
        )
    lines.append("unwind N: loops whose end is not in sight run N times at most; what is in sight depends on the mode.")
    return lines


def to_json(entries: Sequence[ComparedAnswer]) -> dict[str, Any]:
    return {
        "disagreement": disagree(entries),
        "results": [
            {
                "configuration": entry.configuration.name,
                "mode": entry.configuration.mode,
                "arguments": list(entry.configuration.arguments),
                "verdict": entry.said,
                "complete": entry.answer.complete,
                "scope": entry.answer.scope,
                "bounds": dict(entry.answer.bounds),
                "found": entry.answer.found or None,
                "reason": entry.answer.reason or None,
                "switches": entry.answer.switches if entry.answer.schedule else None,
                "rounds": entry.answer.rounds if entry.answer.schedule else None,
                "cpu_s": entry.ended.cpu,
                "wall_s": entry.ended.wall,
                "peak_memory_mb": entry.ended.memory,
                "statistics": dict(entry.answer.statistics),
            }
            for entry in entries
        ],
        "notes": notes(entries),
    }
