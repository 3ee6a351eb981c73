"""Small programs in which threads count: tickets, places, references, readers, who came first; and mutants of them.

Numbers are not cut, as proofs that count threads need that; so threads end, or go round with the same numbers.
"""

from __future__ import annotations

from random import Random

_HEAD = """\
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
sem_t s;
int x, y, writing;
"""
_TYPES = ("unsigned", "unsigned", "int", "unsigned char", "unsigned long")
_LOCK, _UNLOCK = "pthread_mutex_lock(&m); //-", "pthread_mutex_unlock(&m);"


class Counters:
    """A program as a list of lines, those that a mutant may lack with a mark."""

    def __init__(self, seed: int) -> None:
        self._random = Random(f"counters {seed}")

    def text(self, *, mutant: int | None = None) -> str:
        """`mutant`: which of the lines that can be left out is left out."""
        lines = self._program()
        marked = [index for index, line in enumerate(lines) if line.endswith("//-")]
        if mutant is not None and marked:
            del lines[marked[mutant % len(marked)]]
        return _HEAD + "\n".join(line.removesuffix("//-") for line in lines) + "\n"

    def _program(self) -> list[str]:
        random = self._random
        kind = random.choice((self._tickets, self._places, self._references, self._readers, self._first))
        first = random.choice((0, 0, 0, 1, 2))
        lines = [f"{random.choice(_TYPES)} n = {first}, served = {first};"]
        count, places = random.choice((2, 2, 3)), random.randint(1, 2)
        body = kind(places, first)
        if random.random() < 0.25:
            body.insert(random.randint(0, len(body)), random.choice(("y = n;", "n++;", "served++;", "x--;", "y = 1;")))
        lines += ["void *one(void *p) {", *body, "return 0;", "}", "int main(void) {", "pthread_t t[3];"]
        lines.append(f"sem_init(&s, 0, {places});")
        if random.random() < 0.5:
            lines.append(f"for (int i = 0; i < {count}; i++) pthread_create(&t[i], 0, one, 0);")
        else:
            lines += [f"pthread_create(&t[{i}], 0, one, 0);" for i in range(count)]
        if random.random() < 0.3:
            lines += [f"pthread_join(t[{i}], 0);" for i in range(count)]
        elif random.random() < 0.3:
            lines.append("one(0);")
        if random.random() < 0.2:
            lines.append(random.choice((f"assert(n >= {first});", "assert(x <= 1);", "assert(x >= 0);")))
        return [*lines, "return 0;", "}"]

    # -- what threads do ----------------------------------------------------------------------------------------------

    def _inside(self) -> list[str]:
        """What only one thread may do at a time."""
        return self._random.choice((["x++;", "assert(x == 1);", "x--;"], ["x = 1;", "assert(x == 1);", "x = 0;"]))

    def _tickets(self, places: int, first: int) -> list[str]:
        random = self._random
        if random.random() < 0.8:
            draw = ["unsigned mine = __atomic_fetch_add(&n, 1, __ATOMIC_SEQ_CST);"]
        else:
            draw = ["unsigned mine = n;", "n = mine + 1;"]
        wait = ["while (served != mine) ; //-"]
        done = random.choice((["served++;"], ["served++; //-"], ["__atomic_fetch_add(&served, 1, __ATOMIC_SEQ_CST);"]))
        return [*draw, *wait, *self._inside(), *done]

    def _places(self, places: int, first: int) -> list[str]:
        most = places if self._random.random() < 0.8 else places - 1
        return [
            "sem_wait(&s); //-",
            "__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST); //-",
            f"assert(x >= 1 && x <= {most});",
            "__atomic_fetch_sub(&x, 1, __ATOMIC_SEQ_CST); //-",
            "sem_post(&s); //-",
        ]

    def _references(self, places: int, first: int) -> list[str]:
        last = first if self._random.random() < 0.8 else first + 1
        return [
            *(_LOCK, f"if (n == {first})", "y = 1;", "n++; //-", _UNLOCK),
            "assert(y == 1);",
            *(_LOCK, "n--;", f"if (n == {last}) //-", "y = 0;", _UNLOCK),
        ]

    def _readers(self, places: int, first: int) -> list[str]:
        reader = [
            *(_LOCK, "if (writing == 0) {", "n++; //-", _UNLOCK, "assert(x == y);"),
            *(_LOCK, "n--; //-", "}", _UNLOCK),
        ]
        writer = [
            *(_LOCK, f"if (writing == 0 && n == {first}) {{", "writing = 1; //-", _UNLOCK, "x = 1;", "y = x;"),
            *(_LOCK, "x = 0; y = 0;", "writing = 0; //-", "}", _UNLOCK),
        ]
        choice = "if (__VERIFIER_nondet_int()) {"
        return self._random.choice(([choice, *reader, "} else {", *writer, "}"], [*writer, *reader]))

    def _first(self, places: int, first: int) -> list[str]:
        came = ["__VERIFIER_atomic_begin();", "n++; //-", "__VERIFIER_atomic_end();"]
        seen = first + (1 if self._random.random() < 0.8 else 2)
        return [*came, f"if (n == {seen}) {{", "x++;", "assert(x == 1);", "}"]


def counters(seed: int, mutant: int | None = None) -> str:
    return Counters(seed).text(mutant=mutant)
