// verdict: safe
/* pthread_setspecific and pthread_getspecific. */
#include <assert.h>
#include <pthread.h>

pthread_key_t key;

void *worker(void *argument) {
    assert(pthread_getspecific(key) == 0);
    pthread_setspecific(key, argument);
    assert(pthread_getspecific(key) == argument);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_key_create(&key, 0);
    pthread_setspecific(key, (void *)9);
    pthread_create(&a, 0, worker, (void *)1);
    pthread_create(&b, 0, worker, (void *)2);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(pthread_getspecific(key) == (void *)9);
    return 0;
}
