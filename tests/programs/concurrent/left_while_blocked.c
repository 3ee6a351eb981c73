// verdict: assertion  bounds: preemptions=1
// One preemption is enough only if the first thread keeps the lock meanwhile: then the other is left for free, between
// its two writes. Had the lock been given back before, leaving it there would be a second preemption.
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
    assert(met == 0 || seen != 1); // here
    return 0;
}
