/* A lock that prefers readers: as long as they come one after the other, the writer does not get in.
   FAILED: --ltl "G (wants_to_write -> F writes)"
   SUCCESSFUL: --ltl "G !(writes && {readers > 0})" */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
volatile int readers, writes, wants_to_write;

static void *reader(void *unused)
{
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&lock);
        if (!writes)
            readers++;
        else {
            pthread_mutex_unlock(&lock);
            continue;
        }
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        readers--;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, reader, 0);
    pthread_create(&other, 0, reader, 0);
    wants_to_write = 1;
    for (;;) {
        pthread_mutex_lock(&lock);
        if (readers == 0)
            break;
        pthread_mutex_unlock(&lock);
    }
    writes = 1;
    writes = 0;
    pthread_mutex_unlock(&lock);
    return 0;
}
