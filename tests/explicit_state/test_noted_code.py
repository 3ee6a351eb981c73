"""Compiled code notes of a step exactly what the interpreter notes; long steps end, and are found again."""

from __future__ import annotations

from random import Random

import pytest

from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm import run
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.stops import Stop
from explicit_state import SearchOptions, search
from explicit_state.domains import Domains
from explicit_state.search_result import Reduction
from explicit_state.tracking_machine import MANY, TrackingMachine
from explicit_state.transitions import Transitions
from explicit_state.vectors import THREADS
from tests.agreement.agree import load_text
from tests.generator import generate
from tests.generator.kinds import features_of

ARRAYS = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct pair { char tag; int value; };
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct pair shared[100];
int total;
static int sum(const struct pair *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i].value; return s; }
void *work(void *unused) {
    char text[50];
    struct pair *own = malloc(100 * sizeof *own);
    for (int i = 0; i < 50; i++) text[i] = (char)i;
    for (int i = 0; i < 100; i++) { own[i].tag = text[i % 50]; own[i].value = i; }
    for (int i = 0; i < 100; i += 3) own[i] = own[99 - i];
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 100; i++) if (i % 7) shared[i].value += own[i].tag;
    total += sum(shared, 100) + sum(own, 100);
    pthread_mutex_unlock(&lock);
    free(own);
    return unused;
}
int main(void) {
    pthread_t one, two;
    for (int i = 0; i < 100; i++) shared[i].value = i;
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&two, NULL, work, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(total > 0);
    return 0;
}
"""


def noted(machine: TrackingMachine, thread: int) -> object:
    """What is noted of a step, and what it leaves behind."""
    saved = machine.save()
    machine.begin()
    stop: object = None
    try:
        machine.step(thread)
    except Stop as raised:
        stop = type(raised), str(raised), machine.pc
    memory = machine.memory
    contents = {number: bytes(buffer) for number, buffer in memory.buffers.items()}
    found = (
        stop,
        memory.needs,
        sorted(memory.regions_read),
        sorted(set(memory.regions_written)),
        memory.renewed,
        memory.plain,
        machine.concerns_others,
        machine.chosen,
        machine.executed,
        contents,
    )
    if stop is not None:
        machine.restore(saved)
    return found


def same_notes(program: Program, seed: int, steps: int) -> None:
    """Twice the same way: the second time everything has been interpreted once, and is compiled."""
    interpreting, compiling = Executable(program), Executable(program, hot=1, noted=True)
    for _ in range(2):
        random, domains = Random(seed), Domains()
        interpreted, compiled = TrackingMachine(interpreting, domains), TrackingMachine(compiling, domains)
        for _ in range(steps):
            alive = [thread.number for thread in interpreted.threads if not thread.ended]
            if interpreted.finished or not alive:
                break
            thread = random.choice(alive)
            assert noted(compiled, thread) == noted(interpreted, thread)


@pytest.mark.parametrize("seed", range(3))
def test_loops_over_arrays(seed: int) -> None:
    same_notes(load_text(ARRAYS), seed, 150)


@pytest.mark.parametrize("seed", range(24))
def test_generated_programs(seed: int) -> None:
    kinds = features_of(["all", "shapes", "undefined"])
    same_notes(load_text(generate(seed, features=kinds[seed % len(kinds)])), seed, 80)


LONG = """
#include <assert.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int table[300], total;
void *work(void *unused) {
    int own[300], sum = 0;
    for (int i = 0; i < 300; i++) own[i] = table[i];
    for (int round = 0; round < 20; round++)
        for (int i = 0; i < 300; i++) sum += own[i] ^ round;
    pthread_mutex_lock(&lock);
    total += sum & 1;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    pthread_t one, two;
    for (int i = 0; i < 300; i++) table[i] = 2 * i;
    table[7]++;
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&two, NULL, work, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(total == EXPECTED);
    return 0;
}
"""


@pytest.mark.parametrize("reduction", [Reduction.SUPERSTEP, Reduction.GLOBAL_ACCESS])
def test_threads_that_compute_for_long_are_followed_to_their_ends(reduction: Reduction) -> None:
    options = SearchOptions(reduction=reduction, properties=frozenset({Property.ASSERTION, Property.DEADLOCK}))
    right = search(load_text(LONG.replace("EXPECTED", "0")), options)
    assert right.complete and not right.findings
    wrong = load_text(LONG.replace("EXPECTED", "1"))
    found = search(wrong, options).findings[0]
    again = run(wrong, schedule=found.schedule)
    assert again.violation is not None and again.violation.property is Property.ASSERTION


def test_a_step_that_reads_very_much_looks_at_all_of_an_object() -> None:
    transitions = Transitions(Executable(load_text(LONG.replace("EXPECTED", "0")), noted=True), accesses=False)
    vector = transitions.first()
    while vector[THREADS] < 2:
        vector = transitions.of(vector, 0)[0].after(vector, transitions.components.width)
    step = transitions.of(vector, 1)[0]
    assert step.looks is not None and MANY < len(step.looks) < 2 * MANY
    assert sum(end - begin for _, begin, end in step.footprint.reads) >= 1200
