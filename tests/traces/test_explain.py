"""`--explain`: the kind of mistake and its object on a sample of the suite, and what is printed about it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.kinds import explained, judged_tasks, judgement, known
from esbmc_py.experiments.tasks import load_suite
from tests.conftest import ROOT, Finished

Smtcb = Callable[..., Finished]
Source = Callable[..., Path]

SAMPLE = (
    "patterns/lost_update-2-1-bad.reach",
    "patterns/lost_update-2-1-bad.race",
    "patterns/check_then_act-null-bad.memory",
    "patterns/order_violation-bad.memory",
    "patterns/lost_wakeup-unlocked-test-bad.deadlock",
    "patterns/torn_read-struct-bad.reach",
    "patterns/torn_read-memcpy-bad.reach",
    "patterns/shutdown-flag-bad.memory",
    "deadlock/philosophers-2-bad.deadlock",
    "deadlock/self_lock-bad.deadlock",
    "deadlock/nested_monitor-bad.deadlock",
    "heap/reference_count-split-bad.memory",
    "mutex/dekker-2-bad.reach",
    "mutex/readers_writers-2-1-bad.reach",
    "lockfree/treiber-1-aba-bad.reach",
    "cav14/sigma-2-bad.reach",
    "cav14/stack-bad.reach",
    "icse11/sync-2p-bad.reach",
)


@pytest.mark.parametrize("name", SAMPLE)
def test_the_mistake_is_named_rightly(name: str) -> None:
    task, mistake = next((task, mistake) for task, mistake in judged_tasks() if task.name == name)
    explanation = explained(task)
    assert explanation is not None
    assert judgement(explanation, mistake) == "right", f"{explanation.kind}: {explanation.objects}"


def test_every_pattern_of_the_suite_has_a_known_mistake() -> None:
    judged = {task.name for task, _ in judged_tasks()}
    folders = ("patterns", "heap", "lockfree", "mutex", "deadlock")
    bad = {task.name for task in load_suite([ROOT / "benchmarks" / "suite"]) if task.expected is False}
    assert {name for name in bad if name.startswith(folders)} <= judged
    assert all(mistake.kinds and mistake.objects for mistake in known().values())


def test_the_lost_update_is_explained(smtcb: Smtcb) -> None:
    output = " ".join(smtcb("check", ROOT / "examples" / "lost_update.c", "--explain").output.split())
    assert "why: lost update of counter." in output
    assert "necessary: thread 1 reads counter = 0 (line 10) before thread 2 writes counter = 1 (line 10)" in output
    assert "this execution: another order, no harm:" in output


def test_both_orders_of_a_lock_order_deadlock_are_necessary(smtcb: Smtcb) -> None:
    document = json.loads(smtcb("check", ROOT / "examples" / "deadlock.c", "--explain", "--json").output)
    explanation = document["findings"][0]["explanation"]
    assert explanation["kind"] == "lock-order deadlock"
    assert sorted(explanation["objects"]) == ["alice.lock", "bob.lock"]
    assert [order["necessary"] for order in explanation["orders"]].count(True) == 2


def test_shortest_says_that_nothing_shorter_is_there(smtcb: Smtcb) -> None:
    output = smtcb("check", ROOT / "examples" / "lost_update.c", "--shortest").output
    assert "note: no execution leads there with fewer than 4 context switches and " in output


GATES = """\
#include <pthread.h>
#include <semaphore.h>
sem_t east, west;
void *to(void *unused) { sem_wait(&east); sem_wait(&west); sem_post(&west); sem_post(&east); return unused; }
void *fro(void *unused) { sem_wait(&west); sem_wait(&east); sem_post(&east); sem_post(&west); return unused; }
int main(void)
{
    pthread_t one, two;
    sem_init(&east, 0, 1);
    sem_init(&west, 0, 1);
    pthread_create(&one, 0, to, 0);
    pthread_create(&two, 0, fro, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
"""


def test_a_circle_of_semaphores_is_told_as_one(smtcb: Smtcb, source: Callable[..., Path]) -> None:
    output = " ".join(smtcb("check", source(GATES), "--explain").output.lower().split())
    assert "thread 1 has taken east (line 4) and waits for west (line 4)" in output
    assert "thread 2 has taken west (line 5) and waits for east (line 5)" in output


def test_who_waits_with_a_semaphore_taken_is_named(smtcb: Smtcb, source: Callable[..., Path]) -> None:
    """The second gate is opened by nobody: that is no circle."""
    text = GATES.replace("sem_wait(&east); sem_post(&east)", "sem_wait(&north); sem_post(&north)")
    text = text.replace("sem_t east", "sem_t north, east").replace(
        "    sem_init(&east", "    sem_init(&north, 0, 0);\n    sem_init(&east"
    )
    output = " ".join(smtcb("check", source(text), "--explain").output.lower().split())
    assert "thread 2 has taken west (line 5) and waits for north (line 5); thread 1 waits for west (line 4)" in output


OVERWRITTEN = """\
#include <assert.h>
#include <pthread.h>

struct { int slots[2], head, tail; } ring;

void *producer(void *unused)
{
    for (int i = 0; i < 3; i++) {
        ring.slots[ring.head % 2] = i + 5;
        ring.head++;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    for (int i = 0; i < 2; i++) {
        if (ring.tail == ring.head)
            return 0;
        int got = ring.slots[ring.tail % 2];
        ring.tail++;
        assert(got == i + 5);
    }
    return 0;
}
"""


def test_an_index_that_a_thread_counts_itself_is_not_to_blame(smtcb: Smtcb, source: Callable[..., Path]) -> None:
    document = json.loads(smtcb("check", source(OVERWRITTEN), "--property", "reach", "--explain", "--json").output)
    explanation = document["findings"][0]["explanation"]
    assert "ring.tail" not in explanation["objects"]
    assert any(order["necessary"] and "ring.slots[0]" in order["first"]["text"] for order in explanation["orders"])


def output_of(smtcb: Smtcb, folder: Path, text: str, *options: str) -> str:
    path = folder / "prog.c"
    path.write_text(text)
    return " ".join(smtcb("check", path, *options).output.split())


TAKES_FROM_AN_EMPTY_LIST = """\
#include <pthread.h>
#include <stdlib.h>
struct job { int id; struct job *next; } jobs[2];
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
struct job *head;
int length;
void *worker(void *unused)
{
    pthread_mutex_lock(&mutex);
    if (length == 0)
        pthread_cond_wait(&filled, &mutex);
    struct job *job = head;
    head = job->next;
    length--;
    pthread_mutex_unlock(&mutex);
    return unused;
}
void put(struct job *job)
{
    pthread_mutex_lock(&mutex);
    job->next = head;
    head = job;
    length++;
    pthread_cond_broadcast(&filled);
    pthread_mutex_unlock(&mutex);
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    put(&jobs[0]);
    put(&jobs[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
"""


def test_a_null_pointer_is_explained_by_where_it_came_from(smtcb: Smtcb, tmp_path: Path) -> None:
    output = output_of(smtcb, tmp_path, TAKES_FROM_AN_EMPTY_LIST, "--explain", "--mode", "explicit")
    assert "reading job->next through a null pointer (address 0x8)" in output
    assert "why: check-then-act on length." in output
    assert "goes on without another look, and reads head = NULL (line 13)" in output


KEEPS_ITS_LOCK = """\
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int used;
int put(void)
{
    pthread_mutex_lock(&lock);
    if (used)
        return -1;
    used = 1;
    pthread_mutex_unlock(&lock);
    return 0;
}
void *fills(void *unused) { put(); return unused; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, fills, 0);
    pthread_join(a, 0);
    pthread_create(&b, 0, fills, 0);
    pthread_join(b, 0);
    put();
}
"""


def test_a_lock_that_is_never_given_back_is_told_with_the_return_that_keeps_it(smtcb: Smtcb, tmp_path: Path) -> None:
    output = output_of(smtcb, tmp_path, KEEPS_ITS_LOCK, "--explain", "--mode", "explicit")
    assert "return -1; returns with lock locked" in output
    assert "why: lock never given back: lock. Thread 2 locks lock (line 6) and returns from put without" in output


INTERRUPTED = """\
#include <assert.h>
#include <signal.h>
int items, sum;
void on_signal(int sig) { assert(sum == 3 * items); }
int main(void)
{
    signal(SIGUSR1, on_signal);
    items++;
    sum += 3;
}
"""


def test_a_signal_handler_is_told_where_it_interrupts(smtcb: Smtcb, tmp_path: Path) -> None:
    output = output_of(smtcb, tmp_path, INTERRUPTED, "--explain", "--mode", "explicit")
    assert "sum += 3; reads sum = 0, is interrupted by SIGUSR1" in output
    assert "why: interrupted by a signal handler: items, sum." in output


AROUND_THE_LOCK = """\
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int readers, x, y;
sem_t room;

void *first(void *unused) {
    readers = 1;
    sem_wait(&room);
    return unused;
}

void *second(void *unused) {
    if (!readers)
        sem_wait(&room);
    assert(x == y);
    return unused;
}

void *writer(void *unused) {
    sem_wait(&room);
    x++;
    y++;
    sem_post(&room);
    return unused;
}

int main(void) {
    pthread_t one, two, three;
    sem_init(&room, 0, 1);
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_create(&three, 0, writer, 0);
    pthread_join(two, 0);
    return 0;
}
"""


def test_who_takes_no_lock_has_the_reason_told(smtcb: Smtcb, tmp_path: Path) -> None:
    output = output_of(smtcb, tmp_path, AROUND_THE_LOCK, "--explain", "--property", "reach", "--mode", "explicit")
    assert "why: check-then-act on readers." in output
    assert "reads readers = 1 (line 15) and so does not wait for room (line 16), which thread 3 takes" in output


WOKEN_TOO_LATE = """\
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t open = PTHREAD_COND_INITIALIZER;
int arrived;

void gate(void) {
    pthread_mutex_lock(&lock);
    if (++arrived == 2) {
        arrived = 0;
        pthread_cond_broadcast(&open);
    } else {
        while (arrived != 0)
            pthread_cond_wait(&open, &lock);
    }
    pthread_mutex_unlock(&lock);
}

void *twice(void *unused) {
    gate();
    gate();
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, twice, 0);
    pthread_create(&two, 0, twice, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
"""


def test_who_is_woken_too_late_is_told_what_was_changed_meanwhile(smtcb: Smtcb, tmp_path: Path) -> None:
    output = output_of(smtcb, tmp_path, WOKEN_TOO_LATE, "--explain", "--mode", "explicit")
    assert "why: lost wake-up on open." in output
    assert "before it looks, thread" in output and "writes arrived = 1 (line 9), so it waits again" in output
    assert "misses it" not in output


TWO_ACCOUNTS = """\
#include <assert.h>
#include <stdlib.h>
#include <pthread.h>
struct account { int cents; } *savings, *checking;
struct account *account_new(int cents)
{
    struct account *a = malloc(sizeof *a);
    a->cents = cents;
    return a;
}
void *pays(void *unused) { savings->cents--; checking->cents++; return unused; }
int main(void)
{
    pthread_t thread;
    savings = account_new(1);
    checking = account_new(1);
    pthread_create(&thread, 0, pays, 0);
    int total = savings->cents + checking->cents;
    assert(total == 2);
}
"""


def test_heap_objects_are_called_after_the_variables_that_hold_them(smtcb: Smtcb, tmp_path: Path) -> None:
    output = output_of(smtcb, tmp_path, TWO_ACCOUNTS, "--explain", "--mode", "explicit")
    assert "savings->cents" in output and "checking->cents" in output and "a#1" not in output
    assert "assert(total == 2); total is " in output


PUBLISHED = """#include <assert.h>
#include <pthread.h>
int data, ready;
void *writer(void *p) { data = 42; ready = 1; return p; }
int main(void) {
    pthread_t one;
    pthread_create(&one, 0, writer, 0);
    if (ready)
        assert(data == 42);
    return 0;
}
"""
STORE_BUFFERS = ROOT / "docs" / "lessons" / "programs" / "11_store_buffers.c"


def test_a_store_that_is_seen_too_late_is_told_with_what_overtakes_it(
    smtcb: Smtcb, source: Callable[..., Path]
) -> None:
    words = ("--mode", "explicit", "--explain", "--memory-model")
    output = " ".join(smtcb("check", STORE_BUFFERS, *words, "tso").output.split())
    assert "why: store buffering on" in output
    assert "writes red_here = 1 (line 11), and reads blue_here = 0 (line 12) while that is still in its" in output
    assert "(4 bytes)" not in output  # a store that reaches memory is told once
    output = " ".join(smtcb("check", source(PUBLISHED), *words, "pso").output.split())
    assert "writes data = 42 (line 4), and writes ready = 1 (line 4), which reaches memory first" in output
    assert "thread 0 reads ready = 1 (line 8), then reads data = 0 (line 9)" in output


def test_what_an_order_explains_is_no_matter_of_store_buffers(smtcb: Smtcb) -> None:
    """A store stands in its own line, also where it reaches memory later."""
    lost_update = ROOT / "examples" / "lost_update.c"
    options = ("--mode", "explicit", "--explain", "--memory-model", "tso")
    output = " ".join(smtcb("check", lost_update, *options).output.split())
    assert "why: lost update of counter." in output and "(line 11)" not in output


PIECES = """\
#include <pthread.h>
#include <string.h>
struct download { pthread_mutex_t lock; int left; char *piece[2]; };
struct task { struct download *of; int number; };
static void *fetch(void *given)
{
    struct task *task = given;
    pthread_mutex_lock(&task->of->lock);
    int last = --task->of->left == 0;
    pthread_mutex_unlock(&task->of->lock);
    task->of->piece[task->number] = task->number ? "b" : "a";
    char whole[4] = "";
    for (int i = 0; last && i < 2; i++)
        strcat(whole, task->of->piece[i]);
    return 0;
}
int main(int argc, char **argv)
{
    struct download download = {.lock = PTHREAD_MUTEX_INITIALIZER, .left = 2};
    struct task tasks[2] = {{&download, 0}, {&download, 1}};
    pthread_t threads[2];
    if (argc < 2)
        return 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, fetch, &tasks[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return argv[1] == 0;
}
"""


def test_what_is_read_too_early_was_not_set_by_an_initialiser_of_the_whole(smtcb: Smtcb, source: Source) -> None:
    """The write that comes too late happens in calls like the one shown: others end before there are threads."""
    out = " ".join(smtcb("check", source(PIECES), "--mode", "random", "--timeout", "20", "--explain").output.split())
    assert "why: use before initialisation of download.piece[" in out
    assert "= NULL (line 14) before thread" in out and "writes it (line 11)" in out
