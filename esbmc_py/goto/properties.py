"""The names of what can go wrong. Every part of smtcb uses these and no others."""

from __future__ import annotations

from enum import StrEnum


class Property(StrEnum):
    ASSERTION = "assertion"  # assert, __VERIFIER_assert
    REACH = "reach-error"  # reach_error, __VERIFIER_error, an ERROR: label
    NULL = "null-pointer"
    BOUNDS = "out-of-bounds"  # and a call through an address where no function is
    FREED = "use-after-free"
    DEAD = "dead-local"  # a local used after its scope or function ended
    READ_ONLY = "read-only"  # a write to a string literal, a function or an object that is defined const
    OVERLAP = "overlap"  # memcpy, strcpy and their like, from and to memory that overlaps
    DOUBLE_FREE = "double-free"
    INVALID_FREE = "invalid-free"
    DIVISION = "division-by-zero"
    OVERFLOW = "signed-overflow"
    SHIFT = "invalid-shift"
    CONVERSION = "conversion"  # a value that does not fit the type, a call with a wrong number of arguments
    UNREACHABLE = "unreachable"  # __builtin_unreachable, the end of a value-returning function whose value is used
    DEADLOCK = "deadlock"
    RACE = "data-race"
    LEAK = "memory-leak"  # not freed when the process ends
    LOST = "lost-memory"  # and nothing points to it any more
    LOCK = "lock-misuse"
    ATOMICITY = "atomicity"
    SIGNAL_SAFETY = "signal-safety"  # a handler calls what is not async-signal-safe
    LTL = "ltl"  # a formula that the user gives
    LIVELOCK = "livelock"  # threads go on for ever and get nowhere
    TERMINATION = "termination"  # threads go on for ever
    STARVATION = "starvation"  # a thread waits for ever while others go on
    UNSUPPORTED = "unsupported"  # not a bug of the program: a construct that we cannot execute


# Of a pointer that a function without a body gave: what lies there cannot be judged.
OUTSIDE = "memory of a function without a body"

GROUPS: dict[str, frozenset[Property]] = {
    "reach": frozenset({Property.ASSERTION, Property.REACH, Property.UNREACHABLE}),
    "memory": frozenset(
        {
            Property.NULL,
            Property.BOUNDS,
            Property.FREED,
            Property.DEAD,
            Property.READ_ONLY,
            Property.OVERLAP,
            Property.DOUBLE_FREE,
            Property.INVALID_FREE,
        }
    ),
    "division": frozenset({Property.DIVISION}),
    "overflow": frozenset({Property.OVERFLOW, Property.SHIFT}),
    "conversion": frozenset({Property.CONVERSION}),
    "locks": frozenset({Property.LOCK}),
    "deadlock": frozenset({Property.DEADLOCK}),
    "race": frozenset({Property.RACE}),
    "leak": frozenset({Property.LEAK}),
    "memtrack": frozenset({Property.LOST}),
    "atomicity": frozenset({Property.ATOMICITY}),
    "signal-safety": frozenset({Property.SIGNAL_SAFETY}),
    "livelock": frozenset({Property.LIVELOCK}),
    "termination": frozenset({Property.TERMINATION}),
    "starvation": frozenset({Property.STARVATION}),
}

# About executions without an end: only a search of concrete states sees that one repeats.
LIVENESS = frozenset({Property.LTL, Property.LIVELOCK, Property.TERMINATION, Property.STARVATION})
