"""How long C text takes to become a formula: a threaded program of 1,000 lines, in both schemas of mode lazyseq.

    python -m benchmarks.translation_speed                       both schemas, unwind 4, 4 rounds
    python -m benchmarks.translation_speed cseq --profile        where the time goes
    python -m benchmarks.translation_speed --print               the program

Nothing is solved. The goal is 5 s of processor time for each schema. The program is a small store: every department has
records in an array, a log in a ring, a lock and a handful of functions with loops; clerks are threads that sell in two
departments and restock that of the next clerk; main opens the departments, starts the clerks and adds up the takings.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from encoders.cseq.check import Chain
from encoders.cseq.run import SequentialExecutor
from encoders.once.encoder import encode_rounds
from encoders.once.narrow import narrowed
from encoders.once.record import Wanted, record
from encoders.once.turns import in_rounds
from esbmc_py.checking.options import DEFAULT_GROUPS, CheckOptions
from esbmc_py.frontend import load_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare
from sequentialize.bounds import ProgramBounds
from sequentialize.cseq import sequentialized
from sequentialize.number import numbered
from sequentialize.threads import bounded_threads
from symex.loop_bounds import LoopBounds
from symex.terms import Term, size

GOAL = 5.0  # seconds
DEPARTMENTS = 10
CLERKS = 6

DEPARTMENT = """\
/* Department @ */
struct item_@ {
    int code;
    unsigned stock;
    int price;
    int sold[2];
};

struct event_@ {
    int kind;
    int code;
    unsigned amount;
};

static struct item_@ items_@[3];
static struct event_@ log_@[4];
static unsigned logged_@;
static int open_@ = 1;
static long takings_@;
static pthread_mutex_t lock_@ = PTHREAD_MUTEX_INITIALIZER;

static void open_department_@(void)
{
    for (int i = 0; i < 3; i++) {
        items_@[i].code = 100 * @ + i;
        items_@[i].stock = 5u;
        items_@[i].price = 3 + i;
        items_@[i].sold[0] = 0;
        items_@[i].sold[1] = 0;
    }
    logged_@ = 0;
}

static void note_@(int kind, int code, unsigned amount)
{
    struct event_@ *event = &log_@[logged_@ % 4u];
    event->kind = kind;
    event->code = code;
    event->amount = amount;
    logged_@++;
}

static struct item_@ *find_@(int code)
{
    for (int i = 0; i < 3; i++) {
        if (items_@[i].code == code)
            return &items_@[i];
    }
    return NULL;
}

static int sell_@(int clerk, int code, unsigned amount)
{
    int price = -1;
    struct item_@ *item = find_@(code);
    if (item == NULL)
        return price;
    pthread_mutex_lock(&lock_@);
    if (open_@ && item->stock >= amount) {
        item->stock -= amount;
        item->sold[clerk & 1] += (int)amount;
        price = item->price * (int)amount;
        takings_@ += price;
        note_@(1, code, amount);
    } else {
        note_@(2, code, amount);
    }
    pthread_mutex_unlock(&lock_@);
    return price;
}

static void restock_@(unsigned limit)
{
    unsigned amount = limit;
    while (amount > 0u) {
        pthread_mutex_lock(&lock_@);
        items_@[amount % 3u].stock++;
        pthread_mutex_unlock(&lock_@);
        amount--;
    }
}

"""

CLERK = """\
/* Clerk @ sells in departments #own and #other, and restocks that of the next clerk. */
static int served_@;

static void *clerk_@(void *argument)
{
    int clerk = *(int *)argument;
    int customers = __VERIFIER_nondet_int();
    int spent = 0;
    __VERIFIER_assume(customers >= 0 && customers < 100);
    restock_#own(__VERIFIER_nondet_uint() % 3u);
    for (int customer = 0; customer < customers; customer++) {
        int code = 100 * #own + customer % 3;
        int price = sell_#own(clerk, code, 1u);
        if (price > 0)
            spent += price;
        served_@++;
    }
    if (spent > 10)
        sell_#other(clerk, 100 * #other + clerk % 3, 2u);
    else
        restock_#other(1u);
    restock_#next(2u);
    pthread_mutex_lock(&lock_all);
    all_served += served_@;
    pthread_mutex_unlock(&lock_all);
    return NULL;
}

"""

MAIN = """\
static int clerk_numbers[{clerks}];
static pthread_t clerk_threads[{clerks}];

