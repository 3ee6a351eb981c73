"""Persistent sets, found on the way (after Flanagan and Godefroid 2005): at a node, often one thread's step is enough.

At first only one thread moves at a node. While all that follows is looked at, every step that comes up is compared with
the steps on the way to it. If a thread p could do something that does not commute with step e of the way, and nothing
between them says that e must come first, then p (or, where p cannot move at e's node, somebody who leads to p's step)
is wanted at e's node, too. So in the end, whatever the threads that are not wanted at a node do by themselves commutes
with the steps that were made there: these steps may come first, and nothing is lost. A step that may go wrong, that an
assumption may end, or that ends the process commutes with nothing; at its node, all threads move.

Not every state is met. But every execution is the beginning of one that is met, up to the order of steps that commute:
so violations are found, and deadlocks, which last.

*States already seen.* Where the walk ends because a state was met before, the steps that came up after that state are
kept with it (`Ahead`), and compared with the way that leads to it now. What comes after a state is known when it has
been left. A state that is met again before that closes a circle: then the whole reduction is given up.

*Under a bound on context switches* a step may come first only if it is the active thread's, for then it needs no switch
that the other order does not need. So either the active thread moves alone, or everybody does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping
from dataclasses import field

from esbmc_py.goto.deferred import dataclass
from symex.terms import FALSE, TRUE, any_of

from .footprints import Footprint, Move

Clock = dict[int, int]  # thread → the last of its steps (by depth) that must come before
Later = tuple[int, frozenset[int]]  # a thread's step that comes some time, and who moves in between and before it
Ahead = dict[Later, Footprint]  # all that these steps concern


_NOTHING = Footprint(frozenset(), frozenset())


class NoPersistentSets(Exception):
    """There are no persistent sets to be found, or too few to be worth it."""


@dataclass(frozen=True, slots=True, eq=False)
class Concern:
    """What a step does not commute with. A step that is made again (see `remembered`) has the same footprint object."""

    origin: Footprint  # kept, so that nothing else gets its identity
    footprint: Footprint
    quiet: bool


@dataclass(frozen=True, slots=True, eq=False)
class LaterSteps:
    """Steps of a thread after a node on the way: what they concern, and the clock that is in all of theirs."""

    footprint: Footprint
    clock: Clock

    def joined(self, other: LaterSteps) -> LaterSteps:
        if self.footprint is other.footprint or other.footprint.is_part_of(self.footprint):
            footprint = self.footprint
        elif self.footprint.is_part_of(other.footprint):
            footprint = other.footprint
        else:
            footprint = self.footprint.joined(other.footprint)
        clock = self.clock
        if clock is not other.clock:
            clock = {n: min(latest, other.clock[n]) for n, latest in clock.items() if n in other.clock}
        return LaterSteps(footprint, clock)


@dataclass(slots=True, eq=False)
class PathNode:
    """A node on the way: who is wanted there, and whose step is on the way."""

    pending: dict[int, Footprint]
    blocked: frozenset[int]
    enabled: tuple[int, ...]  # in the order in which they move
    wanted: set[int]
    done: set[int] = field(default_factory=set)
    thread: int = -1
    footprint: Footprint = _NOTHING
    clock: Clock = field(default_factory=dict)
    ahead: dict[Later, LaterSteps] = field(default_factory=dict)

    @property
    def is_narrow(self) -> bool:
        return len(self.wanted) < len(self.enabled)


class PathFromRoot:
    """The nodes from the root to the current one, and what must come before what on it."""

    def __init__(self, *, active_or_all: bool) -> None:
        self._active_or_all = active_or_all
        self._choices: list[PathNode] = []
        self._narrow: set[int] = set()  # the nodes at which not all threads are wanted, by depth
        self._touching: defaultdict[int, list[int]] = defaultdict(list)  # mark → the steps that touch it, by depth
        self._changing: defaultdict[int, list[int]] = defaultdict(list)  # and those that change it
        self._clocks: dict[int, list[Clock]] = {}  # of each thread, after each of its steps
        self._concerns: dict[int, Concern] = {}  # by the identity of the step's footprint
        self._worthwhile = False

    def enter(self, moves: Mapping[int, Move], asleep: Container[int], active: int) -> PathNode:
        """A new node at the end of the way."""
        concerns = {number: self._concern(move) for number, move in moves.items()}
        pending = {number: concern.footprint for number, concern in concerns.items()}
        blocked = frozenset(number for number, move in moves.items() if move.step.blocked is TRUE)
        enabled = tuple(number for number in moves if number not in blocked and number not in asleep)
        candidates = [number for number in enabled if number == active or not self._active_or_all]
        alone = next((number for number in candidates if concerns[number].quiet), None)
        choice = PathNode(pending, blocked, enabled, set(enabled) if alone is None else {alone})
        if self._choices:
            self._compare_pending(pending)
        if choice.is_narrow:
            self._narrow.add(len(self._choices))
        self._choices.append(choice)
        return choice

    def _compare_pending(self, pending: dict[int, Footprint]) -> None:
        """A step that came up at an earlier node has been compared with all but the last step on the way."""
        before = self._choices[-1]
        for number, footprint in pending.items():
            if number != before.thread and before.pending.get(number) is footprint:
                if not before.footprint.commutes_with(footprint):
                    self._compare(len(self._choices) - 1, number)
            else:
                self._compare_all(number, footprint)

    def turns(self, choice: PathNode) -> Iterator[int]:
        """The threads that are wanted, as long as there are any that have not moved."""
        while True:
            number = next((n for n in choice.enabled if n in choice.wanted and n not in choice.done), None)
            if number is None:
                return
            choice.done.add(number)
            self._begin(choice, number)
            yield number
            self._end(choice)

    def leave(self) -> Ahead:
        """All that follows from the last node has been looked at."""
        choice = self._choices.pop()
        depth = len(self._choices)
        self._narrow.discard(depth)
        for number, footprint in choice.pending.items():
            _add(choice.ahead, (number, frozenset()), LaterSteps(footprint, self._clock(number)))
        if self._choices:
            for later, steps in choice.ahead.items():
                self._follows(later, steps)
        return {later: steps.footprint for later, steps in choice.ahead.items()}

    def met_again(self, ahead: Ahead | None) -> None:
        """The last step on the way leads to a state that was met before, from which all that is ahead follows."""
        if ahead is None:
            raise NoPersistentSets("a circle")
        depth = len(self._choices)
        for (number, between), footprint in ahead.items():
            self._compare_all(number, footprint, between)
            clock = self._clock(number)
            clock = {**clock, **dict.fromkeys(between, depth)} if between else clock
            self._follows((number, between), LaterSteps(footprint, clock))

    def _follows(self, later: Later, steps: LaterSteps) -> None:
        """Notes what follows from the last step on the way."""
        last = self._choices[-1]
        number, between = later
        if last.thread != number and last.thread not in between:
            if steps.clock.get(last.thread, -1) >= len(self._choices) - 1:
                later = number, between | {last.thread}
        _add(last.ahead, later, steps)

    def first_end(self, many_threads: bool) -> None:
        """The end of an interleaving tells how many threads there are. With few, most of what they do is shared."""
        self._worthwhile = self._worthwhile or many_threads
        if not self._worthwhile:
            raise NoPersistentSets("few threads")

    def started(self, number: int) -> None:
        """The last step on the way has started a thread."""
        self._clocks[number] = [self._choices[-1].clock]

    # -- what must come before what -------------------------------------------------------------------------------

    def _begin(self, choice: PathNode, number: int) -> None:
        """The thread's step is now the last one on the way."""
        choice.thread, choice.footprint = number, choice.pending[number]
        clocks = self._clocks.setdefault(number, [{}])
        clock = dict(clocks[-1])
        depth = len(self._choices) - 1
        for index in sorted(self._conflicting(choice.footprint), reverse=True):
            earlier = self._choices[index]
            if index > clock.get(earlier.thread, -1):
                for thread, latest in earlier.clock.items():
                    if latest > clock.get(thread, -1):
                        clock[thread] = latest
        clock[number] = depth
        choice.clock = clock
        clocks.append(clock)
        for mark in choice.footprint.touched:
            self._touching[mark].append(depth)
        for mark in choice.footprint.changed:
            self._changing[mark].append(depth)

    def _end(self, choice: PathNode) -> None:
        """All that follows from the thread's step has been looked at."""
        self._clocks[choice.thread].pop()
        for mark in choice.footprint.touched:
            self._touching[mark].pop()
        for mark in choice.footprint.changed:
            self._changing[mark].pop()

    def _conflicting(self, footprint: Footprint) -> set[int]:
        """The steps on the way that do not commute with one that has this footprint, by depth."""
        found: set[int] = set()
        for mark in footprint.touched:
            if mark in self._changing:
                found.update(self._changing[mark])
        for mark in footprint.changed:
            if mark in self._touching:
                found.update(self._touching[mark])
        return found

    def _clock(self, number: int) -> Clock:
        clocks = self._clocks.get(number)
        return clocks[-1] if clocks else {}

    # -- who is wanted ------------------------------------------------------------------------------------------

    def _compare_all(self, number: int, footprint: Footprint, between: frozenset[int] | None = None) -> None:
        """With all steps on the way. `between`: it is not what the thread does next, and these must move before."""
        if self._narrow:
            for index in self._conflicting(footprint) & self._narrow:
                self._compare(index, number, between)

    def _compare(self, index: int, number: int, between: frozenset[int] | None = None) -> None:
        """A thread's step has come up: might it have come before a step on the way with which it does not commute?"""
        choice = self._choices[index]
        if choice.thread == number or number in choice.wanted:
            return
        clock = self._clock(number)
        if clock.get(choice.thread, -1) >= index:
            return
        if between is None:
            stands_there = clock.get(number, -1) < index and number in choice.blocked
            if stands_there and not self._may_be_freed(index, number):
                return
        elif choice.thread in between:
            return
        leading = {thread for thread, latest in clock.items() if latest > index}
        self._want(index, number, leading if between is None else leading | between)

    def _may_be_freed(self, index: int, number: int) -> bool:
        """A thread that is blocked at a node, and still stands there: could it go on without the step made there?"""
        choice = self._choices[index]
        others = (self._choices[later] for later in self._conflicting(choice.pending[number]) if later > index)
        return any(other.clock.get(choice.thread, -1) < index for other in others)

    def _want(self, index: int, number: int, leading: set[int] | frozenset[int]) -> None:
        """`leading`: threads one of whose steps after this node must come before the thread's step."""
        choice = self._choices[index]
        if self._active_or_all:
            choice.wanted.update(choice.enabled)
        elif number in choice.enabled:
            choice.wanted.add(number)
        elif choice.wanted.isdisjoint(leading):
            first = next((thread for thread in choice.enabled if thread in leading), None)
            choice.wanted.update(choice.enabled if first is None else (first,))
        if not choice.is_narrow:
            self._narrow.discard(index)

    def _concern(self, move: Move) -> Concern:
        """What a step concerns: everything, if the execution may end with it."""
        footprint = move.footprint
        known = self._concerns.get(id(footprint))
        if known is None:
            quiet = is_quiet(move)
            wide = footprint if quiet or move.step.blocked is TRUE else footprint.with_everything()
            known = self._concerns[id(footprint)] = Concern(footprint, wide, quiet)
        return known


def is_quiet(move: Move) -> bool:
    """The step is possible, whatever the values are; nothing goes wrong; the process lives on."""
    step = move.step
    if step.violations or step.cuts or step.blocked is not FALSE or move.footprint.concerns_everything:
        return False
    return any_of(list(step.guards)) is TRUE


def _add(ahead: dict[Later, LaterSteps], later: Later, steps: LaterSteps) -> None:
    known = ahead.get(later)
    ahead[later] = steps if known is None else known.joined(steps)
