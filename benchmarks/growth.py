"""How formulas of both schemas of mode lazyseq grow with rounds, unwinding, threads and local work.

    python -m benchmarks.growth                              measures, and prints a Markdown table for each curve
    python -m benchmarks.growth --plot docs/lab/growth.svg       and draws them
    python -m benchmarks.growth rounds --limit 60

The program has no bug: every thread goes round a loop of unknown length, reads an array, computes, counts under a
lock, and writes to the array. A point is one run of `smtcb check`: nodes of the formula, seconds of processor time from
C text to the answer, peak memory. A run that takes longer than the limit has a formula, but no time.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

SCHEMAS = ("once", "cseq")

PROGRAM = """\
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned seen[2];
static int counted;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    (void)unused;
    unsigned rounds = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < rounds; i++) {
        unsigned mixed = seen[i & 1u];
LOCAL\
        pthread_mutex_lock(&lock);
        counted++;
        pthread_mutex_unlock(&lock);
        seen[i & 1u] = mixed & 255u;
    }
    assert(seen[0] < 256u);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(counted >= 0);
    return 0;
}
"""
LOCAL_STATEMENT = "        mixed = mixed & 1u ? mixed ^ (mixed >> 1) : mixed + {number}u;\n"


@dataclass(frozen=True, slots=True)
class Sizes:
    rounds: int = 3
    unwind: int = 3
    threads: int = 3
    local: int = 4  # statements of local work in the loop

    def text(self) -> str:
        work = "".join(LOCAL_STATEMENT.format(number=number) for number in range(self.local))
        return PROGRAM.replace("LOCAL", work).replace("THREADS", str(self.threads))


@dataclass(frozen=True, slots=True)
class Point:
    nodes: int
    seconds: float | None  # None: no answer within the limit
    megabytes: float


CURVES: dict[str, tuple[str, tuple[int, ...]]] = {
    "rounds": ("rounds", (1, 2, 3, 4, 5, 6, 7, 8)),
    "unwind": ("unwinding", (1, 2, 3, 4, 5, 6, 7, 8)),
    "threads": ("threads besides main", (1, 2, 3, 4, 5, 6, 7, 8)),
    "local": ("statements of local work in the loop", (0, 10, 20, 40, 80)),
}


def sizes_on(curve: str, value: int) -> Sizes:
    return replace(Sizes(), **{curve: value})


def measure(sizes: Sizes, schema: str, folder: Path, limit: float) -> Point:
    path = folder / "program.c"
    path.write_text(sizes.text())
    command = [sys.executable, "-m", "esbmc_py", "check", str(path), "--mode", "lazyseq", "--schema", schema]
    command += ["--rounds", str(sizes.rounds), "--unwind", str(sizes.unwind), "--property", "reach", "--json"]
    command += ["--timeout", str(limit)]
    before = os.times()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    answer = json.loads(done.stdout)
    if answer["verdict"] == "failed":
        raise SystemExit(f"{schema}, {sizes}: the program has no bug, and one was found")
    statistics = answer["statistics"]
    decided = answer["verdict"] == "successful"
    return Point(statistics["formula_nodes"], spent if decided else None, statistics["peak_memory_mb"])


Results = dict[str, dict[str, dict[int, Point]]]  # curve → schema → value


def measured(curves: list[str], limit: float) -> Results:
    results: Results = {}
    with tempfile.TemporaryDirectory() as folder:
        for curve in curves:
            print(f"\n| {CURVES[curve][0]} | " + " | ".join(f"{s}: nodes | seconds | MB" for s in SCHEMAS) + " |")
            print("|---" * (1 + 3 * len(SCHEMAS)) + "|")
            results[curve] = {schema: {} for schema in SCHEMAS}
            for value in CURVES[curve][1]:
                cells = [str(value)]
                for schema in SCHEMAS:
                    point = measure(sizes_on(curve, value), schema, Path(folder), limit)
                    results[curve][schema][value] = point
                    time_text = f"more than {limit:g}" if point.seconds is None else f"{point.seconds:.1f}"
                    cells += [f"{point.nodes:,}", time_text, f"{point.megabytes:.0f}"]
                print("| " + " | ".join(cells) + " |", flush=True)
    return results


def plot(results: Results, path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "growth"
    from matplotlib import pyplot

    rows = {"nodes": "formula nodes", "seconds": "processor time, s", "megabytes": "peak memory, MB"}
    figure, grid = pyplot.subplots(len(rows), len(results), figsize=(3.4 * len(results), 7.2), squeeze=False)
    for column, (curve, schemas) in enumerate(results.items()):
        for line, (name, title) in enumerate(rows.items()):
            axes = grid[line][column]
            for schema, marker in zip(SCHEMAS, "os", strict=True):
                answered = [  # memory of a run that was cut off says nothing either
                    (value, getattr(point, name))
                    for value, point in schemas[schema].items()
                    if name == "nodes" or point.seconds is not None
                ]
                axes.plot(*zip(*answered, strict=True), marker=marker, markersize=4, label=schema)
            axes.set_xlim(0, max(CURVES[curve][1]) * 1.05)
            axes.set_ylim(bottom=0)
            axes.grid(alpha=0.3)
            if column == 0:
                axes.set_ylabel(title)
            if line == len(rows) - 1:
                axes.set_xlabel(CURVES[curve][0])
    grid[0][0].legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("curves", nargs="*", help=f"of {', '.join(CURVES)} (default: all)")
    parser.add_argument("--limit", type=float, default=30.0, help="seconds for each run (default: 30)")
    parser.add_argument("--plot", type=Path, help="where to draw the curves (.svg, .png, .pdf)")
    options = parser.parse_args()
    unknown = set(options.curves) - set(CURVES)
    if unknown:
        parser.error(f"no such curve: {', '.join(sorted(unknown))}")
    results = measured(options.curves or list(CURVES), options.limit)
    if options.plot is not None:
        plot(results, options.plot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
