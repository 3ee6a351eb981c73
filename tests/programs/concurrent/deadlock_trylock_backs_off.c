// verdict: safe
/* Opposite order, but the second lock is only tried, or waited for with a deadline. */
#include <pthread.h>
#include <time.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    pthread_mutex_lock(&a);
    if (pthread_mutex_trylock(&b) == 0)
        pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return 0;
}

void *second(void *unused) {
    struct timespec deadline = {0, 0};
    pthread_mutex_lock(&b);
    if (pthread_mutex_timedlock(&a, &deadline) == 0)
        pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
