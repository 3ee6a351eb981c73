// verdict: lock-misuse
/* The thread may have ended, and nobody keeps its name. */
#include <pthread.h>

static void *ends(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, ends, NULL);
    pthread_detach(thread);
    pthread_cancel(thread); // here
    return 0;
}
