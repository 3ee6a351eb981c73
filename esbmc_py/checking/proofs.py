"""Mode `prove`: what it can be asked, and its answer."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from encoders.outcome import Outcome, Statistics
from encoders.request import Options
from esbmc_py.goto.memory_models import SC
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare

from .options import CheckOptions, OptionProblem

if TYPE_CHECKING:
    from .api import Source
    from .results import CheckResult

DECIDED = ("reach", "memory", "division", "overflow", "conversion", "locks", "deadlock")


def validate(options: CheckOptions) -> None:
    """Raises OptionProblem for what no invariant is looked for."""
    for group in options.groups:
        if group not in DECIDED:
            raise OptionProblem(f"mode prove does not decide {group}; it decides {', '.join(DECIDED)}")
    if options.semantics.surroundings.memory_model != SC:
        raise OptionProblem("mode prove knows sequential consistency only")
    if options.coverage:
        raise OptionProblem("mode prove does not tell what can be reached: coverage needs another mode")
    if options.dump_smt2 is not None:
        raise OptionProblem("mode prove does not write its formulas")
    if options.all_violations:
        raise OptionProblem("mode prove finds no violations: all-violations is for other modes")


FORMAT = "smtcb-invariant"
VERSION = 1


class InvariantProblem(ValueError):
    """A file that holds no invariant, or one of another program."""


def document(result: CheckResult) -> dict[str, Any]:
    """The invariant of a proof, as a file has it."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "properties": list(result.scope.groups),
        "invariant": [
            {"place": one.place, "location": str(one.location), "thread": one.thread, "clause": one.clause}
            for one in result.invariant
        ],
    }


def read_document(text: str) -> tuple[tuple[str, ...], dict[str, list[str]]]:
    """The properties that were proved, and clauses by place. Raises InvariantProblem."""
    try:
        found = json.loads(text)
    except ValueError as problem:
        raise InvariantProblem(f"not a JSON file: {problem}") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise InvariantProblem(f"not an invariant: the field format is not {FORMAT}")
    if found.get("version") != VERSION:
        raise InvariantProblem(f"version {found.get('version')} is not known; {VERSION} is")
    try:
        groups = tuple(str(one) for one in found["properties"])
        clauses: dict[str, list[str]] = {}
        for one in found["invariant"]:
            clauses.setdefault(str(one["place"]), []).append(str(one["clause"]))
    except (KeyError, TypeError):
        raise InvariantProblem("there must be a list of properties, and an invariant of places and clauses") from None
    return groups, clauses


def check_document(source: Source, options: CheckOptions, invariant: dict[str, list[str]]) -> list[str]:
    """What is wrong with the invariant: nothing if it proves the program. Raises InvariantProblem."""
    from prove.clauses import ClauseProblem
    from prove.graph import CannotProve
    from prove.proof import check_invariant

    from .api import load_source, validated

    options = validated(options, {"mode": "prove"})
    program = prepare(load_source(source, options).program)
    try:
        problems, _ = check_invariant(program, options.properties, invariant)
    except (ClauseProblem, CannotProve) as problem:
        raise InvariantProblem(str(problem)) from None
    return [str(one) for one in problems]


def check_by_proof(program: Program, request: Options) -> Outcome:
    from prove.proof import prove

    begun = time.monotonic()

    def tell(work: int) -> None:
        if request.progress is not None:
            request.progress(Statistics(formula_nodes=work))

    looked_for, runtime = request.looked_for, request.runtime
    proof = prove(program, looked_for.properties, request.solving.solver, tell, opinions=runtime.opinions)
    statistics = Statistics(
        nodes=proof.locations,
        transitions=proof.steps,
        solver_checks=proof.checks,
        candidates=proof.candidates,
        exploration_time=time.monotonic() - begun,
    )
    proved = not proof.unknown
    functions = proof.unknown_functions
    return Outcome(
        "prove", (), False, (), (), proof.unknown, functions, statistics, proved=proved, invariant=proof.invariant,
        loop_claims=proof.loop_claims,
    )  # fmt: skip
