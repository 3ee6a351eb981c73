"""Programs that are too large to explore, changed in ways that do not matter: the verdict must not change.

    python -m tests.agreement.metamorphic --results FILE                     benchmarks/users and examples; resumable
    python -m tests.agreement.metamorphic --files prog.c --modes lazy,uw
    python -m tests.agreement.metamorphic --report FILE

Changes: other names, declarations in another order, one more thread that does nothing, `x++` written as `x = x + 1`.
Larger bounds: what fails within small ones fails within larger ones, and what is complete stays so. SUCCESSFUL and
FAILED for two versions of a program is a contradiction. UNKNOWN (the time was up) contradicts nothing.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from esbmc_py import CheckResult, LoadProblem, OptionProblem, check
from esbmc_py.checking import Verdict

ROOT = Path(__file__).parents[2]
MODES = "auto,lazyseq,explicit,lazy"
SECONDS = 6.0
TOKEN = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | ^\s*\#\s*include[^\n]* | [A-Za-z_]\w* | .""",
    re.S | re.M | re.X,
)
DECLARED = re.compile(
    r"^(?:static\s+)?(?:unsigned\s+)?(?:int|long|char|pthread_mutex_t|pthread_cond_t)\s+\**(\w+)[^(){}]*;"
)
FUNCTION = re.compile(r"^(?:static\s+)?(?:void|int|long|bool|struct\s+\w+)\s*\**\s*(\w+)\(", re.M)
STEP = re.compile(r"^(\s*)(\w+)(\+\+|--);", re.M)
ADDED = re.compile(r"^(\s*)(\w+) ([+-])= ([\w\s+*-]+);", re.M)
MAIN = re.compile(r"^int\s+main\([^)]*\)\s*\{", re.M)


def renamed(text: str) -> str:
    """Every function and variable of the file gets another name, wherever the word stands in the program's text."""
    names = {name for name in FUNCTION.findall(text) if name != "main"}
    names |= {found[1] for line in text.splitlines() if (found := DECLARED.match(line))}
    return TOKEN.sub(lambda found: f"{found[0]}_renamed" if found[0] in names else found[0], text)


def reordered(text: str) -> str:
    """Neighbouring declarations of variables stand the other way round, if none needs another."""
    lines, done, run = text.splitlines(), [], []
    for line in [*lines, ""]:
        found = DECLARED.match(line)
        words = set(re.findall(r"\w+", line))
        if found and not any(other in words for other, _ in run):
            run.append((found[1], line))
            continue
        done += [other for _, other in reversed(run)]
        run = [(found[1], line)] if found else []
        done += [] if found else [line]
    return "\n".join(done)


def with_idle_thread(text: str) -> str:
    """One more thread, which touches nothing."""
    idle = "static void *idle_thread(void *nothing) { return nothing; }\n"
    start = "\n    pthread_t idle;\n    pthread_create(&idle, 0, idle_thread, 0);\n    pthread_detach(idle);\n"
    found = MAIN.search(text)
    if found is None or "pthread_create" not in text:
        return text
    return text[: found.start()] + idle + found[0] + start + text[found.end() :]


def split(text: str) -> str:
    """`x++` as `x = x + 1`: a read and a write, as before. Not where variables are atomic."""
    if "tomic" in text:
        return text
    text = STEP.sub(lambda found: f"{found[1]}{found[2]} = {found[2]} {found[3][0]} 1;", text)
    return ADDED.sub(lambda found: f"{found[1]}{found[2]} = {found[2]} {found[3]} ({found[4]});", text)


CHANGES: dict[str, Callable[[str], str]] = {
    "renamed": renamed,
    "reordered": reordered,
    "idle thread": with_idle_thread,
    "split": split,
}


def programs(files: list[Path]) -> Iterator[tuple[str, Path, tuple[str, ...]]]:
    for path in files or [*sorted((ROOT / "benchmarks/users").glob("*.c")), *sorted((ROOT / "examples").glob("*.c"))]:
        yield path.stem, path, ()
        if "BUG" in path.read_text():
            yield f"{path.stem} BUG", path, ("BUG",)


