// verdict: lock-misuse
/* Once a detached thread has ended, its name means nothing any more. */
#include <pthread.h>

static void *detaches(void *argument)
{
    pthread_detach(pthread_self());
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, detaches, NULL);
    pthread_join(thread, NULL); // here
    return 0;
}
