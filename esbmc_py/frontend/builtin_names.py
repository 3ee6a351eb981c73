"""Names of our models' primitives that several parts of the front end know."""

from __future__ import annotations

# What a model may ask about the program, in an `if` of its own.
QUESTIONS = frozenset(
    {
        "__smtcb_has_exit_handlers", "__smtcb_is_part", "__smtcb_closes_descriptors", "__smtcb_tells_threads_apart",
    }
)  # fmt: skip
