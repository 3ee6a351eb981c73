"""Work that takes long: hostile programs, and the commands that are given them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]

HEADER = "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n"

SERVER = """
struct job { char name[8]; struct job *next; };
static struct job *jobs;
static int pending;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
extern int vendor_accept(int port, char *name, int size);
static void *worker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        struct job *j = jobs;
        if (j) { jobs = j->next; pending--; assert(pending >= 0); }
        pthread_mutex_unlock(&m);
        if (j) free(j); else usleep(100);
    }
    return arg;
}
int main(int argc, char **argv) {
    int port = argc > 1 ? atoi(argv[1]) : 80;
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    for (;;) {
        struct job *j = calloc(1, sizeof *j);
        if (!j) return 1;
        if (vendor_accept(port, j->name, sizeof j->name) < 0) { free(j); continue; }
        pthread_mutex_lock(&m);
        j->next = jobs; jobs = j; pending++;
        pthread_mutex_unlock(&m);
    }
}
"""

FACTORS = """
unsigned nondet_uint(void);
unsigned long a, b;
void *one(void *p) { a = nondet_uint(); return p; }
void *two(void *p) { b = nondet_uint(); return p; }
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0);
    pthread_join(s, 0); pthread_join(t, 0);
    assert(a < 2 || b < 2 || a * b != 1000000016000000063UL);
}
"""

COUNTERS = """
int x, y, z;
void *count(void *p) { for (int i = 0; i < 9; i++) { x += y + 1; y += z + 1; z += x; } return p; }
int main(void) {
    pthread_t t[4];
    for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, count, 0);
    for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
    assert(x != 123456789);
}
"""

EATER = """
char *kept[100000];
void *eat(void *p) { return p; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, eat, 0);
    for (int i = 0; i < 100000; i++) { kept[i] = malloc(100000); memset(kept[i], i, 100000); }
    pthread_join(t, 0);
}
"""

FIBONACCI = """
int i = 1, j = 1;
void *one(void *p) { for (int k = 0; k < 12; k++) i += j; return p; }
void *two(void *p) { for (int k = 0; k < 12; k++) j += i; return p; }
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0);
    assert(i < 75026 && j < 75026);
    pthread_join(s, 0); pthread_join(t, 0);
    assert(i < 75026 && j < 75026);
}
"""

TEXTS = """
char *both;
void *join_texts(void *p) { char *t = p; for (int i = 0; t[i]; i++) both[i] = t[i]; return p; }
int main(int argc, char **argv) {
    pthread_t s, t;
    both = calloc(1, 64);
    if (argc < 3) return 0;
    pthread_create(&s, 0, join_texts, argv[1]); pthread_create(&t, 0, join_texts, argv[2]);
    pthread_join(s, 0); pthread_join(t, 0);
    assert(strcmp(both, "a-b-c") != 0 || strstr(argv[1], "b-") || strchr(argv[2], 'q'));
}
"""

LOST = """
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *count(void *p) { for (int i = 0; i < 6; i++) { x++; pthread_mutex_lock(&m); x += 2; pthread_mutex_unlock(&m); } return p; }
int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, count, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    assert(x == 54);
}
"""  # noqa: E501

LARGE = """
char a[1u << 31], b[1u << 31];
int main(void) { memset(a, 1, sizeof a); memcpy(b, a, sizeof a); }
"""


def _functions(number: int) -> str:
    body = "".join(
        f"int f{n}(int a) {{ int b = a * {n}; if (b > 7) b -= a; return b + f{n // 2}(b); }}\n"
        for n in range(1, number)
    )
    return f"int f0(int a) {{ return a; }}\n{body}int main(void) {{ return f{number - 1}(1); }}\n"


def _nested(depth: int) -> str:
    blocks = f"{'if (x < 9) {' * depth} x++; {'}' * depth}"
    return f"int main(void) {{ int x = 0; {blocks} return {'(' * depth}x{')' * depth}; }}"


def _bomb(levels: int) -> str:
    lines = ["#define A0 x +"] + [f"#define A{n} A{n - 1} A{n - 1}" for n in range(1, levels)]
    return "\n".join([*lines, f"int main(void) {{ int x = 1; return A{levels - 1} 0; }}\n"])


def _numbers(count: int) -> str:
    return f"int a[] = {{{','.join(map(str, range(count)))}}};\nint main(void) {{ return a[7]; }}\n"


def _sum(count: int) -> str:
    return f"int main(void) {{ int x = 1; return {' + '.join(['x'] * count)}; }}\n"


PROGRAMS: dict[str, Callable[[], str]] = {
    "server": lambda: HEADER + SERVER,
    "factors": lambda: HEADER + FACTORS,
    "counters": lambda: HEADER + COUNTERS,
    "eater": lambda: HEADER + EATER,
    "fibonacci": lambda: HEADER + FIBONACCI,
    "texts": lambda: HEADER + TEXTS,
    "lost": lambda: HEADER + LOST,
    "functions": lambda: _functions(40_000),
    "nested": lambda: _nested(3_000),
    "bomb": lambda: _bomb(40),
    "numbers": lambda: _numbers(2_000_000),
    "sum": lambda: _sum(400_000),
    "includes": lambda: '#include "includes.c"\n#include "includes.c"\nint main(void) { return 0; }\n',
    "zeros": lambda: "#include <stdio.h>\n#include </dev/zero>\nint main(void) { return 0; }\n",
    "large": lambda: HEADER + LARGE,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Work:
    """A command that would go on for longer than anybody waits. `{}` is the folder of programs."""

    words: tuple[str, ...]
    time_option: str = "--timeout"  # empty: it has none
    memory_option: str = "--memory"
    questions: int = 1  # each of which has this time

    def __str__(self) -> str:
        return " ".join(self.words).replace("{}/", "")


def _checks() -> list[Work]:
    modes = {
        "auto": ("server", "factors", "counters", "eater", "texts", "fibonacci"),
        "lazy": ("server", "factors", "counters", "texts", "eater"),
        "schedule": ("counters", "factors", "server"),
        "uw": ("counters", "factors"),
        "lazyseq": ("server", "factors", "counters", "fibonacci", "texts", "eater"),
        "explicit": ("counters", "eater", "server"),
        "random": ("counters", "server"),
        "prove": ("counters", "server", "factors"),
    }
    found = [Work(("check", f"{{}}/{name}.c", "--mode", mode)) for mode, names in modes.items() for name in names]
    hard: list[tuple[str, ...]] = [
        ("factors.c", "--mode", "lazy", "--solver", "bitwuzla"),
        ("factors.c", "--mode", "lazyseq", "--solver", "z3"),
        ("factors.c", "--mode", "lazyseq", "--solver", "bitwuzla:preprocessing"),
        ("factors.c", "--mode", "lazy", "--solver", "smtlib:z3 -in"),
        ("factors.c", "--mode", "lazyseq", "--solver", "smtlib:z3 -in"),
        ("counters.c", "--mode", "lazyseq", "--schema", "cseq"),
        ("fibonacci.c", "--mode", "lazyseq", "--rounds", "9", "--unwind", "12"),
        ("counters.c", "--mode", "lazyseq", "--jobs", "2", "--rounds", "6", "--unwind", "9"),
        ("counters.c", "--mode", "explicit", "--jobs", "2"),
        ("counters.c", "--memory-model", "pso"),
        ("lost.c", "--explain", "--shortest"),
        ("lost.c", "--all-violations", "--mode", "lazy"),
        ("counters.c", "--mode", "explicit", "--property", "termination"),
    ]
    front = ("functions", "nested", "bomb", "numbers", "sum", "includes", "zeros", "large")
    found += [Work(("check", f"{{}}/{first}", *more)) for first, *more in hard]
    return found + [Work(("check", f"{{}}/{name}.c", "--mode", "lazy")) for name in front]


def works() -> list[Work]:
    found = _checks()
    for name in ("counters", "eater", "server", "large", "functions"):
        found.append(Work(("run", "--explore", f"{{}}/{name}.c"), "--max-seconds", ""))
    for name in ("counters", "server", "bomb"):
        found.append(Work(("play", f"{{}}/{name}.c", "--max-states", "9000000", "-o", "{}/page.html"), "", ""))
    found.append(Work(("run", "{}/server.c"), "", ""))
    found.append(Work(("tree", "{}/counters.c", "--max-nodes", "9000000", "--svg", "{}/tree.svg"), "", ""))
    found.append(Work(("goto", "{}/functions.c"), "", ""))
    found.append(Work(("sequentialize", "{}/counters.c", "--unwind", "9", "--rounds", "30"), "", ""))
    found.append(Work(("fix", "{}/lost.c"), "", ""))
    found.append(Work(("fix", "{}/counters.c"), "", ""))
    found.append(Work(("swarm", "{}/counters.c", "--unwind", "9", "--rounds", "4", "--jobs", "2")))
    found.append(Work(("swarm", "{}/fibonacci.c", "--unwind", "12", "--rounds", "12", "--jobs", "2")))
    found.append(Work(("compare", "{}/counters.c", "--modes", "lazy,lazyseq"), questions=2))
    found.append(Work(("compare", "{}/server.c", "--modes", "auto,explicit,prove"), questions=3))
    suite = str(ROOT / "benchmarks/suite/deadlock")
    found.append(
        Work(("bench", suite, "--modes", "lazy", "--jobs", "2", "--results", "{}/results.jsonl", "-q"), "", "")
    )
    return found
