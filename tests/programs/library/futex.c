// verdict: safe
// except: cseq slow
/* A lock made of a futex: 0 is free, 1 is taken, 2 is taken and others may sleep. */
#include <assert.h>
#include <errno.h>
#include <immintrin.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;
static int inside;

static long futex(atomic_int *place, int operation, int value)
{
    return syscall(SYS_futex, place, operation, value, NULL, NULL, 0);
}

static void lock(void)
{
    int seen = 0;

    if (atomic_compare_exchange_strong(&word, &seen, 1))
        return;
    _mm_pause();
    while (atomic_exchange(&word, 2) != 0)
        futex(&word, FUTEX_WAIT_PRIVATE, 2);
}

static void unlock(void)
{
    if (atomic_exchange(&word, 0) == 2)
        futex(&word, FUTEX_WAKE_PRIVATE, 1);
}

static void *work(void *unused)
{
    lock();
    inside++;
    assert(inside == 1);
    inside--;
    unlock();
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    assert(futex(&word, FUTEX_WAIT, 1) == -1 && errno == EAGAIN);
    assert(futex(&word, FUTEX_WAKE, INT_MAX) == 0);
}
