"""What several processes could do in mode explicit: deal states by hash, or search in different orders.

    python -m benchmarks.explicit_jobs                                  what a state costs to find, and to send
    python -m benchmarks.explicit_jobs toplas21/safestack-3-1-ok        the same for these programs
    python -m benchmarks.explicit_jobs --orders 'patterns/*-bad'        states until a violation is found, in each order

A process numbers what threads and objects can be when it first meets it, so that vectors mean nothing to another
process: what is sent is what the numbers stand for, and the other process numbers it again. Printed is processor time
for each state: of the search, and of packing, sending through a pipe's worth of bytes, and numbering again.
"""

from __future__ import annotations

import argparse
import pickle
import sys
import time
from dataclasses import replace
from pathlib import Path

from encoders.request import LookedFor
from esbmc_py.experiments.tasks import Task, load_suite, select
from esbmc_py.frontend import load_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import GROUPS
from explicit_state.invariant_points import prepare_observed
from explicit_state.search import StateSearch
from explicit_state.search_result import SearchOptions, SearchOrder
from explicit_state.vectors import Components

SUITE = Path(__file__).parent / "suite"
PROGRAMS = ("toplas21/safestack-counted-ok", "toplas21/safestack-2-ok")
ORDERS = (
    SearchOptions(),
    SearchOptions(order=SearchOrder.BFS, shortest=False),
    SearchOptions(seed=2, shortest=False),
    SearchOptions(seed=3, shortest=False),
)
_FAR = 20_000  # states after which a search is given up
_MOST = 5_000  # states that are packed, to measure it


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", default=PROGRAMS)
    parser.add_argument("--orders", action="store_true")
    options = parser.parse_args()
    if options.orders:
        return _compare_orders(select(load_suite([SUITE]), list(options.tasks)))
    print("| program | states | met again | µs a state | µs to send one | bytes | sent for each state, 2 processes |")
    print("|---|---|---|---|---|---|---|")
    for task in select(load_suite([SUITE]), list(options.tasks)):
        print(_measure(task), flush=True)
    return 0


def _compare_orders(tasks: list[Task]) -> int:
    """Numbers of states do not depend on the machine."""
    sums = [0] * len(ORDERS)
    best = [0] * len(ORDERS)  # of the first so many
    wins = 0
    for task in tasks:
        if task.expected is not False:
            continue
        states = [_states_until_found(task, order) for order in ORDERS]
        if None in states:
            print(f"{task.name}: not found within {_FAR:,} states in some order: {states}", flush=True)
            continue
        numbers = [number for number in states if number is not None]
        sums = [one + number for one, number in zip(sums, numbers, strict=True)]
        best = [one + min(numbers[: index + 1]) for index, one in enumerate(best)]
        wins += min(numbers[:2]) < numbers[0]
        print(f"{task.name}: {numbers}", flush=True)
    print(f"sums, each order alone: {sums}; the best of the first 1, 2, ...: {best}; two are faster than one: {wins}")
    return 0


def _states_until_found(task: Task, order: SearchOptions) -> int | None:
    groups = frozenset(prop for group in task.groups for prop in GROUPS[group])
    search = StateSearch(_program(task), replace(order, properties=groups, max_states=_FAR))
    result = search.run()
    return result.counts.states if result.findings else None


def _program(task: Task) -> Program:
    defines = [f"{name}={value}" if value else name for name, value in task.defines]
    return prepare_observed(load_program(list(task.files), defines=defines, arch=task.arch), ())


def _measure(task: Task) -> str:
    program = _program(task)
    search = StateSearch(program, SearchOptions(properties=LookedFor().properties))
    begun = time.process_time()
    search.run()
    searching = time.process_time() - begun
    counts, components = search.counts, search.transitions.components
    keys = list(search.visited._states)[:_MOST]  # type: ignore[attr-defined]
    begun = time.process_time()
    size = sum(_send(components, key) for key in keys)
    sending = (time.process_time() - begun) / len(keys)
    each = searching / counts.states
    sent = (counts.states + counts.matched) / counts.states / 2
    numbers = f"{counts.states:,} | {counts.matched:,} | {each * 1e6:.0f} | {sending * 1e6:.0f} | {size // len(keys)}"
    return f"| {task.name} | {numbers} | {sent:.1f} |"


def _send(components: Components, key: bytes) -> int:
    """As one process would do it, and then the other."""
    vector = components.unpack(key)
    contents = [components.tables[slot][number] if slot > 0 else number for slot, number in enumerate(vector)]
    data = pickle.dumps(contents, protocol=5)
    received = pickle.loads(data)
    for slot, what in enumerate(received):
        if slot > 0:
            components._numbers[slot].get(what)
    return len(data)


if __name__ == "__main__":
    sys.exit(main())
