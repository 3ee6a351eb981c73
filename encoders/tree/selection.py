"""Thread selection (ICSE 2011 §3.3): which thread makes the i-th step, as variables that the solver chooses.

`ts_i` is the thread that makes step i. It occurs in a formula only where the i-th step was an *effective* context
switch: where more than one thread could move. Elsewhere there is nothing to choose.
"""

from __future__ import annotations

from dataclasses import field

from esbmc_py.goto.deferred import dataclass
from reachability_tree.node import StepsFromRoot, walk_back
from symex.terms import TRUE, Term, and_, bv, eq, symbol

THREAD_BITS = 8


@dataclass(slots=True, eq=False)
class ThreadSelection:
    """Schedule guards by step. Steps are shared along the tree, and so are their guards."""

    choices: dict[tuple[int, int], Term] = field(default_factory=dict)  # (i, thread) → ts_i = thread
    _guards: dict[int, tuple[StepsFromRoot, Term]] = field(default_factory=dict)

    @staticmethod
    def variable(number: int) -> Term:
        return symbol(f"ts!{number}", THREAD_BITS)

    def chooses(self, number: int, thread: int) -> Term:
        """ts_i = j."""
        found = self.choices.get((number, thread))
        if found is None:
            found = self.choices[number, thread] = eq(self.variable(number), bv(thread, THREAD_BITS))
        return found

    def guard(self, steps: StepsFromRoot | None) -> Term:
        """The conjunction of the schedule guards along a path."""
        if steps is None:
            return TRUE
        known = self._guards.get(id(steps))
        if known is not None:
            return known[1]
        missing: list[StepsFromRoot] = []
        result = TRUE
        for step in walk_back(steps):
            known = self._guards.get(id(step))
            if known is not None:
                result = known[1]
                break
            missing.append(step)
        for step in reversed(missing):
            if step.effective:
                result = and_(result, self.chooses(step.length, step.thread))
            self._guards[id(step)] = step, result
        return result

    @property
    def variables(self) -> int:
        return len({number for number, _ in self.choices})
