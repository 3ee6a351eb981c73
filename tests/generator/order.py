"""Small programs about what orders accesses: memory orders, locks, semaphores, sections, pointers that are published.

Plain data is written and read beside all of that, sometimes ordered and sometimes not. Nothing else can go wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

HEAD = """#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, y, cells[2];
struct { atomic_int a, b; } flags;
_Atomic(int *) published;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
sem_t s;
"""
STORE_ORDERS = ("relaxed", "relaxed", "release", "seq_cst")
LOAD_ORDERS = ("relaxed", "relaxed", "acquire", "seq_cst")
CHANGE_ORDERS = ("relaxed", "relaxed", "acquire", "release", "acq_rel", "seq_cst")


def ordered_program(seed: int) -> str:
    """The same text for the same seed."""
    return _Writer(Random(f"order {seed}")).program()


class _Writer:
    def __init__(self, random: Random) -> None:
        self._random = random
        self._locals = 0

    def program(self) -> str:
        random = self._random
        threads = random.choice((1, 2, 2))
        bodies = [self._thread(number) for number in range(threads)]
        main = ["int local = 0;", "sem_init(&s, 0, 0);", *self._statements(random.choice((0, 0, 1)), 1)]
        main += [f"pthread_t h{number};" for number in range(threads)]
        for number in range(threads):
            argument = "&local" if random.random() < 0.3 else "0"
            main.append(f"pthread_create(&h{number}, 0, t{number}, {argument});")
            if random.random() < 0.5:
                main += self._statements(1, 1)
        main += self._statements(random.choice((0, 1, 2) if threads == 1 else (0, 0, 1)), 2)
        joined = [number for number in range(threads) if random.random() < 0.7]
        for number in joined:
            main.append(f"pthread_join(h{number}, 0);")
            if random.random() < 0.4:
                main.append(random.choice((self._plain(), "local++;")))
        return "\n".join([HEAD, *bodies, _function("int main(void)", [*main, "return 0;"])])

    def _thread(self, number: int) -> str:
        lines = self._statements(self._random.choice((1, 2, 2, 3)), 2)
        if self._random.random() < 0.4:
            lines.insert(self._random.randint(0, len(lines)), "if (given) *(int *)given = 1;")
        return _function(f"static void *t{number}(void *given)", [*lines, "return 0;"])

    def _statements(self, count: int, depth: int) -> list[str]:
        return [self._statement(depth) for _ in range(count)]

    def _statement(self, depth: int) -> str:
        simple: tuple[Callable[[], str], ...] = (self._plain, self._plain, self._store, self._change, self._publish)
        nested: tuple[Callable[[int], str], ...] = (
            self._guarded, self._guarded, self._guarded, self._locked, self._tried, self._section, self._use,
            self._waits,
        )  # fmt: skip
        if depth == 0 or self._random.random() < 0.45:
            return self._random.choice(simple)()
        return self._random.choice(nested)(depth - 1)

    def _plain(self) -> str:
        return self._random.choice(
            (
                "x = 1;",
                "x++;",
                "x = 2;",
                "y = x;",
                "y = 2;",
                "cells[__VERIFIER_nondet_bool()] = 1;",
                "cells[1]++;",
                "x = cells[0];",
            )
        )

    def _flag(self) -> str:
        return self._random.choice(("flags.a", "flags.a", "flags.b"))

    def _order(self, orders: tuple[str, ...]) -> str:
        return f"memory_order_{self._random.choice(orders)}"

    def _store(self) -> str:
        return f"atomic_store_explicit(&{self._flag()}, {self._random.randint(1, 2)}, {self._order(STORE_ORDERS)});"

    def _change(self) -> str:
        what = self._random.choice(("fetch_add", "exchange"))
        return f"atomic_{what}_explicit(&{self._flag()}, 1, {self._order(CHANGE_ORDERS)});"

    def _publish(self) -> str:
        name = self._local()
        store = f"atomic_store_explicit(&published, {name}, {self._order(STORE_ORDERS)});"
        return f"{{ int *{name} = malloc(sizeof *{name}); *{name} = 1; {store} }}"

    def _local(self) -> str:
        self._locals += 1
        return f"v{self._locals}"

    def _block(self, depth: int) -> str:
        return " ".join(self._statements(self._random.choice((1, 1, 2)), depth))

    def _guarded(self, depth: int) -> str:
        name = self._local()
        change = f"atomic_exchange_explicit(&{self._flag()}, 3, {self._order(CHANGE_ORDERS)}) == 1"
        orders = f"{self._order(CHANGE_ORDERS)}, memory_order_relaxed"
        swap = f"atomic_compare_exchange_strong_explicit(&{self._flag()}, &{name}, 2, {orders})"
        load = f"atomic_load_explicit(&{self._flag()}, {self._order(LOAD_ORDERS)})"
        test = self._random.choice((load, load, load, f"{load} == 2", change, swap))
        return f"{{ int {name} = 1; if ({test}) {{ {self._block(depth)} }} }}"

    def _locked(self, depth: int) -> str:
        lock = self._random.choice("mmn")
        return f"pthread_mutex_lock(&{lock}); {self._block(min(depth, 0))} pthread_mutex_unlock(&{lock});"

    def _tried(self, depth: int) -> str:
        lock = self._random.choice("mn")
        return f"if (!pthread_mutex_trylock(&{lock})) {{ {self._block(min(depth, 0))} pthread_mutex_unlock(&{lock}); }}"

    def _section(self, depth: int) -> str:
        inside = " ".join(self._random.choice((self._plain, self._store))() for _ in range(self._random.choice((1, 2))))
        return f"__VERIFIER_atomic_begin(); {inside} __VERIFIER_atomic_end();"

    def _use(self, depth: int) -> str:
        name = self._local()
        load = f"atomic_load_explicit(&published, {self._order(LOAD_ORDERS)})"
        return f"{{ int *{name} = {load}; if ({name}) {self._random.choice(('x = *' + name, '*' + name + ' = 2'))}; }}"

    def _waits(self, depth: int) -> str:
        if self._random.random() < 0.5:
            return self._random.choice((f"sem_post(&s); {self._plain()}", f"{self._plain()} sem_post(&s);"))
        return f"if (!sem_trywait(&s)) {{ {self._block(depth)} }}"


def _function(head: str, lines: list[str]) -> str:
    return "\n".join([head, "{", *(f"    {line}" for line in lines), "}", ""])
