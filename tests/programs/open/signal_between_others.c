// verdict: assertion
// except: cseq slow
/* Another thread sees that the handler ran between two writes that the handler has nothing to do with. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int stage, handled;

static void handler(int number)
{
    (void)number;
    handled = 1;
}

static void *watch(void *argument)
{
    sigset_t all;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    if (!handled && stage == 1 && handled)
        assert(stage != 1); // here
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, watch, NULL);
    signal(SIGINT, handler);
    stage = 1;
    stage = 2;
    return 0;
}
