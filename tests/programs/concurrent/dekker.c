// verdict: safe
// except: cseq cut
/* Dekker's algorithm, one entry each. */
#include <assert.h>
#include <pthread.h>

volatile int wants[2], turn;
int x;

void *worker(void *argument) {
    int me = (int)(long)argument, other = 1 - me;
    wants[me] = 1;
    while (wants[other])
        if (turn != me) {
            wants[me] = 0;
            while (turn != me)
                ;
            wants[me] = 1;
        }
    x++;
    turn = other;
    wants[me] = 0;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, (void *)0);
    pthread_create(&b, 0, worker, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
