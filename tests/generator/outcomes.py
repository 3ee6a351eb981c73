"""Very small programs of which every outcome counts.

Threads record what they see, each in variables of its own, one to three values in all. When all have been waited for,
main has an assertion for each combination of what may have been recorded, on a line of its own, which denies it. So two
explorations agree only if they come to exactly the same outcomes: an order of events that is left out shows, also one
that no other assertion would tell from the rest.

Fragments are texts in C. V and W are shared variables, whose values are 0, 1 and 2. SEE(e) records e.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import count
from random import Random

from . import outcomes_rare as rare
from .outcomes_everyday import EVERYDAY, HEAD, PREPARED
from .small import with_variables

VALUES = 3

_HEAD = """\
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, y;
atomic_int a;
int *p = &y, *heap, *kept;
struct pair { int one, two; } pair, ones = {1, 1};
int places[3];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t b;
pthread_once_t once = PTHREAD_ONCE_INIT;
sem_t s;
static void twice(void) { x = 1; x = 2; }
static void *helper(void *place) { *(int *)place = 1; return 0; }
pthread_t g, h;
static void *posts(void *unused) { sem_post(&s); return unused; }
static void *joins(void *unused) { pthread_join(h, 0); return unused; }
static void *waits(void *unused) { sem_wait(&s); return unused; }
static void give_back(void *lock) { pthread_mutex_unlock(lock); }
static void *sleeps(void *unused)
{
    pthread_mutex_lock(&n);
    pthread_cleanup_push(give_back, &n);
    pthread_cond_wait(&c, &n);
    pthread_cleanup_pop(1);
    return unused;
}
static void may_end(void) { pthread_testcancel(); y = 2; }
static void *begins(void *unused) { pthread_once(&once, may_end); return unused; }
static int was_cancelled(pthread_t thread)
{
    void *result;
    pthread_join(thread, &result);
    return result == PTHREAD_CANCELED;
}
static int try_it(void) { return pthread_mutex_trylock(&m); }
static int (*tries)(void) = try_it;
static int ask(void) { return tries(); }
static void *asks(void *place) { *(int *)place = ask() != 0; return 0; }
static void set(int *place, int value) { *place = value; }
"""

PLAIN = (
    "V = 1;",
    "V = 2;",
    "V = 0;",
    "V = V;",
    "W = V;",
    "V = (V + 1) % 3;",
    "V = 0; V = 2;",
    "V = 1; V = 1;",
    "V = 2; V = 1;",
    "if (V) W = 2;",
    "if (V == 0) V = 1;",
    "for (int i = 0; i < 2; i++) V = i;",
    "set(&V, 2);",
)
SEEN = (
    "SEE(V)",
    "SEE(V == W)",
    "{ int before = V; SEE(before == V) }",
    "{ int before = V; if (before != V) SEE(V) }",
    "if (V == 1) SEE(W)",
    "SEE(V) V = 2;",
    "V = 1; SEE(V)",
    "for (int i = 0; i < 2 && !V; i++) SEE(i)",
)
LOCKS = (
    "pthread_mutex_lock(&m); V = 1; V = 2; pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); SEE(V) pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); V = (V + 1) % 3; pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); V = 1; pthread_mutex_unlock(&m); SEE(V)",
    "pthread_mutex_lock(&m); V = 1; pthread_mutex_unlock(&m); SEE(W)",
    "SEE(V) W = 1; pthread_mutex_lock(&m); W = 2; pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); if (V == 1) pthread_exit(0); SEE(W) pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); pthread_mutex_lock(&n); V = 2; pthread_mutex_unlock(&n); SEE(V) pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&n); pthread_mutex_lock(&m); W = V; pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);",
    "if (pthread_mutex_trylock(&m) == 0) { V = 2; pthread_mutex_unlock(&m); } else SEE(1)",
    "SEE(pthread_mutex_trylock(&m) != 0)",
    "if (V) SEE(ask() != 0)",
    "if (V) { pthread_t h; pthread_create(&h, 0, asks, &W); pthread_join(h, 0); }",
    "if (pthread_mutex_trylock(&m) == 0) { SEE(V) pthread_mutex_unlock(&m); }",
    "pthread_rwlock_rdlock(&r); SEE(V) pthread_rwlock_unlock(&r);",
    "pthread_rwlock_wrlock(&r); V = 2; V = 1; pthread_rwlock_unlock(&r);",
    "SEE(pthread_rwlock_trywrlock(&r) != 0)",
    "SEE(pthread_rwlock_tryrdlock(&r) != 0)",
    "pthread_rwlock_rdlock(&r); pthread_mutex_lock(&m); V = 1; pthread_mutex_unlock(&m); pthread_rwlock_unlock(&r);",
)
WAITS = (
    "pthread_mutex_lock(&m); while (!V) pthread_cond_wait(&c, &m); SEE(W) pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); if (!V) pthread_cond_wait(&c, &m); SEE(V) pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); V = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); V = 1; pthread_cond_broadcast(&c); W = 2; pthread_mutex_unlock(&m);",
    "V = 1; pthread_cond_broadcast(&c);",
    "pthread_barrier_wait(&b);",
    "pthread_barrier_wait(&b); SEE(V)",
    "V = 1; pthread_barrier_wait(&b); V = 2;",
    "SEE(pthread_barrier_wait(&b) != 0)",
    "sem_wait(&s); V = 2; sem_post(&s);",
    "sem_wait(&s); SEE(V)",
    "sem_post(&s);",
    "V = 1; sem_post(&s);",
    "SEE(sem_trywait(&s) != 0)",
    "{ int value; sem_getvalue(&s, &value); SEE(value % 3) }",
    "{ const unsigned char *bytes = (const unsigned char *)&s; SEE(bytes[0] % 3) }",
    "{ const unsigned char *bytes = (const unsigned char *)&m; SEE(bytes[0] != 0) }",
    "SEE(((struct pair *)&s)->one % 3)",
    "pthread_create(&h, 0, posts, 0); pthread_create(&g, 0, joins, 0); pthread_cancel(g); SEE(was_cancelled(g))",
    "pthread_create(&g, 0, waits, 0); sem_post(&s); pthread_cancel(g); SEE(was_cancelled(g))",
    "pthread_create(&g, 0, waits, 0); pthread_cancel(g); sem_post(&s); SEE(was_cancelled(g))",
    "pthread_create(&g, 0, sleeps, 0); pthread_cond_signal(&c); pthread_cancel(g); SEE(was_cancelled(g))",
    "pthread_create(&g, 0, begins, 0); pthread_cancel(g); pthread_once(&once, may_end); SEE(was_cancelled(g))",
    "pthread_create(&h, 0, posts, 0); SEE(pthread_tryjoin_np(h, 0) != 0)",
    "pthread_create(&h, 0, posts, 0); pthread_detach(h); SEE(pthread_join(h, 0) != 0)",
)
OTHERS = (
    "SEE(atomic_fetch_add(&a, 1) % 3)",
    "a = 2;",
    "SEE(a % 3) a = 1;",
    "{ int old = 0; SEE(atomic_compare_exchange_strong(&a, &old, 1)) }",
    "SEE(atomic_exchange(&a, 2) % 3)",
    "p = &V;",
    "*p = 1;",
    "SEE(*p)",
    "heap = malloc(sizeof *heap); *heap = 1;",
    "if (heap) SEE(*heap)",
    "if (heap) { *heap = 2; }",
    "free(heap);",
    "{ int *mine = heap; heap = 0; free(mine); }",
    "pair = ones;",
    "SEE(pair.one == pair.two)",
    "pair.two = 1; SEE(pair.one)",
    "places[V] = 1;",
    "SEE(places[V])",
    "{ pthread_t h; pthread_create(&h, 0, helper, &V); }",
    "{ pthread_t h; pthread_create(&h, 0, helper, &V); SEE(W) pthread_join(h, 0); }",
    "{ int mine = 0; p = &mine; SEE(mine) p = &y; }",
    "{ int mine = 0; p = &mine; V = 1; pthread_exit(0); }",
    "if (V == 1) SEE(*p)",
    "__VERIFIER_atomic_begin(); V = 1; V = 0; __VERIFIER_atomic_end();",
    "V = 1; __VERIFIER_atomic_begin(); for (int i = 0; i < 2; i++) { } __VERIFIER_atomic_end(); V = 2;",
    "__VERIFIER_atomic_begin(); SEE(V == W) V = 2; __VERIFIER_atomic_end();",
    "__VERIFIER_assume(V != 1); SEE(V)",
    "V = __VERIFIER_nondet_bool();",
    "if (__VERIFIER_nondet_bool()) SEE(V)",
    "{ _Bool input = __VERIFIER_nondet_bool(); if (input) V = 1; else V = 1; SEE(input) }",
    "if (V == 2) pthread_exit(0);",
    "if (V == 2) return 0;",
    "if (V == 2) exit(0);",
    "pthread_once(&once, twice);",
    "pthread_once(&once, twice); SEE(x)",
)
GROUPS = (PLAIN, SEEN, LOCKS, WAITS, OTHERS)
# In some programs, what is freed is found again by its address.
ADDRESSES = (
    "kept = heap;",
    "{ int *mine = malloc(sizeof *mine); kept = mine; *mine = V; free(mine); }",
    "{ int *mine = malloc(sizeof *mine); SEE(mine == kept) free(mine); }",
    "{ int *mine = malloc(sizeof *mine); *mine = 2; if (mine == kept) SEE(*mine) free(mine); }",
    "{ int *mine = calloc(1, sizeof *mine); if (mine == kept) V = 1 + *mine; kept = mine; }",
    "{ int *mine = malloc(1); SEE(mine == kept) free(mine); }",
    "{ int *mine = malloc(2 * sizeof *mine), *more = realloc(mine, sizeof *mine); SEE(mine == more) free(more); }",
    "{ int *mine = malloc(sizeof *mine); *mine = 1; heap = mine; }",
    "{ int *mine = heap; heap = 0; kept = mine; free(mine); }",
    "{ int *mine = heap; if (mine && mine == kept) SEE(*mine) }",
    "free(heap);",
)
ADDRESSED = 0.15
ALIKE = 0.2


def generate_outcomes(seed: int) -> str:
    """Two or three threads, each of one to three fragments, most of them from a few groups."""
    random = Random(f"outcomes {seed}")
    workers = random.choice((2, 2, 3))
    groups = [PLAIN, SEEN, *random.sample(GROUPS, 2)]
    if Random(f"addresses {seed}").random() < ADDRESSED:
        groups = [SEEN, ADDRESSES, ADDRESSES]
    return _with_head(_HEAD, _program(random, workers, groups))


def generate_everyday(seed: int) -> str:
    """The same with what C programs have besides."""
    random = Random(f"everyday {seed}")
    own = random.sample(EVERYDAY, random.choice((1, 2)))
    return _with_head(_HEAD + HEAD, _program(random, 2, [SEEN, *own, *own], PREPARED))


def generate_rare(seed: int) -> str:
    """The same with what comes up seldom. In some programs all threads are alike."""
    random = Random(f"rare {seed}")
    own = random.choice(rare.RARE)
    alike = random.random() < ALIKE
    groups = [own, own, own, random.choice((PLAIN, SEEN, LOCKS))]
    return _with_head(_HEAD + rare.HEAD, _program(random, 2, groups, rare.PREPARED, alike=alike, most=2))


def _program(
    random: Random,
    workers: int,
    groups: list[tuple[str, ...]],
    prepared: Mapping[str, str] | None = None,
    *,
    alike: bool = False,
    most: int = 3,
) -> str:
    """`most`: fragments of a thread."""
    bodies = [
        [_fragment(random, groups) for _ in range(random.randint(1, most if workers == 2 else 2))]
        for _ in range(1 if alike else workers)
    ]
    own = [_fragment(random, groups)] if random.random() < 0.3 else []
    routines, seen = _numbered([*bodies, own], random, alike=alike)
    ends = [variable for variable in ("x", "y", "a") if random.random() < (0.3 if seen else 0.7)]
    observed = [*(f"{name} % 3" if alike else name for name in seen), *ends][:3] or ["x"]
    declared = "".join(f"int {name};\n" for name in seen)
    texts = [*map(_routine, range(len(bodies)), routines)]
    begin = [what for word, what in (prepared or {}).items() if any(word in text for text in (*texts, *routines[-1]))]
    return "".join([declared, *texts, _main(workers, len(bodies), begin, routines[-1], observed, random)])


_DEFINITION = re.compile(r"\n(?=[^\s{}])")  # where the next one begins
_NAME = re.compile(r"static [^=(]*?(\w+)\(")


def _with_head(head: str, program: str) -> str:
    """Without functions of the head that nobody calls: what a program has has its price, and hinders reductions."""
    kept: list[str] = []
    for definition in reversed(_DEFINITION.split(head)):
        function = _NAME.match(definition)
        if function is None or any(re.search(rf"\b{function[1]}\b", text) for text in (program, *kept)):
            kept.append(definition)
    return "\n".join(reversed(kept)) + program


def _fragment(random: Random, groups: list[tuple[str, ...]]) -> str:
    return with_variables(random, random.choice(random.choice(groups)))


def _numbered(bodies: list[list[str]], random: Random, *, alike: bool = False) -> tuple[list[list[str]], list[str]]:
    """Every SEE gets a variable of its own, as long as there are fewer than three; others see and forget.

    Where several threads do the same, they add up what they see.
    """
    numbers = count()
    seen: list[str] = []

    def record(found: re.Match[str]) -> str:
        name = f"seen{next(numbers)}"
        if len(seen) == 3 and random.random() < 0.5:
            return f"(void)({found[1]});"
        seen.append(name)
        return f"__sync_fetch_and_add(&{name}, {found[1]});" if alike else f"{name} = {found[1]};"

    return [[re.sub(r"SEE\((.*)\)(?= |$)", record, fragment) for fragment in body] for body in bodies], seen


def _routine(number: int, body: list[str]) -> str:
    lines = "".join(f"    {fragment}\n" for fragment in body)
    return f"static void *worker{number}(void *unused)\n{{\n{lines}    return unused;\n}}\n"


def _main(workers: int, routines: int, prepared: list[str], own: list[str], observed: list[str], random: Random) -> str:
    create = [f"pthread_create(&t{number}, 0, worker{number % routines}, 0);" for number in range(workers)]
    join = [f"pthread_join(t{number}, 0);" for number in range(workers)]
    random.shuffle(join)
    begin = [f"pthread_t {', '.join(f't{number}' for number in range(workers))};"]
    begin += [*prepared, "pthread_barrier_init(&b, 0, 2);", f"sem_init(&s, 0, {random.choice((0, 1, 1, 2))});"]
    outcome = " * 3 + ".join(["(" * (len(observed) - 1) + observed[0], *(f"{name})" for name in observed[1:])])
    outcomes = [f"if (outcome == {number}) assert(0);" for number in range(VALUES ** len(observed))]
    lines = [*begin, *create, *own, *join, f"int outcome = {outcome};", *outcomes, "return 0;"]
    return "int main(void)\n{\n" + "".join(f"    {line}\n" for line in lines) + "}\n"
