"""Would the tests notice? Each side condition of an engine is decided otherwise, and the agreement tests are run.

    python -m tests.agreement.mutants tree                                 every condition of the tree's reductions
    python -m tests.agreement.mutants explicit --programs 120 --results FILE   resumable
    python -m tests.agreement.mutants tree --results FILE --again silent,same --programs 2000
    python -m tests.agreement.mutants tree --module reachability_tree.sleep
    python -m tests.agreement.mutants --report FILE                        the table

A mutant takes one condition (a test, a filter, an operand of `and` or `or`, a truth value returned) to be True, or
False. It runs in a process of its own, on programs that the machine has explored before. What can come of it:

- *killed*: an answer differs from the machine's; *crashed*; *hangs*: it takes far more time. The tests notice.
- *weaker*: every answer is right, and it never takes less work than before: a reduction that reduces less. Harmless.
- *same*: every answer is right and took exactly as much work: the condition was not needed for these programs.
- *moot*: the condition was never decided otherwise than the mutant decides it, so that no program need be asked.
- *silent*: every answer is right, and some took less work. Something more is left out and nobody noticed: a hole in the
  generator, or a condition that is not needed. These are to be looked at, one by one (docs/lab/mutants.md).
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from tests.generator.kinds import FAMILIES, KINDS, features_of

from . import questions
from .conditions import Mutant, apply, mutants_of, watch
from .questions import MODULES, QUESTIONS, Question

PATIENCE = 4.0  # times the processor time of the engine as it is; and some seconds


@dataclass(frozen=True, slots=True)
class Result:
    mutant: str
    outcome: str
    after: int = 0  # questions until it was noticed
    how: str = ""


def run(mutant: Mutant, questions: list[Question], seconds: int | None) -> tuple[str, int, str, list[int]]:
    """In a process of its own: how it ended, after how many questions, why, and the work that each took."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        status = 1
        try:
            _answer(mutant, questions, seconds, write)
            status = 0
        finally:
            os._exit(status)
    os.close(write)
    with os.fdopen(read) as stream:
        lines = [json.loads(line) for line in stream if line.endswith("\n")]
    _, status = os.waitpid(child, 0)
    works = [line["work"] for line in lines if "work" in line]
    end = next((line for line in lines if "end" in line), None)
    if end is None:
        killed_by = os.waitstatus_to_exitcode(status)
        return "hangs" if killed_by < 0 else "crashed", len(works) + 1, f"exit status {killed_by}", works
    return end["end"], len(works) + (end["end"] != "survived"), end["how"], works


def _answer(mutant: Mutant, questions: list[Question], seconds: int | None, write: int) -> None:
    if seconds is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    with os.fdopen(write, "w", buffering=1) as stream:
        sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115
        end, how = "survived", ""
        try:
            apply(mutant)
            for question in questions:
                answer = question.ask()
                if answer.problem:
                    end, how = "killed", f"{question.name}: {answer.problem}"
                    break
                stream.write(json.dumps({"work": answer.work}) + "\n")
        except BaseException as problem:
            end, how = "crashed", f"{type(problem).__name__}: {problem}"
        stream.write(json.dumps({"end": end, "how": how[:200]}) + "\n")


@dataclass(frozen=True, slots=True)
class AsItIs:
    """What the engine does with a question when nothing is changed."""

    problem: str
    work: int
    seconds: float  # of processor time
    ways: frozenset[str]  # the mutants that would have decided some condition as it was decided, by name


