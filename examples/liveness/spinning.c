/* Nobody ever sets what both wait for.
   FAILED: --property livelock
   FAILED: --property termination
   SUCCESSFUL: --property starvation
   SUCCESSFUL: --ltl "G {ready == 0}" */
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;

static void *waits(void *unused)
{
    (void)unused;
    while (!ready)
        ;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, waits, 0);
    while (!ready)
        ;
    pthread_join(thread, 0);
    return 0;
}
