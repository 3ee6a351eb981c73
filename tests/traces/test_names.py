"""Names in traces are those of the source: no line has one that only smtcb knows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from esbmc_py.goto.place_texts import part_text
from tests.agreement.agree import load_text
from tests.conftest import Finished

Smtcb = Callable[..., Finished]
Source = Callable[..., Path]
START = "#include <assert.h>\n#include <pthread.h>\n#include <signal.h>\n#include <stdlib.h>\n"

BEHIND_A_POINTER = """\
struct guard { int open, ready; } gate;
void *use(void *argument) { struct guard *g = argument; (*g).ready = 1; assert(!(*g).open); return 0; }
int main(void)
{
    pthread_t one;
    pthread_create(&one, 0, use, &gate);
    gate.open = gate.ready;
    pthread_join(one, 0);
}
"""
FROM_OUTSIDE = """\
struct device { int number, ready; };
int start(struct device *d) { assert(d->ready != 3); return d->number; }
"""
FROM_A_FUNCTION = """\
struct device { int state, number; };
struct device *find(int number);
void *poll(void *argument) { struct device *d = argument; d->state = 2; return 0; }
int main(void)
{
    struct device *dev = find(0);
    pthread_t one;
    if (!dev)
        return 1;
    dev->state = 1;
    pthread_create(&one, 0, poll, dev);
    dev->state = dev->state + 1;
    pthread_join(one, 0);
    assert(dev->state == 2);
}
"""
HANDLER_LOCKS = """\
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void on_usr1(int number) { pthread_mutex_lock(&lock); pthread_mutex_unlock(&lock); }
int main(void)
{
    signal(SIGUSR1, on_usr1);
    pthread_mutex_lock(&lock);
    raise(SIGUSR1);
    pthread_mutex_unlock(&lock);
}
"""
STRUCTURES = """\
struct pair { int a, b; };
int n;
struct pair make(int x) { struct pair p = {x, n++}; return p; }
int sum(struct pair p, struct pair q) { return p.a + 2 * q.b; }
void *f(void *unused) { n = 5; return unused; }
int main(void)
{
    pthread_t one;
    pthread_create(&one, 0, f, 0);
    int s = sum(make(4), make(5));
    pthread_join(one, 0);
    assert(s < 15);
}
"""
WHOLE_AND_ELEMENTS = """\
struct slice { int *data, length; } all;
int seen;
void *look(void *slice) { struct slice *s = slice; seen = s->data[0] + s->data[s->length - 1]; return 0; }
int main(void)
{
    pthread_t one;
    int *numbers = malloc(8 * sizeof *numbers);
    if (!numbers)
        return 1;
    for (int i = 0; i < 8; i++)
        numbers[i] = i + 1;
    all = (struct slice){numbers, 8};
    look(&all);
    pthread_create(&one, 0, look, &all);
    numbers[0]++;
    pthread_join(one, 0);
    assert(seen == 9);
    free(numbers);
}
"""
FLAG_FROM_THE_HANDLER = """\
volatile sig_atomic_t asked, wanted, done;
void on_usr1(int number) { wanted = wanted + 1; asked = 1; }
int main(void)
{
    signal(SIGUSR1, on_usr1);
    raise(SIGUSR1);
    if (asked) {
        done = wanted;
        raise(SIGUSR1);
        asked = 0;
    }
    if (asked)
        done = wanted;
    assert(done == wanted);
}
"""
COUNTED_ELSEWHERE = """\
struct document { int letters, words; };
int place;
void *count(void *argument)
{
    struct document *d = argument;
    place = d->letters;
    if (place > 0)
        d->words++;
    return 0;
}
int main(void)
{
    struct document documents[2] = {{1, 0}, {0, 0}};
    pthread_t one, two;
    pthread_create(&one, 0, count, &documents[0]);
    pthread_create(&two, 0, count, &documents[1]);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(documents[0].words == 1);
}
"""
MANY_ELEMENTS = """\
int part[9];
void *fill(void *unused) { for (int i = 0; i < 9; i++) part[i] = i; return unused; }
int main(void)
{
    pthread_t one;
    int sum = 0;
    pthread_create(&one, 0, fill, 0);
    pthread_join(one, 0);
    for (int i = 0; i < 9; i++)
        sum += part[i];
    assert(sum != 36);
}
"""
MADE_ELSEWHERE = """\
struct folder { pthread_mutex_t lock; int files; };
struct folder *make(int files)
{
    struct folder *made = malloc(sizeof *made);
    if (!made)
        exit(0);
    made->files = files;
    return made;
}
void *empty(void *argument) { struct folder *f = argument; f->files = 0; return 0; }
int main(void)
{
    struct folder *home = make(1), *trash = make(2);
    pthread_t one;
    pthread_create(&one, 0, empty, trash);
    pthread_join(one, 0);
    assert(home->files + trash->files == 3);
}
"""
ON_THE_HEAP = """\
struct total { int bytes; };
struct connection { pthread_mutex_t lock; int sent; struct total *total; };
struct total total;
void *serve(void *argument)
{
    struct connection *c = argument;
    pthread_mutex_lock(&c->lock);
    c->sent = 7;
    c->total->bytes += c->sent;
    pthread_mutex_unlock(&c->lock);
    return 0;
}
int main(void)
{
    pthread_t one;
    struct connection *connections = calloc(2, sizeof *connections);
    if (!connections)
        return 1;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_init(&connections[i].lock, 0);
        connections[i].total = &total;
    }
    pthread_create(&one, 0, serve, &connections[1]);
    pthread_join(one, 0);
    assert(connections[1].sent != total.bytes);
}
"""
OPEN_ENDED = """\
struct message { int length, first, *last; char text[]; };
void *fill(void *argument) { struct message *m = argument; m->length = 6; *m->last = 2; m->text[5] = 33; return 0; }
int main(void)
{
    pthread_t one;
    struct message *note = malloc(sizeof *note + 8);
    if (!note)
        return 1;
    note->last = &note->first;
    pthread_create(&one, 0, fill, note);
    pthread_join(one, 0);
    assert(note->text[5] != 33 || note->first != 2);
}
"""
CALLED_WITH = """\
char first;
void *look(void *argument) { const char *text = argument; first = *text; return 0; }
int main(int argc, char **argv)
{
    pthread_t one;
    if (argc != 2)
        return 1;
    pthread_create(&one, 0, look, argv[1]);
    pthread_join(one, 0);
    assert(first != 120);
}
"""
KEPT_OUTSIDE = """\
void *open_sensor(int number);
void *sensor;
int main(void)
{
    sensor = open_sensor(3);
    assert(sensor == 0);
}
"""

HELD_BY_A_LOCAL = """\
struct node { int value; } *top;
void push(int value)
{
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh)
        exit(0);
    fresh->value = value;
    top = fresh;
}
void look(struct node **place) { *place = top; }
int value_of_top(void) { struct node *first; look(&first); return first->value; }
int main(void)
{
    push(1);
    push(2);
    assert(value_of_top() == 1);
}
"""

RESULTS = """\
#include <stdio.h>
#include <time.h>
int main(void)
{
    struct timespec now;
    int count, pair[2];
    if (scanf("%d %d", &count, &pair[1]) != 2)
        return 1;
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(now.tv_sec < 5 || count < 0 || pair[1] < 0);
}
"""

SAID: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "behind a pointer": (BEHIND_A_POINTER, ("g->ready [gate.ready] = 1", "reads g->open [gate.open] = 1"), ("(*g). ",)),
    "from outside": (FROM_OUTSIDE, ("d->ready is 3",), ("*d.",)),
    "from a function": (
        FROM_A_FUNCTION,
        ("dev = an object from outside", "d = dev", "d->state [dev->state] = 2", "reads dev->state = "),
        ("outside_", "[dev->state] = 3"),
    ),
    "kept outside": (KEPT_OUTSIDE, ("sensor = &outside",), ("__smtcb",)),
    "handler": (HANDLER_LOCKS, ("in the signal handler on_usr1, until the mutex is free: lock, held by thread 0",), ()),
    "structures": (STRUCTURES, ("the result = p", "p.b = 5", "s is 16"), ("its initialiser", "argument = ")),
    "elements": (
        WHOLE_AND_ELEMENTS,
        ("numbers[0] = 1", "slice = &all", "reads s->data[s->length - 1]"),
        ("[*numbers]", "&all.data", "numbers[4] = 5"),
    ),
    "flag": (FLAG_FROM_THE_HANDLER, ("wanted = 2 (was 1)", "asked = 0 ", "reads asked = 0"), ()),
    "counted": (COUNTED_ELSEWHERE, ("place = 0", "reads place = 0", "reads documents[0].words = 0"), ()),
    "made elsewhere": (MADE_ELSEWHERE, ("made = a new object (trash)", "f = trash"), ("trash = a new object",)),
    "heap": (
        ON_THE_HEAP,
        ("c = &connections[1]", "locks connections[1].lock", "c->sent [connections[1].sent] = 7"),
        ("connections->",),
    ),
    "open-ended": (
        OPEN_ENDED,
        ("m->text[5]", "note->text[5]", "*m->last [note->first] = 2", "reads note->first = 2"),
        ("note[1]", "&note->last"),
    ),
    "held by a local": (HELD_BY_A_LOCAL, ("a new object (fresh#2)", "top = fresh#2"), ("(first)",)),
    "results": (RESULTS, ("count = ", "pair[1] = ", "now.tv_sec = "), ("result->",)),
    "arguments": (CALLED_WITH, ("text = argv[1]",), ("a new object",)),
    "folded": (MANY_ELEMENTS, ("more times, with other values", "reads part[8] = 8, sum = 36"), ("reads part[4]",)),
}  # fmt: skip


@pytest.mark.parametrize("name", SAID)
def test_names_are_those_of_the_source(smtcb: Smtcb, source: Source, name: str) -> None:
    text, said, unsaid = SAID[name]
    options = ("--function", "start") if "main" not in text else ()
    output = " ".join(smtcb("check", source(START + text), *options, "--signals", "0").output.split())
    assert [part for part in said if part not in output] == [], output
    assert [part for part in (*unsaid, "$", "__smtcb", "heap object") if part in output] == [], output


@pytest.mark.parametrize(
    ("whole", "part", "text"),
    [
        ("d", ".ready", "d.ready"),
        ("*d", ".ready", "d->ready"),
        ("*d", "[1]", "d[1]"),
        ("**d", ".ready", "(*d)->ready"),
        ("*d", "", "*d"),
    ],
)
def test_parts_are_written_as_in_c(whole: str, part: str, text: str) -> None:
    assert part_text(whole, part) == text


def test_variables_in_registers_are_known() -> None:
    program = load_text(
        "int f(int x) { int y = x + 1; { int y = 2 * x; x = y; } return x * y - 3; } int main(void) { return f(1); }"
    )
    function = program.functions["f"]
    names = [one.name.partition("$")[0] for one in function.registers if one.index in function.variables]
    assert sorted(names) == ["x", "y", "y"]
