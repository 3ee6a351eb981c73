"""Proofs against the concrete machine: where mode prove says that nothing goes wrong, exploration must find nothing.

    python -m tests.agreement.prove_agree 500                      several threads of one routine, and mutants
    python -m tests.agreement.prove_agree 500 --source generator   programs of all kinds that other modes are judged by
    python -m tests.agreement.prove_agree 200 --source mutants     programs that are proved, and all mutants of each
    python -m tests.agreement.prove_agree 200 --source relays      the same, of threads that are waited for
    python -m tests.agreement.prove_agree 200 --source counters    the same, of threads that count
    python -m tests.agreement.prove_agree 200 --source servers     the same, of threads that are given a job each
    python -m tests.agreement.prove_agree 200 --source monitors    the same, of threads that wait for signals
    python -m tests.agreement.prove_agree 2000 --results /tmp/prove.jsonl     can be resumed
    python -m tests.agreement.prove_agree --results /tmp/prove.jsonl          only tells what is there
    python -m tests.agreement.prove_agree 1 --first 7 --show                  prints the program

A mutant lacks a lock, an unlock or a check. Two of three programs of routines are mutants. The properties asked for
depend on the seed: assertions only, some, the default ones, or all that the mode decides.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from esbmc_py.checking import CheckOptions
from esbmc_py.checking.proofs import DECIDED
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import GROUPS, Property
from esbmc_py.vm.explore import explore
from prove.proof import prove
from symex.reset import forget_terms
from tests.agreement.agree import load_text
from tests.agreement.campaign import campaign_parser, seeds
from tests.agreement.time_limit import TimeIsUp, time_limit
from tests.generator import FEATURES, generate
from tests.generator.counters import counters
from tests.generator.kinds import ENDLESS, FAMILIES, features_of
from tests.generator.monitors import monitors
from tests.generator.relays import relay
from tests.generator.routines import routines
from tests.generator.servers import servers

SOURCES = ("routines", "generator", "mutants", "relays", "counters", "servers", "monitors")
WITH_MUTANTS = {"mutants": routines, "relays": relay, "counters": counters, "servers": servers, "monitors": monitors}
MOST_STATES = 30_000
MOST_WORK = 60_000
MOST_WORK_COUNTING = 200_000
MOST_WORK_SERVING = 120_000
MOST_WORK_WAITING = 400_000
MOST_MUTANTS = 8  # of one program
MOST_SECONDS = 60  # for one program, on a busy computer
GROUPS_ASKED = (("reach",), ("reach", "memory", "locks"), CheckOptions().groups, DECIDED)
GROUPS_OF_MONITORS = (("reach", "deadlock"), ("deadlock",), ("reach", "deadlock"), ("reach", "locks", "deadlock"))
GROUPS_OF_COUNTERS = (("reach",), ("reach", "overflow"), ("reach", "deadlock"), ("memory", "locks"))
BAD = ("WRONG", "REJECTED")


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the results. `mutant`: which line of the program is missing; -1: none."""

    source: str
    seed: int
    mutant: int
    verdict: str
    seconds: float


