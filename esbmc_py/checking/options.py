"""What a check is asked to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from encoders.attempt_bounds import Bounds
from encoders.levers import ALL_LEVERS, LEVERS
from encoders.variants import VARIANTS
from esbmc_py.frontend.checks import Checks
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import Surroundings
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.memory_models import RC11, SC
from esbmc_py.goto.properties import GROUPS, LIVENESS, Property
from reachability_tree.reductions import Reductions
from sequentialize.round_patterns import PatternProblem, parse_pattern

if TYPE_CHECKING:
    from encoders.outcome import Statistics
    from encoders.request import Options

DEFAULT_SEMANTICS = Semantics()
DEFAULT_GROUPS = ("reach", "memory", "division", "locks", "deadlock")
DEFAULT_MODE = "auto"
AUTOMATIC = "auto"  # the solver that does best in the mode
SOLVERS = (AUTOMATIC, "z3", "bitwuzla", "bitwuzla:preprocessing")  # and smtlib:COMMAND
# the fields of reachability_tree.reductions.Reductions
REDUCTIONS = ("infeasible", "seen", "independent", "sleep", "persistent", "overwritten")
# of mode explicit, beside --reduction
CRITICAL_SECTIONS = "critical-sections"
FUTURES = "futures"
IDLE_VALUES = "idle-values"
EXPLICIT_REDUCTIONS = (CRITICAL_SECTIONS, FUTURES, IDLE_VALUES)
# Sequentializations: local work encoded once, or the published one.
SCHEMAS = ("once", "cseq")
DEFAULT_SCHEMA = SCHEMAS[0]
# Where threads stand, in the schema once: a truth value for each place, or a number.
POSITIONS = ("order", "bitvector")

PRP = {
    "unreach-call": ("reach",),
    "no-data-race": ("race",),
    "valid-memsafety": ("memory", "memtrack"),
    "valid-memcleanup": ("leak",),
    "no-overflow": ("overflow",),
}


class OptionProblem(ValueError):
    """Options that mean nothing, or contradict one another."""


@dataclass(frozen=True, slots=True)
class ExplicitOptions:
    """What only mode `explicit` understands."""

    reduction: str = "superstep"
    order: str = "dfs"
    values: Mapping[str, range] = field(default_factory=dict)  # restricts the inputs with these names
    bitstate: int | None = None  # megabytes for two bits a state; None: every state in full
    invariants: tuple[str, ...] = ()  # functions that must stay true after every step
    abstraction: str | None = None  # the function that says which states are alike
    compiled_reads: bool = False  # reads of what is not volatile may give values that the thread has seen before
    ltl: tuple[str, ...] = ()  # formulas that must hold
    fair: bool = True  # of executions without an end, only those count in which no thread is left out for ever

    @property
    def observers(self) -> tuple[str, ...]:
        """Functions that look at states from outside the program."""
        return (*self.invariants, *(() if self.abstraction is None else (self.abstraction,)))

    @property
    def named(self) -> list[str]:
        """Settings that change the question, or the answer."""
        every = {
            "values": self.values,
            "bitstate": self.bitstate,
            "invariant": self.invariants,
            "abstract": self.abstraction,
            "compiled-reads": self.compiled_reads,
            "ltl": self.ltl,
            "fair": not self.fair,
        }
        return [name for name, value in every.items() if value not in (None, (), {}, False)]

    def validate(self) -> None:
        if self.bitstate is not None and not 1 <= self.bitstate <= 1 << 20:
            raise OptionProblem(f"bitstate is {self.bitstate}: that many megabytes cannot be had")
        for name, value, known in (
            ("reduction", self.reduction, ("none", "global-access", "superstep")),
            ("order", self.order, ("dfs", "bfs")),
        ):
            if value not in known:
                raise OptionProblem(f"there is no {name} '{value}'; there are {', '.join(known)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOptions:
    """The settings of `check`. Bounds that are None are found by deepening.

    `timeout` is in seconds, `memory` in megabytes. `esbmc_py.cli.option_list` says more about each.
    """

    mode: str = DEFAULT_MODE
    unwind: int | None = None
    unwind_at: Mapping[tuple[str, int], int] = field(default_factory=dict)
    contexts: int | None = None
    preemptions: int | None = None
    rounds: int | None = None
    schedule: str | None = None  # rounds with orders of their own, as `encoders.once.turns` reads them
    schema: str = DEFAULT_SCHEMA
    threads: int | None = None
    positions: str = "order"
    groups: tuple[str, ...] = DEFAULT_GROUPS
    happens_before: bool = False  # accesses that nothing orders are a race, also where they are not next to each other
    solver: str = AUTOMATIC
    cross_check: bool = False  # what a solver finds unsatisfiable counts only if another one agrees
    timeout: float | None = None
    memory: int | None = None
    jobs: int | None = None  # processors for mode auto; None: all there are
    all_violations: bool = False
    reduction: bool = True
    without: tuple[str, ...] = ()  # reductions, or levers of a sequentialization, that are not wanted
    seed: int = 0
    variants: tuple[str, ...] = ()  # of encodings, by name: for experiments
    include_dirs: tuple[Path | str, ...] = ()
    defines: tuple[str, ...] = ()
    arch: int = 64
    semantics: Semantics = DEFAULT_SEMANTICS
    gcc_shifts: bool = False  # left shifts of negative numbers and into the sign bit are defined
    dump_smt2: Path | None = None  # gets all that solvers are asked, as SMT-LIB 2
    progress: Callable[[str, Statistics], None] | None = None
    covered: Callable[[str, str], None] | None = None  # told of bounds within which there is nothing, and by which mode
    explicit: ExplicitOptions = field(default_factory=ExplicitOptions)
    coverage: bool = False  # which thread was where, and how branches went: for `CheckResult.coverage`

    @property
    def properties(self) -> frozenset[Property]:
        return frozenset(prop for group in self.groups for prop in GROUPS[group])

    @property
    def reductions(self) -> Reductions:
        if not self.reduction:
            return Reductions.none()
        return Reductions().without(*(name for name in self.without if name in REDUCTIONS))

    @property
    def bounds(self) -> Bounds:
        """Those that were asked for."""
        return Bounds(self.unwind, self.contexts, self.preemptions, self.rounds, self.schedule)

    @property
    def schedule_bounds(self) -> list[str]:
        """The names of those that bound schedules."""
        every = ("contexts", "preemptions", "rounds", "schedule")
        return [name for name in every if getattr(self, name) is not None]

    @property
    def levers(self) -> frozenset[str]:
        return ALL_LEVERS.difference(self.without)

    @property
    def request(self) -> Options:
        """What attempts ask, in its parts. Each attempt has bounds, limits and a runtime of its own."""
        from encoders.request import Encoding, LookedFor, Options, Solving, part

        encoding = replace(part(Encoding, self), variants=frozenset(self.variants))
        return Options(
            self.bounds,
            part(LookedFor, self),
            encoding,
            part(Solving, self),
            unwind_at=self.unwind_at,
            threads=self.threads,
            timeout=self.timeout,
        )

    @property
    def memory_model(self) -> str:
        """What modes have to know of it: the others are written into the program."""
        return RC11 if self.by_graphs else SC

    @property
    def by_graphs(self) -> bool:
        """Executions are graphs (memory model rc11)."""
        return self.semantics.surroundings.memory_model == RC11

    @property
    def checks(self) -> Checks:
        """What the front end has to write into the program."""
        return Checks(
            division="division" in self.groups,
            overflow="overflow" in self.groups,
            shift="overflow" in self.groups,
            shifted_value="overflow" in self.groups and not self.gcc_shifts,
            bounds="memory" in self.groups,
            conversion="conversion" in self.groups,
            signal_safety="signal-safety" in self.groups,
            leaks="leak" in self.groups,
        )

    def in_surroundings(self, surroundings: Surroundings) -> CheckOptions:
        return replace(self, semantics=replace(self.semantics, surroundings=surroundings))

    def validate(self) -> None:
        """Raises OptionProblem. What a mode does not take, it says itself (`modes.py`)."""
        self._validate_schedule()
        names = ("unwind", "threads", "contexts", "preemptions", "rounds", "timeout", "memory", "jobs")
        for name in names:
            number = getattr(self, name)
            if number is not None and number < 0:
                raise OptionProblem(f"{name} is {number}, and must not be negative")
        for name in ("jobs", "rounds"):
            if getattr(self, name) == 0:
                raise OptionProblem(f"{name} is 0, and must be 1 at least")
        if self.schema not in SCHEMAS:
            raise OptionProblem(f"there is no schema '{self.schema}'; there are {' and '.join(SCHEMAS)}")
        if self.positions not in POSITIONS:
            raise OptionProblem(f"there are no positions '{self.positions}'; there are {' and '.join(POSITIONS)}")
        self.explicit.validate()
        _check_groups(self.groups)
        if self.happens_before and "race" not in self.groups:
            raise OptionProblem("happens-before says what a race is: it needs property race")
        self._validate_memory_model()
        for name in self.without:
            if name not in (*REDUCTIONS, *LEVERS, *EXPLICIT_REDUCTIONS):
                known = ", ".join((*REDUCTIONS, *LEVERS, *EXPLICIT_REDUCTIONS))
                raise OptionProblem(f"there is no reduction '{name}'; there are {known}")
        for name in self.variants:
            if name not in VARIANTS:
                raise OptionProblem(f"there is no variant '{name}'; there are {', '.join(VARIANTS)}")
        kind, _, command = self.solver.partition(":")
        if not (self.solver in SOLVERS or (kind == "smtlib" and command.strip())):
            raise OptionProblem(f"there is no solver '{self.solver}'; there are z3, bitwuzla and smtlib:COMMAND")

    def _validate_memory_model(self) -> None:
        """Races are told by accesses, and an access that waits in a buffer is none yet."""
        model = self.semantics.surroundings.memory_model
        if model == SC:
            return
        unsupported = ("atomicity", "leak", "memtrack") if model == RC11 else ("race", "atomicity", "memtrack")
        for name in unsupported:
            if name in self.groups:
                raise OptionProblem(f"property {name} is not supported under memory model {model}")
        if model == RC11 and self.schedule_bounds:
            name = self.schedule_bounds[0]
            raise OptionProblem(f"{name} is not supported under memory model rc11: its executions have no schedule")
        if model == RC11 and self.semantics.atomic_statements:
            raise OptionProblem("atomic-statements is not supported under memory model rc11")
        if self.explicit.compiled_reads:
            raise OptionProblem(f"compiled-reads is not supported under memory model {model}")

    def _validate_schedule(self) -> None:
        given = self.schedule_bounds
        if len(given) > 1:
            raise OptionProblem(f"{given[0]} and {given[1]} bound the same thing: give one of them")
        if self.schedule is not None:
            try:
                parse_pattern(self.schedule)
            except PatternProblem as problem:
                raise OptionProblem(str(problem)) from None


def _check_groups(names: Sequence[str]) -> None:
    if not names:
        raise OptionProblem("no property is named")
    for name in names:
        if name not in GROUPS:
            raise OptionProblem(f"there is no property '{name}'; there are {', '.join(GROUPS)} and all")


def parse_groups(text: str) -> tuple[str, ...]:
    """`reach,deadlock` or `all`."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if "all" in names:
        beside = {"memtrack"} | {group for group, some in GROUPS.items() if some <= LIVENESS}
        return tuple(group for group in GROUPS if group not in beside)  # "leak" includes memtrack
    _check_groups(names)
    return tuple(dict.fromkeys(names))


def parse_property_file(text: str) -> tuple[str, ...]:
    """An SV-COMP property file: `CHECK( init(main()), LTL(G ! call(reach_error())) )` and its kin."""
    found: list[str] = []
    patterns = {
        "reach_error": "unreach-call",
        "__VERIFIER_error": "unreach-call",
        "data-race": "no-data-race",
        "valid-free": "valid-memsafety",
        "valid-deref": "valid-memsafety",
        "valid-memtrack": "valid-memsafety",
        "valid-memcleanup": "valid-memcleanup",
        "overflow": "no-overflow",
    }
    for line in text.splitlines():
        if line.strip().startswith("CHECK"):
            groups = [group for word, name in patterns.items() if word in line for group in PRP[name]]
            if not groups:
                raise OptionProblem(f"not a property that is known ({', '.join(PRP)}): {line.strip()}")
            found += groups
    if not found:
        raise OptionProblem(f"no property that is known: {', '.join(PRP)}")
    return tuple(dict.fromkeys(found))
