// verdict: dead-local
// What alloca gave is gone when its function has returned.
#include <alloca.h>
#include <assert.h>
#include <pthread.h>

static int *kept;

static void keep(void)
{
    int *block = alloca(sizeof(int));

    *block = 3;
    kept = block;
}

static void *look(void *unused)
{
    assert(*kept == 3); // here
    return unused;
}

int main(void)
{
    pthread_t thread;

    keep();
    pthread_create(&thread, NULL, look, NULL);
    pthread_join(thread, NULL);
    return 0;
}
