// verdict: reach-error
/* An ERROR label is reached. */
#include <pthread.h>

volatile int a, b;

void *first(void *unused) {
    a = 1;
    b = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, first, 0);
    if (a != b)
        goto ERROR;
    pthread_join(t, 0);
    return 0;
ERROR:  // here
    return 1;
}
