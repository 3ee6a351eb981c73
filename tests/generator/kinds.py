"""Classes of generated programs, by what their threads meet at. Each is a set of features."""

from __future__ import annotations

from collections.abc import Iterable

PLAIN = frozenset({"branches", "loops", "results", "shortcircuit"})  # keeps the programs small

DEADLOCKS: dict[str, frozenset[str]] = {
    "locks": PLAIN | {"deadlocks"},
    "conditions": PLAIN | {"conditions"},
    "semaphores": PLAIN | {"semaphores"},
    "barriers": PLAIN | {"barriers"},
    "rwlocks": PLAIN | {"rwlocks"},
    "trylocks": PLAIN | {"trylocks", "deadlocks"},
    "recursive": PLAIN | {"recursive"},
    "joins": PLAIN | {"joins", "deadlocks"},
    "handover": PLAIN | {"handover"},
    "thread-arrays": PLAIN | {"thread-arrays", "deadlocks", "arrays"},
    "callbacks": PLAIN | {"callbacks"},
    "mixed": PLAIN | {"deadlocks", "conditions", "semaphores", "rwlocks", "barriers", "joins", "pointers", "heap"},
}

# The same with shared accesses that are mostly guarded, so that about half of the programs have no race.
KINDS = DEADLOCKS | {f"guarded-{name}": features | {"guarded"} for name, features in DEADLOCKS.items()}


def features_of(kinds: Iterable[str]) -> list[frozenset[str]]:
    """The features of each kind; a name that stands for several kinds is "all" or "guarded"."""
    names: list[str] = []
    for kind in kinds:
        match kind:
            case "all":
                names += DEADLOCKS
            case "guarded":
                names += (name for name in KINDS if name not in DEADLOCKS)
            case _:
                names.append(kind)
    return [KINDS[name] for name in names]
