"""Questions about executions without an end: checks, with and without supersteps and fairness, against the judge.

Every third program is asked about within a bound on preemptions, every fourth with two bits for each state.

python -m tests.explicit_state.liveness.agree 1000
python -m tests.explicit_state.liveness.agree 500 --first 20000
python -m tests.explicit_state.liveness.agree 5000 --first 40000 --seconds 900
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import replace
from random import Random

from esbmc_py import check
from esbmc_py.checking.liveness import expressions
from esbmc_py.checking.options import ExplicitOptions
from esbmc_py.checking.results import CheckResult, Verdict
from esbmc_py.frontend.load import load
from esbmc_py.frontend.propositions import proposition_function
from esbmc_py.frontend.semantics import Semantics
from explicit_state.invariant_points import prepare_observed
from explicit_state.liveness.formula import Proposition, parse

from .formulas import random_formula
from .judge import Judge, TooMany
from .programs import VARIABLES, random_program
from .text import text_of

PROPERTIES = ("termination", "starvation", "livelock")


def asked(random: Random) -> str:
    """A formula that has a chance to matter, or any."""
    atoms = [f"{{{random.choice(VARIABLES)} == {random.randint(0, 2)}}}" for _ in range(2)]
    shapes = ("G F {0}", "F G {0}", "G ({0} -> F {1})", "{0} W {1}", "F {0}", "G !{0}", "G ({0} -> ({0} U {1}))")
    if random.random() < 0.5:
        return random.choice(shapes).format(*atoms)
    formula = random_formula(random, [Proposition(atom[1:-1]) for atom in atoms], 3, stepwise=False)
    return text_of(formula)


def compare(seed: int) -> list[str]:
    """What disagrees, and what was asked in vain."""
    random = Random(seed)
    text, formula = random_program(random), asked(random)
    found: list[str] = []
    fair = random.random() < 0.7
    preemptions = random.randint(0, 3) if seed % 3 == 2 else None
    bitstate = 1 if seed % 4 == 3 else None
    texts = expressions((formula,))
    functions = {Proposition(one): proposition_function(number) for number, one in enumerate(texts)}
    program = _load(text, texts)
    try:
        judge = Judge(prepare_observed(program, tuple(functions.values())), functions, preemptions=preemptions)
        # what nobody looks at is no switch point
        unobserved = Judge(prepare_observed(_load(text, ()), ()), {}, preemptions=preemptions)
    except TooMany:
        return ["too many states"]
    for reduction in ("superstep", "global-access"):
        how = f"{reduction}, {fair=}, {preemptions=}, {bitstate=}"
        explicit = ExplicitOptions(reduction, ltl=(formula,), fair=fair, bitstate=bitstate)
        result = check(text, mode="explicit", groups=("reach",), explicit=explicit, preemptions=preemptions)
        found.append(_word(result, judge.breaks(parse(formula), fair=fair), f"seed {seed}: {formula}, {how}"))
        explicit = replace(explicit, ltl=())
        truths = (unobserved.goes_on(fair=fair), unobserved.starves(fair=fair), unobserved.spins(fair=fair))
        for name, truth in zip(PROPERTIES, truths, strict=True):
            if name == "livelock" and unobserved.overran:
                continue  # whether its own memory is the same in between depends on where steps end
            result = check(text, mode="explicit", groups=(name,), explicit=explicit, preemptions=preemptions)
            found.append(_word(result, truth, f"seed {seed}: {name}, {how}"))
    return found


def _load(text: str, texts: tuple[str, ...]):  # type: ignore[no-untyped-def]
    from pathlib import Path
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / "program.c"
        path.write_text(text)
        return load([path], semantics=Semantics(propositions=texts)).program


def _word(result: CheckResult, truth: bool, asked: str) -> str:
    if result.verdict is Verdict.UNKNOWN:
        return f"UNKNOWN: {asked}: {result.notes} {result.scope.unknown}"
    if (result.verdict is Verdict.FAILED) is not truth:
        return f"WRONG: {asked}: {result.verdict}, the judge says {truth}"
    return "violated" if truth else "holds"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="no program is begun after that")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    programs, deadline = 0, time.monotonic() + options.seconds
    for seed in range(options.first, options.first + options.count):
        if time.monotonic() > deadline:
            break
        programs += 1
        for word in compare(seed):
            counts[word.split(":")[0]] += 1
            if ":" in word:
                print(word, flush=True)
    print(f"{programs} programs", dict(counts))
    return 1 if counts["WRONG"] else 0


if __name__ == "__main__":
    sys.exit(main())
