"""The search: depth or breadth first over state vectors, with a visited set."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterator, Sequence, Set
from dataclasses import replace
from typing import Any, TypeAlias
from zlib import crc32

from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.bounds import Unbounded, bound_for
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.explore import no_garbage_collection
from esbmc_py.vm.results import Finding, UnsupportedPlace
from esbmc_py.vm.run import user_location

from .domains import Domains
from .footprints import Footprint
from .futures import Futures
from .granularity import at_every_access
from .lives import Lives
from .notes import Found, Notes, Path
from .observers import Observer, ObserverProblem
from .protection import Broken, CriticalSections, Guards, Protection
from .releases import Releases
from .results import BrokenInvariant, Counts, Order, Reduction, SearchOptions, SearchResult
from .stretches import Stretch, Stretches
from .supersteps import Supersteps
from .transitions import BLOCKED, MOVED, Transition, Transitions
from .uses import Uses
from .vectors import EXIT, THREADS, Vector
from .visited import BitState, ExactStates, States

HEARTBEAT = 256  # states between two looks at the clock

Successor: TypeAlias = tuple[Sequence[Transition], Vector, Any]  # where transitions lead, and the bound's account there


class Enough(Exception):
    """The search ends early; says why."""


def search(program: Program, options: SearchOptions | None = None) -> SearchResult:
    """Searches a prepared program."""
    options = options or SearchOptions()
    with no_garbage_collection():
        found = Search(program, options)
        result = found.run()
        counted = options.order is Order.BFS and options.reduction is Reduction.SUPERSTEP
        if counted and options.shortest and result.findings:
            return replace(result, findings=tuple(_shortest(program, options, found).values()))
        return result


def _shortest(program: Program, options: SearchOptions, found: Search) -> dict[Hashable, Finding]:
    """A breadth-first search over supersteps counts supersteps: one over single steps finds the shortest way."""
    again = Search(
        program, replace(options, reduction=Reduction.GLOBAL_ACCESS, max_states=None), found.notes.findings.keys()
    )
    again.run()
    return found.notes.findings | again.notes.findings


class Search:
    def __init__(self, program: Program, options: SearchOptions, until: Set[Hashable] = frozenset()) -> None:
        """`until`: the search may end when all of this has been found."""
        self.program = program
        lost = Property.LOST in options.properties and Property.LEAK not in options.properties
        if lost and options.reduction is Reduction.SUPERSTEP:
            # what a thread has written or keeps in a variable tells whether something is lost if another one exits:
            # steps that nobody else notices must not come first
            options = replace(options, reduction=Reduction.GLOBAL_ACCESS)
        self.options = options
        # a watched block ends in the step of its last visible access, and not later
        finer = options.reduction is Reduction.NONE and not program.sites
        searched = at_every_access(program) if finer else program
        self.transitions = Transitions(
            Executable(searched, coverage=options.coverage),
            Domains(options.values, options.small_domain),
            compiled_reads=options.compiled_reads,
            leaks=not options.properties.isdisjoint((Property.LEAK, Property.LOST)),
        )
        self.bound = bound_for(options.contexts, options.preemptions, None)
        self._bounded = not isinstance(self.bound, Unbounded)
        self._visits = 0
        self.counts = Counts()
        self.visited: States = ExactStates() if options.bitstate is None else BitState(options.bitstate)
        self.notes = Notes(program, options, self.transitions, until)
        self.bound_hit = False
        self._races = Property.RACE in options.properties
        self._deadline = None if options.seconds is None else time.monotonic() + options.seconds
        self._invariants = [Observer(self.transitions, name) for name in options.invariants]
        self._abstraction = None if options.abstraction is None else Observer(self.transitions, options.abstraction)
        self._stretches = Stretches(self.transitions)
        self._tails = Stretches(self.transitions, shortest=1)  # of what may come first
        self._names: dict[Stretch, frozenset[str]] = {}  # the releases among them
        self._tails_of = 0  # the version of what protects what
        observed = bool(self._invariants) or self._abstraction is not None
        # who looks at every state, or whether a block is over, can tell what came first
        exact = observed or bool(program.sites) or lost
        self._uses = Uses(searched)
        self._releases = None if exact else Releases(searched, self.transitions, self._uses)
        self._protection = Protection()
        self._lives = Lives(self.transitions)
        self._sections = None if exact or not options.critical_sections else self._critical_sections()
        self._futures = self._look_at_futures(exact)
        self._patience = options.futures or 0  # states that are visited before it pays
        self._of_concern: defaultdict[int, set[int]] = defaultdict(set)  # thread → its numbers with no local step next
        self._unprotected: defaultdict[int, set[int]] = defaultdict(set)  # the same, with no step that comes first
        self._successors = self._choose_successors()

    def _critical_sections(self) -> CriticalSections | None:
        named = self.program.thread_self is not None  # otherwise there are no threads and no locks
        return CriticalSections(self.transitions, self._protection, self._lives, self._uses) if named else None

    def _look_at_futures(self, exact: bool) -> Futures | None:
        wanted = self.options.futures is not None and self.options.reduction is Reduction.SUPERSTEP
        return Futures(self.transitions) if wanted and not exact and not self._bounded else None

    def _choose_successors(self) -> Callable[[Vector, Any, Path], Iterator[Successor]]:
        if self.options.reduction is not Reduction.SUPERSTEP:
            return self._single_steps
        return self._chains if self._bounded else self._supersteps

    def run(self) -> SearchResult:
        """To its end: nothing is left, something was found, or it is enough."""
        order = self._breadth_first if self.options.order is Order.BFS else self._depth_first
        try:
            while True:
                try:
                    order()
                    if self._futures is not None and self._futures.broken:
                        raise Broken
                    break
                except Broken:
                    self._begin_again()
        except Found:
            pass
        except (Enough, ObserverProblem) as problem:
            self.notes.incomplete[str(problem)] = None
        return self._result()

    def _begin_again(self) -> None:
        """Some steps that came first need not: what has been found is true, but something may have been left out."""
        self._protection.forget_reliance()
        if self._futures is not None:
            self._futures.begin_again()
        self._sections = self._critical_sections()
        self._tails_of = -1  # to be relied on again
        self.counts = Counts(restarts=self.counts.restarts + 1)
        self.notes.executions = 0
        self.visited = ExactStates() if self.options.bitstate is None else BitState(self.options.bitstate)

    def _result(self) -> SearchResult:
        for location, ctype in self.transitions.domains.sampled:
            self.notes.incomplete[f"{location}: not all values of type {ctype} were tried"] = None
        self._update_counts()
        return SearchResult(
            tuple(self.notes.findings.values()),
            self.counts,
            self.bound_hit,
            tuple(self.notes.incomplete),
            bool(self.transitions.domains.sampled),
            tuple(UnsupportedPlace(construct, location) for construct, location in self.notes.unsupported),
            tuple(self.transitions.machine.unknown_functions),
            tuple(self.transitions.domains.used),
            self.visited.coverage if isinstance(self.visited, BitState) else None,
        )

    # -- orders ------------------------------------------------------------------------------------------------

    def _depth_first(self) -> None:
        first, account = self.transitions.first(), self.bound.start()
        self._visit(first, account)
        path: list[Transition] = []

        def here() -> list[Transition]:
            return path

        stack = [(0, self._successors(first, account, here))]
        while stack:
            length, successors = stack[-1]
            del path[length:]
            following = next(successors, None)
            if following is None:
                stack.pop()
                continue
            moves, vector, account = following
            if self._visit(vector, account):
                path += moves
                if len(path) > self.counts.deepest:
                    self.counts.deepest = len(path)
                stack.append((len(path), self._successors(vector, account, here)))

    def _breadth_first(self) -> None:
        origins: list[tuple[int, Sequence[Transition]]] = []

        def path_to(node: int) -> list[Transition]:
            parts = []
            while node >= 0:
                node, moves = origins[node]
                parts.append(moves)
            return [move for moves in reversed(parts) for move in moves]

        components = self.transitions.components
        first, account = self.transitions.first(), self.bound.start()
        self._visit(first, account)
        queue = deque([(components.key(first), account, -1, 0)])
        while queue:
            key, account, node, depth = queue.popleft()
            self.counts.deepest = max(self.counts.deepest, depth)
            vector = components.unpack(key)
            for moves, child, child_account in self._successors(vector, account, lambda: path_to(node)):  # noqa: B023
                if self._visit(child, child_account):
                    origins.append((node, moves))
                    queue.append((components.key(child), child_account, len(origins) - 1, depth + len(moves)))

    def _visit(self, vector: Vector, account: Any) -> bool:
        self.transitions.components.normalise(vector)
        if self._abstraction is not None:
            seen = self._abstraction.look(vector)
            key = seen.data + self.transitions.components.control(vector) if seen.control else seen.data
        else:
            key = self.transitions.components.key(vector)
        if self._bounded:
            new = self.visited.visit(key, self.bound.kind(account), self.bound.cost(account))
        else:
            new = self.visited.add(key)
        if not new:
            self.counts.matched += 1
            return False
        self._visits += 1
        if self._visits % HEARTBEAT == 0:
            self._heartbeat()
        if self._futures is not None and self._futures.broken:
            raise Broken
        if self.options.max_states is not None and len(self.visited) > self.options.max_states:
            raise Enough(f"stopped after {self.options.max_states} states")
        return True

    def _heartbeat(self) -> None:
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise Enough("out of time")
        if self.options.progress is not None:
            self._update_counts()
            self.options.progress(self.counts)

    def _update_counts(self) -> None:
        self.counts.states = len(self.visited)
        self.counts.executions = self.notes.executions
        self.counts.runs = self.transitions.runs
        self.counts.threads = len(self.transitions.components.thread_slots)

    # -- successors --------------------------------------------------------------------------------------------

    def _supersteps(self, vector: Vector, account: Any, path: Path) -> Iterator[Successor]:
        """Without a bound: every enabled thread's superstep, or a step that may come before all of them."""
        transitions = self.transitions
        alive = self._alive(vector, account)
        if not alive:
            self.notes.leak(vector, path)
            return
        alive = self._followed_overruns(vector, alive)
        if not alive:
            return
        if self._releases is not None:
            first = self._releases.first(vector, alive, None, self._sections)
            if first is not None:
                yield from self._releases_first(first, vector, alive)
                return
        steps = Supersteps(
            transitions,
            vector,
            alive,
            observed=self._observed(vector),
            stretches=self._stretches,
            races=self._races,
            longest=self.options.longest_superstep,
        )
        followed = self._followed(vector, alive)
        if followed is not None:
            for transition in steps.blocked:
                followed.follow(vector, (transition,))
        if not steps.enabled:
            self.notes.deadlock(steps.blocked, path)
        elif steps.blocked:
            self.notes.local_deadlocks(steps.blocked, path)
        for thread in steps.enabled:
            for superstep in steps.pan_step(thread):
                self.counts.transitions += len(superstep.transitions)
                held = None if followed is None else self._follow(followed, vector, alive, superstep.transitions)
                if superstep.after is None:
                    self.notes.end([*path(), *superstep.transitions])
                else:
                    if self._invariants:
                        self._check_invariants(superstep.after, [*path(), *superstep.transitions])
                    done, after = self._run_on(superstep.transitions, superstep.after, held)
                    yield *self._with_unnoticed_steps(done, after), thread
            if steps.meetings:
                self.notes.meetings(steps.meetings, path)
                steps.meetings.clear()

    def _is_of_concern(self, last: Transition, vector: Vector, held: Guards | None) -> bool:
        """Known not to be followed by a step that may come first: its thread is in no critical section."""
        thread = last.thread
        number = vector[self.transitions.components.thread_slots[thread]]
        released = self._releases is None or self._releases.never_at(thread, number)
        noticed = number in self._of_concern[thread] and number in self._unprotected[thread]
        return not held and released and not last.lone and noticed

    def _run_on(
        self, done: Sequence[Transition], vector: Vector, held: Guards | None
    ) -> tuple[Sequence[Transition], Vector]:
        """Goes on with steps that may come before all others, whoever makes them: their states need not be stored.

        A stored state has no such step, unless there are too many in a row: so none is put off for ever. `held`: what
        the thread that moved last holds.
        """
        if self._is_of_concern(done[-1], vector, held):
            return done, vector
        if self._tails_of != self._protection.version:
            self._tails_of = self._protection.version
            self._tails = Stretches(self.transitions, shortest=1)
            self._names.clear()
        thread, alive = done[-1].thread, self.transitions.alive(vector)
        if thread not in alive:
            return done, vector
        if held is None and self._sections is not None:
            held = self._sections.held(vector, thread)
        holding = held, None if held is None else self._lives.away(vector, thread)
        tail = self._tails.find(vector, thread, holding)
        if tail is not None and self._may_follow(tail, vector, alive, thread):
            self.counts.transitions += len(tail.transitions)
            return [*done, *tail.transitions], tail.effect.after(vector, self.transitions.components.width)
        begin, before = vector, len(done)
        longest = before + self.options.longest_superstep
        names: set[str | None] = set()
        movers = [thread]  # who may have such a step
        while True:
            vector, done = self._with_local_steps(done, vector)
            if done[-1].lone:
                movers.append(vector[THREADS] - 1)
            first = self._first_of(vector, movers) if len(done) < longest else None
            if first is None:
                break
            transition, name = first
            names.add(name)
            self.counts.transitions += 1
            done = [*done, transition]
            vector = transition.after(vector, self.transitions.components.width)
        row = done[before:]
        own = len(alive) > 1 and all(one.thread == thread for one in row)
        if own and None not in names and self._tails_of == self._protection.version:
            learnt = self._tails.learn(begin, row, holding)
            if learnt is not None:
                self._names[learnt] = frozenset(name for name in names if name)
        return done, vector

    def _may_follow(self, tail: Stretch, vector: Vector, alive: list[int], thread: int) -> bool:
        names = self._names[tail]
        return not names or (self._releases is not None and self._releases.may_come_first(names, vector, alive, thread))

    def _first_of(self, vector: Vector, movers: list[int]) -> tuple[Transition, str | None] | None:
        """A step of the last of these threads that has one. Those that have none are done with."""
        while movers:
            first = self._first(vector, movers[-1])
            if first is not None:
                return first
            movers.pop()
        return None

    def _first(self, vector: Vector, thread: int) -> tuple[Transition, str | None] | None:
        """A step of a thread that may come before all others, and the name of the release that it is.

        No name: it is none; None: whether it may come first depends on more.
        """
        alive = self.transitions.alive(vector)
        if thread not in alive:
            return None
        name: str | None = ""
        first = self._sections.is_next(vector, thread) if self._sections is not None else None
        if first is None and self._releases is not None:
            first = self._releases.first(vector, alive, (thread,), self._sections)
            name = self._releases.released_at(self.transitions.components.thread(vector, thread))
            if first is not None and name and not self._releases.is_left_alone(first, name, vector, alive):
                name = ""  # nobody was seen to disturb it: that holds as long as what protects what
        if first is None:
            self._unprotected[thread].add(vector[self.transitions.components.thread_slots[thread]])
            return None
        if (followed := self._followed(vector, alive)) is not None:
            followed.follow(vector, (first,))
        return first, name

    def _followed(self, vector: Vector, alive: list[int]) -> CriticalSections | None:
        """What has to know what is done from here, if anything."""
        if self._sections is None or self._lives.is_settled(vector, alive):
            return None
        return self._sections

    def _follow(
        self, followed: CriticalSections, vector: Vector, alive: list[int], row: Sequence[Transition]
    ) -> Guards | None:
        """A thread that is alone may join the last of the others in the midst of a row: what follows counts no more."""
        if len(alive) > 1:
            return followed.follow(vector, row)
        held = None
        for transition in row:
            if self._lives.is_settled(vector, alive):
                return None
            held = followed.follow(vector, (transition,))
            if transition.kind is MOVED:
                vector = transition.after(vector, self.transitions.components.width)
        return held

    def _releases_first(self, first: Transition, vector: Vector, alive: list[int]) -> Iterator[Successor]:
        self.counts.transitions += 1
        followed = self._followed(vector, alive)
        held = None if followed is None else followed.follow(vector, (first,))
        after = first.after(vector, self.transitions.components.width)
        done, after = self._run_on([first], after, held)
        yield *self._with_unnoticed_steps(done, after), first.thread

    def _with_unnoticed_steps(self, done: Sequence[Transition], vector: Vector) -> tuple[Sequence[Transition], Vector]:
        """Goes on with steps, of any thread, that no other thread will notice, and what comes first after them.

        Not round in a loop: a thread that does nothing else for ever must not keep the others from being looked at.
        """
        futures = self._futures
        if futures is None or len(self.visited) < self._patience or not futures.pays:
            return done, vector
        if self._patience:
            self._patience = 0
            futures.wander(self.transitions.first_vector)
        components = self.transitions.components
        longest = len(done) + self.options.longest_superstep
        places: set[tuple[int, int]] = set()
        alive = self.transitions.alive(vector)
        pending = alive.copy()
        while pending and len(alive) > 1 and len(done) < longest:
            thread = pending.pop()
            step = futures.unnoticed(vector, alive, thread)
            place = thread, vector[components.thread_slots[thread]]
            if step is None or place in places or components.thread(vector, thread).overruns:
                continue
            places.add(place)
            self.counts.transitions += 1
            held = None if self._sections is None else self._sections.follow(vector, (step,))
            vector = step.after(vector, components.width)
            done, vector = self._run_on([*done, step], vector, held)
            alive = self.transitions.alive(vector)
            pending = alive.copy()
        return done, vector

    def _with_local_steps(self, done: Sequence[Transition], vector: Vector) -> tuple[Vector, Sequence[Transition]]:
        """Goes on with steps that can never concern anybody but their own thread: no other order tells anything new.

        All of them are taken before the state is stored, so that no stored state is left without its other threads'
        moves; a thread that comes round in a loop is left to the search.
        """
        components, of = self.transitions.components, self.transitions.of
        first, before = done[-1], len(done)
        if not first.lone and vector[components.thread_slots[first.thread]] in self._of_concern[first.thread]:
            return vector, done
        pending = [first.thread]
        if first.lone:
            pending += range(1, vector[THREADS])  # those that it has started
        while pending:
            thread = pending.pop()
            places: set[int] = set()
            while not (vector[EXIT] or components.thread(vector, thread).ended):
                place = vector[components.thread_slots[thread]]
                if components.thread(vector, thread).overruns:
                    break
                possible = of(vector, thread)
                if not possible[0].local:
                    self._of_concern[thread].add(place)
                    break
                if place in places or len(done) - before >= self.options.longest_superstep:
                    break
                places.add(place)
                vector = possible[0].after(vector, components.width)
                done = [*done, possible[0]]
                if possible[0].overran:
                    break
                if possible[0].lone:
                    pending += range(1, vector[THREADS])
        self.counts.transitions += len(done) - before
        return vector, done

    def _single_steps(self, vector: Vector, account: Any, path: Path) -> Iterator[Successor]:
        """Every thread's next step, as far as the bound allows."""
        for _, transition, moved in self._moves(vector, account, path):
            self.counts.transitions += 1
            if transition.kind is MOVED:
                after = transition.after(vector, self.transitions.components.width)
                if self._invariants:
                    self._check_invariants(after, [*path(), transition])
                yield (transition,), after, moved
            else:
                self.notes.end([*path(), transition])

    def _chains(self, vector: Vector, account: Any, path: Path) -> Iterator[Successor]:
        """With a bound: steps that are the only possible ones in the states between them are taken together.

        Claim 1 does not carry over to bounded search: moving a thread's transitions before those of others can cost
        preemptions. Leaving out states that have one way on cannot.
        """
        for thread, transition, moved in self._moves(vector, account, path):
            yield from self._chain(vector, thread, transition, moved, path)

    def _chain(
        self, vector: Vector, thread: int, transition: Transition, account: Any, path: Path
    ) -> Iterator[Successor]:
        moves: list[Transition] = []
        slots = self.transitions.components.thread_slots
        seen: set[tuple[int, int]] = set()
        while True:
            moves.append(transition)
            self.counts.transitions += 1
            if transition.kind is not MOVED:
                self.notes.end([*path(), *moves])
                return
            vector = transition.after(vector, self.transitions.components.width)
            if self._invariants:
                self._check_invariants(vector, [*path(), *moves])
            place = thread, vector[slots[thread]]
            if place in seen or len(moves) >= self.options.longest_superstep:
                break
            seen.add(place)
            allowed = self._moves(vector, account, lambda: [*path(), *moves])
            if len(allowed) != 1:
                break
            thread, transition, account = allowed[0]
        yield moves, vector, account

    def _moves(self, vector: Vector, account: Any, path: Path) -> list[tuple[int, Transition, Any]]:
        """What can happen next within the bound, with the account that it leads to."""
        last = self.bound.last(account)
        alive = self._alive(vector, last)
        if alive and not (alive := self._followed_overruns(vector, alive)):
            return []
        of = self.transitions.of
        possible = [of(vector, thread) for thread in alive]
        enabled = [several for several in possible if any(one.kind is not BLOCKED for one in several)]
        if not enabled:
            if alive:
                self.notes.deadlock([several[-1] for several in possible], path)
            else:
                self.notes.leak(vector, path)
            return []
        if len(enabled) < len(possible):
            self.notes.local_deadlocks([several[-1] for several in possible if several not in enabled], path)
        if self._races:
            self.notes.races(enabled, path)
        last_enabled = enabled[0][0].thread == last
        moves = []
        for several in enabled:
            thread = several[0].thread
            moved = self.bound.move(account, thread, last_enabled)
            if moved is None:
                self.bound_hit = True
            else:
                moves += [(thread, one, moved) for one in several if one.kind is not BLOCKED]
        return moves

    def _followed_overruns(self, vector: Vector, alive: list[int]) -> list[int]:
        """Of the threads that have not ended, those that move; none if it is enough."""
        threads = {number: self.transitions.components.thread(vector, number) for number in alive}
        if not any(thread.overruns for thread in threads.values()):
            return alive
        moving, given_up = self.transitions.machine.follow_overruns(alive, threads)
        if given_up is not None:
            self.notes.incomplete[given_up] = None
        return [number for number in alive if number in moving] if self._bounded else moving

    def _rank(self, thread: int) -> int:
        """Threads in an order that the seed says."""
        return crc32(f"{self.options.seed} {thread}".encode())

    def _alive(self, vector: Vector, last: int) -> list[int]:
        """The threads that have not ended, the one that ran last first: whether it can go on decides about others.

        Without a bound nothing depends on that: with an odd seed it comes last, so that threads are switched early.
        """
        alive = self.transitions.alive(vector)
        if self.options.seed:
            alive.sort(key=self._rank)
        if (last or self.options.seed) and alive and alive[0] != last and last in alive:
            alive.remove(last)
            alive.insert(0, last)
        if self.options.seed % 2 and not self._bounded and last in alive:
            alive.remove(last)
            alive.append(last)
        return alive

    # -- observers -------------------------------------------------------------------------------------------------

    def _observed(self, vector: Vector) -> Footprint | None:
        """What the invariants look at in a state: who changes that may make one of them false."""
        if not self._invariants:
            return None
        return self.transitions.footprints.union(invariant.look(vector).footprint for invariant in self._invariants)

    def _check_invariants(self, vector: Vector, path: list[Transition]) -> None:
        for invariant in self._invariants:
            if not invariant.look(vector).value:
                last = path[-1]
                wrote = [access for access in last.accesses if access.write]
                stack = wrote[-1].stack if wrote else ()
                location = user_location(stack) if wrote else self.program.functions[invariant.name].location
                message = f"invariant {invariant.name} does not hold"
                broken = BrokenInvariant(
                    Property.ASSERTION, message, location, last.thread, stack, function=invariant.name
                )
                self.notes.note(("invariant", invariant.name), broken, path)
