"""Mutated inputs without end: sources, task files, schedules, JSON, TOML, property files, witnesses, command lines.

    python -m tests.agreement.hostile 200000 --results FILE     resumable: goes on where the file ends
    python -m tests.agreement.hostile 500 --kind witness
    python -m tests.agreement.hostile 1 --kind witness --first 731 --show
    python -m tests.agreement.hostile --report FILE             the table

Whoever reads them may return, or refuse in its own words. A traceback, another exception, more than some seconds, or a
file that was not there before is a defect: it is printed with its kind and seed. Exit status 1 then.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from tests.agreement.time_limit import TimeIsUp, time_limit

from .kinds import KINDS, Kind

SECONDS = 90.0  # for one input
BATCH = 200


def problem_with(kind: Kind, seed: int, folder: Path, *, show: bool = False) -> str:
    """What is wrong with how this input is taken; empty if nothing is."""
    data = kind.make(random.Random(f"{kind.name} {seed}"))
    if show:
        print(data.decode("utf-8", "replace"))
    try:
        with time_limit(SECONDS):
            kind.read(data, folder)
    except TimeIsUp:
        return f"more than {SECONDS:g} s"
    except BaseException:
        return traceback.format_exc(limit=-4)
    finally:
        left = _emptied(folder)
    return f"files left: {left}" if left else ""


EXPECTED = {
    "mutant.c",
    "schedule.json",
    "task.yml",
    "witness.yml",
    "witness.graphml",
    "compile_commands.json",
    "results.jsonl",
    "tool.toml",
    "property.prp",
    "one.sarif",
    "prog.c",
    "invariant.json",
}


def _emptied(folder: Path) -> list[str]:
    """What lies there that nobody put there."""
    found = list(folder.iterdir())
    for path in found:
        path.unlink() if path.is_file() else None
    return [path.name for path in found if path.name not in EXPECTED]


def campaign(options: argparse.Namespace) -> int:
    kinds = [kind for kind in KINDS if options.kind in (None, kind.name)]
    done, bad = _known(options.results)
    wanted = {kind.name: _share(kind, kinds, options.count) for kind in kinds}
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.chdir(folder)
        tempfile.tempdir = None
        while left := [kind for kind in kinds if done[kind.name] < wanted[kind.name]]:
            for kind in left:
                if time.monotonic() - begun > options.seconds:
                    break
                first = options.first + done[kind.name]
                count = min(max(1, BATCH * kind.share // 10), wanted[kind.name] - done[kind.name])
                found = _batch(kind, first, count, folder, show=options.show)
                done[kind.name] += count
                bad[kind.name] += found
                if options.results:
                    with options.results.open("a") as stream:
                        stream.write(json.dumps({"kind": kind.name, "count": count, "bad": found}) + "\n")
            else:
                gc.collect()
                continue
            break
        os.chdir("/")
    print(table(done, bad))
    return int(any(bad.values()))


def _batch(kind: Kind, first: int, count: int, folder: Path, *, show: bool) -> int:
    bad = 0
    for seed in range(first, first + count):
        if problem := problem_with(kind, seed, folder, show=show):
            bad += 1
            print(f"{kind.name} {seed}: {problem}", flush=True)
    return bad


def _share(kind: Kind, kinds: list[Kind], count: int) -> int:
    return max(1, count * kind.share // sum(one.share for one in kinds))


def _known(path: Path | None) -> tuple[Counter[str], Counter[str]]:
    done: Counter[str] = Counter()
    bad: Counter[str] = Counter()
    if path is not None and path.exists():
        for line in path.read_text().splitlines():
            record = json.loads(line)
            done[record["kind"]] += record["count"]
            bad[record["kind"]] += record["bad"]
    return done, bad


def table(done: Counter[str], bad: Counter[str]) -> str:
    rows = ["| kind | inputs | bad |", "|---|---|---|"]
    rows += [f"| {kind} | {count:,} | {bad[kind]} |" for kind, count in done.items()]
    return "\n".join([*rows, f"| all | {done.total():,} | {bad.total()} |"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=1000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--kind", choices=[kind.name for kind in KINDS])
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no batch after this time")
    parser.add_argument("--results", type=Path, help="counts are added to this file, which is read first")
    parser.add_argument("--report", type=Path, help="the table of such a file")
    parser.add_argument("--show", action="store_true", help="print the inputs")
    options = parser.parse_args()
    if options.report:
        print(table(*_known(options.report)))
        return 0
    if options.results:
        options.results = options.results.resolve()
    return campaign(options)


if __name__ == "__main__":
    sys.exit(main())
