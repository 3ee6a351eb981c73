"""Compares mode lazyseq with the concrete machine on generated programs with arrays at places that are not known.

    python -m tests.agreement.arrays_agree 200 --first 1000 [--races]

The arrays are small, so that the machine can look at every execution; and they are encoded as if they were large.
Indices are read from shared variables and from other arrays. There are arrays of structures, of bytes that are read as
words, of pointers, on the heap and among the locals of main; some indices are outside.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from encoders.once import narrow, targets
from symex import abstract
from symex.reset import forget_terms
from tests.agreement.agree import LARGEST, SECONDS, Ask, Case, differences, load_text
from tests.agreement.campaign import campaign_parser, run
from tests.agreement.threads_text import bounds_of, explored, joined, started, threads_text

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct item { char tag; int value; short rest; };
int i, j = 1, sum;
int a[4] = {0, 5, 0, 2};
struct item items[3];
unsigned char bytes[8] = {1, 0, 0, 0, 2};
int *chosen[3] = {&i, &sum, 0};
int *heap;
int *local;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
"""


class Writer:
    """Writes one program."""

    def __init__(self, seed: int, *, null: bool = True) -> None:
        """Not `null`: no pointer is. (Where little is known of a pointer, the mode says that it leads nowhere.)"""
        self._random = random.Random(seed)
        self._null = null
        self._kinds = self._random.sample(("a", "items", "bytes", "words", "chosen", "heap", "local"), 2)

    def program(self) -> str:
        threads = self._random.choice((2, 2, 2, 3))
        head = HEAD if self._null else HEAD.replace("&sum, 0", "&sum, &j")
        bodies = [self._body(self._random.randint(1, 4 - threads // 3)) for _ in range(threads)]
        main = ["int own[3]; memset(own, 0, sizeof own); local = own;"]
        main += [
            self._random.choice(("heap = calloc(3, sizeof *heap);", "heap = malloc(12); heap[0] = 1; heap[2] = 0;"))
        ]
        main += [self._random.choice(("", "a[i] = 3;", "items[j].value = 1;", "for (int k = 0; k < 4; k++) a[k] = k;"))]
        main += [*started(threads), *self._body(self._random.randint(0, 1))]
        main += joined(threads) if self._random.random() < 0.8 else []
        main += [self._check()] if self._random.random() < 0.7 else []
        return threads_text(head, bodies, main)

    def _body(self, count: int) -> list[str]:
        lines = [self._random.choice((self._write, self._write, self._step, self._check))() for _ in range(count)]
        if self._random.random() < 0.3:
            return ["pthread_mutex_lock(&m);", *lines, "pthread_mutex_unlock(&m);"]
        return lines

    def _index(self, limit: int) -> str:
        inside = [*map(str, range(limit)), *(name if limit > 2 else f"{name} % 2" for name in ("i", "j") * 3)]
        if limit == 4:
            inside += ["a[i] & 3", "i + 1"]
        return self._random.choice(inside)

    def _element(self, *, write: bool = False) -> str:
        kind = self._random.choice(self._kinds)
        match kind:
            case "items":
                return f"items[{self._index(3)}].{self._random.choice(('tag', 'value', 'value', 'rest'))}"
            case "bytes":
                return f"bytes[{self._index(4)}]"
            case "words":
                place = self._random.choice(("bytes + 4 * (i & 1)", "bytes + (j & 3)", "bytes + 4"))
                return f"*(int *)({place})" if write or "&" in place else "*(short *)(bytes + 2 * (i & 3))"
            case "chosen":
                return f"*chosen[{self._index(3)}]"
            case "heap" | "local":
                return f"{kind}[{self._index(3)}]"
            case _:
                return f"a[{self._index(4)}]"

    def _write(self) -> str:
        if "chosen" in self._kinds and self._random.random() < 0.2:
            target = self._random.choice(("&j", "0" if self._null else "&i", "&a[1]", "&a[j]", "heap"))
            return f"chosen[{self._index(3)}] = {target};"
        element = self._element(write=True)
        value = self._random.choice(("1", "2", "i", "j", self._element(), f"{element} + 1"))
        return f"{element} = {value};"

    def _step(self) -> str:
        return self._random.choice(("i = 1;", "i = 2;", "j = i;", "i = j;", "j = 0;", "i = a[j & 3];", "j = 3;"))

    def _check(self) -> str:
        return f"assert({self._element()} {self._random.choice(('!=', '!=', '<', '=='))} {self._random.randint(0, 2)});"


@contextmanager
def arrays_everywhere(*, few_values: bool) -> Iterator[None]:
    """However small they are; and of what is read little is known."""
    few, targets._FEW = targets._FEW, 1
    values, abstract.MOST_VALUES = abstract.MOST_VALUES, 2 if few_values else abstract.MOST_VALUES
    offsets = narrow.candidate_offsets

    def one_offset(offset: Any, limit: int, size: int, most: int = 1) -> Any:
        return offsets(offset, limit, size, 1)

    if few_values:
        narrow.candidate_offsets = one_offset
    try:
        yield
    finally:
        targets._FEW, abstract.MOST_VALUES, narrow.candidate_offsets = few, values, offsets


def has_arrays(seen: Counter[str]) -> None:
    """Counts the recordings in which something is an array."""
    find = targets.Targets._find_arrays

    def found(self: targets.Targets) -> dict[int, targets.ArrayLayout]:
        arrays = find(self)
        seen["recordings with arrays" if arrays else "recordings without"] += 1
        return arrays

    setattr(targets.Targets, "_find_arrays", found)  # noqa: B010 (a method, replaced while the campaign runs)


def disagreements(seed: int, ask: Ask, tally: Counter[str]) -> Iterator[str]:
    forget_terms()
    few_values = seed % 2 == 0
    program = load_text(Writer(seed, null=not few_values).program())
    bounds = bounds_of(seed)
    exploration = explored(program, bounds, most_states=LARGEST, seconds=SECONDS, races=ask.races)
    if exploration is None:
        tally["too large"] += 1
        return
    tally.update({str(finding.property) for finding in exploration.findings} or {"nothing wrong"})
    with arrays_everywhere(few_values=few_values):
        problem = differences(program, exploration, Case("lazyseq", bounds, "reduced"), ask)
    tally["undecided" if problem is None else "compared"] += 1
    if problem:
        yield f"seed {seed} {bounds}: {problem}"


def main() -> int:
    parser = campaign_parser(__doc__)
    parser.add_argument("--races", action="store_true", help="data races, too")
    parser.add_argument("--alone", action="store_true", help="assertions alone, one violation")
    options = parser.parse_args()
    ask = Ask(["lazyseq"], races=options.races, alone=options.alone)
    tally: Counter[str] = Counter()
    has_arrays(tally)
    return run(options, lambda seed: disagreements(seed, ask, tally), tally)


if __name__ == "__main__":
    sys.exit(main())
