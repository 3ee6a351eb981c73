// verdict: safe
/* Locals of a recursive function belong to the frame, the counter to the lock. */
#include <assert.h>
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int descend(int depth) {
    int mine = depth, *p = &mine;
    if (depth > 0)
        *p += descend(depth - 1);
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return mine;
}

void *worker(void *unused) {
    assert(descend(1) == 1);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 4);
    return 0;
}
