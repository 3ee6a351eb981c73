// verdict: safe
// except: cseq cut
// except: once cut
/* Main polls a flag that the thread does set. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

_Atomic int done;
int result;

void *worker(void *unused)
{
    result = 3;
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, worker, NULL);
    while (!done)
        usleep(1000);
    assert(result == 3);
    return 0;
}
