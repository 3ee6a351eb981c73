"""Small programs in which threads wait at condition variables, and mutants of them: buffers, gates, turns, places.

Some are right and some are not: `if` instead of `while`, one signal where it takes two, a signal that comes too early
or at the wrong condition variable, threads that nobody wakes. Loops have no end, or go round a few times.
"""

from __future__ import annotations

from random import Random

_HEAD = """\
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER, d = PTHREAD_COND_INITIALIZER;
int n, done;
"""
_LOCK, _UNLOCK = "pthread_mutex_lock(&m); //-", "pthread_mutex_unlock(&m);"


class Monitors:
    """A program as a list of lines, those that a mutant may lack with a mark."""

    def __init__(self, seed: int) -> None:
        self._random = Random(f"monitors {seed}")
        self._right = self._random.random() < 0.6  # nothing is wrong on purpose
        self._broadcasts = self._random.random() < 0.4

    def text(self, *, mutant: int | None = None) -> str:
        """`mutant`: which of the lines that can be left out is left out, or which `while` is an `if`."""
        lines = self._program()
        marked = [index for index, line in enumerate(lines) if line.endswith("//-")]
        marked += [index for index, line in enumerate(lines) if line.startswith("while (")]
        if mutant is not None and marked:
            index = marked[mutant % len(marked)]
            if lines[index].startswith("while ("):
                lines[index] = lines[index].replace("while", "if", 1)
            else:
                del lines[index]
        return _HEAD + "\n".join(line.removesuffix("//-") for line in lines) + "\n"

    def _program(self) -> list[str]:
        return self._random.choice((self._buffer, self._buffer, self._gate, self._turns, self._places))()

    # -- parts --------------------------------------------------------------------------------------------------------

    def _wrong(self, chance: float = 0.25) -> bool:
        return not self._right and self._random.random() < chance

    def _wait(self, condition: str, why: str) -> str:
        word = "if" if self._wrong() else "while"
        return f"{word} ({why}) pthread_cond_wait(&{condition}, &m);"

    def _wake(self, condition: str) -> str:
        kind = "signal" if self._wrong() or not self._broadcasts else "broadcast"
        other = {"c": "d", "d": "c"}[condition] if self._wrong(0.1) else condition
        return f"pthread_cond_{kind}(&{other}); //-"

    def _changed(self, change: str, wake: str) -> list[str]:
        """The change and the signal, in some order, and the end of the section."""
        kind = self._random.random()
        if kind < 0.15:
            return [wake, change, _UNLOCK]
        if kind < 0.3:
            return [change, _UNLOCK, wake]
        return [_UNLOCK, wake, "pthread_mutex_lock(&m);", change, _UNLOCK] if self._wrong() else [change, wake, _UNLOCK]

    def _rounds(self, body: list[str], endless: bool) -> list[str]:
        times = self._random.randint(1, 2)
        return ["for (;;) {" if endless else f"for (int i = 0; i < {times}; i++) {{", *body, "}"]

    def _routine(self, name: str, body: list[str]) -> list[str]:
        return [f"void *{name}(void *p) {{", *body, "return 0;", "}"]

    def _main(self, started: list[str], rest: list[str]) -> list[str]:
        lines = ["int main(void) {", "pthread_t t[4];"]
        lines += [f"pthread_create(&t[{number}], 0, {name}, 0);" for number, name in enumerate(started)]
        return [*lines, *rest, "return 0;", "}"]

    def _joins(self, started: list[str]) -> list[str]:
        return [f"pthread_join(t[{number}], 0);" for number in range(len(started))]

    # -- what threads do ----------------------------------------------------------------------------------------------

    def _buffer(self) -> list[str]:
        random = self._random
        size, endless = random.randint(1, 2), random.random() < 0.7
        full = random.choice((f"n == {size}", f"n >= {size}", f"!(n < {size})"))
        empty = random.choice(("n == 0", "n <= 0", "!n"))
        two = random.random() < 0.7  # condition variables
        room, items = ("c", "d") if two else ("c", "c")
        put = [_LOCK, self._wait(room, full), *self._changed("n++;", self._wake(items))]
        put.insert(put.index("n++;") + 1, f"assert(n <= {size}); //-")
        get = [_LOCK, self._wait(items, empty), *self._changed("n--;", self._wake(room))]
        get.insert(get.index("n--;") + 1, "assert(n >= 0); //-")
        lines = self._routine("put", self._rounds(put, endless)) + self._routine("get", self._rounds(get, endless))
        started = ["put"] * random.choice((1, 1, 2)) + ["get"] * random.choice((1, 1, 1, 2))
        if endless and random.random() < 0.3:
            left = started.pop(0)
            return lines + self._main(started, [f"{left}(0);"])
        return lines + self._main(started, self._joins(started))

    def _gate(self) -> list[str]:
        """All wait until main opens it."""
        wait = [_LOCK, self._wait("c", "!done"), "n++;", _UNLOCK]
        started = ["one"] * self._random.randint(1, 2)
        wake = "signal" if self._wrong(0.5) else "broadcast"
        opened = ["pthread_mutex_lock(&m);", "done = 1;", f"pthread_cond_{wake}(&c); //-", _UNLOCK]
        if self._wrong():
            opened = ["done = 1;", f"pthread_cond_{wake}(&c); //-"]
        rest = [*opened, *self._joins(started)]
        if self._random.random() < 0.5:
            rest.append(f"assert(n <= {len(started)});")
        return self._routine("one", wait) + self._main(started, rest)

    def _turns(self) -> list[str]:
        """One after the other, for ever."""
        lines: list[str] = []
        two = self._random.random() < 0.5
        for name, mine, next_one in (("one", 0, 1), ("two", 1, 0)):
            own, other = ("c", "d") if two else ("c", "c")
            own, other = (other, own) if mine else (own, other)
            body = [_LOCK, self._wait(own, f"n != {mine}"), f"assert(n == {mine}); //-"]
            body += self._changed(f"n = {next_one};", self._wake(other))
            lines += self._routine(name, self._rounds(body, endless=True))
        return lines + self._main(["one", "two"], self._joins(["one", "two"]))

    def _places(self) -> list[str]:
        """A semaphore: so many may be inside."""
        places = self._random.randint(1, 2)
        enter = [_LOCK, self._wait("c", f"n == {places}"), "n++;", f"assert(n <= {places}); //-", _UNLOCK]
        leave = [_LOCK, *self._changed("n--;", self._wake("c"))]
        started = ["one"] * self._random.randint(2, 3)
        lines = self._routine("one", self._rounds([*enter, *leave], endless=self._random.random() < 0.7))
        return lines + self._main(started, self._joins(started))


def monitors(seed: int, mutant: int | None = None) -> str:
    return Monitors(seed).text(mutant=mutant)
