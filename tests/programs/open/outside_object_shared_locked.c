// verdict: safe
/* Two threads may get the same object, and a mutex in it is one. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct flag {
    pthread_mutex_t lock;
    _Bool is_set;
};

struct flag *instance(void);

static void *works(void *unused)
{
    struct flag *flag = instance();

    if (flag != NULL) {
        pthread_mutex_lock(&flag->lock);
        flag->is_set = 1;
        assert(flag->is_set);
        flag->is_set = 0;
        pthread_mutex_unlock(&flag->lock);
    }
    return unused;
}

int main(void)
{
    pthread_t other;

    pthread_create(&other, NULL, works, NULL);
    works(NULL);
    pthread_join(other, NULL);
    return 0;
}
