"""Whole checks under the memory model rc11, against an enumerator of execution graphs (`tests/weak/rc11_judge.py`).

    python -m tests.agreement.rc11_agree 500                       goes on where the last campaign stopped
    python -m tests.agreement.rc11_agree 20 --first 100 --afresh

The judge tells with which registers a generated program can end, and whether it has a data race. Without a race, the
check is asked about two ends: one that is possible, if it can be one that is not with all orders seq_cst; and one that
is not possible, if it can be one that is with all orders relaxed. What was asked is noted in a file (`--notes`), so
that a campaign can be broken off.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from random import Random

from esbmc_py import check
from esbmc_py.checking.results import Verdict
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import Surroundings
from esbmc_py.vm.findings import DataRace
from tests.agreement.campaign import campaign_parser, run
from tests.weak.rc11_judge import PLAIN, RELAXED, SEQ_CST, If, Instruction, Registers, Thread, behaviours
from tests.weak.rc11_programs import Author, as_c, registers_of

NOTES = Path("rc11_agree.json")


def with_order(thread: Thread, order: str) -> Thread:
    """The same with this order everywhere; fences stay what they are."""

    def changed(instruction: Instruction) -> Instruction:
        if isinstance(instruction, If):
            return replace(instruction, then=with_order(instruction.then, order))
        names = [field.name for field in fields(instruction) if field.name in ("order", "success", "failure")]
        if not hasattr(instruction, "place") or PLAIN in (getattr(instruction, name) for name in names):
            return instruction
        return replace(instruction, **dict.fromkeys(names, order))

    return tuple(map(changed, thread))


def questions(seed: int) -> Iterator[tuple[str, str]]:
    """Programs with an assertion, and what must be found: race, assertion or nothing."""
    threads = Author(seed).program()
    own = behaviours(threads)
    random = Random(seed)
    if own.races:
        yield as_c(threads, random.choice(sorted(own.outcomes))), "race"
        return
    strong = behaviours(tuple(with_order(thread, SEQ_CST) for thread in threads)).outcomes
    weak = behaviours(tuple(with_order(thread, RELAXED) for thread in threads)).outcomes
    assert strong <= own.outcomes <= weak, f"seed {seed}: stronger orders allow more"
    yield as_c(threads, random.choice(sorted(own.outcomes - strong) or sorted(own.outcomes))), "assertion"
    impossible = sorted(weak - own.outcomes) or [_other(threads, own.outcomes, random)]
    yield as_c(threads, random.choice(impossible)), "nothing"


def _other(threads: tuple[Thread, ...], possible: frozenset[Registers], random: Random) -> Registers:
    """Nobody writes 9."""
    registers = registers_of(threads)
    while True:
        chosen = tuple(sorted((register, random.choice((0, 1, 2, 9))) for register in registers))
        if not registers:
            return (("", 9),)
        if chosen not in possible and not any(dict(chosen).items() <= dict(one).items() for one in possible):
            return chosen


def asked(text: str, **settings: object) -> tuple[Verdict, str]:
    """The verdict, and what was found."""
    semantics = Semantics(surroundings=Surroundings(memory_model="rc11"))
    result = check(text, mode="lazyseq", semantics=semantics, **settings)  # type: ignore[arg-type]
    assert not any("does not confirm" in note for note in result.notes), result.notes
    for one in result.counterexamples:
        return result.verdict, "race" if isinstance(one.what, DataRace) else str(one.what.property)  # type: ignore[union-attr]
    return result.verdict, "nothing"


def disagreements(seed: int, tally: Counter[str], notes: dict[str, list[str]]) -> Iterator[str]:
    if str(seed) in notes:
        tally.update(notes[str(seed)])
        return
    answers: list[str] = []
    for text, wanted in questions(seed):
        if "assert(!(1))" in text and wanted == "nothing":
            continue  # no register at all
        try:
            verdict, found = asked(text, timeout=60)
        except AssertionError as problem:
            yield f"seed {seed}: {problem}"
            continue
        if verdict is Verdict.UNKNOWN:
            answers.append("undecided")
        elif found == wanted:
            answers.append(f"{wanted}: agreed")
        else:
            yield f"seed {seed}: {found} instead of {wanted}"
    notes[str(seed)] = answers
    tally.update(answers)


def main() -> int:
    parser = campaign_parser(__doc__)
    parser.add_argument("--notes", type=Path, default=NOTES)
    parser.add_argument("--afresh", action="store_true", help="forget what was asked before")
    options = parser.parse_args()
    known = options.notes.exists() and not options.afresh
    notes: dict[str, list[str]] = json.loads(options.notes.read_text()) if known else {}
    tally: Counter[str] = Counter()

    def judged(seed: int) -> Iterator[str]:
        yield from disagreements(seed, tally, notes)
        options.notes.write_text(json.dumps(notes))

    return run(options, judged, tally)


if __name__ == "__main__":
    sys.exit(main())
