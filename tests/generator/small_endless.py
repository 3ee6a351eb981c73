"""Fragments of very small programs with threads that never end.

Some of them never end, or wait for others in a loop; what is counted stays small, so that the states are finitely many
and the concrete machine can decide the program.
"""

from __future__ import annotations

from .small import Fragments

_HEAD = """\
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
extern _Bool __VERIFIER_nondet_bool(void);
int x, y, never;
atomic_int a;
int *volatile shared;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
sem_t s;
"""

# What a thread never gets behind, or only if others let it. V is a shared variable.
ENDLESS = (
    "for (;;) { }",
    "for (;;) sleep(1);",
    "for (;;) sched_yield();",
    "while (!never) { }",
    "while (!never) usleep(10);",
    "for (unsigned char i = 0;; i++) { }",
    "for (unsigned char i = 0;; i = (i + 1) & 3) V = i;",
    "for (;;) V = !V;",
    "for (;;) { pthread_mutex_lock(&m); V = !V; pthread_mutex_unlock(&m); }",
    "for (;;) { if (V == 2) V = 0; }",
    "for (;;) { V = 1; V = 0; }",
    "for (;;) { int mine = V; assert(mine == V); }",
    "for (;;) { assert(V < 3); sched_yield(); }",
    "for (;;) { pthread_mutex_lock(&m); assert(V != 2); pthread_mutex_unlock(&m); }",
    "for (;;) atomic_fetch_xor(&a, 1);",
    "do { a = 2; } while (V != 2);",
    "for (;;) { sem_wait(&s); V = 2; }",
    "for (;;) { sem_wait(&s); V = 1; sem_post(&s); }",
    "for (;;) { pthread_mutex_lock(&m); while (V == 0) pthread_cond_wait(&c, &m); V = 0; pthread_mutex_unlock(&m); }",
    "for (;;) { if (pthread_mutex_trylock(&m) == 0) { V = 2; pthread_mutex_unlock(&m); } }",
    "for (;;) { int *p = malloc(sizeof *p); *p = V; assert(*p != 2); free(p); }",
    "while (__VERIFIER_nondet_bool()) V = 1;",
    "for (;;) switch (V) { case 0: continue; case 1: V = 2; break; default: V = 0; }",
    "again: if (V != 2) goto again;",
)

# Loops that others may end.
WAITS = (
    "while (V == 0) { }",
    "while (V != 1) usleep(1);",
    "while (!a) sched_yield();",
    "do { } while (a == 0);",
    "while (shared == 0) { }",
    "while (pthread_mutex_trylock(&m) != 0) { } V = 2; pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); while (V == 0) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); if (V == 0) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);",
    "sem_wait(&s);",
    "for (int i = 0; i < 2 && V == 0; i++) usleep(1);",
    "for (int i = 0; i < 3 && a != 1; i++) { }",
)

STEPS = (
    "V = 1;",
    "V = 2;",
    "V++; V &= 3;",
    "a = 1;",
    "atomic_fetch_add(&a, 1); a &= 3;",
    "if (V == 1) W = 2;",
    "pthread_mutex_lock(&m); V = 1; pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); pthread_mutex_lock(&n); V = 2; pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&n); pthread_mutex_lock(&m); V = 2; pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);",
    "pthread_mutex_lock(&m); V = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
    "pthread_cond_broadcast(&c);",
    "sem_post(&s);",
    "assert(V != 2);",
    "assert(V == 0 || W == 0);",
    "assert(a < 2);",
    "{ int before = V; W = 1; assert(V >= before); }",
    "shared = &x;",
    "if (shared != 0) *shared = 1;",
    "{ int local = 1; shared = &local; V = 1; shared = 0; }",
    "shared = malloc(sizeof(int)); *shared = 1;",
    "if (__VERIFIER_nondet_bool()) V = 2;",
    "W = V ? 2 : 1;",
)

CLAIMS = ("assert(V != 2);", "assert(V == W);", "assert(V == 0);", "assert(a != 1);", "assert(!shared || *shared < 2);")

SMALL_ENDLESS = Fragments("small endless", _HEAD, STEPS, WAITS, CLAIMS, ENDLESS)
