// verdict: safe
/* A thread creates a thread and waits for it; main waits for both. */
#include <assert.h>
#include <pthread.h>

int x;

void *inner(void *argument) {
    *(int *)argument = 2;
    return 0;
}

void *outer(void *unused) {
    pthread_t t;
    int local = 1;
    pthread_create(&t, 0, inner, &local);
    pthread_join(t, 0);
    x = local;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, outer, 0);
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}
