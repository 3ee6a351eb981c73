"""How often a thread goes round in a loop, and how deep it calls itself: both are counted against bounds.

An iteration whose test was decided and that changed something is not counted: the loop is on its way to a known end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from .code import FunctionCode
from .loop_bounds import LoopBounds
from .run import Run, loops_of_activation
from .state import LoopCount
from .terms import FALSE, TRUE, and_
from .values import Value

CALLS = -1  # in the place of a loop's head: calls of a function that is being executed already


class CountsLoops(Protocol):
    """What is asked of whoever executes (`executor.Executor`)."""

    bounds: LoopBounds

    def idle(self, run: Any) -> None: ...

    def has_moved_on(self, before: tuple[Value | None, ...], after: tuple[Value | None, ...]) -> bool: ...

    def knows_end(self, run: Any, head: int) -> bool: ...


def go_round(executor: CountsLoops, run: Run, head: int) -> None:
    """A jump backwards."""
    if run.code.loops and all(head != known for known, _ in run.code.loops):
        run.pc = head
        return
    if _idles_for_ever(run, head):
        executor.idle(run)
        run.guard = FALSE
        return
    wanted = run.code.progress(head)
    registers = tuple(
        run.registers[: run.code.register_count] if wanted is None else [run.registers[index] for index in wanted]
    )
    guard = and_(run.state.path, run.guard)
    before = run.loops.get(head)
    iterations, counted = (before.iterations, before.counted) if before is not None else (0, 0)
    moved_on = before is None or executor.has_moved_on(before.registers, registers)
    same_guard = run.guard is TRUE if before is None else before.guard is guard
    in_sight = moved_on and (same_guard or executor.knows_end(run, head))
    if not in_sight or head in run.code.endless:
        counted += 1
    iterations += 1
    run.loops = run.loops.set(head, LoopCount(iterations, counted, registers, guard))
    limit = executor.bounds.at(run.code.instructions[head].location)
    if limit is not None and counted > limit:
        run.cut(TRUE, f"loop bound {limit}")
    elif iterations > executor.bounds.known_iterations:
        run.cut(TRUE, f"a loop of more than {executor.bounds.known_iterations} rounds")
    run.pc = head


def _idles_for_ever(run: Run, head: int) -> bool:
    """Is all as it was an iteration before, without a look at what others do? Then it stays like that.

    With any inputs: those with which the iteration went another way would be missing in the guard.
    """
    if run.atomic:
        return False
    loop = (run.code.name, run.depth, head)
    registers = [run.registers[index] for index in run.code.live[head]]
    here = (run.visible_operations(), run.guard, run.allocated, len(run.started), registers, run.memory)
    before = run.iterations.get(loop) if head in run.loops else None  # not of an earlier call
    run.iterations = run.iterations.set(loop, here)
    return before == here


def stay(executor: CountsLoops, run: Run, heads: Sequence[int], again: int = -1) -> None:
    """The other way would have left these loops: those that have used up their bound must leave here.

    A loop that is tested at its end goes round from here (`again` is its head): one more than was counted.
    """
    for head in heads:
        limit = executor.bounds.at(run.code.instructions[head].location)
        if limit is None:
            continue
        count = run.loops.get(head)
        counted = (count.counted if count is not None else 0) + (head == again)
        if counted >= max(limit, 1) and not _in_sight(executor, run, head, count):
            run.cut(TRUE, f"loop bound {limit}")


def _in_sight(executor: CountsLoops, run: Run, head: int, count: LoopCount | None) -> bool:
    """The test was decided, and the last iteration changed something: the loop is on its way to a known end."""
    if count is not None and count.counted > 0:
        return False
    same_guard = run.guard is TRUE if count is None else and_(run.state.path, run.guard) is count.guard
    return same_guard or executor.knows_end(run, head)


def nested_call(executor: CountsLoops, run: Run, code: FunctionCode, passed: list[Value | None]) -> LoopCount | None:
    """A call of a function that is being executed already: recursion is bounded as loops are.

    It is on its way to a known end if nothing that is not known was asked since the call before, and it is called
    with something else.
    """
    outer = loops_of_activation(run, code)
    if outer is None:
        return None
    before = outer.get(CALLS)
    guard = and_(run.state.path, run.guard)
    counted = before.counted if before is not None else 0
    if before is None or before.guard is not guard or list(before.registers) == passed:
        counted += 1
    limit = executor.bounds.unwind
    if limit is not None and counted > limit:
        run.cut(TRUE, f"recursion bound {limit}")
    return LoopCount(run.depth, counted, tuple(passed), guard)
