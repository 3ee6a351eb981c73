"""Steps that nobody else will notice any more come first, alone: no other thread will ever touch what they touch.

A lock that a thread asks for is its own if those who also used it are past that. What a thread may still do is read off
the steps that it was seen to make: each leads from one of the thread's own states to another, and all that is reachable
from there lies ahead of it. Where a state ahead has not been left yet, or threads may still be started, nothing is
said. A few random executions (`wander`) show most of it beforehand.

That is a guess, too, until the search is over: a step that is seen for the first time may touch what was thought to be
another thread's own. Then the search begins again, with what it has seen (`broken`), as it does for critical sections.

Why that is enough. Let x be a step of t that came first, and w an execution from there without t, shortest among those
that lead to something the search has not found: a violation, a deadlock, or a step y that conflicts with x, of a thread
u that had not done so in any state seen ahead. Before y, all of w commutes with x, so it is possible after x, too, and
leads u to the same state of its own. There it makes the same accesses as y up to the first one that conflicts with x,
and that one, too, whether or not it is blocked then: the search, which goes on from x, sees it and knows that the guess
was wrong. Steps come first only between two stored states, at most as many as a superstep has, and in a stored state
all threads are looked at: nothing is put off for ever.
"""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import TypeAlias

from .footprints import LIVING, Footprint
from .transitions import OutcomeKind, Transition, Transitions
from .vectors import THREADS, Vector

WALKS = 10  # random executions in a row that show nothing new: enough
LONGEST_WALK = 2_000
MOST_RUNS = 2_000  # new steps that random executions may show
MOST_NODES = 3_000  # states of threads: with more of them, it takes too long to look ahead
ENOUGH_QUESTIONS = 5_000  # after so many, at least one in
SELDOM = 100  # so many must have been worth it
MOST_WRONG = 3  # guesses: then there are no more

Node: TypeAlias = tuple[int, int]  # slot and number of a thread

_NONE: dict[int, set[int]] = {}


