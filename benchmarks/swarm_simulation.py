"""What many workers would do with the instances of a swarm: their measured times, dealt to any number of workers.

    smtcb swarm prog.c --rounds 3 --instances 64 --local --jobs 1 --results 64.jsonl
    python -m benchmarks.swarm_simulation 64.jsonl 16.jsonl --alone 5.4 --svg docs/lab/swarm.svg

Each file is one cut. A worker takes the next instance when it is free, as on a cluster; starting workers and sending
programs is not counted. `--alone` is what one process takes for the whole problem, without cutting.
"""

from __future__ import annotations

import argparse
import heapq
import json
import sys
from collections.abc import Sequence
from pathlib import Path

WORKERS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", nargs="+", type=Path)
    parser.add_argument("--alone", type=float, metavar="S", help="seconds of one process, without cutting")
    parser.add_argument("--svg", type=Path, metavar="FILE")
    options = parser.parse_args()
    cuts = {len(times): times for times in map(instance_times, options.results)}
    print(f"| instances | all | longest | {' | '.join(map(str, WORKERS))} workers |")
    print("|---" * (3 + len(WORKERS)) + "|")
    for count, times in sorted(cuts.items()):
        ends = " | ".join(f"{makespan(times, workers):.1f}" for workers in WORKERS)
        print(f"| {count} | {sum(times):.1f} | {max(times):.1f} | {ends} |")
    if options.svg is not None:
        draw(cuts, options.alone, options.svg)
    return 0


def instance_times(path: Path) -> list[float]:
    """Of a processor, in the order of the instances."""
    documents = [json.loads(line) for line in path.read_text().splitlines()]
    return [one["processor"] for one in sorted(documents, key=lambda one: one["number"])]


def makespan(times: Sequence[float], workers: int) -> float:
    """When the last of them is done, if each is taken by whoever is free first."""
    free = [0.0] * min(workers, len(times))
    for seconds in times:
        heapq.heapreplace(free, free[0] + seconds)
    return max(free)


def draw(cuts: dict[int, list[float]], alone: float | None, path: Path) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "smtcb"  # the same picture every time
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    for count, times in sorted(cuts.items()):
        ends = [makespan(times, workers) for workers in WORKERS]
        axes.plot(WORKERS, ends, marker="o", markersize=3, label=f"{count} instances")
    if alone is not None:
        axes.axhline(alone, color="grey", linestyle="--", label="one process, not cut")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("workers")
    axes.set_ylabel("seconds until all are decided")
    axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    sys.exit(main())
