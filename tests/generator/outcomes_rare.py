"""Fragments for programs of which every outcome counts (`outcomes`), with what comes up seldom: names of threads that
are given out again, numbers that the kernel gives them, owners of robust mutexes that end, waits that are cancelled,
operands that disturb each other, descriptors that come again, signals for one thread or for any.

What they record must be one of 0, 1 and 2, and a binary made by gcc must be able to run them.
"""

from __future__ import annotations

HEAD = """\
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>
static const struct timespec long_ago;
static pthread_t older;
static int tid;
static pthread_mutex_t sturdy;
static int ends[2] = {-1, -1};
static void make_sturdy(int kind)
{
    pthread_mutexattr_t how;
    pthread_mutexattr_init(&how);
    pthread_mutexattr_setrobust(&how, PTHREAD_MUTEX_ROBUST);
    pthread_mutexattr_settype(&how, kind);
    pthread_mutex_init(&sturdy, &how);
}
static int told(int error) { return error == 0 ? 0 : error == EBUSY || error == ETIMEDOUT ? 1 : 2; }
static int lock_sturdy(void)
{
    int error = pthread_mutex_lock(&sturdy);
    return error == EOWNERDEAD ? 1 : error ? 2 : 0;
}
static int lock_and_mend(void)
{
    int result = lock_sturdy();
    if (result == 1) pthread_mutex_consistent(&sturdy);
    return result;
}
static int try_sturdy(void)
{
    int error = pthread_mutex_trylock(&sturdy);
    if (error == 0) pthread_mutex_unlock(&sturdy);
    return error == 0 ? 0 : error == EBUSY ? 1 : 2;
}
static void *takes_it_along(void *unused) { pthread_mutex_lock(&sturdy); x = 1; return unused; }
static int next(void) { static int number; number = (number + 1) % 3; return number; }
static int bump(int *cell) { int before = *cell; *cell = (before + 1) % 3; return before; }
static int minus(int left, int right) { return (left - right + 3) % 3; }
static int first_of(struct pair both) { return both.one; }
static void *sleeps_on(void *unused)
{
    pthread_mutex_lock(&n);
    pthread_cleanup_push(give_back, &n);
    while (x == 0) pthread_cond_wait(&c, &n);
    y = 1;
    pthread_cleanup_pop(1);
    return unused;
}
static void *sleeps_for(void *unused)
{
    pthread_mutex_lock(&n);
    pthread_cleanup_push(give_back, &n);
    y = pthread_cond_timedwait(&c, &n, &long_ago) ? 1 : 2;
    pthread_cleanup_pop(1);
    return unused;
}
static void *sleeps_undisturbed(void *unused)
{
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
    pthread_mutex_lock(&n);
    if (x == 0) pthread_cond_wait(&c, &n);
    pthread_mutex_unlock(&n);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0);
    pthread_testcancel();
    return unused;
}
static void *takes_two(void *unused) { sem_wait(&s); y = 1; sem_wait(&s); return unused; }
static void wake(pthread_t thread, int signals)
{
    pthread_mutex_lock(&n);
    x = 1;
    if (signals) pthread_cond_signal(&c); else pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&n);
    pthread_cancel(thread);
}
static void write_x(int number) { (void)number; x = 2; }
static void count_y(int number) { (void)number; y = (y + 1) % 3; }
static void look(int number) { (void)number; y = pthread_mutex_trylock(&m) ? 1 : 2; }
static void *idles(void *unused) { return unused; }
static void *works(void *unused) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return unused; }
static void *adds(void *unused)
{
    pthread_mutex_lock(&m);
    y = (y + x + 1) % 3;
    pthread_mutex_unlock(&m);
    return unused;
}
static void *numbered(void *place)
{
    int mine = gettid();
    *(int *)place = mine < tid ? 1 : 2;
    tid = mine;
    return 0;
}
static void block(int how)
{
    sigset_t set;
    sigfillset(&set);
    pthread_sigmask(how, &set, 0);
}
"""
# What main does first if one of these words occurs in what threads do.
PREPARED = {
    "sturdy": "make_sturdy(PTHREAD_MUTEX_NORMAL);",
    "ends": "if (pipe2(ends, O_NONBLOCK)) return 0;",
    "SIGUSR1": "signal(SIGUSR1, count_y);",
    "SIGUSR2": "signal(SIGUSR2, write_x);",
    "SIGTERM": "signal(SIGTERM, look);",
}
NAMES = (
    "{ pthread_t h; pthread_create(&h, 0, helper, &V); pthread_join(h, 0); older = h; }",
    "{ pthread_t h; pthread_create(&h, 0, helper, &V); pthread_detach(h); older = h; }",
    "{ pthread_t h; pthread_create(&h, 0, idles, 0); SEE(pthread_equal(h, older)) pthread_join(h, 0); }",
    "{ pthread_t h; pthread_create(&h, 0, helper, &V); if (h == older) W = 2; pthread_join(h, 0); }",
    "older = pthread_self();",
    "SEE(pthread_equal(pthread_self(), older))",
    "if (older && V) SEE(pthread_join(older, 0) != 0)",
    "{ pthread_t h; pthread_create(&h, 0, idles, 0); older = h; SEE(V) pthread_join(h, 0); }",
)
NUMBERS = (
    "{ pthread_t h; pthread_create(&h, 0, numbered, &V); pthread_join(h, 0); }",
    "{ pthread_t h; pthread_create(&h, 0, numbered, &V); SEE(W) pthread_join(h, 0); }",
    "tid = gettid();",
    "SEE(gettid() < tid ? 1 : gettid() == tid ? 2 : 0)",
)
ROBUST = (
    "pthread_mutex_lock(&sturdy);",
    "pthread_mutex_lock(&sturdy); if (V) pthread_exit(0); pthread_mutex_unlock(&sturdy);",
    "SEE(lock_sturdy())",
    "SEE(lock_sturdy()) pthread_mutex_unlock(&sturdy);",
    "SEE(lock_and_mend()) V = 1; V = 2; pthread_mutex_unlock(&sturdy);",
    "lock_and_mend(); SEE(V) pthread_mutex_unlock(&sturdy);",
    "SEE(try_sturdy())",
    "SEE(told(pthread_mutex_timedlock(&sturdy, &long_ago)))",
    "{ pthread_t h; pthread_create(&h, 0, takes_it_along, 0); SEE(try_sturdy()) pthread_join(h, 0); }",
    "SEE(pthread_mutex_unlock(&sturdy) == EPERM)",
)
CANCELLED = (
    "pthread_create(&g, 0, sleeps_on, 0); wake(g, 1); SEE(was_cancelled(g))",
    "pthread_create(&g, 0, sleeps_on, 0); pthread_cancel(g); V = 1; SEE(was_cancelled(g))",
    "pthread_create(&g, 0, sleeps_for, 0); pthread_cancel(g); SEE(was_cancelled(g))",
    "pthread_create(&g, 0, sleeps_for, 0); wake(g, 0); SEE(was_cancelled(g))",
    "pthread_create(&g, 0, sleeps_undisturbed, 0); wake(g, 0); SEE(was_cancelled(g))",
    "pthread_create(&g, 0, sleeps, 0); pthread_create(&h, 0, sleeps_on, 0); wake(g, 1); "
    "pthread_cancel(h); SEE(was_cancelled(g) + was_cancelled(h))",
    "pthread_create(&g, 0, takes_two, 0); sem_post(&s); pthread_cancel(g); SEE(was_cancelled(g))",
    "pthread_mutex_lock(&n); V = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&n);",
    "pthread_cond_broadcast(&c);",
    "sem_post(&s);",
    "pthread_cancel(pthread_self()); SEE(1) V = 1; pthread_testcancel(); V = 2;",
    "pthread_cancel(pthread_self()); pthread_join(older, 0); V = 2;",
)
OPERANDS = (
    "SEE(minus(bump(&V), bump(&V)))",
    "SEE(minus(bump(&V), bump(&W)))",
    "SEE((bump(&V) * 2 + bump(&V)) % 3)",
    "SEE(minus(next(), next()))",
    "SEE((next() ? 1 : 0) + (next() == 1))",
    "places[next()] = bump(&V);",
    "places[bump(&V)] = bump(&V); SEE(places[1])",
    "V = (bump(&W) * 2 + bump(&W)) % 3;",
    "SEE(bump(&V) < bump(&V))",
    "{ int both[] = {bump(&V), bump(&V)}; SEE(both[0]) }",
    "SEE(first_of((struct pair){bump(&V), bump(&V)}))",
    "SEE(bump(&V) && bump(&V))",
    "V = W + bump(&W) - W; V = (V + 3) % 3;",
)
DESCRIPTORS = (
    "close(ends[0]);",
    "close(ends[1]);",
    "SEE(close(ends[0]) != 0)",
    "{ int mine = dup(ends[1]); SEE(mine == ends[0]) }",
    "{ int mine = dup(ends[1]); SEE(mine == ends[0]) close(mine); }",
    "{ int mine = eventfd(0, EFD_NONBLOCK); SEE(mine == ends[0] ? 1 : mine == ends[1] ? 2 : 0) }",
    "{ int mine = eventfd(1, EFD_NONBLOCK); V = mine == ends[1]; close(mine); }",
    "{ int two[2]; if (pipe(two) == 0) SEE(two[0] == ends[1] ? 1 : two[1] == ends[0] ? 2 : 0) }",
    "{ char got = 0; SEE(read(ends[0], &got, 1) < 0 ? (errno == EBADF ? 2 : 1) : 0) }",
    "{ struct pollfd ready = {ends[0], POLLIN, 0}; poll(&ready, 1, 0); SEE(ready.revents & POLLNVAL ? 1 : 0) }",
)
SIGNALS = (
    "{ pthread_t h; pthread_create(&h, 0, idles, 0); pthread_kill(h, SIGUSR2); SEE(V) pthread_join(h, 0); }",
    "{ pthread_t h; pthread_create(&h, 0, works, 0); pthread_kill(h, SIGTERM); pthread_join(h, 0); SEE(y) }",
    "{ pthread_t h; pthread_create(&h, 0, adds, 0); pthread_kill(h, SIGUSR1); pthread_join(h, 0); SEE(y) }",
    "{ pthread_t h; pthread_create(&h, 0, adds, 0); block(SIG_BLOCK); kill(getpid(), SIGUSR1); SEE(y) "
    "pthread_join(h, 0); }",
    "{ pthread_t h; block(SIG_BLOCK); pthread_create(&h, 0, works, 0); kill(getpid(), SIGTERM); SEE(y) "
    "pthread_join(h, 0); }",
    "block(SIG_BLOCK); SEE(V)",
    "block(SIG_UNBLOCK); SEE(V)",
    "kill(getpid(), SIGUSR2); SEE(x)",
    "block(SIG_BLOCK); raise(SIGUSR2); SEE(x) block(SIG_UNBLOCK);",
    "older = pthread_self(); SEE(V)",
    "if (older) pthread_kill(older, SIGUSR1);",
    "pthread_mutex_lock(&m); raise(SIGTERM); pthread_mutex_unlock(&m);",
)
RARE = (NAMES, NUMBERS, ROBUST, CANCELLED, OPERANDS, DESCRIPTORS, SIGNALS)
