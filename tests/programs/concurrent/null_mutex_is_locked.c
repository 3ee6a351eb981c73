// verdict: null-pointer
/* Locking reads several members of the mutex: all go wrong together, and nobody waits. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, *p = &mutex;

static void *take_away(void *unused)
{
    p = NULL;
    p = &mutex;
    return NULL;
}

static void *use(void *unused)
{
    pthread_mutex_lock(p);  // here
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, take_away, NULL);
    pthread_create(&second, NULL, use, NULL);
    pthread_join(second, NULL);
    return 0;
}
