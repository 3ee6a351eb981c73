// verdict: safe
/* The program's names are its own: the model of condition variables has a function `wake`, too. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static int ready;

static void *other(void *unused)
{
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&wake);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, other, NULL);
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&wake, &lock);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
