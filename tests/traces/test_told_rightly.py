"""Mistakes as people make them: no line misleads, none that is needed is missing, and the cause is the real one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from esbmc_py.goto.symbols import NOWHERE
from esbmc_py.traces.orders import Moment, OrderOfTwo, without_those_that_follow
from esbmc_py.vm.shortest import StepSite
from tests.conftest import Finished

RACE = ("--property", "race")
Smtcb = Callable[..., Finished]
Source = Callable[..., Path]

HANDLER_TOO_EARLY = """\
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

volatile sig_atomic_t got;
pthread_t main_thread;

void on_usr1(int number) { got = number; }

void *helper(void *unused) { pthread_kill(main_thread, SIGUSR1); return unused; }

int main(void)
{
    pthread_t one;
    signal(SIGUSR1, on_usr1);
    main_thread = pthread_self();
    pthread_create(&one, 0, helper, 0);
    while (!got)
        pause();
    return 0;
}
"""

TABLE = """\
#include <pthread.h>
#include <stdlib.h>

struct guard { unsigned ready : 1, done : 1; };
struct guard *table[2];

void *use(void *unused)
{
    struct guard *g = table[1];
    if (g && !(*g).done && (*g).ready)
        (*g).done = 1;
    return unused;
}

int main(void)
{
    pthread_t one;
    for (int i = 0; i < 2; i++) {
        table[i] = calloc(1, sizeof **table);
        (*table[i]).ready = i;
    }
    pthread_create(&one, 0, use, 0);
    free(table[1]);
    table[1] = 0;
    pthread_join(one, 0);
    return 0;
}
"""

FLAG_FIRST = """\
#include <pthread.h>

int plus(int x) { return x + 1; }
int (*table[2])(int);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
volatile int set_up;

void fill(void) { set_up = 1; table[0] = plus; table[1] = plus; }

void *call(void *unused)
{
    int which = 1;
    if (!set_up) {
        pthread_mutex_lock(&lock);
        if (!set_up)
            fill();
        pthread_mutex_unlock(&lock);
    }
    table[which](1);
    return unused;
}

int main(void)
{
    pthread_t one;
    pthread_create(&one, 0, call, 0);
    call(0);
    return 0;
}
"""

ONE_IS_WOKEN = """\
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
int is_open;

void *visit(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!is_open)
        pthread_cond_wait(&opened, &lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, visit, 0);
    pthread_create(&two, 0, visit, 0);
    pthread_mutex_lock(&lock);
    is_open = 1;
    pthread_mutex_unlock(&lock);
    pthread_cond_signal(&opened);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
"""

LOCAL_HANDED_OVER = """\
#include <pthread.h>

struct task { int number, result; };

void *work(void *argument)
{
    struct task *task = argument;
    task->result = 2 * task->number;
    return 0;
}

void submit(int number)
{
    pthread_t one;
    struct task task = {.number = number};
    pthread_create(&one, 0, work, &task);
    pthread_detach(one);
}

int main(void) { submit(1); pthread_exit(0); }
"""

NOT_YET_SET = """\
#include <pthread.h>
#include <string.h>

struct server { int *level; } server;
int level = 3;

void *serve(void *argument) { struct server *s = argument; return *s->level ? argument : 0; }

int main(void)
{
    pthread_t one;
    memset(&server, 0, sizeof server);
    pthread_create(&one, 0, serve, &server);
    server.level = &level;
    return 0;
}
"""

CANCELLED_WITH_A_LOCK = """\
#include <pthread.h>
#include <unistd.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count;

void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
    sleep(1);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t one;
    pthread_create(&one, 0, work, 0);
    pthread_cancel(one);
    pthread_join(one, 0);
    pthread_mutex_lock(&lock);
    return 0;
}
"""

ENDS_WITH_A_LOCK = """\
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int verbose, failed = 1;

void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    if (failed)
        pthread_exit(0);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t one;
    if (argc > 1)
        verbose = argv[1][0];
    pthread_create(&one, 0, work, 0);
    pthread_join(one, 0);
    if (verbose)
        pthread_mutex_lock(&lock);
    return 0;
}
"""

LOCKED_AFTER_IT_WAS_FREED = """\
#include <pthread.h>
#include <stdlib.h>

struct connection { int number; pthread_mutex_t lock; } *pool[2];

struct connection *opened(void)
{
    struct connection *c = malloc(sizeof *c);
    pthread_mutex_init(&c->lock, 0);
    return c;
}

void *use(void *argument)
{
    struct connection *c = argument;
    pthread_mutex_lock(&c->lock);
    pthread_mutex_unlock(&c->lock);
    return 0;
}

