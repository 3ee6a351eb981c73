/* Readers and writers with a counter and two locks. BAD counts the readers without the lock. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef READERS
#define READERS 2
#endif
#ifndef WRITERS
#define WRITERS 1
#endif

static int readers, x, y;
static sem_t room;

#ifdef BAD
#define COUNT_LOCK()
#define COUNT_UNLOCK()
#else
static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;
#define COUNT_LOCK() pthread_mutex_lock(&count_lock)
#define COUNT_UNLOCK() pthread_mutex_unlock(&count_lock)
#endif

static void *reader(void *unused) {
    COUNT_LOCK();
    if (++readers == 1)
        sem_wait(&room);
    COUNT_UNLOCK();
    assert(x == y);
    COUNT_LOCK();
    if (--readers == 0)
        sem_post(&room);
    COUNT_UNLOCK();
    return NULL;
}

static void *writer(void *unused) {
    sem_wait(&room);
    x++;
    y++;
    sem_post(&room);
    return NULL;
}

int main(void) {
    pthread_t r[READERS], w[WRITERS];
    sem_init(&room, 0, 1);
    for (int i = 0; i < READERS; i++)
        pthread_create(&r[i], NULL, reader, NULL);
    for (int i = 0; i < WRITERS; i++)
        pthread_create(&w[i], NULL, writer, NULL);
    for (int i = 0; i < READERS; i++)
        pthread_join(r[i], NULL);
    for (int i = 0; i < WRITERS; i++)
        pthread_join(w[i], NULL);
    return 0;
}
