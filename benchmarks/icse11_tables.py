"""Tables 1 and 2 of ICSE 2011, row by row: the paper's numbers next to ours, as a table in Markdown.

    python -m benchmarks.icse11_tables                    all rows that have a program in benchmarks/suite/icse11
    python -m benchmarks.icse11_tables --table 1 --rows 1,16 --modes lazy --timeout 120

A row is a program with the paper's bounds. Every cell is a run of `smtcb check` in a process of its own: its time (the
whole command, loading and replay included), and in brackets failing and all interleavings (lazy) or iterations (uw).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

SUITE = Path(__file__).parent / "suite" / "icse11"
MODES = ("lazy", "schedule", "uw")
VERDICTS = {0: "ok", 1: "bad"}


@dataclass(frozen=True, slots=True)
class Row:
    """Times of the paper are in seconds; MO is out of memory."""

    table: int
    number: int
    program: str  # a task of the suite: its name ends in the verdict
    unwind: int
    contexts: int | None
    lazy: str
    schedule: str
    uw: str
    needed: int = 0  # context switches that the bug needs, as we count them, if that is more than the paper's bound

    @property
    def verdict(self) -> str:
        return self.program.rpartition("-")[2]


ROWS = (
    Row(1, 1, "reorder-2-1-bad", 3, 4, "<1 (1/29)", "<1", "<1 (4)"),
    Row(1, 2, "reorder-3-1-bad", 4, 5, "<1 (1/82)", "1", "4 (5)"),
    Row(1, 3, "reorder-4-1-bad", 5, 6, "<1 (1/277)", "4", "18 (6)"),
    Row(1, 4, "reorder-5-1-bad", 6, 7, "<1 (1/853)", "36", "72 (7)"),
    Row(1, 5, "reorder-5-1-bad", 6, 8, "<1 (1/2810)", "225", "592 (7)"),
    Row(1, 6, "reorder-5-1-bad", 6, 9, "<1 (1/8124)", "MO", "MO"),
    Row(1, 7, "twostage-2-1-bad", 3, 4, "1 (1/35)", "1", "3 (5)"),
    Row(1, 8, "twostage-3-1-bad", 4, 4, "2 (1/42)", "1", "4 (5)"),
    Row(1, 9, "twostage-4-1-bad", 5, 4, "2 (1/44)", "1", "5 (5)"),
    Row(1, 10, "twostage-5-1-bad", 6, 4, "2 (1/45)", "2", "5 (5)"),
    Row(1, 11, "wronglock-1-3-bad", 4, 8, "5 (2/489)", "10", "89 (9)"),
    Row(1, 12, "wronglock-1-4-bad", 5, 8, "10 (3/2869)", "50", "408 (9)"),
    Row(1, 13, "wronglock-1-5-bad", 6, 8, "18 (4/12106)", "225", "2060 (9)"),
    Row(1, 14, "wronglock-1-6-bad", 7, 8, "34 (5/39100)", "MO", "MO"),
    Row(1, 15, "micro-2-100-ok", 1, 2, "<1 (0/4)", "<1", "<1 (1)"),
    Row(1, 16, "micro-2-100-ok", 1, 17, "1095 (0/131072)", "MO", "MO"),
    Row(1, 17, "micro-3-100-ok", 1, 2, "<1 (0/9)", "<1", "<1 (1)"),
    Row(1, 18, "micro-3-100-ok", 1, 12, "1021 (0/121393)", "MO", "MO"),
    Row(2, 1, "circular_buffer-ok", 8, None, "477 (0/12870)", "MO", "MO"),
    Row(2, 2, "circular_buffer-bad", 8, 5, "<1 (3/32)", "2", "11 (6)"),
    Row(2, 3, "queue-ok", 41, None, "3 (0/6)", "3", "3 (1)"),
    Row(2, 4, "queue-20-bad", 41, 8, "3 (91/256)", "50", "373 (7)"),
    Row(2, 5, "stack-10-ok", 11, 12, "225 (0/4094)", "1026", "1097 (1)"),
    Row(2, 6, "stack-10-bad", 11, 4, "<1 (4/16)", "2", "6 (4)"),
    Row(2, 7, "fsbench-26-ok", 26, 2, "252 (0/676)", "304", "301 (1)"),
    Row(2, 8, "fsbench-27-bad", 27, 2, "<1 (729/729)", "360", "786 (2)", needed=27),
    Row(2, 9, "indexer-13-ok", 129, 4, "595 (0/17160)", "220", "218 (1)"),
    Row(2, 10, "stateful-20-ok", 20, 10, "95 (0/1024)", "487", "518 (1)"),
    Row(2, 11, "sync-20-ok", 21, 21, "44 (0/121)", "60", "60 (1)"),
    Row(2, 12, "sync-20-bad", 21, 21, "8 (5/186)", "132", "383 (3)"),
    Row(2, 15, "reorder-9-1-bad", 10, 11, "<1 (1/154574)", "MO", "MO"),
    Row(2, 16, "twostage-99-1-bad", 100, 4, "88 (1/139)", "93", "195 (5)"),
    Row(2, 17, "wronglock-1-7-bad", 8, 8, "90 (6/104015)", "MO", "MO"),
    Row(2, 21, "micro-10-100-ok", 1, 17, "254 (0/29260)", "MO", "MO"),
)


def defines_of(task: Path) -> list[str]:
    """The macros that a task of the suite defines: `NAME: value`, indented below `defines:`."""
    _, _, section = task.read_text().partition("  defines:\n")
    found = takewhile(lambda line: line.startswith("    "), section.splitlines())
    pairs = [line.strip().split(": ") for line in found]
    return [f"-D{name}" if value == "''" else f"-D{name}={value}" for name, value in pairs]


def run(row: Row, mode: str, timeout: int) -> dict[str, Any]:
    """What `smtcb check --json` answers, with `status` and, where it gave no answer, why."""
    task = SUITE / f"{row.program}.yml"
    bounds = ["--unwind", str(row.unwind)] + ([] if row.contexts is None else ["--contexts", str(row.contexts)])
    command = [sys.executable, "-m", "esbmc_py", "check", str(SUITE / f"{row.program.partition('-')[0]}.c")]
    command += [*defines_of(task), "--mode", mode, *bounds, "--timeout", str(timeout), "--json"]
    finished = subprocess.run(command, capture_output=True, text=True, check=False, timeout=2 * timeout + 60)
    return {**json.loads(finished.stdout), "status": finished.returncode}


def cell(row: Row, mode: str, answer: dict[str, Any], timeout: int) -> str:
    verdict = VERDICTS.get(answer["status"])
    statistics = answer["statistics"]
    counts = {
        "lazy": f"{statistics['failing']}/{statistics['interleavings']}",
        "schedule": f"{statistics['interleavings']}",
        "uw": f"{statistics['iterations']}",
    }[mode]
    if verdict is None:
        return f"none in {timeout} ({counts})"
    note = "" if verdict == row.verdict else " WRONG"
    if row.contexts is not None and verdict == "ok" and row.needed > row.contexts:
        note = f", needs {row.needed} switches"
    return f"{statistics['times']['total']:.1f} ({counts}){note}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", type=int, choices=(1, 2))
    parser.add_argument("--rows", default="", help="only these, by number: 1,5,16")
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--timeout", type=int, default=60, help="seconds for a run")
    options = parser.parse_args()
    wanted = {int(number) for number in options.rows.split(",") if number}
    modes = options.modes.split(",")
    wrong = 0
    head = " | ".join(f"{mode}, paper | {mode}, smtcb" for mode in modes)
    print(f"| | program | B | C | {head} | MB |\n|---|---|---|---|{'---|' * (2 * len(modes) + 1)}")
    for row in ROWS:
        if (options.table and row.table != options.table) or (wanted and row.number not in wanted):
            continue
        cells, memory = [], 0.0
        for mode in modes:
            answer = run(row, mode, options.timeout)
            ours = cell(row, mode, answer, options.timeout)
            wrong += "WRONG" in ours
            memory = max(memory, answer["statistics"]["peak_memory_mb"])
            cells += [getattr(row, mode), ours]
        bound = "∞" if row.contexts is None else row.contexts
        row_text = " | ".join(cells)
        print(f"| {row.number} | {row.program} | {row.unwind} | {bound} | {row_text} | {memory:.0f} |", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
