"""Fragments for programs of which every outcome counts (`outcomes`), with what C programs have besides: descriptors,
per-thread and static state, bit-fields, copies, handlers, other kinds of locks, C11's threads.

What they record must be one of 0, 1 and 2, and a binary made by gcc must be able to run them.
"""

from __future__ import annotations

HEAD = """\
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
struct flags { unsigned one : 2, two : 2; int whole; } flags;
union both { unsigned whole; unsigned char bytes[4]; } both;
char text[4] = "aa";
struct wide { int a, b, c; } wide, other = {1, 1, 1};
_Thread_local int own;
static __thread int *place;
volatile sig_atomic_t signalled;
static int ends[2] = {-1, -1}, event = -1;
static pthread_key_t key;
static tss_t tss;
static mtx_t mtx;
static cnd_t cnd;
static once_flag flag = ONCE_FLAG_INIT;
static pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, strict = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_spinlock_t spin;
static pthread_rwlock_t writers = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static const struct timespec long_ago;
static void on_signal(int number) { signalled = number == SIGUSR1; }
static void write_x(int number) { (void)number; x = 2; }
static void one_more(void *unused) { (void)unused; y = (y + 1) % 3; }
static void initialise(void) { x = (x + 1) % 3; }
static int next(void) { static int number; number = (number + 1) % 3; return number; }
static int kept_here(int new) { static int old; int result = old; old = new; return result; }
static int bump(int *cell) { int before = *cell; *cell = (before + 1) % 3; return before; }
static int less(int left, int right) { return left < right; }
static int sum(int count, ...)
{
    va_list rest;
    int total = 0;
    va_start(rest, count);
    while (count--) total += va_arg(rest, int);
    va_end(rest);
    return total % 3;
}
static struct wide both_of(int *cell) { struct wide result = {*cell, *cell, 0}; return result; }
static int by_pointer(int (*function)(int *), int *cell) { return function(cell); }
static int jumps(int *cell)
{
    jmp_buf back;
    if (setjmp(back)) return *cell;
    if (*cell) longjmp(back, 1);
    return 2;
}
static int c_thread(void *cell) { *(int *)cell = 1; return 2; }
static void *returns(void *cell) { return (void *)(intptr_t)*(int *)cell; }
static void *late(void *unused) { own = 1; place = &own; return (void *)(intptr_t)(*place + own - 1); }
static void *uses_key(void *unused) { pthread_setspecific(key, &y); return unused; }
static void *uses_tss(void *unused) { tss_set(tss, &y); return unused; }
"""
# What main does first if one of these words occurs in what threads do.
PREPARED = {
    "SIGUSR1": "signal(SIGUSR1, on_signal);",
    "SIGUSR2": "signal(SIGUSR2, write_x);",
    "ends[": "if (pipe2(ends, O_NONBLOCK)) return 0;",
    "event": "event = eventfd(0, EFD_NONBLOCK);",
    "key": "pthread_key_create(&key, one_more);",
    "tss": "tss_create(&tss, one_more);",
    "&mtx": "mtx_init(&mtx, mtx_plain); cnd_init(&cnd);",
    "&spin": "pthread_spin_init(&spin, 0);",
}