def watched(modules: list[str], questions: list[Question]) -> list[AsItIs]:
    """Each question, asked in a process of its own."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        status = 1
        try:
            with os.fdopen(write, "w") as stream:
                seen: set[Mutant] = set()
                for module in modules:
                    watch(module, seen.add)
                for question in questions:
                    seen.clear()
                    begun = time.process_time()
                    answer = question.ask()
                    seconds = time.process_time() - begun
                    stream.write(json.dumps([answer.problem, answer.work, seconds, list(map(str, seen))]) + "\n")
            status = 0
        finally:
            os._exit(status)
    os.close(write)
    with os.fdopen(read) as lines:
        told = [json.loads(line) for line in lines]
    _, status = os.waitpid(child, 0)
    if status:
        raise RuntimeError("the engine could not be watched")
    return [AsItIs(problem, work, seconds, frozenset(ways)) for problem, work, seconds, ways in told]


def where_it_matters(mutant: Mutant, before: list[AsItIs]) -> list[int]:
    """The questions in which the condition was decided otherwise, by their places."""
    other = str(replace(mutant, value=not mutant.value))
    return [place for place, one in enumerate(before) if other in one.ways]


def spread(places: list[int], asked: list[Question], work: list[int], most: int) -> list[int]:
    """At most so many of them, of as many programs as can be, small and large; those with little work first."""
    times: Counter[str] = Counter()
    turns: dict[int, int] = {}
    for place in sorted(places, key=work.__getitem__):
        turns[place] = times[asked[place].program]
        times[asked[place].program] += 1
    in_turn = sorted(turns, key=lambda place: (turns[place], work[place]))
    several = in_turn[: max(most, sum(turn == 0 for turn in turns.values()))]
    step = max(1.0, len(several) / most)
    chosen = {several[int(number * step)] for number in range(min(most, len(several)))}
    return sorted(chosen, key=work.__getitem__)


def judged(mutant: Mutant, questions: list[Question], usual: list[int], seconds: int) -> Result:
    end, after, how, works = run(mutant, questions, seconds)
    if end != "survived":
        return Result(str(mutant), end, after, how)
    fewer = [
        (question.name, work, before)
        for question, work, before in zip(questions, works, usual, strict=True)
        if work < before
    ]
    if fewer:
        name, work, before = fewer[0]
        return Result(str(mutant), "silent", len(fewer), f"{name}: {work}, was {before}")
    return Result(str(mutant), "same" if works == usual else "weaker")


def campaign(options: argparse.Namespace) -> int:
    modules = options.module or MODULES[options.group]
    wanted = [mutant for module in modules for mutant in mutants_of(module)]
    known = _known(options.results)
    again = set(options.again.split(","))
    left = [mutant for mutant in wanted if str(mutant) not in known or known[str(mutant)].outcome in again]
    print(f"{len(wanted)} mutants, {len(left)} to run", flush=True)
    asked = QUESTIONS[options.group](options.programs, options.kinds)
    before = watched(list(modules), asked)
    for question, one in zip(asked, before, strict=True):
        if one.problem:
            print(f"the engine itself disagrees: {question.name}: {one.problem}", flush=True)
    right = {place for place, one in enumerate(before) if not one.problem}
    print(f"{len(asked)} questions, {sum(one.seconds for one in before):.1f} s of processor time", flush=True)
    usual = [one.work for one in before]
    started = time.monotonic()
    for mutant in left:
        if time.monotonic() - started > options.seconds:
            break
        matters = [place for place in where_it_matters(mutant, before) if place in right]
        places = spread(matters, asked, usual, options.at_most)
        some, work = [asked[place] for place in places], [usual[place] for place in places]
        if some:
            usually = sum(before[place].seconds for place in places)
            result = judged(mutant, some, work, int(PATIENCE * usually) + 5)
        else:
            result = Result(str(mutant), "moot")
        known[str(mutant)] = result
        print(f"{result.outcome:8} {mutant}  {result.after or ''} {result.how}", flush=True)
        if options.results:
            with options.results.open("a") as stream:
                stream.write(json.dumps(asdict(result)) + "\n")
    print(table([known[str(mutant)] for mutant in wanted if str(mutant) in known]))
    return 0


def table(results: list[Result]) -> str:
    """One row for each module."""
    kinds = ("killed", "crashed", "hangs", "weaker", "same", "silent", "moot")
    rows = [f"| module | mutants | {' | '.join(kinds)} |", "|---" * (len(kinds) + 2) + "|"]
    for module in dict.fromkeys(result.mutant.split(":")[0] for result in results):
        own = [result for result in results if result.mutant.startswith(f"{module}:")]
        count = Counter(result.outcome for result in own)
        rows.append(f"| {module} | {len(own)} | {' | '.join(str(count[kind]) for kind in kinds)} |")
    return "\n".join(rows)


def _known(path: Path | None) -> dict[str, Result]:
    if path is None or not path.exists():
        return {}
    results = [Result(**json.loads(line)) for line in path.read_text().splitlines()]
    return {result.mutant: result for result in results}


def _kinds(text: str) -> questions.Kinds:
    return [] if text == "outcomes" else features_of(text.split(","))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("group", choices=[*MODULES], nargs="?")
    parser.add_argument("--module", action="append", help="only this one")
    parser.add_argument("--programs", type=int, default=60)
    names = f"comma-separated, one after the other: {', '.join((*FAMILIES, *KINDS))}"
    names += "; or outcomes: programs of which every outcome counts"
    parser.add_argument("--kinds", type=_kinds, default=questions.KINDS, help=names)
    parser.add_argument("--files", type=Path, nargs="+", default=[], help="programs, before generated ones")
    parser.add_argument("--at-most", type=int, default=1 << 30, help="questions for each mutant, of many programs")
    parser.add_argument(
        "--again", default="", help="those of the results that ended so (silent,same): with more programs"
    )
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no mutant after this time")
    parser.add_argument("--results", type=Path, help="a file to which results are added, and which is read first")
    parser.add_argument("--report", type=Path, help="the table of a file with results")
    options = parser.parse_args()
    if options.report:
        print(table([*_known(options.report).values()]))
        return 0
    if options.group is None:
        parser.error("which group? one of " + ", ".join(MODULES))
    questions.FILES[:] = options.files
    return campaign(options)


if __name__ == "__main__":
    sys.exit(main())
