"""Control flow inside one function: which instruction may follow which, and which may run more than once per call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .closure import closure
from .instructions import Branch, Call, EndThread, Goto, Halt, Instruction, Return, Unsupported
from .program import Function


def successors(instructions: list[Instruction], index: int) -> tuple[int, ...]:
    """The indices that may be executed after `index`; of a Branch, the fall-through first."""
    match instructions[index]:
        case Goto(target):
            return (target,)
        case Branch(_, target):
            return (index + 1, target)
        case Return() | Halt() | EndThread() | Unsupported():
            return ()
        case _:
            return (index + 1,) if index + 1 < len(instructions) else ()


def jump_targets(instructions: list[Instruction]) -> set[int]:
    return {instruction.target for instruction in instructions if isinstance(instruction, Goto | Branch)}


def jumps_back(instructions: Sequence[Instruction]) -> Iterator[tuple[int, Goto | Branch]]:
    """The jumps that close loops, each with its index."""
    for index, instruction in enumerate(instructions):
        if isinstance(instruction, Goto | Branch) and instruction.target <= index:
            yield index, instruction


def loop_ranges(instructions: Sequence[Instruction]) -> dict[int, int]:
    """Heads of loops, each with the last jump back to it. Jumps of a switch into its body make no loop."""
    return {jump.target: index for index, jump in jumps_back(instructions)}


def reachable_from(instructions: list[Instruction], starts: list[int], before: int | None = None) -> set[int]:
    """What may be executed from any of `starts` on, these included; and before control comes to `before`, if given."""
    inside = (start for start in starts if start < len(instructions) and start != before)
    return closure(inside, lambda index: [one for one in successors(instructions, index) if one != before])


def in_loops(function: Function) -> set[int]:
    """The instructions that lie on a cycle, so that one call of the function may execute them again and again.

    Only jumps backwards close cycles, so a function without one is settled at a glance. Otherwise: strongly connected
    components, by Tarjan's algorithm without recursion.
    """
    instructions = function.instructions
    if not any(jumps_back(instructions)):
        return set()
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    cyclic: set[int] = set()
    work: list[tuple[int, int]] = [(0, 0)]
    while work:
        index, position = work.pop()
        if position == 0:
            order[index] = low[index] = len(order)
            stack.append(index)
            on_stack.add(index)
        following = successors(instructions, index)
        if position > 0:
            low[index] = min(low[index], low[following[position - 1]])
        for place in range(position, len(following)):
            target = following[place]
            if target not in order:
                work.append((index, place + 1))
                work.append((target, 0))
                break
            if target in on_stack:
                low[index] = min(low[index], order[target])
        else:
            if low[index] == order[index]:
                component = _pop_component(stack, on_stack, index)
                if len(component) > 1 or index in following:
                    cyclic.update(component)
    return cyclic


def _pop_component(stack: list[int], on_stack: set[int], root: int) -> list[int]:
    component = []
    while True:
        member = stack.pop()
        on_stack.discard(member)
        component.append(member)
        if member == root:
            return component


def endless_loops(instructions: list[Instruction], *, calls_return: bool = False) -> frozenset[int]:
    """The heads of loops that nothing leads out of: however much is known, their end is never in sight.

    A call may end the thread, unless it is said that calls return.
    """
    ends: tuple[type, ...] = (Return, Halt, EndThread) if calls_return else (Call, Return, Halt, EndThread)
    return frozenset(
        head for head, last in loop_ranges(instructions).items() if _is_endless(instructions, head, last, ends)
    )


def _is_endless(instructions: list[Instruction], head: int, last: int, ends: tuple[type, ...]) -> bool:
    return not any(
        isinstance(instructions[index], ends)
        or any(not head <= following <= last for following in successors(instructions, index))
        for index in range(head, last + 1)
    )
