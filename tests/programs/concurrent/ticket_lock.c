// verdict: safe
// except: cseq cut
/* Take a ticket, wait for the number. */
#include <assert.h>
#include <pthread.h>

int next, x;
volatile int serving;

void *worker(void *unused) {
    int ticket = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);
    while (serving != ticket)
        ;
    x++;
    serving = ticket + 1;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
