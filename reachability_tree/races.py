"""Data races. At a node: two threads' next steps touch the same memory, one writes, and not both are atomic.

Every state in which two steps race is a node of the tree, since threads rest at their switch points there. The
reductions keep it: a state that was met before has the same races, and a step that concerns nobody else changes none.

Between two steps of a path: nothing orders what they touch (see `happens_before`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from esbmc_py.goto.addresses import AddressSpace
from esbmc_py.goto.properties import Property
from symex.accesses import Access, overlap
from symex.input_log import InputLog, merge_logs
from symex.state import Step
from symex.terms import FALSE, Term, all_of, and_, any_of

from .events import Occurrence, OccurrenceKind
from .happens_before import Unordered
from .node import Node, StepsFromRoot


def races(node: Node, steps: Mapping[int, Step], space: AddressSpace) -> Iterator[Occurrence]:
    """One occurrence for each pair of accesses that may race, with the condition under which they do."""
    touching = [step for _, step in sorted(steps.items()) if step.accesses]
    for one, other in combinations(touching, 2):
        for first in one.accesses:
            for second in other.accesses:
                if first.side.may_race_with(second.side):
                    guard = all_of([first.guard, second.guard, overlap(first, second, space)])
                    if guard is not FALSE:
                        log = _inputs(first, one, _inputs(second, other, node.state.log))
                        sides = first.side, second.side
                        yield Occurrence(
                            OccurrenceKind.VIOLATION, guard, node.state.path, node.condition, node.steps, log,
                            first.side.thread, first.side.location, f"{first.side}, {second.side}",
                            Property.RACE, sides=sides,
                        )  # fmt: skip


def unordered(
    node: Node, step: Step, steps: StepsFromRoot, condition: Term, pairs: Iterable[Unordered]
) -> Iterator[Occurrence]:
    """One occurrence for each access of a step and an earlier one that it races with, if the step comes to its end."""
    completed = and_(condition, any_of(list(step.guards)))
    for access, earlier, when in pairs:
        guard = and_(when, completed)
        if guard is not FALSE:
            log = _inputs(access, step, node.state.log)
            sides = access.side, earlier.side
            yield Occurrence(
                OccurrenceKind.VIOLATION, guard, node.state.path, node.condition, steps, log, access.side.thread,
                access.side.location, f"{access.side}, {earlier.side}", Property.RACE, sides=sides, apart=True,
            )  # fmt: skip


def _inputs(access: Access, step: Step, before: InputLog | None) -> InputLog | None:
    """What the step takes: up to the access, and after it, where later inputs decide whether the step happens."""
    log = merge_logs(before, access.log)
    for successor in step.successors:
        log = merge_logs(log, successor.log)
    return log
