"""Questions about executions without an end, from what the user asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from esbmc_py.frontend.propositions import proposition_function
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from explicit_state.liveness.formula import Formula, FormulaProblem, Next, Proposition, parse, parts, propositions
from explicit_state.liveness.search import LivenessQuestion

from .options import CheckOptions, OptionProblem

_MESSAGES = {
    Property.TERMINATION: "threads go on for ever",
    Property.LIVELOCK: "threads go on for ever, and nothing that is marked as progress happens",
    Property.STARVATION: "a thread could move again and again, and never does",
}
_SPINNING = "threads go on for ever, and nothing changes but where they are"


def formulas(texts: Sequence[str]) -> list[Formula]:
    """Raises OptionProblem, with the place."""
    try:
        return [parse(text) for text in texts]
    except FormulaProblem as problem:
        raise OptionProblem(f"ltl: {problem}") from None


def expressions(texts: Sequence[str]) -> tuple[str, ...]:
    """The C expressions in formulas: propositions, each once."""
    return tuple(one.text for one in _numbered(formulas(texts)))


def functions_of(texts: Sequence[str]) -> tuple[str, ...]:
    """The functions that tell what holds."""
    return tuple(_numbered(formulas(texts)).values())


def _numbered(every: Sequence[Formula]) -> dict[Proposition, str]:
    found = {one: None for formula in every for one in propositions(formula)}
    return {one: proposition_function(number) for number, one in enumerate(found)}


def validate(options: CheckOptions) -> None:
    """Raises OptionProblem."""
    explicit = options.explicit
    stepwise = any(isinstance(part, Next) for formula in formulas(explicit.ltl) for part in parts(formula))
    if stepwise and explicit.reduction == "superstep":
        raise OptionProblem("ltl: X asks for the next step, and supersteps hide steps: --reduction global-access")
    refused = {
        "abstract": explicit.abstraction,
        "compiled-reads": explicit.compiled_reads,
        "reduction none": explicit.reduction == "none",
        "order bfs": explicit.order == "bfs",
        "happens-before": options.happens_before,
    }
    for name, given in refused.items():
        if given:
            raise OptionProblem(f"{name} is not supported for questions about executions without an end")


def questions(program: Program, properties: frozenset[Property], texts: Sequence[str]) -> Iterator[LivenessQuestion]:
    every = formulas(texts)
    functions = _numbered(every)
    for text, formula in zip(texts, every, strict=True):
        asked = {one: functions[one] for one in propositions(formula)}
        yield LivenessQuestion(Property.LTL, f"{text} does not hold", formula, asked)
    for prop, message in _MESSAGES.items():
        if prop in properties:
            marked = prop is not Property.LIVELOCK or "smtcb_progress" in program.functions
            yield LivenessQuestion(prop, message if marked else _SPINNING)
