// verdict: null-pointer, assertion
/* The assertion never holds, but is come to only by who has read something. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int never = 0, value = 1;
int *p = &value;

static void *use(void *unused)
{
    int read = *p;  // here
    assert(never);  // here
    return NULL;
}

int main(void)
{
    pthread_t user;
    pthread_create(&user, NULL, use, NULL);
    p = NULL;
    pthread_join(user, NULL);
    return 0;
}
