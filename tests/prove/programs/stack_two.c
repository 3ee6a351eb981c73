// proved: reach,memory,locks,deadlock
/* A stack with a lock: its top stays inside. */
#include <assert.h>
#include <pthread.h>

int cells[4], top;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int __VERIFIER_nondet_int(void);

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    if (__VERIFIER_nondet_int()) {
        if (top < 4)
            cells[top++] = 1;
    } else if (top > 0) {
        top--;
        assert(top >= 0 && top < 4);
    }
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
