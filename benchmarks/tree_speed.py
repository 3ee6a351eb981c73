"""How fast the reachability tree is walked: two threads of 100 visible statements each (ICSE 2011, table 1, micro).

    python -m benchmarks.tree_speed                     both measurements, 17 context switches
    python -m benchmarks.tree_speed --interleavings 5000 --contexts 17
    python -m benchmarks.tree_speed --profile           where the time goes

The plain tree is walked up to a number of interleavings and gives a rate; the reduced tree is walked completely. Times
are CPU times of this process, so that other work on the machine does not count.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from pathlib import Path

from encoders.request import Options
from encoders.tree.collector import make_tree
from encoders.tree.lazy import check_lazy
from esbmc_py.frontend import load_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare
from reachability_tree.events import End
from reachability_tree.reductions import Reductions

SOURCE = """\
#include <assert.h>
#include <pthread.h>
int x;
static void *first(void *argument)
{{
{body}
    return argument;
}}
static void *second(void *argument)
{{
{body}
    return argument;
}}
int main(void)
{{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x >= 0 && x <= {statements});
    return 0;
}}
"""


def micro(statements: int) -> Program:
    """Each thread writes a shared variable `statements` times: every statement is one visible operation."""
    body = "\n".join(f"    x = {number};" for number in range(1, statements + 1))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "micro.c"
        path.write_text(SOURCE.format(body=body, statements=statements))
        return prepare(load_program([path]))


def plain_rate(program: Program, contexts: int, interleavings: int) -> float:
    """Interleavings of the plain tree per second of CPU time."""
    tree = make_tree(program, Options.of(contexts=contexts, reductions=Reductions.none()), None)
    begun = time.process_time()
    seen = 0
    for event in tree.walk():
        if isinstance(event, End):
            seen += 1
            if seen >= interleavings:
                break
    return seen / (time.process_time() - begun)


def reduced_time(program: Program, contexts: int | None) -> tuple[float, int]:
    """CPU seconds for the whole tree with reductions, and how many nodes that has."""
    begun = time.process_time()
    outcome = check_lazy(program, Options.of(contexts=contexts))
    assert not outcome.found and not outcome.unknown
    return time.process_time() - begun, outcome.statistics.nodes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--statements", type=int, default=100)
    parser.add_argument("--contexts", type=int, default=17)
    parser.add_argument("--interleavings", type=int, default=3000)
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    program = micro(options.statements)
    if options.profile:
        import cProfile

        cProfile.runctx("plain_rate(program, contexts, many)", globals(), {
            "program": program, "contexts": options.contexts, "many": options.interleavings, "plain_rate": plain_rate,
        }, sort="tottime")  # fmt: skip
        return
    rate = plain_rate(program, options.contexts, options.interleavings)
    print(f"plain tree: {rate:.0f} interleavings/s; 131,072 take {131072 / rate:.0f} s")
    seconds, nodes = reduced_time(program, options.contexts)
    print(f"reduced tree: {seconds:.1f} s, {nodes} nodes")
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
