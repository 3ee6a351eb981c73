// verdict: safe
/* A start routine takes and returns an int: what is in the lower bits arrives on both ways. */
#include <assert.h>
#include <pthread.h>

int sum;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int work(int number)
{
    pthread_mutex_lock(&lock);
    sum += number;
    pthread_mutex_unlock(&lock);
    return number - 1;
}

static int nothing()
{
    return -1;
}

int main(void)
{
    pthread_t one, two, three;
    void *result;

    pthread_create(&one, NULL, (void *(*)(void *))work, (void *)-5L);
    pthread_create(&two, NULL, (void *(*)(void *))work, (void *)3L);
    pthread_join(one, &result);
    assert((int)(long)result == -6);
    pthread_join(two, &result);
    assert(result == (void *)2);
    assert(sum == -2);
    pthread_create(&three, NULL, (void *(*)(void *))nothing, NULL);
    pthread_join(three, &result);
    assert((int)(long)result == -1);
    return 0;
}
