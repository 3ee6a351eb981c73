// verdict: safe
/* Every thread has its own copy, initialised anew. */
#include <assert.h>
#include <pthread.h>

__thread int own = 5;
_Thread_local struct {
    int a, b;
} pair = {1, 2};

void *worker(void *unused) {
    own++;
    pair.a += pair.b;
    assert(own == 6 && pair.a == 3);
    return 0;
}

int main(void) {
    pthread_t a, b;
    own = 100;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(own == 100 && pair.a == 1);
    return 0;
}
