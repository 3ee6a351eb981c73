"""What a program means beyond what its text says: how fine steps are, and what the library may do."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path

from esbmc_py.goto.deferred import dataclass

from .surroundings import Surroundings


@dataclass(frozen=True, slots=True)
class Semantics:
    atomic_statements: bool = False  # a full expression is one step, as in the papers; not each access one
    surroundings: Surroundings = field(default_factory=Surroundings)
    models: Path | None = None  # a folder of C files whose functions replace the library's models
    # Variables that may hold an address live in memory, from their declaration to the end of their block. The program
    # means the same, but whoever asks what a variable in scope points to finds it.
    pointers_in_memory: bool = False
    propositions: tuple[str, ...] = ()  # C expressions that are asked for in every state: see `propositions`
