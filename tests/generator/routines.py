"""Small programs with several threads of one routine: what a lock protects, flags, counters; and mutants of them.

What a program does to its shared numbers stays small (numbers are cut to two bits), so that the machine can explore
all of it, also where threads go round for ever.
"""

from __future__ import annotations

from random import Random

_HEAD = """\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
int x, y, turn, flag;
atomic_int a;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
"""
_NUMBERS = ("x", "y", "flag")


class Routines:
    """A program as a list of lines, those that a mutant may lack with a mark."""

    def __init__(self, seed: int) -> None:
        self._random = Random(f"routines {seed}")

    def text(self, *, mutant: int | None = None) -> str:
        """`mutant`: which of the lines that can be left out is left out."""
        lines = self._program()
        if mutant is not None:
            marked = [index for index, line in enumerate(lines) if line.endswith("//-")]
            if marked:
                del lines[marked[mutant % len(marked)]]
        return _HEAD + "\n".join(line.removesuffix("//-") for line in lines) + "\n"

    def _program(self) -> list[str]:
        random = self._random
        self._protocol = random.choice(_PROTOCOLS)
        self._lock = random.choice(_LOCKS)
        routines = ["one"] if random.random() < 0.7 else ["one", "two"]
        lines: list[str] = []
        for name in routines:
            endless = random.random() < 0.4
            body = [line for _ in range(random.randint(1, 2)) for line in self._section()]
            lines += [f"void *{name}(void *p) {{", "  int l = 0, k = 0;"]
            lines += ["  for (;;) {" if endless else "  {", *body, "  }", "  return 0;", "}"]
        return lines + self._main(routines)

    def _main(self, routines: list[str]) -> list[str]:
        random = self._random
        count = random.choice((2, 2, 3, 4)) if len(routines) == 1 else 2
        lines = ["int main(void) {", "  pthread_t t[4];"]
        if random.random() < 0.1:
            lines.append(f"  {random.choice(_NUMBERS)} = {random.randint(0, 2)};")
        if random.random() < 0.5 and len(routines) == 1:
            lines.append(f"  for (int i = 0; i < {count}; i++) pthread_create(&t[i], 0, one, 0);")
        else:
            every = [random.choice(routines) if i >= len(routines) else routines[i] for i in range(count)]
            lines += [f"  pthread_create(&t[{i}], 0, {name}, 0);" for i, name in enumerate(every)]
        kind = random.random()
        if kind < 0.3:
            lines += [f"  pthread_join(t[{i}], 0);" for i in range(count)]
        elif kind < 0.6:
            lines += ["  int l = 0, k = 0;", *self._section()]
        if random.random() < 0.2:
            lines.append(f"  {self._assertion()}")
        return [*lines, "  return 0;", "}"]

    # -- what threads do ----------------------------------------------------------------------------------------------

    def _section(self) -> list[str]:
        """Keeps the protocol under the lock; sometimes it does not."""
        random = self._random
        before, after = self._lock if random.random() < 0.9 else random.choice(_LOCKS)
        inner = list(random.choice(self._protocol)) if random.random() < 0.85 else [self._noise()]
        if random.random() < 0.4:
            inner.insert(random.randint(0, len(inner)), self._noise())
        outside = [self._noise()] if random.random() < 0.3 else []
        return [*outside, *before, *inner, *after]

    def _noise(self) -> str:
        random = self._random
        number = random.choice(("flag", "flag", "x", "y"))
        return random.choice(
            (
                f"  flag = {random.randint(0, 1)};",
                f"  l = {number};",
                "  k = __VERIFIER_nondet_int() & 1; if (k) flag = k;",
                f"  {number} = ({number} + 1) & 3;",
                f"  if (l == k) {number} = 0; //-",
                "  l = atomic_fetch_add(&a, 0);",
                f"  assert({number} <= 3);",
            )
        )

    def _assertion(self) -> str:
        left, right = self._random.choice((("x", "y"), ("x", "0"), ("y", "0"), ("x", "3"), ("y", "1")))
        return f"assert({left} {self._random.choice(('==', '<=', '<=', '>='))} {right});"


# How critical sections begin and end.
_LOCKS = (
    (["  pthread_mutex_lock(&m); //-"], ["  pthread_mutex_unlock(&m); //-"]),
    (["  pthread_mutex_lock(&m); //-"], ["  pthread_mutex_unlock(&m); //-"]),
    (
        ["  pthread_mutex_lock(&n); pthread_mutex_lock(&m); //-"],
        ["  pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);"],
    ),
    (["  if (pthread_mutex_trylock(&m) == 0) {"], ["  pthread_mutex_unlock(&m); }"]),
    (["  while (atomic_exchange(&a, 1)) ; //-"], ["  a = 0; //-"]),
    (
        ["  __VERIFIER_atomic_begin(); __VERIFIER_assume(turn == 0); turn = 1; __VERIFIER_atomic_end(); //-"],
        ["  turn = 0; //-"],
    ),
    (["  for (l = 0; !atomic_compare_exchange_strong(&a, &l, 1); l = 0) ; //-"], ["  a = 0; //-"]),
)
# What sections may do; all those of one protocol keep the same promise.
_PROTOCOLS = (
    (["  x = x + 1;", "  x = x - 1;", "  assert(x == 0);"], ["  l = x;", "  assert(l == 0);"]),
    (
        ["  x = (x + 1) & 3;", "  y = (y + 1) & 3;", "  assert(x == y);"],
        ["  l = x;", "  k = y;", "  assert(l == k);"],
        ["  x = 0;", "  y = 0;"],
    ),
    (
        ["  l = x;", "  if (l < 3) //-", "  x = l + 1;", "  assert(x <= 3);"],
        ["  if (x > 0) //-", "  x--;", "  assert(x >= 0);"],
    ),
    (["  l = x;", "  x = (l + 1) & 3;", "  assert(x == ((l + 1) & 3));"], ["  x = 0;"]),
    (
        ["  if (flag == 0) //-", "  { x = 1;", "  flag = 1;", "  assert(x == 1); }"],
        ["  if (flag) assert(x == 1);"],
    ),
    (["  y = 1;", "  x = 1;", "  assert(x <= y);"], ["  l = x;", "  k = y;", "  assert(l <= k);"]),
)


def routines(seed: int, mutant: int | None = None) -> str:
    return Routines(seed).text(mutant=mutant)
