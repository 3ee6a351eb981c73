"""What may be left out of the tree: a choice, which options are made of before there is any tree."""

from __future__ import annotations

from dataclasses import replace

from esbmc_py.goto.deferred import dataclass


@dataclass(frozen=True, slots=True)
class Reductions:
    """What may be left out of the tree because nothing new can be found there. All off: the plain tree of the paper."""

    infeasible: bool = True  # children whose path condition is unsatisfiable (needs a solver)
    seen: bool = True  # states that were met before
    independent: bool = True  # other threads' steps while some thread's step concerns nobody else (without bounds only)
    sleep: bool = True  # all but one order of steps that commute (not under a bound on preemptions)
    persistent: bool = True  # all but some threads at a node, if the others' steps commute (the same)
    overwritten: bool = True  # switches after a store that changes nothing and is overwritten next (under a bound only)

    @staticmethod
    def none() -> Reductions:
        return Reductions(False, False, False, False, False, False)

    def without(self, *names: str) -> Reductions:
        """Some of them switched off, by the names of the fields above."""
        return replace(self, **dict.fromkeys(names, False))
