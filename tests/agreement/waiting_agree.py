"""Compares mode lazyseq with the concrete machine on generated programs whose threads wait in loops.

    python -m tests.agreement.waiting_agree 200 --first 1000

Threads wait for each other by looking again and again: with and without a body, with bodies that change something or
put back what they found, by exchanging and comparing, under a mutex. Pointers may be null, or lead to the heap. Where
the mode says that unwinding left nothing out it must find exactly what the machine finds; else nothing but what the
machine finds. The same within a bound on rounds or context switches, for assertions and for deadlocks.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator

from encoders.levers import ALL_LEVERS
from encoders.request import Options
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from symex.reset import forget_terms
from tests.agreement.agree import by_property, expected, load_text
from tests.agreement.campaign import campaign_parser, run
from tests.agreement.threads_text import bounds_of, explored, joined, started, threads_text
from tests.asking import ask

LARGEST = 6_000  # states
SECONDS = 40.0
UNWIND = 2
WRONG = "wrong"
VARIABLES = ("x", "y", "z")
HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
volatile int x, y, z;
atomic_int held;
volatile int *chosen = &x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int try(void) { int free = 0; return atomic_compare_exchange_strong(&held, &free, 1); }
"""


class Writer:
    """Writes one program."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._locals = 0

    def program(self) -> str:
        threads = self._random.choice((2, 2, 3))
        bodies = [self._body() for _ in range(threads)]
        main = [*started(threads), *self._some((self._check, self._write), 1)]
        main += [*joined(threads), *self._some((self._check,), 1)]
        return threads_text(HEAD, bodies, main)

    def _some(self, kinds: tuple[Callable[[], list[str]], ...], most: int) -> list[str]:
        return [line for _ in range(self._random.randint(0, most)) for line in self._random.choice(kinds)()]

    def _body(self) -> list[str]:
        lines = self._some((self._write, self._check), 1)
        lines += self._random.choice((self._wait, self._wait, self._retry, self._lock))()
        return lines + self._some((self._write, self._write, self._check, self._wait), 2)

    def _variable(self) -> str:
        return self._random.choice((*VARIABLES, *VARIABLES, "*chosen"))

    def _test(self) -> str:
        name, value = self._variable(), self._random.randint(0, 2)
        test = f"{name} {self._random.choice(('==', '!=', '<'))} {value}"
        if self._random.random() < 0.3:
            test += f" {self._random.choice(('&&', '||'))} {self._variable()} != {self._random.randint(0, 1)}"
        return test

    def _write(self) -> list[str]:
        name = self._variable()
        return [
            self._random.choice(
                (
                    f"{name} = {self._random.randint(0, 2)};",
                    f"{name} = {self._random.randint(0, 2)};",
                    f"{name} = {self._variable()};",
                    self._pointer(),
                )
            )
        ]

    def _pointer(self) -> str:
        fresh = "int *fresh = malloc(sizeof *fresh);"
        return self._random.choice(
            (
                "chosen = &y;",
                "chosen = 0;",
                f"{{ {fresh} *fresh = 1; chosen = fresh; }}",
                f"{{ {fresh} chosen = fresh; *fresh = 1; }}",
                "{ pthread_mutex_lock(&m); if (chosen) z = *chosen; chosen = 0; pthread_mutex_unlock(&m); }",
                f"{{ pthread_mutex_lock(&m); {fresh} *fresh = 2; chosen = fresh; pthread_mutex_unlock(&m); }}",
            )
        )

    def _check(self) -> list[str]:
        return [f"assert({self._test()});"]

    def _wait(self) -> list[str]:
        return [
            self._random.choice(
                (
                    f"while ({self._test()});",
                    f"do {{ }} while ({self._test()});",
                    f"while ({self._test()}) if ({self._test()}) break;",
                    f"while ({self._test()}) {self._check()[0]}",
                    f"for (;;) {{ if ({self._test()}) break; if ({self._test()}) {self._write()[0]} }}",
                    f"while ({self._test()}) {self._write()[0]}",
                    f"for (;;) {{ pthread_mutex_lock(&m); int ok = {self._test()}; pthread_mutex_unlock(&m); "
                    "if (ok) break; }",
                )
            )
        ]

    def _retry(self) -> list[str]:
        self._locals += 1
        old, new = f"old{self._locals}", f"new{self._locals}"
        name = self._random.choice(VARIABLES)
        between = self._random.choice(("", "", self._write()[0], f"if ({self._test()}) break;"))
        return [
            f"int {old}, {new};",
            f"do {{ {old} = {name}; {new} = {old} < 2 ? {old} + 1 : 0; {between} }}",
            f"while (!__sync_bool_compare_and_swap(&{name}, {old}, {new}));",
        ]

    def _lock(self) -> list[str]:
        take = self._random.choice(
            (
                "while (atomic_exchange(&held, 1));",
                "do { while (held); } while (atomic_exchange(&held, 1));",
                "while (!try());",
                "while (atomic_fetch_or(&held, 1));",
                "pthread_mutex_lock(&m);",
            )
        )
        leave = "pthread_mutex_unlock(&m);" if take.startswith("pthread") else "held = 0;"
        return [take, *self._write(), *self._check(), *([leave] if self._random.random() < 0.9 else [])]


def disagreements(seed: int, tally: Counter[str], levers: frozenset[str] = ALL_LEVERS) -> Iterator[str]:
    forget_terms()
    program = load_text(Writer(seed).program())
    bounds = bounds_of(seed)
    exploration = explored(program, bounds, most_states=LARGEST, seconds=SECONDS)
    if exploration is None:
        tally["too large"] += 1
        return
    want = by_property(expected(exploration))
    tally["with violations" if want else "without"] += 1
    for prop in (Property.ASSERTION, Property.DEADLOCK):
        options = Options.of(
            **bounds,
            properties=frozenset({prop}), levers=levers, solver="bitwuzla", unwind=UNWIND, timeout=SECONDS,
            all_violations=seed % 2 == 0,
        )  # fmt: skip
        answer = answered(program, prop in want, options)
        tally[answer] += 1
        if answer == WRONG:
            yield f"seed {seed} {prop} {bounds}: the machine finds {sorted(map(str, want))}"


def answered(program: Program, violated: bool, options: Options) -> str:
    outcome = ask("lazyseq", program, options)
    if outcome.unknown or outcome.unsupported:
        return "undecided"
    if outcome.found:
        return "found" if violated else WRONG
    if outcome.unwinding_cut:
        return "none within the unwinding"
    return WRONG if violated else "none"


def main() -> int:
    parser = campaign_parser(__doc__)
    parser.add_argument("--without", action="append", default=[], help="a lever that is not used")
    options = parser.parse_args()
    levers = ALL_LEVERS.difference(options.without)
    tally: Counter[str] = Counter()
    return run(options, lambda seed: disagreements(seed, tally, levers), tally)


if __name__ == "__main__":
    sys.exit(main())
