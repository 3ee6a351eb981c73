"""What functions and objects are called when all files are one program, and which names stand for others."""

from __future__ import annotations

import itertools
from typing import Protocol

from .problems import TypeProblem
from .symbol_marks import Marks


class File(Protocol):
    """`unit.Unit`, as far as its names matter."""

    index: int

    def marks(self, name: str) -> Marks: ...


class LinkedNames:
    def __init__(self) -> None:
        self._taken: dict[str, File | None] = {}  # linked names of functions and objects with their file if static
        self._static: dict[tuple[int, str], str] = {}
        self._numbers = itertools.count(1)
        self.aliases: dict[str, tuple[str, bool]] = {}  # another name of a symbol, and whether that name is weak

    def declare(self, name: str) -> None:
        """What is static in another file must not be taken for what is only declared."""
        self._taken.setdefault(name, None)

    def of(self, file: File, name: str, *, static: bool) -> str:
        return self._of_file(file, name) if static else self._for_all(file, name)

    def _for_all(self, file: File, name: str) -> str:
        """What is static in another file is not meant."""
        if (file.index, name) in self._static:
            return self._of_file(file, name)
        label = self._label(file, name)
        holder = self._taken.get(label)
        return label if holder is None or holder is file else f"{label}$extern"

    def _label(self, file: File, name: str) -> str:
        """What the linker calls a name: `asm("label")`, unless that is how glibc calls what its headers declare."""
        label = file.marks(name).label
        if label is None or (label not in self._taken and (label.startswith("_") or label.endswith("64"))):
            return name
        return label

    def _of_file(self, file: File, name: str) -> str:
        key = (file.index, name)
        if key not in self._static:
            self._static[key] = self._take(name, file)
        return self._static[key]

    def unique(self, name: str) -> str:
        return self._take(name, None)

    def _take(self, name: str, file: File | None) -> str:
        linked = name
        while linked in self._taken:
            linked = f"{name}${next(self._numbers)}"
        self._taken[linked] = file
        return linked

    def define_alias(self, name: str, target: str, *, weak: bool) -> None:
        """`name` is `target` by another name. Of a weak and another one the other one counts."""
        earlier = self.aliases.get(name)
        if earlier is None or (earlier[1] and not weak):
            self.aliases[name] = (target, weak)

    def resolve(self, name: str) -> str:
        """The symbol that a name stands for in the end."""
        seen = {name}
        while name in self.aliases:
            name = self.aliases[name][0]
            if name in seen:
                raise TypeProblem(f"'{name}' is an alias of itself")
            seen.add(name)
        return name
