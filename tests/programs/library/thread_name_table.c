// verdict: assertion
/* What a thread has counted is kept by its number, and found again by it: two threads may have one entry. */
#include <assert.h>
#include <pthread.h>

static struct {
    unsigned long id;
    int count;
} table[2];
static int entries;

static int *mine(void)
{
    unsigned long id = (unsigned long)pthread_self();

    for (int i = 0; i < entries; i++)
        if (table[i].id == id)
            return &table[i].count;
    table[entries].id = id;
    return &table[entries++].count;
}

static void *worker(void *argument)
{
    int *count = mine();

    assert(++*count == 1); // here
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
