"""Proofs against the concrete machine: where mode prove says that nothing goes wrong, exploration must find nothing.

    python -m tests.agreement.prove_agree 500                      several threads of one routine, and mutants
    python -m tests.agreement.prove_agree 500 --source generator   programs of all kinds that other modes are judged by
    python -m tests.agreement.prove_agree 500 --first 7000 --seconds 300

Every third program is a mutant: a lock, an unlock or a check is missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from esbmc_py.checking import CheckOptions
from esbmc_py.goto.properties import GROUPS
from esbmc_py.vm.explore import explore
from prove.proof import prove
from symex.reset import forget_terms
from tests.agreement.agree import load_text
from tests.agreement.campaign import campaign_parser, run
from tests.generator import FEATURES, generate
from tests.generator.kinds import ENDLESS, FAMILIES, features_of
from tests.generator.routines import routines

MOST_STATES = 30_000
MOST_WORK = 60_000
GROUPS_ASKED = (("reach",), ("reach", "memory", "locks"), CheckOptions().groups)


def program_text(seed: int, source: str) -> str:
    if source == "generator":
        kinds = [FEATURES, *features_of(sorted(FAMILIES)), *ENDLESS.values()]
        features = kinds[seed % len(kinds)]
        return generate(seed, 2 + seed % 2, features)
    return routines(seed // 3, mutant=seed if seed % 3 else None)


def compared(seed: int, source: str = "routines") -> str:
    """`proved`, `bug` (and no proof), `open` (no proof, no bug), or what is wrong."""
    text = program_text(seed, source)
    groups = GROUPS_ASKED[seed % len(GROUPS_ASKED)]
    properties = frozenset(prop for group in groups for prop in GROUPS[group])
    program = load_text(text)
    forget_terms()
    proof = prove(program, properties, most_work=MOST_WORK, attempts=2 if seed % 5 == 0 else 1)
    if any("rejects" in reason for reason in proof.unknown):
        return f"REJECTED by the checker: {proof.unknown[0]}"
    if proof.unknown:
        return "open"
    found = explore(program, max_states=MOST_STATES, shortest=False)
    wrong = [one for one in found.findings if one.property in properties]
    if wrong:
        return f"WRONG: proved, and the machine finds {wrong[0].what}"
    return "proved" if not found.incomplete else "proved (not all explored)"


def disagreements(seed: int, source: str, tally: Counter[str]) -> Iterator[str]:
    result = compared(seed, source)
    tally[result.split(":")[0]] += 1
    if result.startswith(("WRONG", "REJECTED")):
        yield f"seed {seed}: {result}"


def main() -> int:
    parser = campaign_parser(__doc__)
    parser.add_argument("--source", choices=("routines", "generator"), default="routines")
    parser.add_argument("--show", action="store_true", help="print the program of the first seed")
    options = parser.parse_args()
    if options.show:
        print(program_text(options.first, options.source))
        return 0
    tally: Counter[str] = Counter()
    return run(options, lambda seed: disagreements(seed, options.source, tally), tally)


if __name__ == "__main__":
    raise SystemExit(main())
