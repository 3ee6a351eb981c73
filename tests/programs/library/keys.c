// verdict: safe
// except: cseq slow
// except: once slow
/* Values are per thread; destructors run at the end of a thread for values that are not null. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_key_t key, plain;
int destroyed[2];

static void destroy(void *value)
{
    assert(pthread_getspecific(key) == 0);
    *(int *)value += 1;
}

static void *worker(void *argument)
{
    assert(pthread_getspecific(key) == 0);
    assert(pthread_setspecific(key, argument) == 0);
    assert(pthread_setspecific(plain, argument) == 0);
    assert(pthread_getspecific(key) == argument);
    return 0;
}

int main(void)
{
    pthread_t threads[2];

    assert(pthread_key_create(&key, destroy) == 0);
    assert(pthread_key_create(&plain, 0) == 0 && plain != key);
    pthread_setspecific(key, &key);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, &destroyed[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(destroyed[0] == 1 && destroyed[1] == 1);
    assert(pthread_getspecific(key) == &key);
    assert(pthread_key_delete(plain) == 0);
    assert(pthread_key_delete(plain) == EINVAL);
    assert(pthread_setspecific(plain, &key) == EINVAL);
}
