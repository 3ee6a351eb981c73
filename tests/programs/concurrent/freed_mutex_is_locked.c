// verdict: use-after-free
/* A mutex is freed by who holds it. Who asks for it then waits for nothing: there is no mutex any more. */
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t *mutex;

static void *destroy(void *unused)
{
    pthread_mutex_lock(mutex);
    free(mutex);
    return NULL;
}

static void *use(void *unused)
{
    pthread_mutex_lock(mutex);  // here
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    mutex = malloc(sizeof *mutex);
    pthread_mutex_init(mutex, NULL);
    pthread_create(&first, NULL, destroy, NULL);
    pthread_create(&second, NULL, use, NULL);
    pthread_join(second, NULL);
    return 0;
}
