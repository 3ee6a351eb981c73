// verdict: assertion
/* The kernel's number of a thread goes by when it was created: of two that create threads, either may be the first. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pid_t early, late;

static void *first(void *unused) { early = gettid(); return unused; }
static void *second(void *unused) { late = gettid(); return unused; }

static void *creates_first(void *unused)
{
    pthread_t thread;

    pthread_create(&thread, NULL, first, NULL);
    pthread_join(thread, NULL);
    return unused;
}

int main(void)
{
    pthread_t creator, thread;

    pthread_create(&creator, NULL, creates_first, NULL);
    pthread_create(&thread, NULL, second, NULL);
    pthread_join(creator, NULL);
    pthread_join(thread, NULL);
    assert(early != late && early > getpid() && late > getpid() && gettid() == getpid());
    if (early < late)
        assert(0); // here
    if (early > late)
        assert(0); // here
    return 0;
}
