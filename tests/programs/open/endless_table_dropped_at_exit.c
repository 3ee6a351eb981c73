// verdict: use-after-free
// A handler frees the table while a detached worker goes on counting in it for ever.
#include <pthread.h>
#include <stdlib.h>

static unsigned char *table;

static void drop(void)
{
    free(table);
}

static void *count(void *unused)
{
    for (;;)
        table[0] = !table[0]; // here
    return unused;
}

int main(void)
{
    pthread_t thread;
    table = calloc(1, sizeof *table);
    atexit(drop);
    pthread_create(&thread, NULL, count, NULL);
    pthread_detach(thread);
    return 0;
}
