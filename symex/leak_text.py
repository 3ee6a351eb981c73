"""What is said about memory that is not freed."""

from __future__ import annotations

from .values import Value


def leak_message(size: Value, *, lost: bool) -> str:
    fate = "lost: never freed, and nothing points to" if lost else "never freed"
    if not isinstance(size, int):
        return f"memory allocated here is {fate}" + " it" * lost
    return f"{size} byte{'s' * (size != 1)} allocated here are {fate}" + " them" * lost
