"""Fragments of very small programs in which threads meet locals of others: alive, dead, or in a later round of a loop.

Locals are bytes, so that all values of one that nobody has set can be tried.
"""

from __future__ import annotations

from .small import Fragments

_HEAD = """\
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
char x, y, never;
_Atomic int turn;
char *_Atomic shared = &x;
struct pair { char first, second; } *_Atomic pairs;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
sem_t s;
static void use(char *p) { *p = 1; shared = p; turn++; }

"""

# A local that others may meet. V is a shared variable.
_STEPS = (
    "{ char l = 1; shared = &l; V = 1; shared = &never; }",
    "{ char l; shared = &l; l = 1; shared = &never; }",
    "for (int i = 0; i < 2; i++) { char l = 1; shared = &l; turn = i; }",
    "for (int i = 0; i < 2; i++) { char l; if (i) shared = &l; l = 1; shared = &l; }",
    "for (int i = 0; i < 2; i++) { char l; turn = i; l = i; if (!i) shared = &l; }",
    "for (int i = 0; i < 2; i++) { char l; if (i) pthread_mutex_unlock(&m); l = 1; if (!i) pthread_mutex_lock(&m); }",
    "for (int i = 0; i < 2; i++) { char l[2] = { 1, V }; shared = &l[i]; l[1] = 1; }",
    "for (int i = 0; i < 2; i++) { struct pair l; l.first = 1; pairs = &l; l.second = i; turn++; }",
    "for (int i = 0; i < 2; i++) { struct pair l = { 1, 1 }; if (i == 1) sem_post(&s); pairs = &l; l.second = 0; }",
    "again: { char l = 1; shared = &l; if (turn++ < 1) goto again; }",
    "{ int n = 2; again: ; char l[n]; l[1] = 1; shared = &l[1]; if (--n) goto again; }",
    "shared = ({ char l = 1; &l; });",
    "{ char l = ({ char inner = 1; shared = &inner; inner; }); use(&l); }",
    "{ char l = 3; use(&l); use(&l); }",
    "for (int i = 0; i < 2; i++) use(&(char){ i });",
    "V = 1;",
    "pthread_mutex_lock(&m); V = *shared; pthread_mutex_unlock(&m);",
    "*shared = 1;",
    "*shared ^= 1;",
    "if (pairs) pairs->second = 1;",
    "sem_post(&s);",
)

_WAITS = (
    "while (!turn) { }",
    "while (shared == &x) { }",
    "sem_wait(&s);",
    "while (turn < 2) { }",
    "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
)

_CLAIMS = (
    "{ char found = *shared; assert(found == 0 || found == 1); }",
    "pthread_mutex_lock(&m); assert(*shared < 2); pthread_mutex_unlock(&m);",
    "if (turn == 1) assert(*shared == 1);",
    "if (pairs) assert(pairs->first == 1);",
    "{ char *p = shared; char found = *p; assert(found == *p); }",
    "assert(V < 2);",
)

SMALL_LIVES = Fragments("lives", _HEAD, _STEPS, _WAITS, _CLAIMS)
