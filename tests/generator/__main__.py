"""Prints generated programs, or writes them to a folder: `python -m tests.generator --seed 7`."""

from __future__ import annotations

import argparse
from pathlib import Path

from . import EXTRA_FEATURES, FEATURES, SHAPING_FEATURES, generate


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.generator", description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="the (first) seed")
    parser.add_argument("--count", type=int, default=1, help="how many programs, from the first seed up")
    parser.add_argument("--size", type=int, default=8, help="switch points per thread, about")
    parser.add_argument(
        "--features",
        type=lambda text: frozenset(text.split(",")),
        default=FEATURES,
        help=f"comma-separated, out of: {', '.join(sorted(FEATURES | EXTRA_FEATURES | SHAPING_FEATURES))}",
    )
    parser.add_argument("--output", type=Path, help="a folder for files named by their seeds")
    options = parser.parse_args()
    if unknown := options.features - FEATURES - EXTRA_FEATURES - SHAPING_FEATURES:
        parser.error(f"unknown features: {', '.join(sorted(unknown))}")
    for seed in range(options.seed, options.seed + options.count):
        text = generate(seed, options.size, options.features)
        if options.output is None:
            print(text)
        else:
            options.output.mkdir(parents=True, exist_ok=True)
            (options.output / f"generated_{seed}.c").write_text(text)


if __name__ == "__main__":
    main()
