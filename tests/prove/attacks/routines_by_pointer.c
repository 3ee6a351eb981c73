// reach
/* Which routine a thread runs is not known, nor how many there are. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *change(void *unused)
{
    pthread_mutex_lock(&m); // safe
    x = 1;
    x = 0;
    pthread_mutex_unlock(&m); // safe
    return unused;
}

void *look(void *unused)
{
    pthread_mutex_lock(&m);
    assert(x == 0);
    pthread_mutex_unlock(&m);
    return unused;
}

void *(*jobs[2])(void *) = {change, look};

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, jobs[__VERIFIER_nondet_int() & 1], NULL);
}
