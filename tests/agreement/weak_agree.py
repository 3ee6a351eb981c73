"""Whole checks under memory models with store buffers, against a machine that really has them (`tests/weak/judge.py`).

    python -m tests.agreement.weak_agree 100                              all modes, tso and pso
    python -m tests.agreement.weak_agree 100 --modes lazy,explicit --first 5000 --seconds 300

For every generated program the judge tells with which outcomes it can end. The modes are asked about two of these
numbers: one with which it can end under the model, if possible not under a stronger one; and one with which it cannot,
if possible one that a weaker model allows. A program is loaded once for all modes. What was asked is noted in a file
(`--notes`), so that a campaign can be broken off and goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from esbmc_py.checking.api import check_program, load_source
from esbmc_py.checking.modes import mode_of
from esbmc_py.checking.options import CheckOptions
from esbmc_py.checking.results import Verdict
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import Surroundings
from esbmc_py.goto.program import Program
from tests.weak.judge import OUTCOME, TooManyStates, outcomes, without_buffers
from tests.weak.programs import Author

MODES = ("lazy", "schedule", "uw", "lazyseq", "cseq", "explicit")
MODELS = ("sc", "tso", "pso")
MOST_MEMORY = 1500  # megabytes: with buffers, trees of some programs are larger
END = "    outcome = (int)(sum % 65521);"


def possible(path: Path, model: str) -> frozenset[int] | None:
    """With which outcomes the program can end; None if something else can happen."""
    found = outcomes(without_buffers(path, model), None if model == "sc" else model)
    if not all(text.startswith(OUTCOME) for text in found):
        return None
    return frozenset(int(text.removeprefix(OUTCOME)) for text in found)


def questions(seed: int, folder: Path) -> Iterator[tuple[str, str, bool]]:
    """Programs with an assertion, models, and whether the assertion fails."""
    text, path = Author(seed).text(), folder / "program.c"
    path.write_text(text, encoding="utf-8")
    try:
        allowed = [possible(path, model) for model in MODELS]
    except TooManyStates:
        return
    random = Random(seed)
    for number, model in enumerate(MODELS):
        own = allowed[number]
        if model == "sc" or own is None:
            continue
        news = sorted(own - (allowed[number - 1] or own))
        later = sorted((allowed[-1] or own) - own)
        asked = [(random.choice(news or sorted(own)), True)] if own else []  # some programs never come to their end
        for outcome, fails in (*asked, (random.choice(later or [65521]), False)):
            asserting = text.replace(END, f"    assert(sum % 65521 != {outcome});")
            yield f"#include <assert.h>\n{asserting}", model, fails


def settings(mode: str, model: str, timeout: float | None = 30) -> CheckOptions:
    schema = "cseq" if mode == "cseq" else "once"
    named = "lazyseq" if mode == "cseq" else mode
    unwind = None if mode == "explicit" else 3
    rounds = 3 if mode == "cseq" else None
    semantics = Semantics(surroundings=Surroundings(memory_model=model, store_buffer=8))
    memory = MOST_MEMORY if mode in ("uw", "schedule") else None
    options = CheckOptions(mode=named, schema=schema, unwind=unwind, rounds=rounds, timeout=timeout, memory=memory)
    return replace(options, semantics=semantics)


def ask(mode: str, text: str, model: str, timeout: float | None = 30) -> Verdict:
    return ask_about(mode, loaded(text, model), model, timeout)


def loaded(text: str, model: str) -> Program:
    """For any mode."""
    return load_source(text, settings("lazy", model)).program


def ask_about(mode: str, program: Program, model: str, timeout: float | None = 30) -> Verdict:
    options = settings(mode, model, timeout)
    result = check_program(mode_of(options).prepare(program, options), options)
    assert not any("does not confirm" in note for note in result.notes)
    return result.verdict


def judged(verdict: Verdict, fails: bool, mode: str) -> str:
    if verdict is Verdict.UNKNOWN:
        return "undecided"
    if (verdict is Verdict.FAILED) == fails:
        return "found" if fails else "nothing"
    bounded = mode == "cseq"  # which looks at three rounds
    return "missed" if fails and bounded else "WRONG"


def answers(seed: int, modes: list[str], folder: Path) -> Iterator[tuple[str, str, str]]:
    """Mode, model, and how the answer is to be judged."""
    for text, model, fails in questions(seed, folder):
        program = loaded(text, model)
        for mode in modes:
            yield mode, model, judged(ask_about(mode, program, model), fails, mode)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--notes", type=Path, default=None, help="what was asked, by seed and modes")
    options = parser.parse_args()
    tally: Counter[tuple[str, str, str]] = Counter()
    end = time.monotonic() + options.seconds
    notes = json.loads(options.notes.read_text()) if options.notes is not None and options.notes.exists() else {}
    with TemporaryDirectory() as folder:
        for seed in range(options.first, options.first + options.count):
            key = f"{seed} {options.modes}"
            if key not in notes:
                if time.monotonic() > end:
                    break
                notes[key] = list(answers(seed, options.modes.split(","), Path(folder)))
                if options.notes is not None:
                    options.notes.write_text(json.dumps(notes))
            for mode, model, verdict in notes[key]:
                tally[mode, model, verdict] += 1
                if verdict == "WRONG":
                    print(f"seed {seed}, {mode}, {model}: WRONG", flush=True)
    for (mode, model, verdict), number in sorted(tally.items()):
        print(f"{mode:<10} {model}  {verdict:<10} {number}")


if __name__ == "__main__":
    main()
