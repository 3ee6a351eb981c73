// verdict: safe
// except: cseq slow
// except: once cut
/* Who waits after a signal cannot take it from who waited before. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int first_waits, first_returned;

static void *first(void *argument)
{
    pthread_mutex_lock(&mutex);
    first_waits = 1;
    pthread_cond_wait(&condition, &mutex);
    first_returned = 1;
    pthread_mutex_unlock(&mutex);
    return argument;
}

static void *second(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&condition, &mutex);
    assert(0);
    return argument;
}

int main(void)
{
    pthread_t one, two;
    int waits = 0;

    pthread_create(&one, 0, first, 0);
    while (!waits) {
        pthread_mutex_lock(&mutex);
        waits = first_waits;
        if (waits)
            pthread_cond_signal(&condition);
        pthread_mutex_unlock(&mutex);
    }
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    assert(first_returned);
    return 0;
}
