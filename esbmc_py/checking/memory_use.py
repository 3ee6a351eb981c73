"""How much memory processes use, where the system tells (elsewhere: none).

Engines are copies of one process, and share nearly all that it had. So what is resident in each, which is soon asked
for, is too much altogether; how much of it is whose share takes longer to find out.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path


def shares_beyond(limit: float, pids: Sequence[int]) -> dict[int, float]:
    """The megabytes of each of these processes with its children, if it is more than `limit` altogether.

    What several processes share is divided among them.
    """
    families = {pid: (pid, *descendants(pid)) for pid in pids}
    if sum(_resident(one) for family in families.values() for one in family) <= limit:
        return {}
    shares = {pid: sum(map(_share, family)) for pid, family in families.items()}
    return shares if sum(shares.values()) > limit else {}


def resident() -> float:
    """The megabytes that this process and its children use now; 0 where the system does not tell."""
    return sum(map(_resident, (os.getpid(), *descendants(os.getpid()))))


def descendants(pid: int) -> Iterator[int]:
    """Children, their children, and so on."""
    for child in children(pid):
        yield child
        yield from descendants(child)


def children(pid: int) -> Iterator[int]:
    try:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            yield from map(int, (thread / "children").read_text().split())
    except (OSError, ValueError):
        return


def _resident(pid: int) -> float:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except (OSError, ValueError, IndexError):
        return 0.0


def _share(pid: int) -> float:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
        return int(text.partition("\nPss:")[2].split()[0]) * 1024 / 1e6
    except (OSError, ValueError, IndexError):
        return _resident(pid)
