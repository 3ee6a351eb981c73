"""The bounds of an attempt: one object, from the command line to the answer."""

from __future__ import annotations

from dataclasses import replace

from esbmc_py.goto.deferred import dataclass


@dataclass(frozen=True, slots=True)
class Bounds:
    """None: no such bound. At most one of those on schedules is given."""

    unwind: int | None = None
    contexts: int | None = None
    preemptions: int | None = None
    rounds: int | None = None
    turns: str | None = None  # a schedule of rounds, as it was given

    @property
    def schedule(self) -> tuple[int | None, int | None, int | None, str | None]:
        """The part that bounds schedules."""
        return self.contexts, self.preemptions, self.rounds, self.turns

    @property
    def all_schedules(self) -> bool:
        return self.schedule == (None, None, None, None)

    def covers(self, other: Bounds) -> bool:
        """Is everything within `other` within these, too?"""
        if self.turns not in (None, other.turns):
            return False
        mine = (self.unwind, self.contexts, self.preemptions, self.rounds)
        theirs = (other.unwind, other.contexts, other.preemptions, other.rounds)
        return all(m is None or (t is not None and m >= t) for m, t in zip(mine, theirs, strict=True))

    def that_cut(self, *, loops: bool, switches: bool) -> Bounds:
        """Without those that left nothing out."""
        kept = self if switches else Bounds(self.unwind)
        return kept if loops else replace(kept, unwind=None)

    def __str__(self) -> str:
        parts = [] if self.unwind is None else [f"unwind {self.unwind}"]
        for name, value, plural in (
            ("context switch", self.contexts, "es"),
            ("preemption", self.preemptions, "s"),
            ("round", self.rounds, "s"),
        ):
            if value is not None:
                parts.append(f"{value} {name}{plural if value != 1 else ''}")
        if self.turns is not None:
            parts.append(f"schedule {self.turns}")
        if self.all_schedules:
            parts.append("all schedules")
        return ", ".join(parts)


NO_BOUNDS = Bounds()
