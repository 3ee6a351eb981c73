"""A campaign goes through seeds: one program for each, disagreements printed as they come, a tally in the end."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator


def campaign_parser(description: str | None, count: int | None = None) -> argparse.ArgumentParser:
    """`count`: of programs, for those who do not say it."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "count", type=int, nargs=None if count is None else "?", default=count, help="how many programs"
    )
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: 0)")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no program after this time")
    return parser


def seeds(options: argparse.Namespace) -> Iterator[int]:
    """As far as the time goes."""
    begun = time.monotonic()
    for seed in range(options.first, options.first + options.count):
        if time.monotonic() - begun > options.seconds:
            print(f"the next seed would be {seed}")
            return
        yield seed


def run(options: argparse.Namespace, disagreements: Callable[[int], Iterator[str]], tally: Counter[str]) -> int:
    """The exit status: 1 if somebody disagrees."""
    wrong = done = 0
    for seed in seeds(options):
        for line in disagreements(seed):
            wrong += 1
            print(line, flush=True)
        done += 1
    for what, times in sorted(tally.items()):
        print(f"  {what}: {times}")
    print(f"{done} programs: {wrong} disagreements")
    return 1 if wrong else 0
