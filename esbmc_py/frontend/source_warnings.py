"""Warnings about the program's text: what is taken otherwise than it may be meant, or not at all."""

from __future__ import annotations

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.symbols import SourceLocation


@dataclass(frozen=True, slots=True)
class SourceWarning:
    message: str
    location: SourceLocation

    def __str__(self) -> str:
        return f"{self.location}: warning: {self.message}"


class SourceWarnings:
    def __init__(self) -> None:
        self.found: list[SourceWarning] = []
        self._implicit: set[str] = set()

    def add(self, message: str, location: SourceLocation) -> None:
        self.found.append(SourceWarning(message, location))

    def implicit_declaration(self, name: str, location: SourceLocation) -> None:
        if name not in self._implicit and not name.startswith("__smtcb_"):
            self._implicit.add(name)
            self.add(f"implicit declaration of function '{name}'", location)

    def unknown_attribute(self, name: str, location: SourceLocation) -> None:
        self.add(f"the attribute '{name}' is not known and ignored", location)

    def unsupported(self, construct: str, location: SourceLocation) -> None:
        self.add(f"not supported: {construct}", location)
