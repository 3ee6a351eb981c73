// verdict: assertion, dead-local
/* A thread-local may be used by others until its thread ends. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

_Thread_local int own;
int *_Atomic published;

void *publishes(void *unused)
{
    own = 7;
    published = &own;
    return unused;
}

int main(void)
{
    pthread_t thread;
    int *found;

    pthread_create(&thread, NULL, publishes, NULL);
    found = published;
    if (found != NULL)
        assert(*found != 7); // here
    pthread_join(thread, NULL);
    return 0;
}