def verdict(text: str, name: str, defines: tuple[str, ...], **settings: Any) -> CheckResult | None:
    """None: it is not a program any more, or not one for these settings."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name.split()[0]}.c"
        path.write_text(text)
        try:
            return check(path, defines=defines, **settings)
        except (LoadProblem, OptionProblem):
            return None


def answers(path: Path, name: str, defines: tuple[str, ...], mode: str, seconds: float) -> dict[str, str]:
    """Verdicts of all versions; of larger and larger bounds, too."""
    text = path.read_text()
    found: dict[str, str] = {}
    versions = {"as it is": text, **{change: made for change, of in CHANGES.items() if (made := of(text)) != text}}
    for change, version in versions.items():
        result = verdict(version, name, defines, mode=mode, timeout=seconds)
        found[change] = _told(result)
    for bound in (1, 2, 3) if mode in ("lazy", "auto") else ():
        result = verdict(text, name, defines, mode=mode, timeout=seconds, unwind=bound, contexts=bound + 1)
        found[f"bounds {bound}"] = _told(result)
    return found


def _told(result: CheckResult | None) -> str:
    if result is None:
        return "refused"
    bounded = result.verdict is Verdict.SUCCESSFUL and not result.scope.complete
    return f"{result.verdict} in bounds" if bounded else str(result.verdict)


def contradictions(found: dict[str, str]) -> Iterator[str]:
    whole = {change: said for change, said in found.items() if not change.startswith("bounds")}
    if {"successful", "failed"} <= set(whole.values()) or {"successful in bounds", "failed"} <= set(whole.values()):
        yield f"versions contradict each other: {whole}"
    if "refused" in whole.values() and whole["as it is"] != "refused":
        yield f"a version is refused: {whole}"
    bounds = [said for change, said in found.items() if change.startswith("bounds")]
    for smaller, larger in pairwise(bounds):
        if smaller in ("failed", "successful") and larger not in (smaller, "unknown"):
            yield f"larger bounds find less: {bounds}"
    if "failed" in bounds and "successful" in whole.values():
        yield f"fails within bounds: {found}"


def table(results: list[dict[str, Any]]) -> str:
    rows = ["| mode | programs | versions and bounds | settled | contradictions |", "|---|---|---|---|---|"]
    for mode in dict.fromkeys(result["mode"] for result in results):
        own = [result for result in results if result["mode"] == mode]
        said = Counter(answer for result in own for answer in result["answers"].values())
        wrong = sum(len(result["wrong"]) for result in own)
        rows.append(f"| {mode} | {len(own)} | {said.total()} | {said.total() - said['unknown']} | {wrong} |")
    return "\n".join(rows)


def _known(path: Path | None) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path is not None and path.exists() else []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=Path, nargs="*", default=[])
    parser.add_argument("--modes", default=MODES, help=f"in turn, one for each program (default: {MODES})")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each check")
    parser.add_argument("--results", type=Path)
    parser.add_argument("--report", type=Path)
    options = parser.parse_args()
    results = _known(options.report or options.results)
    modes = options.modes.split(",")
    for number, (name, path, defines) in enumerate([] if options.report else programs(options.files)):
        mode = modes[number % len(modes)]
        if any((one["program"], one["mode"]) == (name, mode) for one in results):
            continue
        found = answers(path, name, defines, mode, options.seconds)
        wrong = list(contradictions(found))
        results.append({"program": name, "mode": mode, "answers": found, "wrong": wrong})
        print(f"{name} ({mode}): {'; '.join(wrong) or found}", flush=True)
        if options.results:
            with options.results.open("a") as stream:
                stream.write(json.dumps(results[-1]) + "\n")
    print(table(results))
    return int(any(result["wrong"] for result in results))


if __name__ == "__main__":
    sys.exit(main())
