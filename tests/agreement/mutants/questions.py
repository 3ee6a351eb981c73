"""What the engines are asked, over and over: generated programs that the machine has explored already."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from esbmc_py.goto.program import Program
from esbmc_py.vm.explore import explore
from esbmc_py.vm.findings import Exploration
from explicit_state import Reduction, SearchOptions, search
from symex.reset import forget_terms
from tests.agreement import explicit_agree
from tests.agreement.agree import REDUCED, Ask, Case, differences_of, load_text, outcome_of, threads_start_threads
from tests.agreement.outcomes_agree import other_outcomes
from tests.generator import FEATURES
from tests.generator.kinds import features_of
from tests.generator.outcomes import generate_outcomes

MOST_STATES = 500  # many small programs tell more than few large ones
SIZES = [2, 3, 4, 5]
SECONDS = 60.0
_SPECIAL = features_of(["rewrites", "all", "shapes", "guarded", "guarded-shapes", "undefined"])
KINDS = [kind for special in _SPECIAL for kind in (FEATURES, special)]  # every second one has a bit of everything


@dataclass(frozen=True, slots=True)
class Answer:
    problem: str  # a difference from the machine; empty if there is none
    work: int  # that it took, counted


@dataclass(frozen=True, slots=True)
class Question:
    program: str
    name: str
    ask: Callable[[], Answer]


Kinds: TypeAlias = "Sequence[frozenset[str]]"


FILES: list[Path] = []  # before generated programs


def programs(count: int, kinds: Kinds) -> Iterator[tuple[int, str, Program]]:
    """Those of files; then small ones, of these kinds in turn; without any, those of which every outcome counts.

    With a number each, which bounds go by, and a name.
    """
    for number, path in enumerate(FILES):
        yield number, path.stem, load_text(path.read_text())
    ask = Ask([], SIZES, list(kinds))
    for seed in range(count):
        yield seed, str(seed), ask.program(seed) if kinds else load_text(generate_outcomes(seed))


Cases: TypeAlias = "Callable[[int], list[tuple[dict[str, Any], str]]]"


def of_symbolic_mode(mode: str, cases: Cases, count: int, kinds: Kinds) -> list[Question]:
    """`cases` gives bounds and reductions for a seed. Every third program is asked about races, too."""
    questions = []
    for seed, name, program in programs(count, kinds):
        ask = Ask([mode], races=seed % 3 == 0)
        for bounds, reductions in cases(seed):
            limits: dict[str, Any] = {**ask.looks_for, **bounds}
            found = explore(program, shortest=False, max_states=MOST_STATES, **limits)
            if found.states < MOST_STATES:
                case = Case(mode, bounds, reductions)
                questions.append(Question(name, f"{name} {case}", _symbolic(program, found, case, ask)))
    return questions


def _symbolic(program: Program, found: Exploration, case: Case, ask: Ask) -> Callable[[], Answer]:
    def answer() -> Answer:
        forget_terms()
        outcome = outcome_of(program, case, ask)
        problem = differences_of(outcome, program, found, case, ask)
        if (
            problem == ""
            and case.mode == "lazyseq"
            and not ("rounds" in case.bounds and threads_start_threads(program))
        ):
            problem = other_outcomes(outcome, found)
        work = outcome.statistics
        return Answer(problem or "", work.nodes or work.formula_nodes)

    return answer


def of_tree(count: int, kinds: Kinds = KINDS) -> list[Question]:
    def cases(seed: int) -> list[tuple[dict[str, Any], str]]:
        turn = seed // len(KINDS) + seed
        bounds: list[dict[str, Any]] = [{}, {"contexts": 1 + turn % 3}, {"preemptions": turn % 3}]
        return [*((bound, REDUCED) for bound in bounds), ({}, "without persistent"), (bounds[1], "without persistent")]

    return of_symbolic_mode("lazy", cases, count, kinds)


def of_once(count: int, kinds: Kinds = KINDS) -> list[Question]:
    def cases(seed: int) -> list[tuple[dict[str, Any], str]]:
        turn = seed // len(KINDS) + seed
        return [({}, REDUCED), ({"rounds": 1 + turn % 4}, REDUCED)]

    return of_symbolic_mode("lazyseq", cases, count, kinds)


def of_cseq(count: int, kinds: Kinds = KINDS) -> list[Question]:
    return of_symbolic_mode("cseq", lambda seed: [({"rounds": 1 + seed % 3}, REDUCED)], count, kinds)


def of_explicit(count: int, kinds: Kinds = KINDS) -> list[Question]:
    questions = []
    for seed, name, program in programs(count, kinds):
        for bounds in explicit_agree.bounds_of(seed // len(KINDS) + seed):
            found = explore(
                program,
                shortest=False,
                races=True,
                leaks=True,
                small_domain=explicit_agree.SMALL_DOMAIN,
                max_states=MOST_STATES,
                **bounds,
            )
            if found.states >= MOST_STATES:
                continue
            options = SearchOptions(
                reduction=Reduction.SUPERSTEP,
                all_violations=True,
                seconds=SECONDS,
                small_domain=explicit_agree.SMALL_DOMAIN,
                **bounds,
            )
            for futures in (0,) if bounds else (0, 20):  # there are none within a bound
                asked = replace(options, futures=futures)
                questions.append(Question(name, f"{name} {bounds} futures {futures}", _explicit(program, found, asked)))
    return questions


def _explicit(program: Program, found: Exploration, options: SearchOptions) -> Callable[[], Answer]:
    def answer() -> Answer:
        result = search(program, options)
        return Answer(explicit_agree.differences(found, result, options.reduction), result.counts.states)

    return answer


def _names(text: str) -> list[str]:
    return text.split()


QUESTIONS: dict[str, Callable[[int, Kinds], list[Question]]] = {
    "tree": of_tree,
    "once": of_once,
    "cseq": of_cseq,
    "explicit": of_explicit,
}
MODULES: dict[str, list[str]] = {
    "tree": [
        *(
            f"reachability_tree.{name}"
            for name in _names(
                """sleep seen persistent overwritten independence enabled footprints step_accesses remembered
            local_deadlocks races bounds walk"""
            )
        ),
        *(f"encoders.tree.{name}" for name in _names("lazy collector paths")),
    ],
    "once": [
        f"encoders.once.{name}"
        for name in _names(
            """alone among_others arrays blocks cells final held_locks idle_iterations initialised inside joins leaks
            locks movers narrow operations order own_view own_work places positions precedence races record
            recording_run rounds slice step_order steps substitution targets touches turn_constraints turns views"""
        )
    ],
    "explicit": [
        f"explicit_state.{name}"
        for name in _names(
            """absent_threads bounded_steps disturbances first_steps footprints futures granularity moving_threads
            tracking_machine protection releases search stretches supersteps transitions uses vectors visited"""
        )
    ],
    "cseq": [
        *(f"sequentialize.{name}" for name in _names("cseq unwind inline threads fold tidy fixed number")),
        "encoders.cseq.check",
    ],
}
