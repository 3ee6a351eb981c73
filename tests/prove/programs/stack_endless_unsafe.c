// unsafe: reach
/* Pop does not lock. */
#include <assert.h>
#include <pthread.h>

int cells[4], top;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int __VERIFIER_nondet_int(void);

void *worker(void *unused)
{
    for (;;) {
        if (__VERIFIER_nondet_int()) {
            pthread_mutex_lock(&m);
            if (top < 4)
                cells[top++] = 1;
            pthread_mutex_unlock(&m);
        } else if (top > 0) {
            top--;
            assert(top >= 0 && top < 4); // here
        }
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
