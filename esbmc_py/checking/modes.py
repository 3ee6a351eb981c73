"""The modes. Each knows which bounds it takes, what it makes of a program, which attempts to make, and how to ask.

Packages of others add modes: a subclass of `Mode`, as an entry point in the group `smtcb.modes` (docs/experiments.md).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from esbmc_py.goto.properties import GROUPS, LIVENESS, Property
from esbmc_py.goto.sharing import prepare

from .deepening import Attempt, contexts_then_all, growing, more_rounds, rounds_then_all, unwindings, within_bounds
from .options import (
    AUTOMATIC,
    CRITICAL_SECTIONS,
    DEFAULT_GROUPS,
    DEFAULT_SCHEMA,
    FUTURES,
    IDLE_VALUES,
    CheckOptions,
    ExplicitOptions,
    OptionProblem,
)

if TYPE_CHECKING:
    from encoders.outcome import Outcome, Statistics
    from encoders.request import Options
    from esbmc_py.goto.program import Program

AUTO = "auto"
GROUP = "smtcb.modes"  # of entry points


class Mode(ABC):
    """A way to answer. What is written here holds for modes that look at interleavings one by one, or at their tree."""

    name: ClassVar[str]
    summary: ClassVar[str] = ""  # for people: half a line
    bounds: ClassVar[tuple[str, ...]] = ("contexts", "preemptions")  # on schedules: those that it takes
    solver: ClassVar[str] = "z3"  # the one that does best
    works_by_solver: ClassVar[bool] = False  # one formula: what is too much is counted in the solver's work
    unwinds: ClassVar[bool] = True  # loops whose end is not in sight
    schema: ClassVar[str | None] = None  # of a sequentialization: each is a mode of its own, all of one name
    is_engine: ClassVar[bool] = True  # finds violations, can say that there is none, and does so by itself
    is_team: ClassVar[bool] = False  # others answer, beside each other
    is_concrete: ClassVar[bool] = False  # looks at concrete states
    is_by_chance: ClassVar[bool] = False  # looks at some executions, in no order
    only_proves: ClassVar[bool] = False  # says that all executions are right, or nothing
    tries_likely_calls: ClassVar[bool] = True  # of programs with arguments, before it searches among all

    @abstractmethod
    def check(self, program: Program, request: Options, options: CheckOptions) -> Outcome:
        """The answer for a prepared program within the bounds of the request. The caller replays what is found."""

    def validate(self, options: CheckOptions) -> None:
        """Raises OptionProblem if something is wanted that means nothing here."""
        given = options.schedule_bounds
        taken = self.bounds_with(options)
        if given and given[0] not in taken:
            by = f"by {given[0]}, but by {' or '.join(taken)}" if taken else "by anything"
            raise OptionProblem(f"mode {self.name} is not bounded {by}")
        if not self.unwinds and (options.unwind is not None or options.unwind_at):
            raise OptionProblem(f"mode {self.name} takes loops as they are: there is nothing to unwind")
        if self.schema is None and (options.schema != DEFAULT_SCHEMA or options.threads is not None):
            raise OptionProblem("schema and threads are for mode lazyseq")
        if not self.is_concrete and (named := asks_for_explicit(options)):
            raise OptionProblem(f"{named[0]} is for mode explicit")
        if options.happens_before and not self.orders_accesses(options):
            raise OptionProblem(
                f"happens-before is not supported by {self.title} with these options:"
                " it looks for accesses that can happen at the same time"
            )
        if options.by_graphs and not self.follows_graphs(options):
            raise OptionProblem(f"{self.title} is not supported for rc11: mode lazyseq with schema once is")
        if options.coverage and not self.knows_coverage(options):
            raise OptionProblem(f"{self.title} does not tell what it has reached, so there is no coverage")

    @property
    def title(self) -> str:
        """For messages."""
        return f"mode {self.name}"

    def bounds_with(self, _options: CheckOptions) -> tuple[str, ...]:
        return self.bounds

    def adapted(self, options: CheckOptions) -> CheckOptions:
        """The options as this mode wants them, for what was not asked for."""
        return options

    def prepare(self, program: Program, options: CheckOptions) -> Program:
        return prepare(program, heap_seen=Property.LEAK in options.properties)

    def attempts(self, options: CheckOptions) -> Iterator[Attempt]:
        """From small to large. The caller stops when nothing was cut, and leaves out what would tell nothing new."""
        if not options.bounds.all_schedules:
            return within_bounds(options, tree=True)
        return contexts_then_all(unwindings(options))

    def orders_accesses(self, _options: CheckOptions) -> bool:
        """Does it look for races by happens-before where that is asked for?"""
        return False

    def follows_graphs(self, _options: CheckOptions) -> bool:
        """Does it know executions as graphs (memory model rc11)?"""
        return False

    def knows_coverage(self, _options: CheckOptions) -> bool:
        """Does it fill `request.coverage`? If it says so and does not, nothing seems to be reached."""
        return False

    def work(self, statistics: Statistics) -> float:
        """Milliseconds, roughly, but always the same: by this, engines take turns."""
        return statistics.nodes / 4 + statistics.formula_nodes / 40

    def solver_with(self, options: CheckOptions, *, texts: bool = False) -> str:
        """`texts`: the program takes arbitrary texts from outside."""
        del texts
        return self.solver if options.solver == AUTOMATIC else options.solver


class TreeMode(Mode):
    def knows_coverage(self, _options: CheckOptions) -> bool:
        return True

    def orders_accesses(self, _options: CheckOptions) -> bool:
        return True


class Lazy(TreeMode):
    name = "lazy"
    summary = "one interleaving after the other"

    def check(self, program: Program, request: Options, _options: CheckOptions) -> Outcome:
        from encoders.tree.lazy import check_lazy

        return check_lazy(program, request)

    def solver_with(self, options: CheckOptions, *, texts: bool = False) -> str:
        """Arbitrary texts make formulas over bytes, which one of the solvers is much better at."""
        return "bitwuzla" if texts and options.solver == AUTOMATIC else super().solver_with(options)


class ScheduleRecording(TreeMode):
    name = "schedule"
    summary = "all interleavings in one formula"

    def check(self, program: Program, request: Options, _options: CheckOptions) -> Outcome:
        from encoders.tree.schedule import check_schedule

        return check_schedule(program, request)


class UnderApproximation(TreeMode):
    name = "uw"
    summary = "that, starting from few"

    def check(self, program: Program, request: Options, _options: CheckOptions) -> Outcome:
        from encoders.tree.uw import check_uw

        return check_uw(program, request)


class Sequentialization(Mode):
    """What both schemas have in common."""

    name = "lazyseq"
    summary = "lazy sequentialization"
    solver = "bitwuzla"
    works_by_solver = True

    def attempts(self, options: CheckOptions) -> Iterator[Attempt]:
        if not options.bounds.all_schedules:
            return within_bounds(options, tree=False)
        return more_rounds(unwindings(options))


class LazySeq(Sequentialization):
    """Schema once: local work is encoded once."""

    schema = "once"
    bounds = ("rounds", "schedule", "contexts")

    def check(self, program: Program, request: Options, options: CheckOptions) -> Outcome:
        from encoders.once.check import check_lazyseq

        if (options.jobs or 1) > 1:
            from .instances import can_be_cut
            from .workers import HAS_PROCESSES

            if HAS_PROCESSES and can_be_cut(request):
                from .forked import decide_here

                return decide_here(program, request, options.jobs or 1)
        return check_lazyseq(program, request)

    def bounds_with(self, options: CheckOptions) -> tuple[str, ...]:
        return () if options.by_graphs else self.bounds  # in graphs there are no schedules

    def follows_graphs(self, _options: CheckOptions) -> bool:
        return True

    def adapted(self, options: CheckOptions) -> CheckOptions:
        """Under rc11 a data race is undefined behaviour: it is looked for unless something else is asked for."""
        if options.by_graphs and options.groups == DEFAULT_GROUPS:
            return replace(options, groups=(*DEFAULT_GROUPS, "race"))
        return options

    def attempts(self, options: CheckOptions) -> Iterator[Attempt]:
        if options.by_graphs:
            return growing(unwindings(options))
        at_once = "atomicity" not in options.groups and "order" not in options.without
        if options.bounds.all_schedules and at_once:
            return rounds_then_all(unwindings(options))
        return super().attempts(options)

    def knows_coverage(self, _options: CheckOptions) -> bool:
        return True

    def orders_accesses(self, _options: CheckOptions) -> bool:
        return True


class PublishedLazySeq(Sequentialization):
    """Schema cseq: as CAV 2014 has it."""

    schema = "cseq"
    bounds = ("rounds",)

    def check(self, program: Program, request: Options, _options: CheckOptions) -> Outcome:
        from encoders.cseq.check import check_cseq

        return check_cseq(program, request)

    @property
    def title(self) -> str:
        return f"the schema {self.schema}"


def asks_for_explicit(options: CheckOptions) -> list[str]:
    """What only that mode understands."""
    return [*options.explicit.named, *(group for group in options.groups if GROUPS.get(group, frozenset()) <= LIVENESS)]


class Explicit(Mode):
    name = "explicit"
    summary = "all concrete states"
    solver = ""  # needs none
    unwinds = False
    is_concrete = True
    tries_likely_calls = False  # its search is among these

    def check(self, program: Program, request: Options, options: CheckOptions) -> Outcome:
        from .explicit import check_explicit
        from .surroundings import untried_inputs

        def work(variation: int) -> Outcome:
            return check_explicit(
                program,
                request,
                options.explicit,
                idle_values=IDLE_VALUES not in options.without,
                critical_sections=CRITICAL_SECTIONS not in options.without,
                futures=FUTURES not in options.without,
                variation=variation,
            )

        if self._takes_several(options):
            from .variations import first_settled

            outcome = first_settled(work, options.jobs or 1)
        else:
            outcome = work(0)
        untried = untried_inputs(program, options.semantics)
        return replace(outcome, unknown=(*outcome.unknown, *untried))

    def validate(self, options: CheckOptions) -> None:
        super().validate(options)
        if options.explicit.ltl or options.properties & LIVENESS:
            from .liveness import validate

            validate(options)

    def adapted(self, options: CheckOptions) -> CheckOptions:
        """Concrete states: not every text can be tried unless the user bounds them."""
        surroundings = replace(options.semantics.surroundings, likely_texts=True)
        semantics = replace(options.semantics, surroundings=surroundings)
        if options.explicit.ltl:
            from .liveness import expressions

            semantics = replace(semantics, propositions=expressions(options.explicit.ltl))
        return replace(options, semantics=semantics)

    def prepare(self, program: Program, options: CheckOptions) -> Program:
        from esbmc_py.vm.compiled_reads import hoisted
        from explicit_state.invariant_points import prepare_observed

        if options.explicit.compiled_reads:
            program = hoisted(program)
        heap_seen = Property.LEAK in options.properties
        observers = options.explicit.invariants
        if options.explicit.ltl:
            from .liveness import functions_of

            observers += functions_of(options.explicit.ltl)
        return prepare_observed(program, observers, heap_seen=heap_seen)

    def attempts(self, options: CheckOptions) -> Iterator[Attempt]:
        """Loops run to their end, and states seen before end the search."""
        return iter([Attempt(options.bounds)])

    def work(self, statistics: Statistics) -> float:
        """What the machine runs takes long; the rest is known by heart."""
        return (statistics.states + statistics.pruned_seen) / 12 + statistics.steps / 3

    def _takes_several(self, options: CheckOptions) -> bool:
        """Processes. What they have reached is not known here; questions about endless executions have one order."""
        from .workers import HAS_PROCESSES

        plain = not (options.coverage or options.happens_before or options.explicit.ltl)
        return HAS_PROCESSES and (options.jobs or 1) > 1 and plain and not options.properties & LIVENESS

    def knows_coverage(self, options: CheckOptions) -> bool:
        if self._takes_several(options):
            return False
        return options.coverage or not options.happens_before  # with which it takes more time

    def orders_accesses(self, options: CheckOptions) -> bool:
        return options.explicit == ExplicitOptions(options.explicit.reduction)


class Random(Mode):
    """Executions at random: until the time that is given is up, or for a moment."""

    name = "random"
    summary = "some executions: bugs, no proofs"
    solver = ""
    unwinds = False
    bounds = ()
    is_engine = False
    is_by_chance = True

    def check(self, program: Program, request: Options, _options: CheckOptions) -> Outcome:
        from .random_runs import check_at_random, sample

        return sample(program, request) if self.goes_on(request) else check_at_random(program, request)

    def goes_on(self, request: Options) -> bool:
        return request.timeout is not None

    def attempts(self, options: CheckOptions) -> Iterator[Attempt]:
        return iter([Attempt(options.bounds)])

    def work(self, statistics: Statistics) -> float:
        return statistics.transitions / 12 + statistics.steps / 400


class AtFirst(Random):
    """Before others begin."""

    def goes_on(self, _request: Options) -> bool:
        return False


class Sampler(Random):
    """Beside others, as long as they work."""

    tries_likely_calls = False

    def goes_on(self, _request: Options) -> bool:
        return True


class Prove(Mode):
    """No bound at all, and no counterexample: a proof, or nothing."""

    name = "prove"
    summary = "proofs without bounds: no bugs"
    solver = "bitwuzla"
    unwinds = False
    bounds = ()
    is_engine = False
    only_proves = True
    tries_likely_calls = False

    def check(self, program: Program, request: Options, _options: CheckOptions) -> Outcome:
        from .proofs import check_by_proof

        return check_by_proof(program, request)

    def validate(self, options: CheckOptions) -> None:
        super().validate(options)
        from .proofs import validate

        validate(options)

    def attempts(self, options: CheckOptions) -> Iterator[Attempt]:
        return iter([Attempt(options.bounds)])

    def work(self, statistics: Statistics) -> float:
        return statistics.formula_nodes / 30


class Auto(Mode):
    """See `team`: its engines make their own attempts."""

    name = AUTO
    is_team = True
    summary = "several modes side by side: the first answer"
    bounds = ("contexts", "preemptions", "rounds", "schedule")
    is_engine = False

    def check(self, program: Program, request: Options, options: CheckOptions) -> Outcome:
        """A single attempt is made by the first engine that takes what is asked for."""
        from .team import members

        alone = replace(options, mode=members(options)[0])
        return mode_of(alone).check(program, request, alone)

    def validate(self, options: CheckOptions) -> None:
        from .team import members

        if options.dump_smt2 is not None:
            raise OptionProblem("formulas are written in one mode (--mode lazy): mode auto is several")
        members(options)

    def adapted(self, options: CheckOptions) -> CheckOptions:
        """Where one engine alone takes all that is asked for, that one answers."""
        from .team import members

        names = members(options)
        if len(names) > 1:
            return options
        alone = replace(options, mode=names[0])
        return mode_of(alone).adapted(alone)


_OURS: dict[str, Mode] = {
    mode.name: mode
    for mode in (Auto(), Lazy(), ScheduleRecording(), UnderApproximation(), LazySeq(), Explicit(), Random(), Prove())
}
_OTHER_SCHEMAS: dict[tuple[str, str | None], Mode] = {(one.name, one.schema): one for one in (PublishedLazySeq(),)}


def find_mode(name: str, schema: str = DEFAULT_SCHEMA) -> Mode:
    """Raises OptionProblem."""
    mode = _OTHER_SCHEMAS.get((name, schema)) or _OURS.get(name) or _others().get(name)
    if mode is None:
        raise OptionProblem(f"there is no mode '{name}'; there are {', '.join(mode_names())}")
    return mode


def mode_of(options: CheckOptions) -> Mode:
    """Raises OptionProblem."""
    return find_mode(options.mode, options.schema)


def mode_names() -> tuple[str, ...]:
    return (*_OURS, *_others())


def engine_names() -> tuple[str, ...]:
    """The modes that are worth comparing: each finds violations, can say that there is none, and does so by itself."""
    return tuple(name for name, mode in {**_OURS, **_others()}.items() if mode.is_engine)


def _others() -> dict[str, Mode]:
    """Those that other packages bring."""
    from importlib.metadata import entry_points

    return {entry.name: entry.load()() for entry in entry_points(group=GROUP) if entry.name not in _OURS}
