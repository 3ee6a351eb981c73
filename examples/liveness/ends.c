/* Threads that end, one of which waits for the other.
   SUCCESSFUL: --property termination,livelock,starvation
   FAILED: --property termination --fair none
   SUCCESSFUL: --ltl "F done" --ltl "G (done -> G done)"
   FAILED: --ltl "G !done"
   FAILED: --ltl "F G {ready == 0}" */
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;
int done;

static void *sets(void *unused)
{
    (void)unused;
    ready = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, sets, 0);
    while (!ready)
        ;
    pthread_join(thread, 0);
    done = 1;
    return 0;
}
