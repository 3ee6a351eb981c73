"""Explores generated programs in the machine and compares with what the generator's own simulation saw.

    python -m tests.agreement.generator_check 300                 seeds 1 to 300
    python -m tests.agreement.generator_check 100 --size 12       larger programs
    python -m tests.agreement.generator_check 1 --seed 417        one seed
    python -m tests.agreement.generator_check 200 --size 4 --kinds shapes    programs of several kinds in turn

An assertion that a simulated schedule violates must be violated in the machine too, and nothing but assertions may be;
in programs of kinds that may deadlock or misuse memory, these must be found where the simulation came upon them.
Prints the seeds for which that is not so (exit status 1 then), and how large the state spaces are.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from esbmc_py.frontend import load_program
from esbmc_py.goto.properties import GROUPS, Property
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore
from tests.generator import FEATURES, Generated, generate_program
from tests.generator.kinds import FAMILIES, KINDS, features_of


def missed(generated: Generated, violated: set[Property], features: frozenset[str]) -> bool:
    """The simulation saw what the machine does not find, or that found what should not be possible."""
    if features == FEATURES and violated - {Property.ASSERTION}:
        return True
    return bool(
        (generated.fails and Property.ASSERTION not in violated)
        or (generated.deadlocked and Property.DEADLOCK not in violated)
        or (generated.misused and not violated & GROUPS["memory"])
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.agreement.generator_check",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("count", type=int, help="how many seeds")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (default: 1)")
    parser.add_argument("--size", type=int, default=8, help="switch points per thread, about (default: 8)")
    parser.add_argument("--max-states", type=int, default=500_000, help="for one program (default: 500000)")
    kinds = f"comma-separated, one after the other: {', '.join((*FAMILIES, *KINDS))}"
    parser.add_argument("--kinds", type=lambda text: features_of(text.split(",")), default=[FEATURES], help=kinds)
    options = parser.parse_args()
    bad, failing, hidden, unfinished = 0, 0, 0, 0
    states: list[int] = []
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "generated.c"
        for seed in range(options.seed, options.seed + options.count):
            features = options.kinds[seed % len(options.kinds)]
            generated = generate_program(seed, options.size, features)
            path.write_text(generated.text)
            exploration = explore(prepare(load_program([path])), max_states=options.max_states, shortest=False)
            states.append(exploration.states)
            violated = {finding.property for finding in exploration.findings}
            failing += bool(violated)
            hidden += bool(violated) and not generated.fails
            unfinished += bool(exploration.incomplete)
            if missed(generated, violated, features) or exploration.unsupported:
                bad += 1
                found = ", ".join(sorted(violated)) or "nothing"
                simulated = f"{generated.failed} of {generated.schedules} simulated schedules fail"
                simulated += f", {generated.deadlocked} deadlock, {generated.misused} misuse memory"
                print(f"seed {seed}: {simulated}, the machine finds {found}", flush=True)
    states.sort()
    unseen = f"{hidden} of them unseen by the simulation"
    print(f"{options.count} programs: {bad} bad, {failing} fail ({unseen}), {unfinished} unfinished")
    print(f"states: median {states[len(states) // 2]}, 90 % below {states[len(states) * 9 // 10]}, most {states[-1]}")
    print(f"{time.monotonic() - started:.0f} s")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
