"""What generated programs have in them, and what decides their verdicts.

    python -m tests.agreement.features 300 --results FILE     resumable
    python -m tests.agreement.features --report FILE          the table

A feature *occurs* in a program if its calls or operators stand in the text. It *decides* if the machine's verdict is
another one without it: calls are taken out by macros that do nothing. What never decides is not tested by agreement.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from esbmc_py.frontend import LoadProblem, load_program
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore
from tests.generator import FEATURES, generate_program
from tests.generator.kinds import features_of

MOST_STATES = 4_000
SIZE = 4
FAMILIES = ["all", "shapes", "guarded", "guarded-shapes", "undefined", "rewrites"]
# What is looked for in the text, and macros without which it is not there. None: it is only counted.
WITHOUT: dict[str, tuple[str, tuple[str, ...]]] = {
    "mutexes": (r"pthread_mutex_(?:try)?lock", ("pthread_mutex_lock(m) 0", "pthread_mutex_unlock(m) 0")),
    "trylocks": ("pthread_mutex_trylock", ("pthread_mutex_trylock(m) 0",)),
    "conditions": (
        "pthread_cond_wait",
        ("pthread_cond_wait(c, m) 0", "pthread_cond_signal(c) 0", "pthread_cond_broadcast(c) 0"),
    ),
    "semaphores": (r"sem_(?:try)?wait", ("sem_wait(s) 0", "sem_trywait(s) 0", "sem_post(s) 0")),
    "barriers": ("pthread_barrier_wait", ("pthread_barrier_wait(b) 0",)),
    "rwlocks": (
        r"pthread_rwlock_\w*lock",
        ("pthread_rwlock_rdlock(l) 0", "pthread_rwlock_wrlock(l) 0", "pthread_rwlock_unlock(l) 0"),
    ),
    "joins": ("pthread_join", ("pthread_join(t, r) 0",)),
    "detached threads": ("pthread_detach", ("pthread_detach(t) 0",)),
    "atomic sections": (r"__VERIFIER_atomic_begin\(\)", ("__VERIFIER_atomic_begin() 0", "__VERIFIER_atomic_end() 0")),
    "assumptions": (r"^\s+__VERIFIER_assume", ("__VERIFIER_assume(c) (void)(c)",)),
    "inputs": (r"= __VERIFIER_nondet_", ("__VERIFIER_nondet_bool() 0", "__VERIFIER_nondet_char() 0")),
    "heap: free": (r"\bfree\(", ("free(p) (void)(p)",)),
    "yield": ("sched_yield", ("sched_yield() 0",)),
    "heap: malloc": (r"\bmalloc\(|\bcalloc\(", ()),
    "atomics": (r"__atomic_|__sync_|_Atomic|atomic_", ()),
    "loops": (r"\b(?:for|while) ?\(", ()),
    "branches": (r"\bif ?\(", ()),
    "structures": (r"\bstruct\b", ()),
    "arrays": (r"\w\[", ()),
    "function pointers": (r"\(\*\w+\)\(", ()),
    "unions": (r"\bunion\b", ()),
    "bit-fields": (r"\w+ ?: ?\d+;", ()),
    "keys, once, signals, cancellation": (r"pthread_(?:key|once|cancel|kill)|\bsignal\(", ()),
}


def verdict(text: str, folder: Path) -> frozenset[str] | None:
    """What some execution violates, and where; None if that is not known."""
    path = folder / "generated.c"
    path.write_text(text)
    try:
        program = prepare(load_program([path]))
    except LoadProblem:
        return None
    found = explore(program, shortest=False, max_states=MOST_STATES, races=False)
    if found.states >= MOST_STATES:
        return None
    violations = [f"{one.property}:{one.location.line}" for one in found.violations]
    return frozenset([*violations, *(["deadlock"] if found.deadlocks else [])])


def without(text: str, macros: tuple[str, ...]) -> str:
    """The macros stand behind the headers, which declare what they hide. Lines keep their numbers."""
    lines = text.splitlines()
    last = max((number for number, line in enumerate(lines) if line.startswith(("#include", "extern"))), default=-1)
    return "\n".join(
        [*lines[: last + 1], *(f"#define {macro}" for macro in macros), f"#line {last + 2}", *lines[last + 1 :], ""]
    )


def record(seed: int, kinds: list[frozenset[str]], folder: Path) -> dict[str, object]:
    # Every second one has a bit of everything.
    text = generate_program(seed, SIZE, kinds[seed // 2 % len(kinds)] if seed % 2 else FEATURES).text
    occurs = [name for name, (pattern, _) in WITHOUT.items() if re.search(pattern, text, re.M)]
    whole = verdict(text, folder)
    decides, tried = [], []
    for name in occurs if whole is not None else ():
        macros = WITHOUT[name][1]
        other = verdict(without(text, macros), folder) if macros else None
        tried += [name] if other is not None else []
        decides += [name] if other not in (None, whole) else []
    return {
        "seed": seed,
        "known": whole is not None,
        "fails": bool(whole),
        "occurs": occurs,
        "tried": tried,
        "decides": decides,
    }


def table(records: list[dict[str, object]]) -> str:
    occurs, tried, decides = (
        Counter(name for one in records for name in one[column])  # type: ignore[attr-defined]
        for column in ("occurs", "tried", "decides")
    )
    fails = sum(bool(one["fails"]) for one in records)
    rows = [
        f"{len(records)} programs, {fails} with a violation.",
        "",
        "| feature | occurs | tried without | decides |",
        "|---|---|---|---|",
    ]
    for name, (_, macros) in WITHOUT.items():
        rest = f"{tried[name]} | {decides[name]}" if macros else "- | -"
        rows.append(f"| {name} | {occurs[name]} | {rest} |")
    return "\n".join(rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=100)
    parser.add_argument("--results", type=Path)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no program after this time")
    parser.add_argument("--report", type=Path)
    options = parser.parse_args()
    path = options.report or options.results
    records = [json.loads(line) for line in path.read_text().splitlines()] if path and path.exists() else []
    kinds = features_of(FAMILIES)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(len(records), 0 if options.report else options.count):
            if time.monotonic() - begun > options.seconds:
                break
            records.append(record(seed, kinds, Path(folder)))
            if options.results:
                with options.results.open("a") as stream:
                    stream.write(json.dumps(records[-1]) + "\n")
    print(table(records))
    return 0


if __name__ == "__main__":
    sys.exit(main())
