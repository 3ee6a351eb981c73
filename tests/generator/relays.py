"""Small programs in which threads take turns: whoever starts a thread waits for its end. So all values are known.

Mutants lack a join, or an assignment: then most of them go wrong.
"""

from __future__ import annotations

from random import Random

_HEAD = """\
#include <assert.h>
#include <pthread.h>
int x, y, noise;
"""
MOST_THREADS = 3


class Relay:
    """Writes a program while it executes it."""

    def __init__(self, seed: int) -> None:
        self._random = Random(f"relay {seed}")
        self._values = {"x": 0, "y": 0}
        self._routines: list[list[str]] = []

    def lines(self) -> list[str]:
        main = ["int main(void) {", *self._body(0), *self._run_thread(), *self._body(1)]
        main += [self._assertion("x"), self._assertion("y"), "  return 0;", "}"]
        return [line for routine in self._routines for line in routine] + main

    def _body(self, depth: int) -> list[str]:
        found = []
        for _ in range(self._random.randint(1, 3)):
            if depth and self._random.random() < 0.4:
                found += self._run_thread()
            else:
                found.append(self._statement())
        return found

    def _statement(self) -> str:
        target, source = self._random.sample(["x", "y"], 2)
        kind, number = self._random.random(), self._random.randint(1, 4)
        if kind < 0.2:
            return self._assertion(target)
        if kind < 0.4:
            return "  noise = 1 - noise;"
        if kind < 0.6:
            self._values[target] = number
            return f"  {target} = {number}; //-"
        if kind < 0.8:
            self._values[target] += number
            return f"  {target} = {target} + {number}; //-"
        self._values[target] = self._values[source]
        return f"  {target} = {source}; //-"

    def _assertion(self, name: str) -> str:
        return f"  assert({name} == {self._values[name]});"

    def _run_thread(self) -> list[str]:
        """A thread is started, does its part, and is waited for."""
        number = len(self._routines)
        if number >= MOST_THREADS:
            return []
        routine: list[str] = []
        self._routines.append(routine)  # takes its number
        body = self._body(1)
        routine += [f"void *run{number}(void *p) {{", *body, "  return 0;", "}"]
        self._routines.remove(routine)
        self._routines.append(routine)  # after those that it starts
        return [
            f"  pthread_t t{number}; pthread_create(&t{number}, 0, run{number}, 0);",
            f"  pthread_join(t{number}, 0); //-",
        ]


def relay(seed: int, mutant: int | None = None) -> str:
    lines = Relay(seed).lines()
    marked = [index for index, line in enumerate(lines) if line.endswith("//-")]
    if mutant is not None and marked:
        del lines[marked[mutant % len(marked)]]
    return _HEAD + "\n".join(line.removesuffix("//-") for line in lines) + "\n"
