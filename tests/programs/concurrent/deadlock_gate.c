// verdict: safe
/* Opposite orders are harmless behind a gate lock. */
#include <pthread.h>

pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

void *forwards(void *unused) {
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&gate);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return 0;
}

void *backwards(void *unused) {
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&gate);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, forwards, 0);
    pthread_create(&t, 0, backwards, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
