// verdict: assertion, dead-local
/* Between the last use of a local and the end of its block, others may find it alive. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int *_Atomic published;

void *reads(void *unused)
{
    int *found = published;

    if (found != NULL)
        assert(*found != 7); // here
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, reads, NULL);
    {
        int local = 7;
        published = &local;
    }
    published = NULL;
    pthread_join(thread, NULL);
    return 0;
}
