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

# What threads do otherwise than in most programs.
SHAPES: dict[str, frozenset[str]] = {
    "crowds": PLAIN | {"crowds", "mutexes"},
    "crowds-locks": PLAIN | {"crowds", "deadlocks", "trylocks"},
    "flow": PLAIN | {"flow"},
    "flow-locks": PLAIN | {"flow", "deadlocks", "trylocks"},
    "memory": PLAIN | {"memory"},
    "memory-types": PLAIN | {"memory", "types", "structs", "arrays", "heap"},
    "crowds-flow": PLAIN | {"crowds", "flow", "boxes"},
    "crowds-memory": PLAIN | {"crowds", "memory", "boxes"},
}

# Structures that begin undefined, and copies of them.
UNDEFINED: dict[str, frozenset[str]] = {
    "undefined-copies": PLAIN | {"undefined"},
    "undefined-locks": PLAIN | {"undefined", "mutexes", "deadlocks"},
    "undefined-flow": PLAIN | {"undefined", "flow"},
    "undefined-crowds": PLAIN | {"undefined", "crowds"},
}

# The same place is written several times in a row: what stands there between two writes is seen by others.
REWRITES: dict[str, frozenset[str]] = {
    "rewrites": PLAIN | {"rewrites"},
    "rewrites-locks": PLAIN | {"rewrites", "mutexes", "deadlocks"},
    "rewrites-places": PLAIN | {"rewrites", "arrays", "structs", "pointers", "types"},
}

# With threads that do not end: for judges that know what bounds on loops leave out (`tests.agreement.endless_agree`).
ENDLESS: dict[str, frozenset[str]] = {
    "endless": PLAIN | {"endless"},
    "endless-locks": PLAIN | {"endless", "mutexes", "deadlocks"},
    "endless-flow": PLAIN | {"endless", "flow"},
    "endless-boxes": PLAIN | {"endless", "boxes", "pointers"},
}

# The same with shared accesses that are mostly guarded, so that about half of the programs have no race.
_BARE = DEADLOCKS | SHAPES | UNDEFINED
KINDS = _BARE | {f"guarded-{name}": features | {"guarded"} for name, features in _BARE.items()}

FAMILIES: dict[str, list[str]] = {
    "all": [*DEADLOCKS],
    "guarded": [f"guarded-{name}" for name in DEADLOCKS],
    "shapes": [*SHAPES],
    "guarded-shapes": [f"guarded-{name}" for name in SHAPES],
    "undefined": [*UNDEFINED],
    "endless": [*ENDLESS],
    "rewrites": [*REWRITES],
    "guarded-undefined": [f"guarded-{name}" for name in UNDEFINED],
}


def features_of(kinds: Iterable[str]) -> list[frozenset[str]]:
    """The features of each kind; names that stand for several kinds are in FAMILIES."""
    names: list[str] = []
    for kind in kinds:
        names += FAMILIES.get(kind, [kind])
    return [(KINDS | ENDLESS | REWRITES)[name] for name in names]
