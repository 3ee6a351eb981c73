"""How fast C text becomes a goto program, and how fast `smtcb` starts.

    python -m benchmarks.frontend_speed

Prints one line per measurement, with the goal it is measured against. Every number is the best of several runs.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
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


def best(action: Callable[[], object], runs: int = RUNS) -> float:
    """The shortest time that the action took, in seconds."""
    times: list[float] = []
    for _ in range(runs):
        started = time.perf_counter()
        action()
        times.append(time.perf_counter() - started)
    return min(times)


def report(what: str, measured: str, goal: str) -> None:
    print(f"{what:<58} {measured:>16}   goal: {goal}", flush=True)


def measure_lines(folder: Path) -> None:
    from esbmc_py.frontend import load_program
    from esbmc_py.goto.sharing import prepare

    path = folder / "ordinary.c"
    path.write_text(ordinary_program())
    lines = sum(1 for line in path.read_text().splitlines() if line.strip())
    loading = best(lambda: load_program([path]))
    program = load_program([path])
    preparing = best(lambda: prepare(program))
    report(f"lines of C per second, text to goto program ({lines} lines)", f"{lines / loading:,.0f}", "3,000")
    report("the same with the sharing analysis", f"{lines / (loading + preparing):,.0f}", "-")


def measure_unused_declarations(folder: Path) -> None:
    from esbmc_py.frontend import load_program

    short, long = folder / "short.i", folder / "long.i"
    program = "int x;\nint main(void)\n{\n    x++;\n    return x;\n}\n"
    short.write_text(program)
    long.write_text(library_declarations() + program)
    cost = best(lambda: load_program([long])) - best(lambda: load_program([short]))
    report(f"{DECLARATIONS} lines of unused library declarations", f"{cost:.3f} s", "0.3 s")


def measure_commands() -> None:
    def command(*arguments: str) -> Callable[[], object]:
        return lambda: subprocess.run(
            [sys.executable, "-m", "esbmc_py", *arguments], cwd=ROOT, check=True, capture_output=True
        )

    report("an empty Python process", f"{best(lambda: subprocess.run([sys.executable, '-c', ''])):.3f} s", "-")
    report("smtcb --help", f"{best(command('--help')):.3f} s", "0.15 s")
    example = "examples/deadlock.c"
    lines = len((ROOT / example).read_text().splitlines())
    report(f"smtcb goto {example} ({lines} lines)", f"{best(command('goto', example)):.3f} s", "0.5 s")


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        measure_lines(Path(folder))
        measure_unused_declarations(Path(folder))
    measure_commands()
    return 0


if __name__ == "__main__":
    sys.exit(main())
