// verdict: safe
/* The return from main ends the process: the thread that waits for ever does not matter. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *waiter(void *unused) {
    pthread_mutex_lock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, waiter, 0);
    return 0;
}
