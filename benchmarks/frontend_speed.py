"""How fast C text becomes a goto program, and how fast `smtcb` starts.

    python -m benchmarks.frontend_speed

Prints one line per measurement, with the goal it is measured against. Every number is the best of several runs, first
by the clock and then in processor time: on a machine that has other things to do, the latter says more.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
FUNCTIONS = 150
DECLARATIONS = 3_000
RUNS = 5

ORDINARY_FUNCTION = """\
struct record_@ {
    int key;
    unsigned long total;
    struct record_@ *next;
};

static struct record_@ records_@[8];

static int update_@(struct record_@ *record, int key, unsigned amount)
{
    int found = 0;
    while (record != NULL) {
        if (record->key == key && amount != 0) {
            record->total += amount * 2u;
            found = 1;
            break;
        }
        record = record->next;
    }
    return found;
}

static unsigned long sum_@(int limit)
{
    unsigned long result = 0;
    for (int i = 0; i < 8; i++) {
        records_@[i].key = i;
        records_@[i].next = i + 1 < 8 ? &records_@[i + 1] : NULL;
    }
    for (int round = 0; round < limit; round++) {
        switch (round % 3) {
        case 0:
            update_@(&records_@[0], round, 3u);
            break;
        case 1:
            update_@(&records_@[2], round & 7, 1u);
            break;
        default:
            records_@[round & 7].total ^= 5ul;
        }
    }
    for (int i = 0; i < 8; i++)
        result += records_@[i].total;
    return result;
}
"""

LIBRARY_DECLARATION = """\
typedef struct __library_@ { int __kind; union { char __bytes[40]; long __align; } __data; } library_@_t;
extern int library_open_@(const char *__restrict __name, library_@_t *__restrict __into, int __flags)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));
extern __inline __attribute__ ((__gnu_inline__)) int library_get_@ (library_@_t *__from)
{ return __from->__kind == @ ? (int) __from->__data.__align : -1; }
"""


def ordinary_program() -> str:
    functions = "".join(ORDINARY_FUNCTION.replace("@", str(number)) for number in range(FUNCTIONS))
    calls = "".join(f"    total += sum_{number}(argc);\n" for number in range(FUNCTIONS))
    main = f"int main(int argc, char **argv)\n{{\n    unsigned long total = 0;\n{calls}    return total == 1;\n}}\n"
    return f"#include <stdlib.h>\n{functions}{main}"


def library_declarations() -> str:
    each = len(LIBRARY_DECLARATION.splitlines())
    return "".join(LIBRARY_DECLARATION.replace("@", str(number)) for number in range(DECLARATIONS // each))


@dataclass(frozen=True, slots=True)
class Seconds:
    clock: float
    processor: float

    def __str__(self) -> str:
        return f"{self.clock:.3f} s ({self.processor:.3f} s)"


def processor_time() -> float:
    """Of this process and its children."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def best(action: Callable[[], object], runs: int = RUNS) -> Seconds:
    """The shortest times that the action took."""
    clocks, processors = [], []
    for _ in range(runs):
        started, used = time.perf_counter(), processor_time()
        action()
        clocks.append(time.perf_counter() - started)
        processors.append(processor_time() - used)
    return Seconds(min(clocks), min(processors))


def report(what: str, measured: object, goal: str) -> None:
    print(f"{what:<58} {measured!s:>20}   goal: {goal}", flush=True)


def measure_lines(folder: Path) -> None:
    from esbmc_py.frontend import load_program
    from esbmc_py.goto.sharing import prepare

    path = folder / "ordinary.c"
    path.write_text(ordinary_program())
    lines = sum(1 for line in path.read_text().splitlines() if line.strip())
    loading = best(lambda: load_program([path]))
    program = load_program([path])
    preparing = best(lambda: prepare(program))
    rates = [(lines / one.clock, lines / one.processor) for one in (loading, preparing)]
    for what, (clock, processor), goal in zip(
        (f"lines of C per second, text to goto program ({lines} lines)", "lines per second, sharing analysis"),
        rates,
        ("3,000", "-"),
        strict=True,
    ):
        report(what, f"{clock:,.0f} ({processor:,.0f})", goal)


def measure_unused_declarations(folder: Path) -> None:
    from esbmc_py.frontend import load_program

    short, long = folder / "short.i", folder / "long.i"
    program = "int x;\nint main(void)\n{\n    x++;\n    return x;\n}\n"
    short.write_text(program)
    long.write_text(library_declarations() + program)
    with_them, without = best(lambda: load_program([long])), best(lambda: load_program([short]))
    cost = Seconds(with_them.clock - without.clock, with_them.processor - without.processor)
    report(f"{DECLARATIONS} lines of unused library declarations", cost, "0.3 s")


def measure_commands(folder: Path) -> None:
    # As installed, with compiled modules at hand, whatever this process's environment says.
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder), "PYTHONDONTWRITEBYTECODE": ""}

    def python(*arguments: str) -> Callable[[], object]:
        command = [sys.executable, *arguments]
        return lambda: subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)

    report("an empty Python process", best(python("-c", "")), "-")
    report("smtcb --help", best(python("-m", "esbmc_py", "--help")), "0.15 s")
    example = "examples/deadlock.c"
    lines = len((ROOT / example).read_text().splitlines())
    goto = python("-m", "esbmc_py", "goto", example)
    report(f"smtcb goto {example} ({lines} lines)", best(goto), "0.5 s")


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        measure_lines(Path(folder))
        measure_unused_declarations(Path(folder))
        measure_commands(Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
