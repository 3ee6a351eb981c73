"""Small programs in which threads take locks inside locks: in one order or in any, with trylocks, semaphores, and locks
that are kept or taken before there are other threads.

Half of them (`_ahead`) have a thread that takes two locks, one inside the other, before the others begin: whoever
guesses from what it has seen has guessed by then.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

_HEAD = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
pthread_mutex_t m[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
#define lock(i) pthread_mutex_lock(m + i)
#define unlock(i) pthread_mutex_unlock(m + i)
sem_t go, s;
int x, y, z;
"""
_BOTH = "lock(0); x++; lock(1); y++; unlock(1); unlock(0);"


def nested_locks(seed: int) -> str:
    random = Random(seed)
    return _HEAD + (_ahead(random) if seed % 2 else _any_order(random))


def _statement(random: Random) -> str:
    to, of = random.choice("xyz"), random.choice("xyz")
    small = random.randint(0, 3)
    return random.choice(
        [
            f"{to}++;",
            f"{to} = {of};",
            f"{to} = {small};",
            f"assert({to} != {small + 1});",
            f"if ({to} == {small}) {of} = {random.randint(0, 3)};",
            f"{to} += {of};",
            f"a = {to};",
            f"{to} = a + 1;",
            "sem_post(&s);",
            "sem_wait(&s);" if random.random() < 0.4 else "a++;",
        ]
    )


def _block(random: Random, locks: int, held: list[int], ordered: bool) -> Iterator[str]:
    for _ in range(random.randint(1, 2)):
        free = [one for one in range(locks) if one not in held and not (ordered and held and one < max(held))]
        if random.random() < 0.5 or not free or len(held) == 3:
            yield _statement(random)
            continue
        lock = random.choice(free)
        inside = list(_block(random, locks, [*held, lock], ordered))
        if random.random() < 0.12:
            yield from (f"if (pthread_mutex_trylock(m + {lock}) == 0) {{", *inside)
            yield f"unlock({lock}); }} else {{ {_statement(random)} }}"
        else:
            yield from (f"lock({lock});", *inside)
            if random.random() < 0.93:
                yield f"unlock({lock});"


def _routine(number: int, body: str) -> str:
    return f"void *t{number}(void *u) {{ int a = 0; {body} return u; }}\n"


def _any_order(random: Random) -> str:
    locks, threads, ordered = random.choice([2, 2, 3]), random.choice([2, 2, 3]), random.random() < 0.6
    routines = ""
    for number in range(threads):
        blocks = random.choice([1, 2])
        routines += _routine(
            number, " ".join(part for _ in range(blocks) for part in _block(random, locks, [], ordered))
        )
    early = random.random() < 0.25
    main = [f"int a = 0; pthread_t p[3]; sem_init(&s, 0, {random.choice([0, 0, 1])});"]
    main += ["lock(0);"] * early + [f"pthread_create(&p[{number}], 0, t{number}, 0);" for number in range(threads)]
    if random.random() < 0.5:
        main += _block(random, locks, [0] * early, ordered)
    main += ["unlock(0);"] * early
    if random.random() < 0.7:
        main += [f"pthread_join(p[{number}], 0);" for number in range(threads)]
    if random.random() < 0.25:
        main.append("pthread_mutex_destroy(m + 1);")
    return f"{routines}int main(void) {{ {' '.join(main)} assert(x != {random.randint(1, 5)}); return 0; }}\n"


def _section(random: Random, locks: list[int]) -> str:
    kind = random.random()
    first, second = random.sample(locks, 2)
    if kind < 0.55:
        between = random.choice(["", "x++;", "y = x;", "if (x == 1) y = 2;", "sem_post(&s);", "assert(y != 2);"])
        last = random.choice(["", "x = 0;"])
        return (
            f"lock({first}); {between} lock({second}); {_statement(random)} unlock({second}); {last} unlock({first});"
        )
    if kind < 0.7:
        otherwise = random.choice(["z = 1;", "assert(x != 1);", "assert(0);", ""])
        inside = _statement(random)
        return f"if (pthread_mutex_trylock(m + {first}) == 0) {{ {inside} unlock({first}); }} else {{ {otherwise} }}"
    return f"lock({first}); {_statement(random)} unlock({first});" if kind < 0.9 else _statement(random)


def _ahead(random: Random) -> str:
    locks = [0, 1, 2] if random.random() < 0.4 else [0, 1]
    routines = _routine(0, f"{_BOTH} sem_post(&go); sem_post(&go); {_BOTH}")
    for number in (1, 2):
        more = _section(random, locks) if random.random() < 0.3 else ""
        routines += _routine(number, f"sem_wait(&go); {_section(random, locks)} {more}")
    early = random.random() < 0.2
    main = [f"pthread_t p[3]; sem_init(&s, 0, {random.choice([0, 1])}); sem_init(&go, 0, 0);"]
    main += [f"lock({locks[-1]});"] * early + [f"pthread_create(&p[{number}], 0, t{number}, 0);" for number in range(3)]
    main += [f"lock(0); unlock(0); unlock({locks[-1]});"] * early
    main += [f"pthread_join(p[{number}], 0);" for number in range(3)]
    return f"{routines}int main(void) {{ {' '.join(main)} assert(x != {random.randint(0, 4)}); return 0; }}\n"
