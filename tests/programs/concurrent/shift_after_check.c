// verdict: invalid-shift
/* The shift distance changes after the check. */
#include <pthread.h>

volatile int distance = 3;

void *change(void *unused) {
    distance = 40;
    return 0;
}

int main(void) {
    pthread_t t;
    int result = 0;
    pthread_create(&t, 0, change, 0);
    if (distance >= 0 && distance < 32)
        result = 1 << distance;  // here
    pthread_join(t, 0);
    return result == 5;
}