DATA = (
    "flags.one = 1;",
    "flags.two = 2;",
    "SEE(flags.one)",
    "SEE(flags.two)",
    "flags.one = V; flags.two = W;",
    "flags.one += 1; SEE(flags.one % 3)",
    "both.whole = 0x01000002;",
    "SEE(both.bytes[0] % 3)",
    "both.bytes[3] = 1; SEE(both.whole >> 24)",
    "text[0] = 'b'; text[1] = 'b';",
    'strcpy(text, "cc");',
    'SEE(strcmp(text, "bb") == 0)',
    "SEE((unsigned)strlen(text) % 3)",
    "text[1] = 0;",
    "memcpy(&wide, &other, sizeof wide);",
    "wide = other;",
    "memset(&wide, 0, sizeof wide);",
    "SEE(wide.a != wide.c)",
    "SEE(memcmp(&wide, &other, sizeof wide) == 0)",
    "{ struct wide mine = wide; SEE((mine.a + mine.b) % 3) }",
    "{ struct wide mine = both_of(&V); SEE(mine.a != mine.b) }",
    "V = W = 1;",
    "V += W; V %= 3;",
    "V = W ? 1 : 2;",
    "SEE(V ? W : 2)",
    "SEE((V, W))",
    "SEE(({ int mine = V; mine == W; }))",
    "SEE(less(V, 1))",
    "SEE(sum(2, V, V))",
    "SEE(by_pointer(bump, &V))",
    "SEE(bump(&V))",
    "SEE(next())",
    "SEE(kept_here(1))",
    "SEE(kept_here(2))",
    "SEE(jumps(&V))",
    "switch (V) { case 0: W = 1; break; case 1: W = 2; default: SEE(V) }",
    "{ int i = 0; again: if (V && ++i < 2) goto again; SEE(i) }",
    "do { W = V; } while (0);",
    "{ int rest[V + 1]; rest[V % (sizeof rest / sizeof *rest)] = 1; SEE((unsigned)(sizeof rest / sizeof *rest) % 3) }",
    "{ int *alias = V ? &x : &y; SEE(*alias) }",
    "SEE(places[V] + places[0] > 1)",
    "places[V] = W;",
    "SEE((int)(int8_t)(V << 7) < 0)",
    "SEE(!V == !W)",
    "SEE(V & 1)",
    "V ^= 1;",
    "V++; V %= 3;",
    "SEE(V == 2 || W == 2)",
    "SEE(V && W)",
    "own = 1; SEE(own + V > 1)",
    "place = &V; *place = 2;",
)
SYSTEM = (
    'SEE(write(ends[1], "1", 1) == 1)',
    "{ char got = 0; SEE(read(ends[0], &got, 1) == 1) }",
    "{ char got[2]; SEE(read(ends[0], got, 2) + 1 > 1) }",
    "{ struct pollfd ready = {ends[0], POLLIN, 0}; SEE(poll(&ready, 1, 0)) }",
    "close(ends[1]);",
    "SEE(close(ends[0]) != 0)",
    "{ char got; SEE(read(ends[0], &got, 1) < 0 ? (errno == EBADF ? 2 : 1) : 0) }",
    "{ int mine = dup(ends[0]); SEE(mine == ends[1]) }",
    "{ uint64_t one = 1; SEE(write(event, &one, sizeof one) == 8) }",
    "{ uint64_t got = 0; SEE(read(event, &got, sizeof got) == 8 ? got % 3 : 2) }",
    "errno = V; SEE(errno % 3)",
    "errno = 0; SEE(pthread_mutex_trylock(&m) == EBUSY && errno == 0)",
    "raise(SIGUSR1); SEE(signalled)",
    "raise(SIGUSR2); SEE(x)",
    "kill(getpid(), SIGUSR2);",
    "{ sigset_t set, old; sigfillset(&set); pthread_sigmask(SIG_BLOCK, &set, &old); raise(SIGUSR2); SEE(x) "
    "pthread_sigmask(SIG_SETMASK, &old, 0); }",
    "{ sigset_t set, pending; sigemptyset(&set); sigaddset(&set, SIGUSR1); pthread_sigmask(SIG_BLOCK, &set, 0); "
    "raise(SIGUSR1); sigpending(&pending); SEE(sigismember(&pending, SIGUSR1)) }",
    "SEE(getpid() == getppid())",
    "SEE(time(0) > 0)",
    "{ struct timespec now; SEE(clock_gettime(CLOCK_MONOTONIC, &now)) }",
    "usleep(1);",
    "sched_yield();",
    "if (V == 2) _exit(0);",
    "if (V == 1) quick_exit(0);",
    "{ char line[8]; snprintf(line, sizeof line, \"%d%d\", V, W); SEE(line[0] - '0') }",
    '{ char line[8]; SEE(snprintf(line, 2, "%d", V * 10) % 3) }',
    'SEE(atoi(V ? "1" : "2"))',
)
THREADS = (
    "pthread_mutex_lock(&again); pthread_mutex_lock(&again); V = 1; pthread_mutex_unlock(&again); SEE(V) "
    "pthread_mutex_unlock(&again);",
    "SEE(pthread_mutex_trylock(&again) != 0)",
    "pthread_mutex_lock(&strict); SEE(pthread_mutex_lock(&strict) == EDEADLK) pthread_mutex_unlock(&strict);",
    "SEE(pthread_mutex_unlock(&strict) == EPERM)",
    "pthread_spin_lock(&spin); V = 1; V = 2; pthread_spin_unlock(&spin);",
    "if (pthread_spin_trylock(&spin) == 0) { SEE(V) pthread_spin_unlock(&spin); }",
    "pthread_rwlock_rdlock(&writers); SEE(V) pthread_rwlock_unlock(&writers);",
    "pthread_rwlock_wrlock(&writers); V = 1; V = 0; pthread_rwlock_unlock(&writers);",
    "SEE(pthread_rwlock_tryrdlock(&writers) != 0)",
    "SEE(pthread_mutex_timedlock(&m, &long_ago) != 0)",
    "pthread_mutex_lock(&m); SEE(pthread_cond_timedwait(&c, &m, &long_ago) == ETIMEDOUT) pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); if (!V) pthread_cond_timedwait(&c, &m, &long_ago); SEE(V) pthread_mutex_unlock(&m);",
    "SEE(sem_timedwait(&s, &long_ago) != 0)",
    "SEE(pthread_rwlock_timedwrlock(&r, &long_ago) != 0)",
    "mtx_lock(&mtx); V = 1; cnd_signal(&cnd); V = 2; mtx_unlock(&mtx);",
    "mtx_lock(&mtx); SEE(V) mtx_unlock(&mtx);",
    "SEE(mtx_trylock(&mtx) == thrd_busy)",
    "call_once(&flag, initialise);",
    "call_once(&flag, initialise); SEE(x)",
    "{ thrd_t h; int result; thrd_create(&h, c_thread, &V); thrd_join(h, &result); SEE(result) }",
    "{ thrd_t h; thrd_create(&h, c_thread, &V); SEE(W) thrd_join(h, 0); }",
    "{ pthread_t h; void *result; pthread_create(&h, 0, returns, &V); V = 2; pthread_join(h, &result); "
    "SEE((int)(intptr_t)result) }",
    "{ pthread_t h; void *result; pthread_create(&h, 0, late, 0); pthread_join(h, &result); "
    "SEE((int)(intptr_t)result) }",
    "{ pthread_t h; pthread_create(&h, 0, uses_key, 0); pthread_join(h, 0); SEE(y) }",
    "{ pthread_t h; pthread_create(&h, 0, uses_tss, 0); SEE(y) pthread_join(h, 0); }",
    "pthread_setspecific(key, &x); SEE(pthread_getspecific(key) == &x)",
    "SEE(pthread_equal(pthread_self(), pthread_self()))",
    "{ pthread_t h; pthread_create(&h, 0, posts, 0); SEE(pthread_equal(h, pthread_self())) pthread_join(h, 0); }",
    "{ pthread_attr_t how; pthread_t h; pthread_attr_init(&how); "
    "pthread_attr_setdetachstate(&how, PTHREAD_CREATE_DETACHED); SEE(pthread_create(&h, &how, helper, &V)) }",
    "pthread_cleanup_push(one_more, 0); SEE(V) pthread_cleanup_pop(1);",
    "pthread_cleanup_push(one_more, 0); if (V) pthread_exit(0); pthread_cleanup_pop(0);",
    "{ int old; SEE(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old)) }",
    "{ int value; sem_getvalue(&s, &value); sem_post(&s); SEE(value % 3) }",
    "SEE(atomic_flag_test_and_set(&(atomic_flag)ATOMIC_FLAG_INIT))",
    "SEE(__sync_fetch_and_add(&V, 1) % 3)",
    "SEE(__sync_val_compare_and_swap(&V, 0, 2) % 3)",
    "SEE(__atomic_exchange_n(&V, 1, __ATOMIC_SEQ_CST) % 3)",
    "__atomic_store_n(&V, 2, __ATOMIC_RELEASE); SEE(__atomic_load_n(&W, __ATOMIC_ACQUIRE) % 3)",
    "{ int old = 1; SEE(__atomic_compare_exchange_n(&V, &old, 2, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) + old % 2) }",
    "a += 2; SEE(a % 3)",
    "SEE(a++ % 3)",
    "SEE(atomic_fetch_or(&a, 2) % 3)",
)
EVERYDAY = (DATA, SYSTEM, THREADS)
