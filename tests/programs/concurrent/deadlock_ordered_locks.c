// verdict: safe
/* Two locks, everywhere in the same order. */
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
