// verdict: lock-misuse
/* A thread unlocks what another one holds. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *thief(void *unused) {
    pthread_mutex_unlock(&m);  // here
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, thief, 0);
    pthread_join(t, 0);
    return 0;
}
