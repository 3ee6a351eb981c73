// verdict: assertion
// What goes wrong needs several rounds of a loop that has no end, and whose head nobody else can see.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static unsigned char *table;

static void *count(void *unused)
{
    for (;;)
        table[0] = (table[0] + 1) % 4;
    return unused;
}

int main(void)
{
    pthread_t thread;
    table = calloc(1, sizeof *table);
    pthread_create(&thread, NULL, count, NULL);
    assert(table[0] != 2); // here
    pthread_exit(NULL);
}
