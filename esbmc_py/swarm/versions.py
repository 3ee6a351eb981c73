"""Who takes part in a swarm must be made of the same: instances are cut by one process and decided by another."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from functools import cache

from esbmc_py.experiments.computer import describe_versions

Versions = tuple[tuple[str, str], ...]
_NAMES = ("sources", "bitwuzla", "z3-solver", "pycparser")


@cache
def own_versions() -> Versions:
    found = {**describe_versions(), "python": ".".join(platform.python_version_tuple()[:2])}
    return tuple((name, found[name]) for name in (*_NAMES, "python"))


def differences(ours: Versions, theirs: Versions) -> str:
    """For people; nothing if there is none."""
    mine, other = dict(ours), dict(theirs)
    names = [name for name in mine if mine[name] != other.get(name)]
    return ", ".join(f"{name} {other.get(name, 'missing')} there, {mine[name]} here" for name in names)


def worker_versions() -> Versions:
    """Asked of a worker."""
    own_versions.cache_clear()
    return own_versions()


def differing(ours: Versions, workers: Mapping[str, Versions]) -> list[str]:
    """A line for each worker that is made of something else."""
    return [f"worker {name}: {what}" for name, theirs in workers.items() if (what := differences(ours, theirs))]
