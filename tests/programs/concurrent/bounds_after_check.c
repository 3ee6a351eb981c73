// verdict: out-of-bounds
/* The index moves between the check and the use. */
#include <pthread.h>

int a[2];
volatile int i;

void *move(void *unused) {
    i = 2;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, move, 0);
    if (i < 2)
        a[i] = 1;  // here
    pthread_join(t, 0);
    return 0;
}
