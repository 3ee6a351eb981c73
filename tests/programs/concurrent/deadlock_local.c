// verdict: deadlock
/* Two threads deadlock while a third one runs for ever: no state has nobody who can move. */
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
volatile int turns;

void *first(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);  // here
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return 0;
}

void *second(void *unused) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);  // here
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return 0;
}

void *third(void *unused) {
    for (;;)
        turns = !turns;
}

int main(void) {
    pthread_t t, u, v;
    pthread_create(&v, 0, third, 0);
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(v, 0);
    return 0;
}
