// verdict: deadlock
/* Two locks in opposite order. */
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

void *forwards(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);  // here
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return 0;
}

void *backwards(void *unused) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);  // here
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, forwards, 0);
    pthread_create(&t, 0, backwards, 0);
    pthread_join(s, 0);  // here
    pthread_join(t, 0);
    return 0;
}
