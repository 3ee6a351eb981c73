// verdict: safe
// except: cseq cut
// except: once cut
/* Who waits for a thread that goes on for ever is not deadlocked: somebody moves. */
#include <pthread.h>

_Atomic int turns;

void *server(void *unused)
{
    for (;;)
        turns = !turns;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, server, NULL);
    pthread_join(thread, NULL);
    return 0;
}
