// memory
// Threads go by a number that was the size when the memory was allocated.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);

int n, *p;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        p[n - 1]++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 1;
    p = calloc(n, sizeof *p);
    if (p == NULL)
        return 1;
    pthread_create(&thread, 0, work, 0);
    n = 2000; // unsafe
    for (;;)
        sleep(1);
}
