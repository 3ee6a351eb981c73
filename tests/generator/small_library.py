"""Fragments of very small programs with what else the thread library has: thread-specific data, things done once,
signals, cancellation, read-write locks, detached threads, and their misuse.
"""

from __future__ import annotations

from .small import Fragments

_HEAD = """\
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
extern _Bool __VERIFIER_nondet_bool(void);
int x, y;
atomic_int a;
volatile sig_atomic_t seen;
pthread_t t0, t1, boss;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_spinlock_t spin;
pthread_barrier_t pair;
pthread_key_t key;
sem_t s;
const struct timespec long_ago;
static void add(void) { x++; }
static void give_back(void *value) { *(int *)value = 0; a++; }
static void undo(void *unused) { (void)unused; y = 0; }
static void release(void *lock) { pthread_mutex_unlock(lock); }
static void on_signal(int number) { seen = number == SIGUSR1; }
static void *joins_first(void *unused) { pthread_join(t0, 0); return unused; }
static void write_on_signal(int number) { (void)number; x = 2; }
"""

_BEGIN = (
    "boss = pthread_self();",
    "sem_init(&s, 0, 0);",
    "pthread_key_create(&key, give_back);",
    "pthread_spin_init(&spin, 0);",
    "pthread_barrier_init(&pair, 0, 2);",
)

STEPS = (
    "V = 1;",
    "V = 2;",
    "a = 1;",
    "if (V == 1) W = 2;",
    "pthread_mutex_lock(&m); V = 1; pthread_mutex_unlock(&m);",
    "sem_post(&s);",
    # read-write locks
    "pthread_rwlock_wrlock(&r); V = 2; V = 0; pthread_rwlock_unlock(&r);",
    "pthread_rwlock_rdlock(&r); assert(V != 2); pthread_rwlock_unlock(&r);",
    "pthread_rwlock_rdlock(&r); V = 1; V = 0; pthread_rwlock_unlock(&r);",
    "pthread_rwlock_rdlock(&r); { int before = V; assert(before == V); } pthread_rwlock_unlock(&r);",
    "if (pthread_rwlock_trywrlock(&r) == 0) { V = 2; pthread_rwlock_unlock(&r); }",
    "if (pthread_rwlock_tryrdlock(&r) != 0) V = 2; else pthread_rwlock_unlock(&r);",
    "pthread_rwlock_rdlock(&r); pthread_rwlock_wrlock(&r);",
    "pthread_rwlock_unlock(&r);",
    # once
    "pthread_once(&once, add);",
    "pthread_once(&once, add); assert(x == 1);",
    # thread-specific data
    "pthread_setspecific(key, &y); y = 2;",
    "assert(pthread_getspecific(key) == 0);",
    "pthread_setspecific(key, &y); pthread_setspecific(key, 0); y = 1;",
    "{ int local = 1; pthread_setspecific(key, &local); }",
    "if (pthread_getspecific(key) != 0) V = 2;",
    # signals
    "signal(SIGUSR1, on_signal);",
    "signal(SIGUSR1, on_signal); raise(SIGUSR1); assert(seen);",
    "signal(SIGUSR1, write_on_signal); V = 1; assert(V == 1);",
    "{ sigset_t set; sigemptyset(&set); sigaddset(&set, SIGUSR1); pthread_sigmask(SIG_BLOCK, &set, 0); }",
    "signal(SIGUSR1, write_on_signal); pthread_kill(boss, SIGUSR1);",
    "if (seen) V = 2;",
    # cancellation
    "pthread_cancel(boss);",
    "pthread_cancel(pthread_self()); V = 1; pthread_testcancel(); V = 2;",
    "pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);",
    "pthread_cleanup_push(undo, 0); V = 2; pthread_testcancel(); pthread_cleanup_pop(1);",
    "pthread_mutex_lock(&m); pthread_cleanup_push(release, &m); sleep(1); pthread_cleanup_pop(1);",
    "pthread_mutex_lock(&m); sleep(1); pthread_mutex_unlock(&m);",
    # ends
    "pthread_detach(pthread_self());",
    "if (V == 2) pthread_exit(0);",
    "if (V == 1) exit(0);",
    # spin locks, timed waits
    "pthread_spin_lock(&spin); V = 2; V = 0; pthread_spin_unlock(&spin);",
    "pthread_spin_lock(&spin); assert(V != 2); pthread_spin_unlock(&spin);",
    "if (pthread_mutex_timedlock(&m, &long_ago) == 0) pthread_mutex_unlock(&m); else V = 2;",
    "if (sem_timedwait(&s, &long_ago) != 0) V = 1;",
)

WAITS = (
    "sem_wait(&s);",
    "pthread_barrier_wait(&pair);",
    "if (pthread_barrier_wait(&pair) == PTHREAD_BARRIER_SERIAL_THREAD) V = 2;",
    "while (!a) sched_yield();",
    "while (!seen) usleep(1);",
    "{ sigset_t set; int got; sigemptyset(&set); sigaddset(&set, SIGUSR1); sigwait(&set, &got); V = 2; }",
    "pause();",
    "while (!__atomic_load_n(&V, __ATOMIC_SEQ_CST)) sleep(1);",
)

CLAIMS = (
    "assert(V != 2);",
    "assert(V == W);",
    "assert(V == 0);",
    "assert(a != 1);",
    "assert(!seen);",
    "assert(pthread_getspecific(key) == 0);",
    "assert(x < 2);",
)

OF_MAIN = (
    "pthread_cancel(t0);",
    "V = 1; pthread_cancel(t0); pthread_join(t0, 0); assert(W != 2);",
    "{ void *result; pthread_cancel(t0); pthread_join(t0, &result); assert(result != PTHREAD_CANCELED); }",
    "pthread_kill(t0, SIGUSR1);",
    "signal(SIGUSR1, on_signal); pthread_kill(t0, SIGUSR1);",
    "pthread_detach(t0);",
    "pthread_detach(t0); pthread_exit(0);",
    "{ pthread_t t; void *result; pthread_create(&t, 0, joins_first, 0); pthread_cancel(t); pthread_join(t, &result);"
    " assert(result != PTHREAD_CANCELED); }",
    "pthread_detach(t0); if (pthread_join(t0, 0) != 0) V = 2;",
)

SMALL_LIBRARY = Fragments(
    "small library", _HEAD, STEPS, WAITS, CLAIMS, begin=_BEGIN, of_main=OF_MAIN, global_handles=True
)
