// verdict: assertion
/* Two threads may get the same object. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct flag {
    _Bool is_set;
};

struct flag *instance(void);

static void *works(void *unused)
{
    struct flag *flag = instance();

    if (flag != NULL) {
        flag->is_set = 1;
        assert(flag->is_set); // here
        flag->is_set = 0;
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
