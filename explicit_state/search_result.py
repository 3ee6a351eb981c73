"""What the search is asked and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from enum import StrEnum
from typing import TypeAlias

from esbmc_py.goto.coverage import Coverage
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.properties import Property
from esbmc_py.vm.executable import HOT
from esbmc_py.vm.findings import Finding, UnsupportedPlace, Violation

from .domains import SMALL_DOMAIN
from .supersteps import LONGEST_SUPERSTEP

Progress: TypeAlias = "Callable[[Counts], None]"  # called now and then; may raise what it wants the search to end with


class Reduction(StrEnum):
    NONE = "none"  # a switch point before every access to memory
    GLOBAL_ACCESS = "global-access"  # before every access that another thread may notice
    SUPERSTEP = "superstep"


class SearchOrder(StrEnum):
    DFS = "dfs"
    BFS = "bfs"


@dataclass(frozen=True, slots=True)
class BrokenInvariant(Violation):
    """A step has led to a state in which an invariant does not hold."""

    function: str = ""


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """At most one of the bounds may be given. `seconds` limits the search as a whole.

    `invariants` and `abstraction` are names of functions of the program.
    """

    reduction: Reduction = Reduction.SUPERSTEP
    order: SearchOrder = SearchOrder.DFS
    shortest: bool = True  # breadth first over supersteps: look for the shortest way, too
    seed: int = 0  # of the order in which threads are tried; 0: by number; odd: others than the last one first
    contexts: int | None = None
    preemptions: int | None = None
    properties: frozenset[Property] = frozenset(Property)
    all_violations: bool = False  # go on after the first one
    invariants: tuple[str, ...] = ()
    abstraction: str | None = None
    values: Mapping[str, range] = field(default_factory=dict)  # restricts the inputs with these names
    small_domain: int = SMALL_DOMAIN  # up to so many values, an input is enumerated
    bitstate: int | None = None  # megabytes; None: states are stored exactly
    compiled_reads: bool = False  # reads may give values that the thread has seen before
    idle_values: bool = True  # values that decide nothing are left out, with supersteps
    critical_sections: bool = True  # steps inside one come first, with supersteps and without a bound
    futures: int | None = 300  # so do steps that no other thread will notice any more, once there are so many states
    longest_superstep: int = LONGEST_SUPERSTEP
    max_states: int | None = None
    seconds: float | None = None
    progress: Progress | None = None
    coverage: Coverage | None = None  # gets what is executed
    hot: int = HOT  # executions after which code is compiled (where no races are looked for)


@dataclass(slots=True)
class Counts:
    states: int = 0
    transitions: int = 0  # steps that lead from state to state, those inside supersteps included
    matched: int = 0  # states that were met again
    executions: int = 0  # ends of executions that were met
    deepest: int = 0  # steps of the longest path
    threads: int = 1
    restarts: int = 0  # of the search, since something did not protect what it seemed to
    runs: int = 0  # steps that the machine had to make

    def begin_again(self) -> None:
        """All of them, except that the search has been begun once more."""
        self.states = self.transitions = self.matched = self.executions = self.deepest = self.runs = 0
        self.threads = 1
        self.restarts += 1


@dataclass(frozen=True, slots=True)
class SearchResult:
    findings: tuple[Finding, ...]
    counts: Counts
    bound_hit: bool  # there are schedules beyond the bound
    incomplete: tuple[str, ...]  # why this is not everything within the bounds
    sampled: bool  # among that: inputs with too many values
    unsupported: tuple[UnsupportedPlace, ...]
    unknown_functions: tuple[str, ...]
    restricted: tuple[str, ...] = ()  # the names of inputs that were restricted
    coverage: float | None = None  # with `bitstate`: an estimate of the share of states that were visited

    def after(self, other: SearchResult) -> SearchResult:
        """With what another search that found nothing has left out before."""
        shares = [share for share in (self.coverage, other.coverage) if share is not None]
        return replace(self, bound_hit=self.bound_hit or other.bound_hit, coverage=min(shares, default=None))

    @property
    def is_free(self) -> bool:
        """Nothing was found, and everything within the bounds was looked at."""
        return not (self.findings or self.incomplete or self.unsupported)

    @property
    def complete(self) -> bool:
        return not (self.bound_hit or self.incomplete or self.unsupported)
