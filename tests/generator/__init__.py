"""Small concurrent C programs, made up: the same seed always gives the same program.

They use two or three threads, end in every execution (unless they have the feature "endless"), compile with gcc, and
have no undefined behaviour but data races.
Their assertions fail in few interleavings or in none, so that they tell a good checker from a lucky one.
`generate` serves command-line sweeps; `tests.generator.strategies` offers the same programs to hypothesis.
"""

from __future__ import annotations

from .choices import SeededChoices
from .compose import EXTRA_FEATURES, FEATURES, SHAPING_FEATURES, Generated, compose
from .endless import with_endless_threads

ENDLESS = "endless"  # a feature: threads that do not end

__all__ = ["EXTRA_FEATURES", "FEATURES", "SHAPING_FEATURES", "Generated", "generate", "generate_program"]


def generate_program(seed: int, size: int = 8, features: frozenset[str] = FEATURES) -> Generated:
    """The program with this seed, and what random executions of it showed."""
    return compose(SeededChoices(seed), size, features)


def generate(seed: int, size: int = 8, features: frozenset[str] = FEATURES) -> str:
    """The C text of the program with this seed; its threads pass about `size` switch points each."""
    generated = generate_program(seed, size, features - {ENDLESS})
    tried = f"the assertions failed in {generated.failed} of {generated.schedules} random schedules"
    text = f"/* Generated: seed {seed}, size {size}; {tried}. */\n{generated.text}"
    return with_endless_threads(text, seed) if ENDLESS in features else text
