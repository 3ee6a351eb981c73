// verdict: lock-misuse
/* A thread is detached after it was joined. */
#include <pthread.h>

static void *nothing(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, nothing, 0);
    pthread_join(thread, 0);
    pthread_detach(thread);  // here
}
