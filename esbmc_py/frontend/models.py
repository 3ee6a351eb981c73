"""The model library as text: preprocessed once for each target, kept in the user's cache."""

from __future__ import annotations

import hashlib
import os
import tempfile
from functools import cache
from pathlib import Path

import pthread_models

from .outline import outline
from .preprocess import preprocess


@cache
def library(arch: int, directory: Path | None = None) -> tuple[str, frozenset[str]]:
    """All models as one preprocessed text, and the functions and objects that it defines."""
    files = pthread_models.library_files() if directory is None else sorted(directory.glob("*.c"))
    cached = _cache_file(files, arch)
    text = _read(cached)
    if text is None:
        text = _preprocessed(files, arch)
        _write(cached, text)
    definitions = [chunk for chunk in outline(text).chunks if chunk.function is not None or chunk.root]
    return text, frozenset(name for chunk in definitions for name in chunk.names)


def _preprocessed(files: list[Path], arch: int) -> str:
    with tempfile.TemporaryDirectory() as folder:
        everything = Path(folder) / "models.c"
        everything.write_text("".join(f'#include "{path}"\n' for path in files), encoding="utf-8")
        return preprocess(everything, arch=arch).text


def _cache_file(files: list[Path], arch: int) -> Path:
    """Named after everything that the text depends on."""
    key = hashlib.sha256(f"{arch}".encode())
    for path in [*files, *sorted(pthread_models.include_dir().rglob("*.h"))]:
        status = path.stat()
        key.update(f"{path}:{status.st_mtime_ns}:{status.st_size}\n".encode())
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "smtcb" / f"models-{key.hexdigest()[:20]}.i"


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return None


def _write(path: Path, text: str) -> None:
    """Best effort, and atomic: two runs at once must not read each other's half."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
            file.write(text)
        Path(file.name).replace(path)
    except OSError:
        return
