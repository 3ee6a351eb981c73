"""Which threads may execute an instruction, and may another thread be alive then?

A *role* is what a thread was started to do: main, or one per start routine. A role has several threads when its
StartThread may be executed more than once. What main does before any thread can have been started is concurrent
with nothing.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import field
from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass

from .abstract_objects import PointsTo
from .activations import Activation
from .closure import closure
from .flow import in_loops, reachable_from, successors
from .instructions import Instruction, StartThread
from .program import Program

RoleSet: TypeAlias = int  # a bit per role; main is bit 0

# Where an activation is entered from: the activation that calls or starts it, and whether it does so in a loop.
Ways: TypeAlias = dict[Activation, list[tuple[Activation, bool]]]

MAIN: RoleSet = 1
MANY = 2


@dataclass(frozen=True, slots=True)
class Role:
    name: str  # "main", or the start routine's name
    several: bool  # may two threads have it?

    def __str__(self) -> str:
        return f"{self.name} (several threads)" if self.several else self.name


@dataclass(slots=True)
class Threads:
    roles: list[Role]
    _executed_by: dict[Activation, RoleSet]
    _after_start: dict[Activation, set[int] | None]  # None: all of its instructions
    _repeated: set[str]  # functions that one thread may enter more than once
    _loops: dict[str, set[int]]  # per function, the instructions in loops

    def at(self, activation: Activation, index: int) -> RoleSet:
        """The roles that may execute the instruction while another thread is alive."""
        roles = self._executed_by.get(activation, 0)
        if roles & MAIN:
            after = self._after_start.get(activation, set())
            if after is not None and index not in after:
                roles &= ~MAIN
        return roles

    def repeats(self, activation: Activation, index: int) -> bool:
        """May one thread execute the instruction more than once?"""
        return activation.function in self._repeated or index in self._loops[activation.function]

    def executed_by(self, role: int) -> list[Activation]:
        return [activation for activation, roles in self._executed_by.items() if roles >> role & 1]

    def anywhere_in(self, activation: Activation) -> RoleSet:
        """The roles that may execute some instruction of it while another thread is alive."""
        roles = self._executed_by.get(activation, 0)
        after = self._after_start.get(activation, set())
        return roles if after is None or after else roles & ~MAIN


@dataclass(slots=True)
class _Roles:
    program: Program
    found: PointsTo
    loops: dict[str, set[int]] = field(default_factory=dict)

    def run(self) -> Threads:
        starts = self.start_sites()
        counts = self.entry_counts(self.calls_and_starts(starts), [Activation(self.program.entry)])
        roles = [Role("main", several=False)]
        executed_by: dict[Activation, RoleSet] = defaultdict(int)
        self.mark(executed_by, [Activation(self.program.entry)], MAIN)
        for number, routine in enumerate(sorted(starts), 1):
            roles.append(Role(routine.function, several=executions(starts[routine], counts) >= MANY))
            self.mark(executed_by, [routine, *self.thread_exit()], 1 << number)
        for activation in executed_by:
            self.loops_at(activation, 0)
        return Threads(roles, dict(executed_by), self.after_start(), self.repeated(starts), self.loops)

    def repeated(self, starts: Ways) -> set[str]:
        """The functions that one thread may enter more than once."""
        firsts = [Activation(self.program.entry), *starts, *self.thread_exit()]
        counts = self.entry_counts(self.call_sites(), firsts)
        entered: dict[str, int] = defaultdict(int)
        for activation, count in counts.items():
            entered[activation.function] += count
        return {name for name, count in entered.items() if count >= MANY}

    def thread_exit(self) -> list[Activation]:
        name = self.program.thread_exit
        return [Activation(name)] if name in self.program.functions else []

    def mark(self, executed_by: dict[Activation, RoleSet], entries: list[Activation], role: RoleSet) -> None:
        pending = list(entries)
        while pending:
            activation = pending.pop()
            if not executed_by[activation] & role and activation in self.found.calls:
                executed_by[activation] |= role
                for callees in self.found.calls[activation].values():
                    pending.extend(callees)

    # How often is a function entered?

    def calls_and_starts(self, starts: Ways) -> Ways:
        ways = self.call_sites()
        for routine, sites in starts.items():
            ways[routine] = ways[routine] + sites
            for thread_exit in self.thread_exit():
                ways[thread_exit].append((routine, False))
        return ways

    def entry_counts(self, ways: Ways, firsts: list[Activation]) -> dict[Activation, int]:
        """How often each activation is entered: 0, 1 or MANY times. The first ones are entered once from outside.

        The least solution of: an activation is entered as often as the sites that lead to it are executed; a site is
        executed as often as its function is entered, MANY times if in a loop. Recursion makes MANY by itself.
        """
        leads_to: dict[Activation, set[Activation]] = defaultdict(set)
        for target, sites in ways.items():
            for source, _ in sites:
                leads_to[source].add(target)
        counts: dict[Activation, int] = defaultdict(int, dict.fromkeys(firsts, 1))
        pending = list(firsts)
        while pending:
            for target in leads_to[pending.pop()]:
                count = min(MANY, executions(ways[target], counts) + (target in firsts))
                if count > counts[target]:
                    counts[target] = count
                    pending.append(target)
        return counts

    def call_sites(self) -> Ways:
        ways: Ways = defaultdict(list)
        for caller, sites in self.found.calls.items():
            for index, callees in sites.items():
                for callee in callees:
                    ways[callee].append((caller, self.loops_at(caller, index)))
        return ways

    def start_sites(self) -> Ways:
        ways: Ways = defaultdict(list)
        for starter, sites in self.found.starts.items():
            for index, names in sites.items():
                for name in names:
                    ways[Activation(name)].append((starter, self.loops_at(starter, index)))
        return ways

    def loops_at(self, activation: Activation, index: int) -> bool:
        name = activation.function
        if name not in self.loops:
            self.loops[name] = in_loops(self.program.functions[name])
        return index in self.loops[name]

    # What does main execute after a thread may have been started?

    def after_start(self) -> dict[Activation, set[int] | None]:
        starters = self.starters()
        after: dict[Activation, set[int] | None] = {}
        pending: list[tuple[Activation, bool]] = [(Activation(self.program.entry), False)]
        while pending:
            activation, started = pending.pop()
            if activation not in self.found.calls:
                continue
            known = after.get(activation, set())
            if known is None or (activation in after and not started):
                continue
            after[activation] = None if started else self.after_start_in(activation, starters)
            for index, callees in self.found.calls[activation].items():
                now = after[activation]
                pending.extend((callee, now is None or index in now) for callee in callees)
        return after

    def starters(self) -> set[Activation]:
        """The activations in which a thread may be started, in themselves or in what they call."""
        callers: dict[Activation, set[Activation]] = defaultdict(set)
        for caller, sites in self.found.calls.items():
            for callees in sites.values():
                for callee in callees:
                    callers[callee].add(caller)
        starting = {name for name, function in self.program.functions.items() if _starts(function.instructions)}
        firsts = (activation for activation in self.found.calls if activation.function in starting)
        return closure(firsts, lambda activation: callers[activation])

    def after_start_in(self, activation: Activation, starters: set[Activation]) -> set[int]:
        instructions = self.program.functions[activation.function].instructions
        starting = [index for index, instruction in enumerate(instructions) if isinstance(instruction, StartThread)]
        for index, callees in self.found.calls[activation].items():
            if callees & starters:
                starting.append(index)
        return reachable_from(instructions, [after for index in starting for after in successors(instructions, index)])


def executions(sites: list[tuple[Activation, bool]], counts: dict[Activation, int]) -> int:
    return sum(MANY if looping else counts[source] for source, looping in sites if counts[source])


def _starts(instructions: list[Instruction]) -> bool:
    return any(isinstance(instruction, StartThread) for instruction in instructions)


def thread_roles(program: Program, found: PointsTo) -> Threads:
    return _Roles(program, found).run()
