"""Compares the machine with gcc on programs that csmith makes: both must print the same checksum.

    python -m tests.agreement.csmith_check 500              seeds 1 to 500
    python -m tests.agreement.csmith_check 1 --seed 417     one seed
    python -m tests.agreement.csmith_check 100 --keep DIR   keep the programs that differ

Exit status 1 if a seed differs. Programs whose binary runs for more than two seconds are skipped, as are those that our
machine does not finish in the time given (they are counted).
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.agreement.time_limit import TimeIsUp, time_limit

SMALL = [
    *("--concise", "--inline-function"),
    *("--max-funcs", "3", "--max-block-size", "3", "--max-block-depth", "3", "--max-expr-complexity", "4"),
    *("--max-array-dim", "2", "--max-array-len-per-dim", "5", "--max-struct-fields", "5"),
]
GCC_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Comparison:
    seed: int
    verdict: str  # same, differs, skipped, slow
    detail: str = ""


def tools_missing() -> str | None:
    """Why no comparison is possible; None if it is."""
    for tool in ("csmith", "gcc"):
        if shutil.which(tool) is None:
            return f"{tool} is not installed"
    return None if include_dir() else "csmith's headers are not installed (package libcsmith-dev)"


def include_dir() -> Path | None:
    """Where csmith.h is."""
    places = [Path("/usr/include/csmith"), Path("/usr/local/include/csmith"), *Path("/usr/include").glob("csmith*")]
    return next((place for place in places if (place / "csmith.h").is_file()), None)


def varied(seed: int) -> list[str]:
    """Options that change from seed to seed: floats are off by default, and jumps often make loops endless."""
    return [*(["--float"] if seed % 3 == 0 else []), *(["--no-jumps"] if seed % 2 else [])]


def compare(seed: int, folder: Path, seconds: float) -> Comparison:
    """Generates the program with this seed, and runs it both ways."""
    source = folder / f"csmith_{seed}.c"
    command = ["csmith", "--seed", str(seed), *SMALL, *varied(seed), "-o", str(source)]
    subprocess.run(command, check=True, capture_output=True)
    binary = folder / f"csmith_{seed}"
    headers = include_dir()
    # -fwrapv gives one meaning to what csmith's wrappers leave open; -O1 finds out that much is never used.
    # csmith does not guard conversions of floats to integers that cannot hold them: such programs mean nothing.
    guarded = ["-fsanitize=float-cast-overflow", "-fno-sanitize-recover=all"] if "--float" in varied(seed) else []
    command = ["gcc", "-w", "-O1", "-fwrapv", *guarded, "-I", str(headers), str(source), "-o", str(binary), "-lm"]
    subprocess.run(command, check=True, capture_output=True)
    try:
        expected = subprocess.run([binary], capture_output=True, text=True, timeout=GCC_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return Comparison(seed, "skipped", f"the binary runs for more than {GCC_SECONDS:g} s")
    finally:
        binary.unlink(missing_ok=True)
    if "runtime error" in expected.stderr:
        return Comparison(seed, "skipped", f"undefined behaviour: {expected.stderr.splitlines()[0]}")
    try:
        with time_limit(seconds):
            status, output = run_with_smtcb(source)
    except TimeIsUp:
        return Comparison(seed, "slow", f"more than {seconds:g} s in our machine")
    except Exception as error:
        return Comparison(seed, "differs", f"{type(error).__name__}: {error}")
    if (status, output) != (str(expected.returncode), expected.stdout):
        return Comparison(seed, "differs", f"gcc: {expected.stdout.strip()!r}, ours: {output.strip()!r} ({status})")
    return Comparison(seed, "same")


def run_with_smtcb(source: Path) -> tuple[str, str]:
    """The exit status, or what stopped the program, and what it printed."""
    from esbmc_py.frontend import load_program
    from esbmc_py.goto.sharing import prepare
    from esbmc_py.vm.findings import Status
    from esbmc_py.vm.run import run

    headers = include_dir()
    program = prepare(load_program([source], include_dirs=[headers] if headers else []))
    result = run(program)
    status = str(result.exit_status) if result.status is Status.EXITED else str(result.violation or result.detail)
    return status, result.output


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.agreement.csmith_check",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("count", type=int, help="how many seeds")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (default: 1)")
    parser.add_argument("--seconds", type=float, default=60, help="for one program in our machine (default: 60)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep programs that differ")
    options = parser.parse_args()
    if reason := tools_missing():
        print(f"csmith_check: {reason}", file=sys.stderr)
        return 2
    counts: dict[str, int] = {}
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.count):
            comparison = compare(seed, Path(folder), options.seconds)
            counts[comparison.verdict] = counts.get(comparison.verdict, 0) + 1
            if comparison.verdict != "same":
                print(f"seed {seed} {comparison.verdict}: {comparison.detail}", flush=True)
            source = Path(folder) / f"csmith_{seed}.c"
            if comparison.verdict == "differs" and options.keep:
                options.keep.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, options.keep)
            source.unlink()
    summary = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
    print(f"{options.count} seeds: {summary}; {time.monotonic() - started:.0f} s")
    return int("differs" in counts)


if __name__ == "__main__":
    sys.exit(main())
