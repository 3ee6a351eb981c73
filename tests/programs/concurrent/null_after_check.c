// verdict: null-pointer
/* The pointer is cleared between the check and the use. */
#include <pthread.h>

int x;
int *volatile p = &x;

void *clear(void *unused) {
    p = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, clear, 0);
    if (p)
        *p = 1;  // here
    pthread_join(t, 0);
    return 0;
}
