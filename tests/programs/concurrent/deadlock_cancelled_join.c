// verdict: safe
// except: cseq cut
/* Two threads join each other, but main cancels one of them: a join is a cancellation point. */
#include <pthread.h>

pthread_t t, u;
_Atomic int ready;

void *first(void *unused) {
    while (!ready)
        ;
    pthread_join(u, 0);
    return 0;
}

void *second(void *unused) {
    while (!ready)
        ;
    pthread_join(t, 0);
    return 0;
}

int main(void) {
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    ready = 1;
    pthread_cancel(t);
    return 0;
}
