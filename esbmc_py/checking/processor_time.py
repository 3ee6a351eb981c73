"""How many seconds of the processor a process has used, where the system tells."""

from __future__ import annotations

import os
from pathlib import Path

from .memory_use import descendants


def processor_time(pid: int) -> float:
    """With its children; 0 where the system does not tell."""
    return sum(map(_used, (pid, *descendants(pid))))


def _used(pid: int) -> float:
    """With those of its children that have ended."""
    try:
        after_the_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, after_the_name[11:15])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return 0.0
