// verdict: safe
// except: cseq slow
/* Who waits for somebody to end the process is not deadlocked when all others have ended. */
#include <pthread.h>
#include <unistd.h>

static void *worker(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    pthread_detach(thread);
    for (;;)
        pause();
}
