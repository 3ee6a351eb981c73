"""Executions as lines: calls stand where they take effect, names are the programmer's, lines fit."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.conftest import ROOT, Finished

Smtcb = Callable[..., Finished]
Source = Callable[..., Path]

SUITE = ROOT / "benchmarks" / "suite"
LOST_WAKEUP = SUITE / "patterns" / "lost_wakeup.c"
DEADLOCK = ROOT / "examples" / "deadlock.c"

REFERENCES = """\
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct conn {
    char name[40];
    int refs;
};

int freed;

void *put(void *argument)
{
    struct conn *c = argument;
    if (--c->refs == 0)
        freed = 1;
    return 0;
}

int main(void)
{
    struct conn *conn = malloc(sizeof *conn);
    pthread_t a, b;
    conn->refs = 2;
    pthread_create(&a, 0, put, conn);
    pthread_create(&b, 0, put, conn);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(freed);
    return 0;
}
"""

GATE = """\
#include <pthread.h>
#include <stdlib.h>

struct gate {
    int open;
    pthread_mutex_t lock;
    pthread_cond_t opened;
};

struct gate *gates;

void *visit(void *argument)
{
    struct gate *gate = argument;
    pthread_mutex_lock(&gate->lock);
    pthread_cond_signal(&gate->opened);
    pthread_cond_wait(&gate->opened, &gate->lock);
    return 0;
}

int main(void)
{
    pthread_t visitor;
    struct gate *gate = malloc(sizeof *gate);
    gates = malloc(2 * sizeof *gates);
    pthread_mutex_init(&gate->lock, 0);
    pthread_cond_init(&gate->opened, 0);
    pthread_mutex_init(&gates[1].lock, 0);
    pthread_create(&visitor, 0, visit, gate);
    pthread_mutex_lock(&gates[1].lock);
    pthread_mutex_lock(&gates[1].lock);
    return 0;
}
"""

INTERRUPTED_IN_A_CALL = """\
#include <assert.h>
#include <pthread.h>
#include <signal.h>

volatile sig_atomic_t quit;

static void on_int(int number)
{
    quit = number;
}

static void *work(void *unused)
{
    assert(!quit);
    return unused;
}

int main(void)
{
    pthread_t worker;
    signal(SIGINT, on_int);
    pthread_create(&worker, 0, work, 0);
    pthread_join(worker, 0);
    return 0;
}
"""


def places(output: str, *texts: str) -> list[int]:
    """The numbers of the lines that have these texts, each the first one."""
    lines = output.splitlines()
    return [next(number for number, line in enumerate(lines) if text in line) for text in texts]


def test_a_lost_wakeup_shows_that_the_signal_came_before_the_wait_began(smtcb: Smtcb) -> None:
    output = smtcb("check", LOST_WAKEUP, "-DHOW=1").output
    signal, begins = places(output, "signals condition, nobody waits", "begins to wait for condition")
    assert signal < begins


def test_a_mutex_is_locked_only_once_it_is(smtcb: Smtcb) -> None:
    output = " ".join(smtcb("check", DEADLOCK).output.split())
    assert output.count("locks alice.lock") == output.count("locks bob.lock") == 1
    assert "waits for bob.lock, held by thread 2" in output
    assert "waits for alice.lock, held by thread 1" in output


def test_a_thread_that_waits_goes_on_in_a_second_line(smtcb: Smtcb) -> None:
    output = smtcb("check", ROOT / "examples" / "lost_update.c").output
    waits, runs, goes_on = places(output, "waits for the end of thread 1", "counter++;", "thread 1 has ended")
    assert waits < runs < goes_on


def test_heap_objects_have_the_names_that_the_programmer_gave(smtcb: Smtcb, source: Source) -> None:
    output = smtcb("check", source(REFERENCES), "--property", "reach").output
    assert "c->refs [conn->refs] = 1" in output
    assert "heap object" not in output


def test_locks_inside_heap_objects_have_the_names_of_members(smtcb: Smtcb, source: Source) -> None:
    output = smtcb("check", source(GATE), "--property", "deadlock").output
    assert "locks gate->lock" in output
    assert "signals gate->opened, nobody waits" in output
    assert "begins to wait for gate->opened" in output
    assert "waits for gates[1].lock" in output


def test_what_the_library_does_after_a_handler_belongs_to_the_line_that_called_it(smtcb: Smtcb, source: Source) -> None:
    output = smtcb("check", source(INTERRUPTED_IN_A_CALL), "--mode", "lazy").output
    interrupted, handled, goes_on = places(output, "is interrupted by SIGINT", "quit = number;", "starts thread 1")
    assert interrupted < handled < goes_on
    assert all("pthread_create(" in output.splitlines()[number] for number in (interrupted, goes_on))


def test_what_kept_a_place_from_being_written_matters(smtcb: Smtcb, source: Source) -> None:
    """`freed` is never written: that both threads found a count other than 0 is why."""
    output = smtcb("check", source(REFERENCES), "--property", "reach").output
    assert "reads c->refs [conn->refs] = 2" in output


def test_no_line_is_wider_than_a_hundred_columns(smtcb: Smtcb) -> None:
    for how in ("1", "2", "3"):
        output = smtcb("check", LOST_WAKEUP, f"-DHOW={how}", "--explain").output
        trace = output[output.index("deadlock: ") : output.index("=> deadlock:")]
        assert max(map(len, trace.splitlines())) <= 100


def test_json_has_operations_waits_and_what_matters(smtcb: Smtcb) -> None:
    trace: list[dict[str, Any]] = json.loads(smtcb("check", DEADLOCK, "--json").output)["findings"][0]["trace"]
    locks = [(line["thread"], one["object"]) for line in trace for one in line["operations"] if one["verb"] == "lock"]
    assert sorted(locks) == [(1, "alice.lock"), (2, "bob.lock")]
    waits = {(line["thread"], line["waits"]["for"], *line["waits"]["held_by"]) for line in trace if line["waits"]}
    assert {(1, "bob.lock", 2), (2, "alice.lock", 1)} <= waits
    kept = {"step", "thread", "switch", "location", "function", "source", "notes", "assigned", "matters"}
    assert all(kept <= line.keys() for line in trace)


PRIVATE = """\
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int number;
char text[4];

