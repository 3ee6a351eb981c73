// proved: reach
/* Readers are counted; a writer waits until there are none. */
#include <assert.h>
#include <pthread.h>

unsigned readers;
int writing, value, copy;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *reader(void *unused)
{
    pthread_mutex_lock(&m);
    if (writing) {
        pthread_mutex_unlock(&m);
        return unused;
    }
    readers++;
    pthread_mutex_unlock(&m);
    assert(value == copy);
    pthread_mutex_lock(&m);
    readers--;
    pthread_mutex_unlock(&m);
    return unused;
}

void *writer(void *unused)
{
    pthread_mutex_lock(&m);
    if (readers == 0) {
        writing = 1;
        pthread_mutex_unlock(&m);
        value = value ^ 1;
        copy = value;
        pthread_mutex_lock(&m);
        writing = 0;
    }
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread, other;

    pthread_create(&thread, NULL, reader, NULL);
    pthread_create(&other, NULL, writer, NULL);
    pthread_join(thread, NULL);
    pthread_join(other, NULL);
    return 0;
}
