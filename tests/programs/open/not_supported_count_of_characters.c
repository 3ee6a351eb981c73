// verdict: unsupported
/* %n writes memory, which modes that print nothing would not do. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int step;
static int count;

static void *works(void *unused)
{
    step = 1;
    printf("abc%n\n", &count); // here
    assert(count == 0);
    return unused;
}

static void *looks(void *unused)
{
    assert(step == 0 || step == 1);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, works, NULL);
    pthread_create(&second, NULL, looks, NULL);
    pthread_join(second, NULL);
    return 0;
}
