// verdict: safe
/* A destructor may set a value again; it is called a few times more. */
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int calls;

static void destroy(void *value)
{
    calls++;
    pthread_setspecific(key, value);
}

static void *worker(void *argument)
{
    pthread_setspecific(key, &calls);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_key_create(&key, destroy);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(calls == 4);
}
