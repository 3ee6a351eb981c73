"""How many states the explicit-state search visits, and how fast: the figures of SPIN 2008 and the project's own goals.

    python -m benchmarks.explicit_speed peterson          figure 9: states over the bound on preemptions
    python -m benchmarks.explicit_speed robots            figure 10: states over the size of the board
    python -m benchmarks.explicit_speed queue             figure 11: states over the number of messages
    python -m benchmarks.explicit_speed deadlocks         five classics with 3, 5 and 7 threads
    python -m benchmarks.explicit_speed speed --size 12   states per second, and bytes per state, on a board
    python -m benchmarks.explicit_speed speed --bitstate 64 --states 10000000
    python -m benchmarks.explicit_speed loops             instructions per second where nobody else looks

With --plot FILE.svg the first three draw their curves. Seconds are those of the processor.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from esbmc_py.frontend import load
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm import run
from explicit_state import Reduction, SearchOptions, search
from explicit_state.invariant_points import prepare_observed

from .vm_speed import array_sweeps, calls, registers_only

HERE = Path(__file__).parent
SPIN = HERE / "suite" / "spin08"
DEADLOCK = HERE / "suite" / "deadlock"
WANTED = frozenset(Property) - {Property.RACE, Property.LEAK, Property.LOST, Property.ATOMICITY}
SECONDS = 120.0
# program, macro for the number of threads, macros of the version with and without a deadlock
CLASSICS = (
    ("philosophers", "THREADS", (), ("FIXED",)),
    ("transfer", "ACCOUNTS", (), ("FIXED",)),
    ("traffic", "CARS", (), ("FIXED",)),
    ("printers", "TASKS", (), ("FIXED",)),
    ("chefs", "CHEFS", (), ("FIXED",)),
)


@dataclass(frozen=True, slots=True)
class Point:
    curve: str
    x: int
    states: int
    seconds: float
    found: bool
    complete: bool

    def __str__(self) -> str:
        verdict = "violated" if self.found else "safe" if self.complete else "not finished"
        rate = f"{self.states / self.seconds:>9,.0f}/s"
        return f"{self.curve:<44} {self.x:>4} {self.states:>10,} states {self.seconds:>8.2f} s {rate}  {verdict}"


def program(path: Path, *defines: str, invariants: tuple[str, ...] = ()) -> Program:
    return prepare_observed(load([path], defines=defines).program, invariants)


def measure(curve: str, x: int, made: Program, options: SearchOptions) -> Point:
    begun = time.process_time()
    result = search(made, options)
    seconds = time.process_time() - begun
    return Point(curve, x, result.counts.states, seconds, bool(result.findings), not result.incomplete)


def reductions(*, none: bool = False) -> list[Reduction]:
    return [reduction for reduction in Reduction if none or reduction is not Reduction.NONE]


def peterson() -> Iterator[Point]:
    """Figure 9: without volatile (reads compiled) and with it, for growing bounds on preemptions."""
    invariants = ("check_exclusion",)
    for title, defines, compiled in (("missing volatile", ("MISSING_VOLATILE",), True), ("volatile", (), False)):
        made = program(HERE / "explicit" / "peterson.c", *defines, invariants=invariants)
        for reduction in reductions():
            for abstraction in (None, "update_abs"):
                curve = f"{title}, {reduction}{', abstract' if abstraction else ''}"
                for preemptions in range(9):
                    options = SearchOptions(
                        reduction=reduction,
                        preemptions=preemptions,
                        invariants=invariants,
                        abstraction=abstraction,
                        compiled_reads=compiled,
                        properties=WANTED,
                        seconds=SECONDS,
                    )
                    yield measure(curve, preemptions, made, options)


def robots(largest: int) -> Iterator[Point]:
    for reduction in reductions(none=True):
        for size in range(2, largest + 1):
            options = SearchOptions(reduction=reduction, properties=WANTED, seconds=SECONDS)
            if reduction is not Reduction.NONE or size <= 4:
                yield measure(str(reduction), size, program(SPIN / "robots.c", f"N={size}"), options)


def queue(largest: int) -> Iterator[Point]:
    for senders in (1, 2):
        for reduction in reductions():
            for messages in range(1, largest + 1 if senders == 1 else 4):
                made = program(SPIN / "message_queue.c", f"SENDERS={senders}", f"MESSAGES={messages}", "CAPACITY=2")
                options = SearchOptions(reduction=reduction, properties=WANTED, seconds=SECONDS)
                yield measure(f"{senders} sender{'s' * (senders > 1)}, {reduction}", messages, made, options)


def deadlocks() -> Iterator[Point]:
    for name, macro, bad, good in CLASSICS:
        path = DEADLOCK / f"{name}.c"
        for title, defines in (("deadlock", bad), ("none", good)):
            for threads in (3, 5, 7):
                if path.exists():
                    made = program(path, f"{macro}={threads}", *defines)
                    options = SearchOptions(properties=WANTED, seconds=SECONDS)
                    yield measure(f"{name}, {title}", threads, made, options)


def speed(size: int, states: int | None, bitstate: int | None, reduction: Reduction, sections: bool) -> None:
    made = program(SPIN / "robots.c", f"N={size}")
    options = SearchOptions(
        reduction=reduction, properties=WANTED, max_states=states, bitstate=bitstate, critical_sections=sections
    )
    search(made, replace(options, max_states=1000, bitstate=None))  # what Python compiles and loads is not the search's
    before = _megabytes()
    storage = "exact" if bitstate is None else f"{bitstate} MB of bits"
    point = measure(f"robots, {reduction}, {storage}", size, made, options)
    print(point)
    print(f"peak memory {_megabytes():,.0f} MB, {before:,.0f} MB of it before the search")


def loops() -> None:
    """Threads that compute on their own, without a switch point."""
    for name, made in (
        ("registers", registers_only(100_000)),
        ("arrays", array_sweeps(60_000)),
        ("calls", calls(60_000)),
    ):
        instructions = run(made, invisible_limit=10**9).instructions
        begun = time.process_time()
        result = search(made, SearchOptions(properties=WANTED))
        seconds = time.process_time() - begun
        ended = "" if result.complete else f"  not finished: {result.incomplete[0]}"
        print(f"{name:<12} {instructions:>10,} instructions {instructions / seconds:>12,.0f}/s{ended}")


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def plot(points: list[Point], x_title: str, path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.5, 4))
    axes = figure.subplots()
    for curve in dict.fromkeys(point.curve for point in points):
        chosen = [point for point in points if point.curve == curve and point.complete]
        style = "--" if "abstract" in curve else "-"
        axes.plot([point.x for point in chosen], [point.states for point in chosen], style, marker=".", label=curve)
    axes.set_yscale("log")
    axes.set_xlabel(x_title)
    axes.set_ylabel("states")
    axes.legend(fontsize=7)
    axes.grid(alpha=0.3)
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("peterson", "robots", "queue", "deadlocks", "speed", "loops"))
    parser.add_argument("--size", type=int, default=8, help="of the board; of the largest one, or the most messages")
    parser.add_argument("--states", type=int, help="speed: stop after so many")
    parser.add_argument("--bitstate", type=int, metavar="MB")
    parser.add_argument("--reduction", type=Reduction, default=Reduction.SUPERSTEP)
    parser.add_argument("--no-critical-sections", action="store_true", help="speed: supersteps as the paper has them")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg")
    options = parser.parse_args()
    titles = {"peterson": "preemptions", "robots": "N", "queue": "messages per sender"}
    points: list[Point] = []
    match options.what:
        case "speed":
            sections = not options.no_critical_sections
            speed(options.size, options.states, options.bitstate, options.reduction, sections)
            return
        case "loops":
            loops()
            return
        case "peterson":
            found = peterson()
        case "robots":
            found = robots(options.size)
        case "queue":
            found = queue(options.size)
        case _:
            found = deadlocks()
    for point in found:
        print(point, flush=True)
        points.append(point)
    if options.plot is not None:
        plot(points, titles.get(options.what, ""), options.plot)


if __name__ == "__main__":
    main()