def program_text(seed: int, source: str, mutant: int = -1) -> str:
    if source == "generator":
        kinds = [FEATURES, *features_of(sorted(FAMILIES)), *ENDLESS.values()]
        features = kinds[seed % len(kinds)]
        return generate(seed, 2 + seed % 2, features)
    if source in WITH_MUTANTS:
        return WITH_MUTANTS[source](seed, mutant if mutant >= 0 else None)
    return routines(seed // 3, mutant=seed if seed % 3 else None)


def compared(seed: int, source: str = "routines", mutant: int = -1) -> str:
    """`proved`, `open` (no proof), for mutants `bug` (no proof, and there is none), or what is wrong."""
    counts = source == "counters"
    kinds = {"counters": GROUPS_OF_COUNTERS, "monitors": GROUPS_OF_MONITORS}.get(source, GROUPS_ASKED)
    groups = kinds[seed % len(kinds)]
    properties = frozenset(prop for group in groups for prop in GROUPS[group])
    program = load_text(program_text(seed, source, mutant))
    forget_terms()
    work, attempts = (MOST_WORK_COUNTING, 2 + seed % 5) if counts else (MOST_WORK, 1 + seed % 6)
    if source == "servers":
        work = MOST_WORK_SERVING
    if source == "monitors":
        work, attempts = MOST_WORK_WAITING, 2
    proof = prove(program, properties, most_work=work, attempts=attempts)
    if any("rejects" in reason for reason in proof.unknown):
        return f"REJECTED by the checker: {proof.unknown[0]}"
    if proof.unknown:
        return "bug" if mutant >= 0 and _bug(program, properties)[0] else "open"
    found, complete = _bug(program, properties)
    if found:
        return f"WRONG: proved, and the machine finds {found}"
    return "proved" if complete else "proved (not all explored)"


def _bug(program: Program, properties: frozenset[Property]) -> tuple[str, bool]:
    """What the machine finds, and whether it looked at everything."""
    found = explore(program, max_states=MOST_STATES, shortest=False)
    wrong = [str(one.what) for one in found.findings if one.property in properties]
    return (wrong[0] if wrong else ""), not found.incomplete


def asked(seed: int, source: str, mutant: int = -1) -> Told:
    begun = time.monotonic()
    verdict = "out of time"
    try:
        with time_limit(MOST_SECONDS):
            verdict = compared(seed, source, mutant)
    except TimeIsUp:
        pass
    return Told(source, seed, mutant, verdict, round(time.monotonic() - begun, 2))


def all_asked(seed: int, source: str) -> Iterator[Told]:
    """About a program that is proved, and all its mutants, or about one program."""
    told = asked(seed, source)
    if source in WITH_MUTANTS and told.verdict.startswith("proved"):
        whole = program_text(seed, source)
        tried = range(MOST_MUTANTS) if source != "monitors" else (seed % MOST_MUTANTS, (seed + 3) % MOST_MUTANTS)
        texts = {program_text(seed, source, mutant): mutant for mutant in reversed(tried)}
        texts.pop(whole, None)
        yield from (asked(seed, source, mutant) for mutant in sorted(texts.values()))
    yield told  # last: what is written is not asked again


def campaign(options: argparse.Namespace, before: list[Told]) -> Iterator[Told]:
    done = {(told.source, told.seed) for told in before if told.mutant < 0}
    for seed in seeds(options):
        if (options.source, seed) not in done:
            yield from all_asked(seed, options.source)


def read_results(path: Path | None) -> list[Told]:
    if path is None or not path.exists():
        return []
    return [Told(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines() if line.endswith("}")]


def kept(told: Told, path: Path | None) -> Told:
    if path is not None:
        with path.open("a", encoding="utf-8") as results:
            print(json.dumps(asdict(told)), file=results)
    if told.verdict.startswith(BAD):
        print(f"{told.source}, seed {told.seed}, mutant {told.mutant}: {told.verdict}", flush=True)
    return told


def summary(results: list[Told]) -> int:
    """The exit status: 1 if somebody disagrees."""
    every = {(told.source, told.seed, told.mutant): told for told in results}.values()
    for source in SOURCES:
        for kind, of_kind in (("programs", -1), ("mutants of those", 0)):
            these = [one for one in every if one.source == source and min(one.mutant, 0) == of_kind]
            tally = Counter(one.verdict.split(":")[0] for one in these)
            parts = ", ".join(f"{verdict} {times}" for verdict, times in sorted(tally.items()))
            if these:
                each = sum(one.seconds for one in these) / len(these)
                print(f"{source}: {len(these)} {kind}, {each:.2f} s each: {parts}")
    wrong = sum(told.verdict.startswith(BAD) for told in every)
    print(f"{wrong} disagreements")
    return 1 if wrong else 0


def main() -> int:
    parser = campaign_parser(__doc__, count=0)
    parser.add_argument("--source", choices=SOURCES, default="routines")
    parser.add_argument("--results", type=Path, help="where they are kept; what is there is not asked again")
    parser.add_argument("--show", action="store_true", help="print the program of the first seed")
    parser.add_argument("--mutant", type=int, default=-1, help="of the program shown (with --source mutants)")
    options = parser.parse_args()
    if options.show:
        print(program_text(options.first, options.source, options.mutant))
        return 0
    before = read_results(options.results)
    return summary([*before, *(kept(told, options.results) for told in campaign(options, before))])


if __name__ == "__main__":
    raise SystemExit(main())
