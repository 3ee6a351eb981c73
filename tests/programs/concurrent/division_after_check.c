// verdict: division-by-zero
/* The divisor changes between the check and the division. */
#include <pthread.h>

volatile int divisor = 2;

void *zero(void *unused) {
    divisor = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    int result = 0;
    pthread_create(&t, 0, zero, 0);
    if (divisor != 0)
        result = 10 / divisor;  // here
    pthread_join(t, 0);
    return result;
}
