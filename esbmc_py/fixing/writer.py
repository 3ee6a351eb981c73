"""Writes a choice of changes into the text."""

from __future__ import annotations

import re
from dataclasses import field
from itertools import combinations

from esbmc_py.goto.deferred import dataclass

from .change import Change
from .edits import Edit, Edited, Overlap
from .regions import Region
from .sections import Impossible, Sections
from .source import Source

NEW = ""  # a mutex that is not there yet
_COST_OF_CROSSING = 6  # sections that are not inside one another are hard to read


@dataclass(frozen=True, slots=True)
class Locked:
    """A region becomes a critical section of a mutex."""

    region: Region
    lock: str
    crosses: int = field(default=0, compare=False)  # critical sections of other mutexes that begin or end in it

    @property
    def cost(self) -> int:
        return 2 + self.region.size + _COST_OF_CROSSING * self.crosses


Part = Change | Locked
Choice = frozenset[Part]


class Writer:
    def __init__(self, source: Source) -> None:
        self._source = source

    def written(self, choice: Choice) -> Edited:
        """Raises Impossible, Overlap."""
        edits = [edit for part in choice if isinstance(part, Change) for edit in part.edits]
        for lock, regions in _by_lock(choice).items():
            name = lock or self._new_name
            edits += Sections(self._source, lock).edits(regions, f"&{name}")
            if lock == NEW:
                edits.append(self._declared(f"static pthread_mutex_t {name} = PTHREAD_MUTEX_INITIALIZER;"))
        return Edited(self._source.text, edits)

    def conflict(self, choice: Choice) -> Choice | None:
        """A part that cannot be written down, or two that cannot together; None if all can."""
        for number in (1, 2, len(choice)):
            for parts in combinations(choice, number):
                try:
                    self.written(frozenset(parts))
                except (Impossible, Overlap):
                    return frozenset(parts)
        return None

    def words(self, choice: Choice) -> str:
        """For people."""
        said = [part.what for part in choice if isinstance(part, Change)]
        for lock, regions in _by_lock(choice).items():
            functions = sorted({region.function for region in regions})
            kind = "a new mutex" if lock == NEW else "the mutex"
            said.append(f"critical sections of {kind} {lock or self._new_name} in {' and '.join(functions)}")
        return "; ".join(sorted(said))

    def may_spin(self, choice: Choice) -> bool:
        """Could a thread go round and round in what is new? Not in a critical section without loops."""
        return any(
            self._goes_round(part.region.begin, part.region.end, set()) if isinstance(part, Locked) else part.loops
            for part in choice
        )

    def _goes_round(self, begin: int, end: int, seen: set[str]) -> bool:
        """Is there a loop, also in functions that are called?"""
        text = self._source.active[begin:end]
        if re.search(r"\b(?:while|for|do|goto)\b", text) is not None:
            return True
        functions, bodies = self._source.program.functions, self._source.bodies
        for name in {name for name in re.findall(r"\b\w+\b", text) if name in functions} - seen:
            seen.add(name)
            if functions[name].is_model:
                continue
            if name not in bodies or self._goes_round(bodies[name].begin, bodies[name].end, seen):
                return True
        return False

    @staticmethod
    def moves_starts(choice: Choice) -> bool:
        return any(isinstance(part, Change) and part.starts for part in choice)

    @staticmethod
    def remarks(choice: Choice) -> tuple[str, ...]:
        return tuple(sorted({part.remark for part in choice if isinstance(part, Change) and part.remark}))

    @property
    def _new_name(self) -> str:
        taken = set(re.findall(r"[A-Za-z_]\w*", self._source.text))
        return next(name for name in ("smtcb_lock", *(f"smtcb_lock_{n}" for n in range(2, 99))) if name not in taken)

    def _declared(self, line: str) -> Edit:
        """After the last include that is always there."""
        source, text = self._source, self._source.text
        includes = [
            one
            for one in re.finditer(r"^[^\S\n]*#[^\S\n]*include\b[^\n]*(?:\n|$)", text, re.MULTILINE)
            if not source.branches_at(one.start())
        ]
        at = includes[-1].end() if includes else 0
        header = "" if "pthread.h" in text else "#include <pthread.h>\n"
        blank = "" if text[at : at + 1] == "\n" else "\n"
        return Edit(at, at, f"{header}\n{line}\n{blank}")


def _by_lock(choice: Choice) -> dict[str, list[Region]]:
    found: dict[str, list[Region]] = {}
    for part in choice:
        if isinstance(part, Locked):
            found.setdefault(part.lock, []).append(part.region)
    return {lock: sorted(regions, key=lambda one: one.begin) for lock, regions in sorted(found.items())}