class Futures:
    reckless = False  # for tests: what has not been seen yet does not exist, so that guesses are often wrong

    def __init__(self, transitions: Transitions) -> None:
        self._transitions = transitions
        self._components = transitions.components
        self._made: defaultdict[Node, set[Footprint]] = defaultdict(set)  # what the steps from there touch
        self._after: defaultdict[Node, set[Node]] = defaultdict(set)
        self._before: defaultdict[Node, set[Node]] = defaultdict(set)
        self._starting: set[Node] = set()  # from where a thread was started
        self._left: set[Node] = set()  # where a step was seen that was not blocked
        self._ahead: dict[Node, Footprint | None] = {}
        self._obstacles: dict[Node, dict[int, set[int]]] = {}  # a thread's state → others' that make it wait its turn
        self._candidates: dict[tuple[int, ...], list[int]] = {}  # the threads' own states → who has no obstacle
        self._met: set[tuple[int, ...]] = set()
        self._relied: defaultdict[Node, set[Footprint]] = defaultdict(set)
        self._asked = self._found = 0
        self._given_up = False
        self._wrong = 0  # guesses, so far
        self.broken = False  # something that was relied on has turned out to be wrong
        transitions.on_run = self.note

    @property
    def pays(self) -> bool:
        return not self._given_up and (self._asked < ENOUGH_QUESTIONS or self._found * SELDOM > self._asked)

    def begin_again(self) -> None:
        """After so many wrong guesses, no more are made: the threads do ever new things."""
        self._wrong += self.broken
        self._relied.clear()
        self.broken = False
        if self._wrong > MOST_WRONG:
            self._give_up()

    def unnoticed(self, vector: Vector, alive: list[int], thread: int) -> Transition | None:
        """A thread's next step, if nobody else will ever touch what it touches."""
        self._asked += 1
        if len(vector) < self._components.width:
            self._components.fit(vector)
        slots = self._components.thread_slots
        here: Node = slots[thread], vector[slots[thread]]
        for slot, numbers in self._obstacles.get(here, _NONE).items():
            if vector[slot] in numbers:
                return None
        possible = self._transitions.of(vector, thread)
        step = possible[0]
        if len(possible) > 1 or step.kind is not OutcomeKind.MOVED or step.inputs or step.lone or step.looks is None:
            return None
        conflicts = step.footprint.conflicts
        others = [(slots[other], vector[slots[other]]) for other in alive if other != thread]
        for node in others:
            ahead = self._ahead[node] if node in self._ahead else self._look_ahead(node)
            if ahead is None or conflicts[ahead]:
                self._note_obstacle(here, node, ahead)
                return None
        if LIVING in step.footprint.reads or LIVING in step.footprint.writes:
            return None  # which objects are alive is looked at when the process ends
        for node in others:
            self._relied[node].add(step.footprint)
        self._found += 1
        return step

    def candidates(self, vector: Vector, alive: list[int]) -> list[int]:
        """The threads that may have such a step: some have none wherever the threads' own states are these."""
        control = self._control(vector)
        known = self._candidates.get(control)
        if known is None:
            known = [thread for thread in alive if not self._has_obstacle(vector, thread)]
            if control in self._met:  # when the threads are asked, their obstacles are noted
                self._candidates[control] = known
            self._met.add(control)
        return known.copy()

    def _control(self, vector: Vector) -> tuple[int, ...]:
        return tuple([vector[slot] for slot in self._components.thread_slots[: vector[THREADS]]])

    def _has_obstacle(self, vector: Vector, thread: int) -> bool:
        slot = self._components.thread_slots[thread]
        obstacles = self._obstacles.get((slot, vector[slot]), _NONE)
        return any(vector[other] in numbers for other, numbers in obstacles.items())

    def _note_obstacle(self, here: Node, other: Node, ahead: Footprint | None) -> None:
        """Whatever the thread's step sees, it conflicts with what is ahead of the other: no need to ask again."""
        if ahead is None or all(ahead.conflicts[part] for part in self._made[here]):
            slot, number = other
            self._obstacles.setdefault(here, {}).setdefault(slot, set()).add(number)

    def wander(self, first: Vector) -> None:
        """Random executions, until several in a row show nothing new."""
        random = Random(0)
        old, before = 0, self._transitions.runs
        while old < WALKS and self._transitions.runs - before < MOST_RUNS:
            runs, vector = self._transitions.runs, first.copy()
            for _ in range(LONGEST_WALK):
                alive = [n for n in self._transitions.alive(vector) if not self._components.thread(vector, n).overruns]
                random.shuffle(alive)
                steps = next(filter(None, (self._steps(vector, thread) for thread in alive)), None)
                if steps is None:
                    break
                vector = random.choice(steps).after(vector, self._components.width)
            old = old + 1 if self._transitions.runs == runs else 0

    def _steps(self, vector: Vector, thread: int) -> list[Transition]:
        return [step for step in self._transitions.of(vector, thread) if step.kind is OutcomeKind.MOVED]

    # -- what lies ahead ---------------------------------------------------------------------------------------

    def _look_ahead(self, node: Node) -> Footprint | None:
        """All that a thread in this state may still touch; None where that is not known."""
        seen, known = self._reachable(node, self._after), True
        for one in seen:
            state = self._components.tables[one[0]][one[1]]
            left = one in self._left or state.ended or self.reckless
            known = known and one not in self._starting and left
        union = self._transitions.footprints.union
        result = union({part for one in seen for part in self._made.get(one, ())}) if known else None
        self._ahead[node] = result
        return result

    @staticmethod
    def _reachable(node: Node, edges: defaultdict[Node, set[Node]]) -> set[Node]:
        seen, pending = {node}, [node]
        while pending:
            for following in edges.get(pending.pop(), ()):
                if following not in seen:
                    seen.add(following)
                    pending.append(following)
        return seen

    # -- what is seen ------------------------------------------------------------------------------------------

    def note(self, thread: int, number: int, transition: Transition) -> None:
        """The machine has made a step from a state of the thread's."""
        slot = self._components.thread_slots[thread]
        node: Node = slot, number
        starts = any(changed == THREADS for changed, _ in transition.sets)
        following = {(slot, new) for changed, new in transition.sets if changed == slot}
        left = transition.kind is not OutcomeKind.BLOCKED
        known = transition.reach in self._made[node] and following <= self._after[node]
        if known and starts <= (node in self._starting) and left <= (node in self._left):
            return
        if left:
            self._left.add(node)
        self._made[node].add(transition.reach)
        self._after[node] |= following
        for one in following:
            self._before[one].add(node)
        if starts:
            self._starting.add(node)
        self._obstacles.clear()
        self._candidates.clear()
        self._met.clear()
        self._check(node, starts)
        if len(self._made) > MOST_NODES:
            self._give_up()

    def _give_up(self) -> None:
        """What was relied on is not checked any more."""
        self._given_up = True
        self._transitions.on_run = None
        self.broken = self.broken or bool(self._relied)

    def _check(self, node: Node, starts: bool) -> None:
        """Has anybody relied on it that what is ahead of here is not ahead?"""
        if not (self._ahead or self._relied):
            return  # nobody has asked yet
        before = self._reachable(node, self._before)
        for earlier in before:
            self._ahead.pop(earlier, None)
        relied = {one for earlier in before for one in self._relied.get(earlier, ())}
        if relied:
            new = {part for one in self._reachable(node, self._after) for part in self._made.get(one, ())}
            self.broken = self.broken or starts or any(one.conflicts[part] for one in relied for part in new)
