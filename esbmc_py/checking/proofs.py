"""Mode `prove`: what it can be asked, and its answer."""

from __future__ import annotations

import time

from encoders.outcome import Outcome, Statistics
from encoders.request import Options
from esbmc_py.goto.memory_models import SC
from esbmc_py.goto.program import Program

from .options import CheckOptions, OptionProblem

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
