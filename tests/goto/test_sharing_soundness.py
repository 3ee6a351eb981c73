"""Flags set by the sharing analysis lose nothing: exploring with them finds what exploring every access finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.frontend import load_program
from esbmc_py.goto.program import Program

from ..agreement.everywhere_agree import both
from ..generator import generate
from ..generator.kinds import SHAPES

# Each program hides a violation behind a way in which memory can come to be shared.
WAYS_TO_SHARE = {
    "an integer holds the address": """
        long kept;
        void *worker(void *a) { *(int *)(kept - 4) = 1; return 0; }
        int main(void) {
            int pair[2] = {0, 0}; pthread_t t; kept = (long)&pair[1];
            pthread_create(&t, 0, worker, 0); assert(pair[0] == 0); pthread_join(t, 0); return 0; }""",
    "a list leads to a local": """
        struct node { struct node *next; int value; } *head;
        void *worker(void *a) { head->next->value = 1; return 0; }
        int main(void) {
            struct node second = {0, 0}, first = {&second, 0}; pthread_t t; head = &first;
            pthread_create(&t, 0, worker, 0); assert(second.value == 0); pthread_join(t, 0); return 0; }""",
    "the address is copied with a struct": """
        struct box { int *inside; } box, other;
        void *worker(void *a) { other = box; *other.inside = 1; return 0; }
        int main(void) {
            int x = 0; pthread_t t; box.inside = &x;
            pthread_create(&t, 0, worker, 0); assert(x == 0); pthread_join(t, 0); return 0; }""",
    "the address is copied byte by byte": """
        int *from, *to;
        void *worker(void *a) {
            char *source = (char *)&from, *target = (char *)&to;
            for (int i = 0; i < sizeof from; i++) target[i] = source[i];
            *to = 1; return 0; }
        int x;
        int main(void) {
            pthread_t t; from = &x;
            pthread_create(&t, 0, worker, 0); assert(x == 0); pthread_join(t, 0); return 0; }""",
    "a function pointer in a table writes": """
        int x;
        void touch(int *p) { *p = 1; }
        void (*const table[2])(int *) = {0, touch};
        void *worker(void *a) { table[1](a); return 0; }
        int main(void) {
            pthread_t t; pthread_create(&t, 0, worker, &x); assert(x == 0); pthread_join(t, 0); return 0; }""",
    "a thread publishes its own local": """
        int *published;
        void *worker(void *a) {
            int mine = 0; published = &mine; assert(mine == 0); published = 0; return 0; }
        int main(void) {
            pthread_t t; pthread_create(&t, 0, worker, 0);
            int *p = published; if (p) { *p = 1; } pthread_join(t, 0); return 0; }""",
    "two threads of one routine share what one of them allocates": """
        int *first;
        void *worker(void *a) {
            int *mine = malloc(sizeof *mine);
            if (!mine) return 0;
            *mine = 0;
            int *other = __sync_val_compare_and_swap(&first, 0, mine);
            if (other) { *other = 1; } else { assert(*mine == 0); }
            return 0; }
        int main(void) {
            pthread_t t, u; pthread_create(&t, 0, worker, 0); pthread_create(&u, 0, worker, 0);
            pthread_join(t, 0); pthread_join(u, 0); return 0; }""",
    "a thread starts the thread": """
        int x;
        void *inner(void *a) { x = 1; return 0; }
        void *outer(void *a) { pthread_t t; pthread_create(&t, 0, inner, 0); assert(x == 0); return 0; }
        int main(void) { pthread_t t; pthread_create(&t, 0, outer, 0); pthread_join(t, 0); return 0; }""",
    "the result of a joined thread leads to another's memory": """
        int *where;
        void *giver(void *a) { static int x; where = &x; return &x; }
        void *worker(void *a) { if (where) *where = 1; return 0; }
        int main(void) {
            pthread_t t, u; void *p; pthread_create(&t, 0, giver, 0); pthread_create(&u, 0, worker, 0);
            pthread_join(t, &p); assert(*(int *)p == 0); pthread_join(u, 0); return 0; }""",
    "a thread-local is lent": """
        _Thread_local int mine; int *lent;
        void *worker(void *a) { lent = &mine; assert(mine == 0); lent = 0; return 0; }
        int main(void) {
            pthread_t t; pthread_create(&t, 0, worker, 0);
            int *p = lent; if (p) { *p = 1; } pthread_join(t, 0); return 0; }""",
    "a local dies while a thread reads it": """
        void *worker(void *a) { int *p = a; return *p == 7 ? p : 0; }
        void start(void) { int x = 7; pthread_t t; pthread_create(&t, 0, worker, &x); }
        int main(void) { start(); return 0; }""",
    "a loop variable is handed to threads": """
        int seen[2];
        void *worker(void *a) { int i = *(int *)a; if (i < 2) seen[i]++; return 0; }
        int main(void) {
            pthread_t t[2]; int i;
            for (i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, &i);
            pthread_join(t[0], 0); pthread_join(t[1], 0); assert(seen[0] == 1); return 0; }""",
    "memory is freed while a thread reads it": """
        void *worker(void *a) { int *p = a; return *p ? p : 0; }
        int main(void) {
            int *p = malloc(sizeof *p); if (!p) return 0; *p = 1; pthread_t t;
            pthread_create(&t, 0, worker, p); free(p); pthread_join(t, 0); return 0; }""",
    "a union is torn": """
        union u { long whole; int half[2]; } x, y = {-1};
        void *worker(void *a) { union u mine = x; assert(mine.half[0] == mine.half[1]); return 0; }
        int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); x.half[0] = -1; x.half[1] = -1; return 0; }""",
    "a local is used before its function returns": """
        pthread_t x, y;
        void *reads(void *a) { int *p = a; assert(*p == 0); return 0; }
        void *writes(void *a) { int *p = a; *p = 1; return 0; }
        void start(void) { int s = 0; pthread_create(&x, 0, reads, &s); pthread_create(&y, 0, writes, &s); }
        int main(void) { start(); pthread_join(x, 0); pthread_join(y, 0); return 0; }""",
    "a local is used before its block ends": """
        int *_Atomic p;
        void *reads(void *a) { int *q = p; if (q) { assert(*q != 7); } return 0; }
        int main(void) {
            pthread_t x; pthread_create(&x, 0, reads, 0);
            { int s = 7; p = &s; } p = 0; pthread_join(x, 0); return 0; }""",
    "a local is used between two of its lives": """
        char *p;
        _Atomic int lives;
        void *reads(void *a) { return lives == 1 && *p ? a : 0; }
        int main(void) {
            pthread_t x; pthread_create(&x, 0, reads, 0);
            for (int i = 1; i < 3; i++) { char s = i; p = &s; lives = i; }
            pthread_exit(0); }""",
    "a local of a thread is used before pthread_exit": """
        int *_Atomic p;
        void *ends(void *a) { int s = 7; p = &s; pthread_exit(0); }
        int main(void) {
            pthread_t x; pthread_create(&x, 0, ends, 0); pthread_detach(x);
            int *q = p; if (q) { assert(*q != 7); } return 0; }""",
    "a thread-local is used before its thread ends": """
        int *_Atomic p;
        _Thread_local int s;
        void *ends(void *a) { s = 7; p = &s; return 0; }
        int main(void) {
            pthread_t x; pthread_create(&x, 0, ends, 0);
            int *q = p; if (q) { assert(*q != 7); } return 0; }""",
    "a block on the stack is used before its function returns": """
        int *_Atomic p;
        void publish(int n) { int a[n]; a[0] = 7; p = a; }
        void *reads(void *a) { int *q = p; if (q) { assert(*q != 7); } return 0; }
        int main(void) {
            pthread_t x; pthread_create(&x, 0, reads, 0); publish(2); pthread_join(x, 0); return 0; }""",
    "a local of main is used before main returns": """
        void *writes(void *a) { int *p = a; *p = 1; assert(*p != 1); return 0; }
        int main(void) { pthread_t x; int s = 0; pthread_create(&x, 0, writes, &s); return 0; }""",
    "an array in a struct is torn": """
        struct s { int a[3]; } x, y = {{1, 1, 1}};
        void *worker(void *a) { struct s mine = x; assert(mine.a[0] == mine.a[2]); return 0; }
        int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); x = y; return 0; }""",
}


def load(tmp_path: Path, text: str) -> Program:
    path = tmp_path / "program.c"
    path.write_text(text)
    return load_program([path])


@pytest.mark.parametrize("way", WAYS_TO_SHARE)
def test_the_violation_is_found_however_the_memory_came_to_be_shared(way: str, tmp_path: Path) -> None:
    headers = "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n"
    program = load(tmp_path, headers + WAYS_TO_SHARE[way])
    flagged, incomplete, everything, also_incomplete = both(program)
    assert flagged == everything
    assert flagged
    assert not incomplete and not also_incomplete


@pytest.mark.parametrize(("seed", "kind"), [(0, None), (1, None), *enumerate(SHAPES, 2)])
def test_generated_programs_show_the_same_violations_with_and_without_the_analysis(
    seed: int, kind: str | None, tmp_path: Path
) -> None:
    program = load(tmp_path, generate(seed, 4) if kind is None else generate(seed, 3, SHAPES[kind]))
    flagged, incomplete, everything, also_incomplete = both(program)
    if not incomplete and not also_incomplete:
        assert flagged == everything
