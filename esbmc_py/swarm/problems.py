"""What can go wrong with a swarm, for people."""

from __future__ import annotations


class SwarmProblem(Exception):
    """Something that the user has to know, or to change."""
