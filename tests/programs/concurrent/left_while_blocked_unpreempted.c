// verdict: safe  bounds: preemptions=0
// Without a preemption, no thread is left between its steps unless it has to wait.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int begun, value, met, seen;

void *first(void *arg)
{
    pthread_mutex_lock(&m);
    begun = 1;
    pthread_mutex_unlock(&m);
    seen = value;
    return arg;
}

void *second(void *arg)
{
    met = begun;
    value = 1;
    pthread_mutex_lock(&m);
    value = 2;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, first, 0);
    pthread_create(&other, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(met == 0 || seen != 1);
    return 0;
}
