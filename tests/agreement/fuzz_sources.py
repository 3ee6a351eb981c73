"""Feeds broken C to the whole pipeline: it must answer with an error message or a result, in time, always.

    python -m tests.agreement.fuzz_sources 2000              mutants of programs in tests/, examples/, benchmarks/
    python -m tests.agreement.fuzz_sources 50 --file prog.c  mutants of one program
    python -m tests.agreement.fuzz_sources 1 --seed 731 --show   the mutant with this seed, and what happens

A mutant is a program that was truncated, had bytes flipped, or lost, doubled or swapped some of its tokens. Whatever
ends in something other than success or an error message is reported with its seed; exit status 1 then.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

from tests.agreement.time_limit import TimeIsUp, time_limit

ROOT = Path(__file__).parents[2]
TOKEN = re.compile(rb'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[A-Za-z_]\w*|\d[\w.]*|\s+|[^\w\s]')
INTERESTING = (
    b"(", b")", b"{", b"}", b"[", b"]", b";", b",", b"*", b"&", b"...", b"#", b"\\", b'"', b"'", b"/*", b"//", b"\0",
    b"struct", b"union", b"enum", b"typedef", b"int", b"void", b"static", b"extern", b"sizeof", b"return", b"goto",
    b"case", b"default", b"break", b"continue", b"_Generic", b"_Static_assert", b"__attribute__", b"typeof", b"?", b":",
    b"0", b"-1", b"99999999999999999999", b"0x", b"1e999", b"''", b'""', b"#define X X\n", b'#include "no.h"\n',
)  # fmt: skip


def corpus() -> list[Path]:
    return sorted(path for folder in ("tests", "examples", "benchmarks") for path in (ROOT / folder).rglob("*.c"))


def mutate(text: bytes, chance: random.Random) -> bytes:
    """The text with one to four things broken."""
    for _ in range(chance.choice((1, 1, 2, 4))):
        text = chance.choice((_truncate, _flip_bytes, _edit_tokens, _edit_tokens, _edit_tokens, _edit_lines))(
            text, chance
        )
    return text


def _truncate(text: bytes, chance: random.Random) -> bytes:
    return text[: chance.randrange(len(text) + 1)]


def _flip_bytes(text: bytes, chance: random.Random) -> bytes:
    changed = bytearray(text)
    for _ in range(chance.randint(1, 3)):
        if changed:
            changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _edit_tokens(text: bytes, chance: random.Random) -> bytes:
    tokens = TOKEN.findall(text)
    places = [place for place, token in enumerate(tokens) if not token.isspace()]
    if not places:
        return text
    first, second = chance.choice(places), chance.choice(places)
    match chance.randrange(5):
        case 0:
            tokens[first] = b""
        case 1:
            tokens[first] += b" " + tokens[first]
        case 2:
            tokens[first], tokens[second] = tokens[second], tokens[first]
        case 3:
            tokens[first] = tokens[second]
        case _:
            tokens[first] = chance.choice(INTERESTING)
    return b"".join(tokens)


def _edit_lines(text: bytes, chance: random.Random) -> bytes:
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    first, second = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(3):
        case 0:
            del lines[first]
        case 1:
            lines.insert(second, lines[first])
        case _:
            lines[first], lines[second] = lines[second], lines[first]
    return b"".join(lines)


def mutant(seed: int, paths: Sequence[Path]) -> tuple[Path, bytes]:
    chance = random.Random(seed)
    path = chance.choice(paths)
    return path, mutate(path.read_bytes(), chance)


def outcome(text: bytes, folder: Path, seconds: float, suffix: str = ".c") -> str | None:
    """What is wrong with how the pipeline takes this text; None if nothing is."""
    from esbmc_py.frontend import LoadProblem, load_program
    from esbmc_py.goto.printer import print_program
    from esbmc_py.goto.sharing import prepare
    from esbmc_py.vm.run import run

    path = folder / f"mutant{suffix}"
    path.write_bytes(text)
    try:
        with time_limit(seconds):
            program = prepare(load_program([path]))
            print_program(program)
            run(program, max_steps=2_000, max_instructions=200_000)
    except LoadProblem as problem:
        problem.render()
    except TimeIsUp:
        return f"more than {seconds:g} s"
    except Exception:
        return traceback.format_exc(limit=-4)
    return None


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.agreement.fuzz_sources",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("count", type=int, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (default: 1)")
    parser.add_argument("--seconds", type=float, default=10, help="for one mutant (default: 10)")
    parser.add_argument("--file", type=Path, action="append", help="a program to start from (repeatable)")
    parser.add_argument("--show", action="store_true", help="print the mutants")
    options = parser.parse_args()
    paths = options.file or corpus()
    bad = 0
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.count):
            path, text = mutant(seed, paths)
            if options.show:
                sys.stdout.buffer.write(text)
            if problem := outcome(text, Path(folder), options.seconds, path.suffix):
                bad += 1
                print(f"seed {seed} ({path.name}): {problem}", flush=True)
    print(f"{options.count} mutants of {len(paths)} programs: {bad} bad; {time.monotonic() - started:.0f} s")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
