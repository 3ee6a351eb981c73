// verdict: data-race
/* memset and a read at the same time. */
#include <pthread.h>
#include <string.h>

char shared[2];

static void *worker(void *argument)
{
    memset(shared, 0, sizeof shared);  // here
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    return shared[1];  // here
}
