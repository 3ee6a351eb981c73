"""What the levers of the schema *once* are worth: processor time, formula size and memory, with and without each.

python -m benchmarks.once_speed                      every program, every lever
python -m benchmarks.once_speed safestack --limit 60
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

SUITE = Path(__file__).parent / "suite"
DEQUE = ("-DLEFT_POPS=3", "-DRIGHT_POPS=3", "-DLEFT_PUSHES=1", "-DRIGHT_PUSHES=1")
PROGRAMS: dict[str, tuple[str, ...]] = {
    "safestack, 3 rounds": ("toplas21/safestack.c", "--unwind", "3", "--rounds", "3"),
    "safestack, 4 rounds": ("toplas21/safestack.c", "--unwind", "3", "--rounds", "4"),
    "elimination stack, 2 rounds": ("toplas21/elimstack.c", "-DREUSE", "--unwind", "1", "--rounds", "2"),
    "deque, 8 threads, 3 rounds": ("toplas21/dcas_deque.c", *DEQUE, "--unwind", "1", "--rounds", "3"),
    "fib 5, 5 rounds": ("cav14/fib.c", "--unwind", "5", "--rounds", "5"),
    "fib 11, 11 rounds": ("cav14/fib.c", "-DN=11", "--unwind", "11", "--rounds", "11"),
    "fib 11, all schedules": ("cav14/fib.c", "-DN=11", "--unwind", "11"),
    "philosophers, 2 rounds": ("deadlock/philosophers.c", "--unwind", "3", "--rounds", "2"),
}
CONFIGURATIONS: dict[str, tuple[str, ...]] = {
    "all levers": (),
    "no narrowing": ("--no-narrowing",),
    "no views": ("--no-views",),
    "no movers": ("--no-movers",),
    "no order": ("--no-order",),
    "no slicing": ("--no-slicing",),
    "preprocessing": ("--solver", "bitwuzla:preprocessing"),
    "bit-vectors": ("--positions", "bitvector"),
    "z3": ("--solver", "z3"),
}


def measure(program: tuple[str, ...], configuration: tuple[str, ...], limit: int) -> tuple[str, float, int, float]:
    """Verdict, seconds of processor time with all children, nodes of the formula, megabytes."""
    prop = "deadlock" if program[0].startswith("deadlock") else "reach"
    command = [sys.executable, "-m", "esbmc_py", "check", str(SUITE / program[0]), *program[1:]]
    command += ["--mode", "lazyseq", "--property", prop, "--json", "--timeout", str(limit), *configuration]
    before = os.times()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = os.times()
    spent = (after.children_user + after.children_system) - (before.children_user + before.children_system)
    answer = json.loads(done.stdout)
    statistics = answer["statistics"]
    return answer["verdict"], spent, statistics["formula_nodes"], statistics.get("peak_memory_mb", 0.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", help="only those whose names begin so")
    parser.add_argument("--limit", type=int, default=200, help="seconds for each run (default: 200)")
    options = parser.parse_args()
    for name, program in PROGRAMS.items():
        if options.programs and not name.startswith(tuple(options.programs)):
            continue
        for title, configuration in CONFIGURATIONS.items():
            verdict, spent, nodes, memory = measure(program, configuration, options.limit)
            print(f"{name:30} {title:14} {verdict:12} {spent:7.1f} s {nodes:9,} nodes {memory:6.0f} MB", flush=True)


if __name__ == "__main__":
    main()
