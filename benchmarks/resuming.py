"""Campaigns that go on where they were interrupted: what was found out about a task is a line of a file."""

from __future__ import annotations

import json
from pathlib import Path


class Results:
    """Without a file nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._known: dict[str, list[str]] = {}
        if path is not None and path.exists():
            for line in path.read_text().splitlines():
                name, words = json.loads(line)
                self._known[name] = words

    def known(self, name: str) -> list[str] | None:
        return self._known.get(name)

    def add(self, name: str, words: list[str]) -> None:
        self._known[name] = words
        if self._path is not None:
            with self._path.open("a") as file:
                file.write(json.dumps([name, words]) + "\n")
