// verdict: unreachable
/* __builtin_unreachable promises what another thread breaks. */
#include <pthread.h>

volatile int x;

void *writer(void *unused) {
    x = 2;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    if (x > 1)
        __builtin_unreachable();  // here
    pthread_join(t, 0);
    return 0;
}
