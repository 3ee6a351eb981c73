// verdict: deadlock
/* Two threads join each other. */
#include <pthread.h>

pthread_t first;

static void *join_main(void *main_thread)
{
    pthread_join(*(pthread_t *)main_thread, 0);  // here
    return 0;
}

int main(void)
{
    pthread_t self = pthread_self();
    pthread_create(&first, 0, join_main, &self);
    pthread_join(first, 0);  // here
}