static void react(int signal) { number = signal; }

static void *work(void *unused)
{
    sleep(1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    signal(SIGUSR1, react);
    pthread_create(&thread, 0, work, 0);
    scanf("%d", &number);
    pthread_join(thread, 0);
    read(0, text, number == 7 ? 5 : 4);
    return 0;
}
"""


def test_what_the_models_keep_for_themselves_is_not_told(smtcb: Smtcb, source: Source) -> None:
    out = smtcb("check", source(PRIVATE), "--mode", "lazy", "--trace", "full").output
    assert "scanf" in out and "writes number (4 bytes)" in out
    assert "__smtcb" not in out and "varargs" not in out and "writes  (" not in out


def test_a_long_name_of_a_file_leaves_room_for_its_lines(smtcb: Smtcb, source: Source) -> None:
    out = smtcb("check", source(REFERENCES, "an_exercise_about_counting_references_final_2.c"), "--mode", "lazy").output
    assert "an_exercise_ab...nal_2.c:15  if (--c->refs == 0)" in out
    assert "an_exercise_about_counting_references_final_2.c:29:5: assertion" in out


POOL = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
typedef struct { int from, to; } job;
typedef struct { job jobs[4]; int count; pthread_mutex_t lock; pthread_t workers[2]; } pool;
static void *run(void *given)
{
    pool *mine = given;
    pthread_mutex_lock(&mine->lock);
    mine->jobs[mine->count] = (job){1, 2};
    mine->count++;
    pthread_mutex_unlock(&mine->lock);
    return NULL;
}
int main(void)
{
    pool *all = calloc(1, sizeof *all);
    pthread_mutex_init(&all->lock, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&all->workers[i], NULL, run, all);
    for (int i = 0; i < 2; i++)
        pthread_join(all->workers[i], NULL);
    assert(all->count == 1);
    return 0;
}
"""


def test_new_objects_handles_of_threads_and_compound_literals_are_told_as_people_say_it(
    smtcb: Smtcb, source: Source
) -> None:
    output = " ".join(smtcb("check", source(POOL), "--trace", "full").output.split())
    assert "all = a new object" in output
    assert "mine = all" in output
    assert "reads all->workers[1] = thread 2" in output
    assert "mine->jobs[mine->count].from [all->jobs[0].from] = 1" in output
    assert "literal" not in output
    assert "&*" not in output


LEFT = """\
#include <pthread.h>

static void *use(void *argument) { return (void *)(long)*(int *)argument; }

static void start(void)
{
    pthread_t thread;
    int number = 7;
    pthread_create(&thread, 0, use, &number);
    LEAVE
}

int main(void)
{
    start();
    pthread_exit(0);
}
"""
UNSET = """\
#include <stdlib.h>

struct node { struct node *next; int value; };
int total;

static void add(int *target) { total = *target; }

int main(int argc, char **argv)
{
    struct node *list = malloc(sizeof *list);
    int *nothing;
    list->value = 1;
    if (argc > 1)
        add(nothing);
    else
        list = list->next;
    return list->value;
}
"""


def test_a_trace_says_where_the_life_of_a_local_has_ended(smtcb: Smtcb, source: Source) -> None:
    for leave in ("return;", "pthread_exit(0);"):
        out = smtcb("check", source(LEFT.replace("LEAVE", leave)), "--mode", "lazy").output
        assert re.search(rf"prog.c:10 +{re.escape(leave)} +number lives no longer", out), out


def test_a_trace_says_that_nobody_has_set_what_is_used(smtcb: Smtcb, source: Source) -> None:
    out = smtcb("check", source(UNSET), "--args", "").output
    assert "list->next is not initialised" in out
    out = smtcb("check", source(UNSET), "--args", "x").output
    assert "nothing is not initialised" in out and "list" not in out.partition("null-pointer")[2]


def test_a_trace_says_that_a_local_is_met_in_the_next_round_before_it_has_a_value(smtcb: Smtcb) -> None:
    program = Path(__file__).parent.parent / "programs" / "open" / "life_of_next_round.c"
    out = " ".join(smtcb("check", program, "--mode", "explicit").output.split())
    begins, used = "char number; number begins anew", "reads *number [number] = "
    assert begins in out and "(not initialised)" in out.partition(begins)[2].partition(used)[2], out


HANDED_OVER = """\
#include <pthread.h>
#include <stdlib.h>
void *use(void *p) { free(p); return *(int *)p ? p : 0; }
int main(void)
{
    pthread_t t;
    for (int i = 0; i < 2; i++) {
        int *fresh = calloc(1, sizeof *fresh);
        if (i == 0)
            free(fresh);
        else
            pthread_create(&t, 0, use, fresh);
    }
    pthread_join(t, 0);
    return 0;
}
"""


def test_an_object_is_not_called_after_a_parameter_of_the_library(smtcb: Smtcb, source: Source) -> None:
    assert "*fresh#2 has been freed" in smtcb("check", source(HANDED_OVER)).output
