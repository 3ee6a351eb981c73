// verdict: safe
/* A program that does not look at its arguments has none to choose. */
#include <assert.h>
#include <pthread.h>

static int value;

static void *set(void *unused)
{
    value = 1;
    return unused;
}

int main(int argc, char *argv[])
{
    pthread_t thread;

    (void)argc;
    (void)argv;
    pthread_create(&thread, NULL, set, NULL);
    pthread_join(thread, NULL);
    assert(value == 1);
    return 0;
}
