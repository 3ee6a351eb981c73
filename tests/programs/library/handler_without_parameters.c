// verdict: safe  bounds: signals=0
// except: cseq slow
/* A handler, a start routine and a cleanup that say nothing about their parameters get what is passed, and drop it. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static int handled, cleaned;

static void handler();

static void handler()
{
    handled++;
}

static void clean()
{
    cleaned++;
}

static void *work()
{
    pthread_cleanup_push(clean, NULL);
    pthread_cleanup_pop(1);
    return NULL;
}

int main(void)
{
    pthread_t thread;

    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    assert(handled == 1);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    assert(cleaned == 1);
    return 0;
}
