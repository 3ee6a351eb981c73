// verdict: deadlock
/* Two threads join each other while main spins. */
#include <pthread.h>

pthread_t t, u;
_Atomic int ready, done;

void *first(void *unused) {
    while (!ready)
        ;
    pthread_join(u, 0);  // here
    done = 1;
    return 0;
}

void *second(void *unused) {
    while (!ready)
        ;
    pthread_join(t, 0);  // here
    return 0;
}

int main(void) {
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    ready = 1;
    while (!done)
        ;
    return 0;
}
