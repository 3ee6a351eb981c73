"""Nodes of the reachability tree (ICSE 2011 §3.1) and the way that leads to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from immutables import Map

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.symbols import SourceLocation
from symex.state import Frame, State
from symex.terms import Term

from .footprints import Move
from .happens_before import Order

EVERYBODY_AWAKE: Mapping[int, Move] = Map()


@dataclass(frozen=True, slots=True, eq=False)
class StepsFromRoot:
    """The steps from the root to a node, newest first; nodes share what came before."""

    thread: int
    effective: bool  # more than one thread could have moved: an effective context switch in the sense of §3.3
    earlier: StepsFromRoot | None
    length: int

    @staticmethod
    def after(earlier: StepsFromRoot | None, thread: int, effective: bool) -> StepsFromRoot:
        return StepsFromRoot(thread, effective, earlier, 1 if earlier is None else earlier.length + 1)


def schedule_of(steps: StepsFromRoot | None) -> tuple[int, ...]:
    """The thread of each step, first step first."""
    return tuple(step.thread for step in walk_back(steps))[::-1]


def walk_back(steps: StepsFromRoot | None) -> Iterator[StepsFromRoot]:
    while steps is not None:
        yield steps
        steps = steps.earlier


@dataclass(frozen=True, slots=True, eq=False)
class PathCondition:
    """The conditions assumed on the way to a node, one entry where a step added something; `term` holds all of them."""

    term: Term
    earlier: PathCondition | None
    depth: int

    @staticmethod
    def after(earlier: PathCondition | None, term: Term) -> PathCondition:
        return PathCondition(term, earlier, 1 if earlier is None else earlier.depth + 1)


@dataclass(frozen=True, slots=True)
class ThreadAtNode:
    """⟨l, G⟩ of one thread: where it stands (None: it has ended) and the condition under which it got there."""

    location: SourceLocation | None
    guard: Term


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """ν = (A, C, s, ⟨l_j, G_j⟩): the last three follow from the state.

    Rules R3 and R4 add a condition to the guards of all threads, and R5 gives a new thread the guard of its creator:
    so at any node the guards of all threads are one term, the state's path condition.
    """

    active: int  # A: the thread that made the last step; main at the root
    contexts: int  # C: context switches so far
    used: int  # what the bound counts of them
    state: State  # s
    steps: StepsFromRoot | None
    condition: PathCondition | None
    asleep: Mapping[int, Move] = EVERYBODY_AWAKE  # threads whose next step was looked at elsewhere (see `sleep`)
    only: frozenset[int] | None = (
        None  # the threads that are left to look at, if not all are (see `seen`, `overwritten`)
    )
    order: Order | None = None  # of the accesses before, where races are told by happens-before

    @property
    def threads(self) -> tuple[ThreadAtNode, ...]:
        guard = self.state.path
        return tuple(
            ThreadAtNode(None if thread.frame is None else user_location(thread.frame), guard)
            for thread in self.state.threads
        )


def user_location(frame: Frame) -> SourceLocation:
    """Where in the program's own code a thread stands; in a library model if there is nothing else."""
    innermost = frame.code.instructions[frame.pc].location
    if not frame.code.function.is_model:
        return innermost
    caller = frame.parent
    while caller is not None:
        if not caller.code.function.is_model:
            return caller.code.instructions[caller.pc - 1].location
        caller = caller.parent
    return innermost
