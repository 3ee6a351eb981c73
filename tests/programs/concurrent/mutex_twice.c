// verdict: deadlock
/* A normal mutex locked twice by one thread blocks it for ever. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void inner(void) {
    pthread_mutex_lock(&m);  // here
    pthread_mutex_unlock(&m);
}

int main(void) {
    pthread_mutex_lock(&m);
    inner();
    pthread_mutex_unlock(&m);
    return 0;
}
