"""Small programs whose threads race on purpose, for the judge of memory models. `outcome` tells what happened."""

from __future__ import annotations

from itertools import cycle
from random import Random

HEAD = """#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);

struct pair {
    int left, right;
};

union parts {
    unsigned word;
    unsigned short half[2];
    unsigned char bytes[4];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct pair pair;
static union parts parts;
static double number;
static int *pointer;
static int outcome;

static void set(int *place, int value)
{
    *place = value;
}
"""
FENCES = (
    "atomic_thread_fence(memory_order_seq_cst);",
    "atomic_thread_fence(memory_order_release);",
    "atomic_thread_fence(memory_order_acq_rel);",
    "__sync_synchronize();",
)
SHAPES = (
    ("store", "load"),
    ("store", "load", "load"),
    ("store", "store", "any"),
    ("load", "load", "any"),
    ("store", "any", "load", "any"),
    ("store", "store", "load", "any"),
    ("any", "any", "any"),
)


class Author:
    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        plain, atomic = self._random.choice(((1, 1), (1, 1), (1, 1), (2, 1), (1, 2)))  # few, so that threads meet
        self._plain = ["p", "q"][:plain]
        self._atomic = ["x", "y"][:atomic]
        self._likely = "p"  # what the next statement is about, if chance does not say otherwise

    def text(self) -> str:
        """The program."""
        threads = self._random.choice((2, 2, 2, 3))
        parts = [HEAD, f"static int {', '.join(self._plain)};", f"static atomic_int {', '.join(self._atomic)};", ""]
        for number in range(threads):
            parts.append(self._thread(number, 4 if threads == 2 else 2))
        parts.append("int main(void)\n{\n    pthread_t threads[3];\n    void *results[3];\n    long sum = 0;\n")
        for number in range(threads):
            parts.append(f"    pthread_create(&threads[{number}], 0, thread{number}, 0);")
        for number in range(threads):
            parts.append(f"    pthread_join(threads[{number}], &results[{number}]);")
            parts.append(f"    sum = 29 * sum + (long)results[{number}];")
        for name in (*self._plain, *self._atomic, "pair.left", "pair.right", "(int)number"):
            parts.append(f"    sum = 3 * sum + {name};")
        parts.append("    sum = 7 * sum + parts.bytes[0] + 2 * parts.bytes[1] + 3 * parts.bytes[3];")
        parts.append("    outcome = (int)(sum % 65521);\n    return 0;\n}\n")
        return "\n".join(parts)

    def _thread(self, number: int, most: int) -> str:
        lines = [f"static void *thread{number}(void *unused)", "{", "    long r = 0;", ""]
        names = [*self._plain, *self._atomic]
        first, second = names[number % len(names)], names[(number + 1) % len(names)]
        if self._random.random() < 0.3:
            first, second = second, first
        stored, loaded = cycle((first, second)), cycle((second, first))
        for kind in self._random.choice(SHAPES)[:most]:
            self._likely = next(stored) if kind == "store" else next(loaded)
            made = {"store": self._store, "load": self._load, "any": self._statement}[kind]()
            lines += [f"    {line}" for line in made]
        return "\n".join([*lines, "    return (void *)r;", "}", ""])

    def _statement(self) -> list[str]:
        kinds = [
            (self._store, 9), (self._load, 9), (self._fence, 1), (self._change, 1), (self._locked, 1), (self._if, 1),
            (self._loop, 1), (self._call, 1), (self._structure, 1), (self._parts, 2), (self._section, 1),
            (self._number, 1), (self._assumption, 1), (self._address, 1), (self._local, 1),
        ]  # fmt: skip
        makers, weights = zip(*kinds, strict=True)
        made: list[str] = self._random.choices(makers, weights)[0]()
        return made

    def _name(self) -> str:
        return self._likely if self._random.random() < 0.8 else self._random.choice((*self._plain, *self._atomic))

    def _store(self) -> list[str]:
        name, value = self._name(), self._random.randint(1, 2)
        if name in self._plain:
            return [f"{name} = {value};"]
        order = self._random.choice(("relaxed", "relaxed", "relaxed", "release", "seq_cst"))
        return [f"atomic_store_explicit(&{name}, {value}, memory_order_{order});"]

    def _load(self) -> list[str]:
        name = self._name()
        if name in self._plain:
            return [f"r = 3 * r + {name};"]
        order = self._random.choice(("relaxed", "acquire", "seq_cst"))
        return [f"r = 3 * r + atomic_load_explicit(&{name}, memory_order_{order});"]

    def _fence(self) -> list[str]:
        return [self._random.choice(FENCES)]

    def _change(self) -> list[str]:
        name = self._random.choice(self._atomic)
        return [
            self._random.choice(
                (
                    f"r = 3 * r + atomic_exchange_explicit(&{name}, 1, memory_order_relaxed);",
                    f"atomic_fetch_add_explicit(&{name}, 1, memory_order_relaxed);",
                    f"r = 3 * r + __sync_bool_compare_and_swap(&{self._random.choice(self._plain)}, 0, 2);",
                    f"__sync_lock_release(&{self._random.choice(self._plain)});",
                )
            )
        ]

    def _locked(self) -> list[str]:
        return ["pthread_mutex_lock(&lock);", *self._simple(), *self._simple(), "pthread_mutex_unlock(&lock);"]

    def _simple(self) -> list[str]:
        return self._random.choice((self._store, self._load))()

    def _if(self) -> list[str]:
        return ["if (r % 3 == 0) {", *(f"    {line}" for line in self._simple()), "}"]

    def _loop(self) -> list[str]:
        return ["for (int i = 0; i < 2; i++) {", *(f"    {line}" for line in self._simple()), "}"]

    def _call(self) -> list[str]:
        return [f"set(&{self._random.choice(self._plain)}, {self._random.randint(1, 2)});"]

    def _structure(self) -> list[str]:
        return self._random.choice(
            (["pair = (struct pair){1, 1};"], ["struct pair copy = pair;", "r = 3 * r + copy.left + copy.right;"])
        )

    def _parts(self) -> list[str]:
        return [
            self._random.choice(
                (
                    "parts.word = 0x01000101;",
                    f"parts.bytes[{self._random.randrange(2)}] = 2;",
                    "parts.half[0] = 0x0102;",
                    "r = 3 * r + parts.word % 251;",
                    "r = 3 * r + parts.half[0] % 17;",
                    "r = 3 * r + parts.bytes[1];",
                )
            )
        ]

    def _section(self) -> list[str]:
        body = [*self._simple(), *self._random.choice((self._simple, self._call))()]
        return ["__VERIFIER_atomic_begin();", *body, "__VERIFIER_atomic_end();"]

    def _number(self) -> list[str]:
        return self._random.choice((["number = 1.0;"], ["r = 3 * r + (number > 0.5);"]))

    def _assumption(self) -> list[str]:
        return ["__VERIFIER_assume(r % 2 == 0);"]

    def _address(self) -> list[str]:
        name = self._random.choice(self._plain)
        return self._random.choice(
            ([f"pointer = &{name};"], ["int *found = pointer;", "if (found)", "    r = 3 * r + *found;"])
        )

    def _local(self) -> list[str]:
        """A local that others may come to know, and that ends."""
        return [
            "{",
            "    int mine = 1;",
            "    pointer = &mine;",
            "    mine = 2;",
            f"    pointer = &{self._random.choice(self._plain)};",
            "}",
        ]
