"""CAV 2014, table 1: our own renditions of its 20 programs, with its bounds, in a schema of mode lazyseq.

    python -m benchmarks.cav14_table cseq                 all rows
    python -m benchmarks.cav14_table cseq 53 55 57        these

Prints a Markdown table: unwinding and rounds of the paper's table, whether the violation was found and confirmed by the
machine, numbered statements, nodes of the formula, seconds to the formula and to its solution.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from encoders.modes import MODES
from encoders.results import Options
from esbmc_py.checking.options import DEFAULT_GROUPS, CheckOptions
from esbmc_py.checking.replay import replay
from esbmc_py.frontend import load_program
from esbmc_py.goto.sharing import prepare

SUITE = Path(__file__).parent / "suite" / "cav14"


@dataclass(frozen=True, slots=True)
class Row:
    number: int
    name: str
    source: Path
    defines: tuple[str, ...]
    unwind: int
    rounds: int


def rows() -> list[Row]:
    """The task files that say which row of the table they are; their few fields need no YAML reader."""
    found = []
    for path in sorted(SUITE.glob("*.yml")):
        text = path.read_text()
        published = text.partition("published:")[2]
        numbers = {name: int(value) for name, value in re.findall(r"(row|unwind|rounds): (\d+)", published)}
        if "row" in numbers:
            source = SUITE / re.findall(r"input_files: (\S+)", text)[0]
            block = text.partition("defines:")[2].partition("\nsmtcb:")[0]
            defines = tuple(
                f"{name}={value.strip(chr(39))}" if value.strip("' ") else name
                for name, value in re.findall(r"^ +(\w+): *(.*)$", block, re.MULTILINE)
            )
            name = path.stem.removesuffix("-bad")
            found.append(Row(numbers["row"], name, source, defines, numbers["unwind"], numbers["rounds"]))
    return sorted(found, key=lambda row: row.number)


def measure(row: Row, schema: str, solver: str, timeout: float) -> str:
    settings = CheckOptions(groups=DEFAULT_GROUPS)
    program = prepare(load_program([row.source], defines=row.defines, checks=settings.checks))
    begun = time.perf_counter()
    options = Options(
        unwind=row.unwind,
        rounds=row.rounds,
        schema=schema,
        solver=solver,
        properties=settings.properties,
        timeout=timeout,
    )
    outcome = MODES["lazyseq"](program, options)
    seconds = time.perf_counter() - begun
    confirmed = [found for found in outcome.found if replay(program, found, settings.properties) is not None]
    answer = "found" if confirmed else "; ".join(outcome.unknown) or "NOT FOUND"
    statistics = outcome.statistics
    return (
        f"| {row.number} | {row.name} | {row.unwind} | {row.rounds} | {answer} | {statistics.nodes} "
        f"| {statistics.formula_nodes:,} | {seconds - statistics.solver_time:.1f} | {statistics.solver_time:.1f} |"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("schema", choices=["once", "cseq"])
    parser.add_argument("rows", type=int, nargs="*")
    parser.add_argument("--solver", default="bitwuzla")
    parser.add_argument("--timeout", type=float, default=100.0)
    options = parser.parse_args()
    print("| row | program | unwind | rounds | violation | statements | formula nodes | encoding, s | solving, s |")
    print("|---|---|---|---|---|---|---|---|---|")
    for row in rows():
        if not options.rows or row.number in options.rows:
            print(measure(row, options.schema, options.solver, options.timeout), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
