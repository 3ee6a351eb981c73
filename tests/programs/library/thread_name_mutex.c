// verdict: safe
// except: once slow
// except: cseq slow
/* A name is not a thread: what one holds that has ended, another one of the same name does not hold. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t first;
static int same;

static void *keeps(void *argument)
{
    pthread_mutex_lock(&lock);
    return argument;
}

static void *tries(void *argument)
{
    same = pthread_equal(first, pthread_self());
    assert(pthread_mutex_trylock(&lock) == EBUSY);
    return argument;
}

int main(void)
{
    pthread_t second;
    void *result;

    pthread_create(&first, NULL, keeps, NULL);
    pthread_join(first, NULL);
    pthread_create(&second, NULL, tries, &same);
    assert(pthread_join(second, &result) == 0 && result == &same);
    assert(!same || first == second);
    return 0;
}
