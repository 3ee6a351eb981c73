"""What results depend on: versions, and the computer that they come from."""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

# What a run of `smtcb check` is made of.
SOURCES = (
    "encoders",
    "esbmc_py",
    "explicit_state",
    "prove",
    "pthread_models",
    "reachability_tree",
    "sequentialize",
    "symex",
)
_PACKAGES = ("smtcb", "z3-solver", "bitwuzla", "pycparser")


def describe_computer() -> dict[str, Any]:
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_mb": _memory(),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
    }


def describe_versions() -> dict[str, str]:
    """Of smtcb (with the commit, in a checkout) and what it stands on."""
    found = {}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "checkout" if name == "smtcb" else "not installed"
    revision = _revision()
    if revision:
        found["revision"] = revision
    found["sources"] = _sources()
    return found


def _sources() -> str:
    """A digest: a revision does not tell what was changed since."""
    root, digest = Path(__file__).resolve().parents[2], hashlib.sha256()
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".py", ".c", ".h") and "experiments" not in path.parts:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _memory() -> int | None:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 1_000_000
    except (OSError, ValueError):
        return None


def _revision() -> str:
    root = Path(__file__).resolve().parents[2]
    if not (root / ".git").exists():
        return ""
    command = ["git", "-C", str(root), "describe", "--always", "--dirty"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""
