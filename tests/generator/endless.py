"""Threads that never end, added to generated programs: they compute, poll, sleep, serve, or turn a variable round.

What they count is small, so that the states of a program stay finitely many and the concrete machine can decide it.
"""

from __future__ import annotations

import re
from random import Random

# Bodies of a thread that is added. `x` is the first shared variable of every generated program.
ENDLESS_BODIES = (
    "for (;;) { }",
    "unsigned char round = 0; for (;;) round++;",
    "while (!never) { }",
    "while (!never) usleep(1000);",
    "for (;;) sleep(1);",
    "do { sched_yield(); } while (x < 100);",
    "for (;;) { pthread_mutex_lock(&served); served_last = !served_last; pthread_mutex_unlock(&served); }",
    "for (;;) served_last = !served_last;",
    "while (x != 1) { } x = 0;",
    "while (x != 1) usleep(1); x = 2; for (;;) { }",
    "int pick = __VERIFIER_nondet_bool(); if (pick) x = 1; for (;;) { }",
    "x = 1; for (;;) sleep(1);",
    "x = 1; for (unsigned char i = 0; ; i = (i + 1) & 7) { }",
    "int n = __VERIFIER_nondet_bool() ? 6 : 1; x = n & 1; for (int i = 0; i < n; i++) { } x = 0;",
)

# What stands in main before its last line.
ENDLESS_ENDS = (
    "    for (;;) { }\n",
    "    for (;;) sleep(1);\n",
    "    while (!never) usleep(10);\n",
    "    while (x != 2) { }\n",
)

DECLARATIONS = """
#include <sched.h>
#include <unistd.h>
extern _Bool __VERIFIER_nondet_bool(void);
int never, served_last;
pthread_mutex_t served = PTHREAD_MUTEX_INITIALIZER;
"""


def with_endless_threads(text: str, seed: int) -> str:
    """The program with one or two more threads, and perhaps a main that does not come to its end."""
    random = Random(seed)
    head, main = text.split("int main(void)\n{\n", 1)
    count = random.choice((1, 1, 2))
    workers = "".join(_worker(number, random.choice(ENDLESS_BODIES)) for number in range(count))
    starts = "".join(f"    pthread_t e{n};\n    pthread_create(&e{n}, NULL, endless{n}, NULL);\n" for n in range(count))
    place = re.search(r"^    pthread_t .*;\n", main, re.MULTILINE)
    where = place.end() if place and random.random() < 0.7 else 0
    main = main[:where] + starts + main[where:]
    if random.random() < 0.4:
        end = main.rindex("    return 0;\n")
        main = main[:end] + random.choice(ENDLESS_ENDS) + main[end:]
    elif random.random() < 0.3:
        main = main.replace("    pthread_join(t0, NULL);\n", "", 1)
    return f"{head}{DECLARATIONS}{workers}int main(void)\n{{\n{main}"


def _worker(number: int, body: str) -> str:
    return f"static void *endless{number}(void *unused)\n{{\n    {body}\n    return NULL;\n}}\n\n"
