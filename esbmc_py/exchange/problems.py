"""What is wrong with a file that comes from outside."""

from __future__ import annotations


class WitnessProblem(Exception):
    """A file that is no witness, or one of another program. The text is for people."""
