// verdict: safe
// except: cseq cut
/* Keys that are not there are refused; there are only so many. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

int main(void)
{
    pthread_key_t key, deleted;
    int count = 0, error, value;

    assert(pthread_setspecific(100000, &value) == EINVAL && pthread_getspecific(100000) == NULL);
    assert(pthread_key_delete(100000) == EINVAL);
    assert(pthread_key_create(&key, NULL) == 0);
    assert(pthread_getspecific(key) == NULL && pthread_setspecific(key, &value) == 0);
    assert(pthread_getspecific(key) == &value);
    while ((error = pthread_key_create(&deleted, NULL)) == 0)
        count++;
    assert(error == EAGAIN && count >= _POSIX_THREAD_KEYS_MAX - 1);
}
