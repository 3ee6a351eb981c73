// verdict: safe
/* Who is created later has a larger number from the kernel. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pid_t early, late;

static void *second(void *unused) { late = gettid(); return unused; }

static void *first(void *unused)
{
    pthread_t thread;

    early = gettid();
    pthread_create(&thread, NULL, second, NULL);
    pthread_join(thread, NULL);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, first, NULL);
    pthread_join(thread, NULL);
    assert(getpid() < early && early < late);
    return 0;
}
