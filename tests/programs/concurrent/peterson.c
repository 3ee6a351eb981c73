// verdict: safe
// except: cseq cut
/* Peterson's algorithm for two threads. */
#include <assert.h>
#include <pthread.h>

volatile int flag[2], turn, inside;

void *worker(void *argument) {
    int me = (int)(long)argument, other = 1 - me;
    flag[me] = 1;
    turn = other;
    while (flag[other] && turn == other)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    flag[me] = 0;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, (void *)0);
    pthread_create(&b, 0, worker, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
