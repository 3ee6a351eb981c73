"""Text that takes time to make, kept in the user's cache directory: only ever a shortcut.

Whoever asks names an entry after everything that it depends on, so that no entry can be out of date. One that is
damaged, or that somebody else has put there, counts as absent; one that cannot be written is not. `SMTCB_CACHE=off` in
the environment switches it off.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path

from esbmc_py.goto.digests import sha256

SWITCH = "SMTCB_CACHE"
_MOST_ENTRIES = 24  # older ones are dropped: each version of the library leaves one behind
_LARGEST = 16_000_000


def directory() -> Path | None:
    """Where entries are; None if there is no place for them."""
    if os.environ.get(SWITCH, "").lower() in ("off", "0", "no"):
        return None
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not base.startswith("/"):  # relative ones are to be ignored, the specification says
        home = os.path.expanduser("~")  # noqa: PTH111 - Path.home() fails where there is none
        if not home.startswith("/"):
            return None
        base = f"{home}/.cache"
    return Path(base) / "smtcb"


def read(name: str) -> str | None:
    folder = directory()
    if folder is None:
        return None
    try:
        if not _is_ours(folder.stat()):
            return None
        with (folder / name).open("rb") as stream:
            if not _is_ours(os.fstat(stream.fileno())):
                return None
            data = stream.read(_LARGEST + 1)
    except (OSError, ValueError):
        return None
    checksum, _, content = data.partition(b"\n")
    if len(data) > _LARGEST or checksum != _checksum(name, content):
        return None
    return content.decode("utf-8", "replace")


def write(name: str, text: str) -> None:
    """Best effort, and atomic: two runs at once must not read each other's half."""
    folder = directory()
    if folder is None:
        return
    content = text.encode("utf-8", "replace")
    with contextlib.suppress(OSError, ValueError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_ours(folder.stat()):
            return
        with tempfile.NamedTemporaryFile(dir=folder, prefix="new-", delete=False) as file:
            try:
                file.write(_checksum(name, content) + b"\n" + content)
            except OSError:
                Path(file.name).unlink()
                return
        Path(file.name).replace(folder / name)
        _drop_old(folder)


def _is_ours(status: os.stat_result) -> bool:
    return status.st_uid == os.getuid() and not status.st_mode & stat.S_IWOTH


def _checksum(name: str, content: bytes) -> bytes:
    return sha256(name.encode() + b"\n" + content).hexdigest().encode()


def _drop_old(folder: Path) -> None:
    entries = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in entries[_MOST_ENTRIES:]:
        path.unlink(missing_ok=True)