int main(void)
{{
    long sum = 0;
{openings}\
    for (int i = 0; i < {clerks}; i++)
        clerk_numbers[i] = i;
{starts}\
    for (int i = 0; i < {clerks}; i++)
        pthread_join(clerk_threads[i], NULL);
{sums}\
    assert(sum >= 0);
    assert(all_served >= 0);
{checks}\
    return 0;
}}
"""

HEAD = """\
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static int all_served;
static pthread_mutex_t lock_all = PTHREAD_MUTEX_INITIALIZER;

"""


def program_text(departments: int = DEPARTMENTS, clerks: int = CLERKS) -> str:
    """Every clerk has a department; the others are dealt out among the clerks, so that some have two customers."""
    parts = [HEAD]
    parts += [DEPARTMENT.replace("@", str(number)) for number in range(departments)]
    for number in range(clerks):
        served = {
            "@": number,
            "#own": number,
            "#next": (number + 1) % clerks,
            "#other": clerks + number % (departments - clerks),
        }
        clerk = CLERK
        for name, value in served.items():
            clerk = clerk.replace(name, str(value))
        parts.append(clerk)
    parts.append(
        MAIN.format(
            clerks=clerks,
            openings="".join(f"    open_department_{n}();\n" for n in range(departments)),
            starts="".join(
                f"    pthread_create(&clerk_threads[{n}], NULL, clerk_{n}, &clerk_numbers[{n}]);\n"
                for n in range(clerks)
            ),
            sums="".join(f"    sum += takings_{n};\n" for n in range(departments)),
            checks="".join(f"    assert(logged_{n} < 100u);\n" for n in range(departments)),
        )
    )
    return "".join(parts)


Stage = tuple[str, object]  # what has been done, and something to tell of it


def once_stages(program: Program, unwind: int, rounds: int) -> Iterator[Stage]:
    properties = CheckOptions(groups=DEFAULT_GROUPS).properties
    recorded = record(program, Wanted(LoopBounds(unwind=unwind), properties)).program
    yield "threads recorded", f"{sum(len(thread.blocks) for thread in recorded.threads)} blocks"
    recorded = narrowed(recorded)
    yield "reads narrowed", ""
    formula = encode_rounds(recorded, in_rounds(rounds), properties).formula
    yield "formula", _nodes([*formula.constraints, *(failure.condition for failure in formula.failures)])


def cseq_stages(program: Program, unwind: int, rounds: int) -> Iterator[Stage]:
    bounded = bounded_threads(program, ProgramBounds(unwind))
    instructions = sum(len(thread.function.instructions) for thread in bounded.threads)
    yield "inlined and unwound", f"{instructions} instructions"
    numbers = numbered(bounded)
    sequential = sequentialized(numbers, rounds)
    yield "sequentialized", f"{sum(thread.size for thread in numbers.threads)} numbered statements"
    executor = SequentialExecutor(sequential, CheckOptions(groups=DEFAULT_GROUPS).properties)
    executor.run()
    yield "executed", ""
    chain = Chain(executor.events)
    yield "formula", _nodes([*chain.constraints, *(question.condition for question in chain.violations)])


STAGES = {"once": once_stages, "cseq": cseq_stages}


def _nodes(terms: list[Term]) -> str:
    return f"{size(*terms):,} nodes"


def all_stages(path: Path, schema: str, unwind: int, rounds: int) -> Iterator[Stage]:
    program = load_program([path], checks=CheckOptions(groups=DEFAULT_GROUPS).checks)
    yield "parsed", f"{len(path.read_text().splitlines())} lines"
    prepared = prepare(program)
    yield "prepared", ""
    yield from STAGES[schema](prepared, unwind, rounds)


def measure(path: Path, schema: str, unwind: int, rounds: int) -> float:
    """Prints the processor time of every stage; returns the sum."""
    begun = before = time.process_time()
    for what, told in all_stages(path, schema, unwind, rounds):
        now = time.process_time()
        print(f"{schema:6}{what:22}{now - before:7.2f} s   {told}", flush=True)
        before = now
    print(f"{schema:6}{'all':22}{before - begun:7.2f} s   goal: {GOAL:g} s", flush=True)
    return before - begun


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("schemas", nargs="*", choices=[[], *STAGES], help="both if none is named")
    parser.add_argument("--unwind", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--profile", action="store_true", help="the functions in which the time goes")
    parser.add_argument("--print", action="store_true", help="the program itself")
    options = parser.parse_args()
    if options.print:
        print(program_text(), end="")
        return 0
    slow = False
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "store.c"
        path.write_text(program_text())
        for schema in options.schemas or STAGES:
            profile = cProfile.Profile()
            if options.profile:
                profile.enable()
            slow |= measure(path, schema, options.unwind, options.rounds) > GOAL
            if options.profile:
                profile.disable()
                pstats.Stats(profile).sort_stats("tottime").print_stats(25)
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
