"""The model library as text: preprocessed and taken apart once for each target, kept in the user's cache."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pthread_models
from esbmc_py.goto.closure import closure
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.digests import sha256

from . import user_cache
from .preprocess import chosen_preprocessor, preprocess

# What makes a library out of the models' files; if one of these changes, what was kept is worth nothing.
_MAKERS = (
    "models.py",
    "gnu_lexer.py",
    "outline.py",
    "predefined.py",
    "preprocess.py",
    "preprocess_command.py",
    "preprocess_pcpp.py",
    "pruning.py",
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A declaration or definition."""

    text: str  # begins with a line marker
    names: tuple[str, ...]
    needs: tuple[int, ...]  # other pieces that declare what this one mentions
    defines: bool
    always: bool


@dataclass(frozen=True, slots=True)
class Library:
    """All models for a target, in pieces."""

    pieces: tuple[Piece, ...]

    @property
    def available(self) -> frozenset[str]:
        """The functions and objects that it defines."""
        return frozenset(name for piece in self.pieces if piece.defines for name in piece.names)

    def only(self, names: Iterable[str]) -> str:
        """The text of what has these names, and of what that needs."""
        return "".join(self.pieces[index].text for index in sorted(self._kept(names))) + "\n"

    def needed(self, names: Iterable[str]) -> set[str]:
        """The names of all that is defined there."""
        return {name for index in self._kept(names) if self.pieces[index].defines for name in self.pieces[index].names}

    def _kept(self, names: Iterable[str]) -> set[int]:
        wanted = set(names)
        asked = (index for index, piece in enumerate(self.pieces) if piece.always or not wanted.isdisjoint(piece.names))
        return closure(asked, lambda index: self.pieces[index].needs)


@cache
def library(arch: int) -> Library:
    name = f"models-{_key(arch)}.json"
    kept = user_cache.read(name)
    found = None if kept is None else _from_json(kept)
    if found is None:
        found = _taken_apart(_preprocessed(pthread_models.library_files(), arch))
        user_cache.write(name, _to_json(found))
    return found


def _preprocessed(files: list[Path], arch: int) -> str:
    with tempfile.TemporaryDirectory() as folder:
        everything = Path(folder) / "models.c"
        everything.write_text("".join(f'#include "{path}"\n' for path in files), encoding="utf-8")
        return preprocess(everything, arch=arch).text


def _taken_apart(text: str) -> Library:
    from .pruning import pieces

    return Library(
        tuple(
            Piece(piece, tuple(sorted(chunk.names)), needs, chunk.function is not None or chunk.root, chunk.always)
            for chunk, piece, needs in pieces(text)
        )
    )


def _key(arch: int) -> str:
    """Everything that the library depends on: contents of files, whose times can lie; and places, which it names."""
    here = Path(__file__).parent
    key = sha256(f"{arch} {sys.version} {chosen_preprocessor()}\n".encode())
    headers = sorted(pthread_models.include_dir().rglob("*.h"))
    for path in [*(here / name for name in _MAKERS), *pthread_models.library_files(), *headers]:
        content = path.read_bytes()
        key.update(f"{path} {len(content)}\n".encode())
        key.update(content)
    return key.hexdigest()[:32]


def _to_json(made: Library) -> str:
    return json.dumps([[one.text, one.names, one.needs, one.defines, one.always] for one in made.pieces])


def _from_json(text: str) -> Library | None:
    """None for what nobody here has written."""
    try:
        pieces = tuple(
            Piece(str(text), tuple(names), tuple(needs), bool(defines), bool(always))
            for text, names, needs, defines, always in json.loads(text)
        )
    except (ValueError, TypeError, RecursionError):
        return None
    known = range(len(pieces))
    if not all(isinstance(index, int) and index in known for piece in pieces for index in piece.needs):
        return None
    return Library(pieces) if pieces else None
