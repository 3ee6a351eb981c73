"""Why something cannot be replayed, for people."""

from __future__ import annotations


class ReplayProblem(Exception):
    """Not a defect: no compiler, a program that it refuses, a schedule of another program."""
