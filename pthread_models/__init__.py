"""What POSIX threads, C11 threads, semaphores and libc mean: C headers, and models written in C on a few primitives."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def include_dir() -> Path:
    """The folder of the headers that programs are preprocessed with, instead of the system's."""
    return _HERE / "include"


def library_files() -> list[Path]:
    """The C files that hold the models, in a fixed order."""
    return sorted((_HERE / "library").glob("*.c"))
