"""What is shown is what matters, the rest is counted; `--trace full` has everything."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Finished

Smtcb = Callable[..., Finished]
Source = Callable[..., Path]

ASIDE = """\
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int counter, aside;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *count(void *unused)
{
    pthread_mutex_lock(&lock);
    aside++;
    pthread_mutex_unlock(&lock);
    counter++;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    for (int i = 0; i < 9; i++)
        sleep(1);
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    return 0;
}
"""

SPINNING = """\
#include <assert.h>
#include <pthread.h>

volatile int ready, data;

void *waiter(void *unused)
{
    while (!ready)
        ;
    assert(data == 1);
    return 0;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, waiter, 0);
    ready = 1;
    data = 1;
    pthread_join(a, 0);
    return 0;
}
"""


def test_what_the_violation_does_not_depend_on_is_hidden_and_counted(smtcb: Smtcb, source: Source) -> None:
    output = smtcb("check", source(ASIDE)).output
    trace = output[output.index("starts thread 1") :]
    assert "aside" not in trace and "sleep" not in output and "lock" not in trace
    assert "steps that do not matter are hidden: --trace full)" in output


def test_an_update_that_is_lost_is_shown_though_nobody_reads_it(smtcb: Smtcb, source: Source) -> None:
    output = smtcb("check", source(ASIDE)).output
    assert output.count("counter++;") == 3
    assert "counter = 1 (was 0)" in output


def test_the_full_trace_has_everything(smtcb: Smtcb, source: Source) -> None:
    output = smtcb("check", source(ASIDE), "--trace", "full").output
    assert output.count("sleep(1);") == 9
    assert "aside++" in output and "locks lock" in output
    assert "hidden" not in output


def test_hiding_changes_neither_verdict_nor_schedule_nor_json(smtcb: Smtcb, source: Source) -> None:
    short, full = (
        json.loads(smtcb("check", source(ASIDE), "--mode", "explicit", "--json", "--trace", which).output)
        for which in ("short", "full")
    )
    assert short["verdict"] == full["verdict"] == "failed"
    assert short["findings"][0]["schedule"] == full["findings"][0]["schedule"]
    assert short["findings"][0]["trace"] == full["findings"][0]["trace"]


def test_rounds_that_look_alike_are_told_once(smtcb: Smtcb, source: Source) -> None:
    output = smtcb("run", "--trace", source(ASIDE), "--seed", "1").output
    assert output.count("sleep(1);") < 9
    assert "more times" in output


def test_a_loop_that_waits_for_another_thread_is_a_wait(smtcb: Smtcb, source: Source) -> None:
    output = smtcb("check", source(SPINNING), "--property", "reach").output
    assert "reads ready = 1" in output and "ready = 1;" in output


SEARCHES = """\
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct part { const char *name; int left; } parts[] = {{"bolt", 5}, {"nut", 5}};

static struct part *find(const char *name)
{
    for (int i = 0; i < 2; i++)
        if (strcmp(parts[i].name, name) == 0)
            return &parts[i];
    return NULL;
}

static void *takes(void *unused)
{
    find("bolt")->left--;
    find("nut")->left--;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, takes, NULL);
    pthread_create(&b, NULL, takes, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(find("nut")->left == 3);
    return 0;
}
"""


def test_a_search_is_no_wait_and_other_elements_do_not_matter(smtcb: Smtcb, source: Source) -> None:
    output = smtcb("check", source(SEARCHES), "--mode", "explicit").output
    assert 'name = "nut"' in output
    assert 'find("bolt")' not in output
    assert "parts[0].left" not in output


COUNTED = """\
#include <assert.h>
#include <pthread.h>

int left = 2, noise;

void *count(void *unused)
{
    long taken = 0;
    noise++;
    while (left > 0) {
        left--;
        taken++;
    }
    return (void *)taken;
}

int main(void)
{
    pthread_t a, b;
    void *first;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, &first);
    pthread_join(b, 0);
    assert((long)first == 2);
    return 0;
}
"""

BIT_FIELDS = """\
#include <assert.h>
#include <pthread.h>

struct flags { unsigned ready : 1; int level : 2; } flags;

void *one(void *unused) { flags.ready = 1; return unused; }

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, one, 0);
    flags.level = -1;
    pthread_join(a, 0);
    assert(flags.ready && flags.level == -1);
    return 0;
}
"""


def test_what_a_thread_returns_and_what_ended_its_loop_matter(smtcb: Smtcb, source: Source) -> None:
    output = smtcb("check", source(COUNTED), "--property", "reach").output
    assert output.count("reads left = 0") + output.count("left = 0") >= 2, output  # another one took it; none is left
    assert "noise" not in output.partition("--- switch")[2]


def test_bit_fields_that_are_written_together_are_told_together(smtcb: Smtcb, source: Source) -> None:
    output = smtcb("check", source(BIT_FIELDS)).output
    assert "flags.{ready, level} = {1, 0}" in output or "flags.{ready, level} = {0, -1}" in output, output


@pytest.mark.parametrize("mode", ["lazy", "lazyseq"])
def test_a_writer_that_comes_before_readers_is_shown_where_it_begins_to_wait(smtcb: Smtcb, mode: str) -> None:
    """Otherwise a thread reads twice and hangs, and nobody sees why."""
    output = smtcb("check", "tests/programs/open/rwlock_prefers_writers.c", "--mode", mode).output
    writer, _, reader = (
        " ".join(output.split()).partition("--- switch to thread 1")[2].partition("--- switch to thread 0")
    )
    assert "waits to write lock" in writer, output
    assert "waits for lock, held by thread 0" in reader, output