int main(void)
{
    pthread_t one;
    pool[0] = opened();
    pool[1] = opened();
    pthread_create(&one, 0, use, pool[1]);
    free(pool[1]);
    pthread_join(one, 0);
    return 0;
}
"""

SAID = {
    HANDLER_TOO_EARLY: (
        "sends SIGUSR1 to thread 0",
        "is interrupted by SIGUSR1",
        "got = 10",
        "why: lost wake-up on SIGUSR1. SIGUSR1 comes, and its handler runs, before thread 0 begins to wait",
    ),
    TABLE: (
        "table[1] = a new object",
        "free(table[1]); frees *table[1]",
        "(*table[i]).{ready, done} [table[1]->{ready, done}] = {1, 0}",
        "reading (*g).done",
        "*table[1] has been freed",
    ),
    FLAG_FIRST: ("reads set_up = 1", "reads table[1] = NULL", "why: use before initialisation of table[1]"),
    ONE_IS_WOKEN: ("why: lost wake-up on opened.", "until the condition variable is signalled: opened"),
    LOCAL_HANDED_OVER: ("why: use of a dead local: task. Thread 0 leaves submit", "task lives no longer"),
    CANCELLED_WITH_A_LOCK: (
        "pthread_cancel(one); asks thread 1 to end",
        "sleep(1); is cancelled, ends with lock locked",
        "Thread 1 locks lock (line 9) and is cancelled without unlocking it (line 11)",
    ),
    ENDS_WITH_A_LOCK: (
        "verbose = argv[1][0]; verbose = ",
        "pthread_exit(0); ends with lock locked",
        "Thread 1 locks lock (line 8) and ends without unlocking it (line 10); thread 0 waits for it (line 23)",
    ),
    LOCKED_AFTER_IT_WAS_FREED: (
        "pool[1] = that object",
        "necessary: thread 0 frees *pool[1] (line 27) before thread 1 reads pool[1]->lock (line 16)",
        "16: reads pool[1]->lock",
    ),
    NOT_YET_SET: ("why: use before initialisation of server.level.", "before thread 0 writes it (line 14)"),
}  # fmt: skip


@pytest.mark.parametrize("text", SAID, ids=range(len(SAID)))
def test_what_is_said_is_the_real_cause(smtcb: Smtcb, source: Source, text: str) -> None:
    output = " ".join(smtcb("check", source(text), "--explain", "--signals", "0").output.split())
    assert [part for part in SAID[text] if part not in output] == [], output


def test_who_is_woken_and_who_is_not_is_told(smtcb: Smtcb, source: Source) -> None:
    output = " ".join(smtcb("check", source(ONE_IS_WOKEN), "--explain", "--mode", "explicit").output.split())
    waits_on = "goes on waiting" in output and "wakes only thread" in output
    assert waits_on or "begins to wait afterwards" in output, output
    assert "cannot use it;" not in output


def test_both_threads_of_a_race_are_started(smtcb: Smtcb, source: Source) -> None:
    output = smtcb("check", source(ENDS_WITH_A_LOCK.replace("pthread_join", "failed = 0; pthread_join")), *RACE).output
    assert "starts thread 1" in output and "thread 0 writes failed" in output


def test_an_order_that_follows_from_another_one_is_not_told() -> None:
    def moment(thread: int, step: int) -> Moment:
        return Moment(thread, NOWHERE, "", StepSite(thread, "", step, 1), step)

    told = OrderOfTwo(moment(1, 2), moment(2, 5), True)
    follows = OrderOfTwo(moment(1, 1), moment(2, 6), True)
    unsure = OrderOfTwo(moment(1, 1), moment(2, 7), None)
    back = OrderOfTwo(moment(2, 5), moment(1, 8), True)
    assert without_those_that_follow([told, follows, unsure, back]) == [told, unsure, back]


CALLED = """\
#include <assert.h>
#include <pthread.h>
#include <string.h>

int lines;

void *reads(void *text)
{
    int seen = lines;
    lines = seen + (int)strlen(text);
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t one, other;
    if (argc != 3)
        return 2;
    pthread_create(&one, 0, reads, argv[1]);
    pthread_create(&other, 0, reads, argv[2]);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(lines == (int)(strlen(argv[1]) + strlen(argv[2])));
    return 0;
}
"""


def test_orders_are_decided_for_calls_like_this_one(smtcb: Smtcb, source: Source) -> None:
    output = " ".join(smtcb("check", source(CALLED), "--explain").output.split())
    assert "lost update of lines" in output and "not decided" not in output
    assert "context switches and with a call like this" in output
