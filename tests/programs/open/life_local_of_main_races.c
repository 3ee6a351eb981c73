// verdict: data-race, dead-local
/* Main just returns: until then, two threads may write to its local at the same time; after that, to nothing. */
#include <pthread.h>

void *writes(void *argument)
{
    int *shared = argument;

    *shared = 1; // here
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    int shared;

    pthread_create(&first, NULL, writes, &shared);
    pthread_create(&second, NULL, writes, &shared);
    return 0;
}
