// verdict: use-after-free
/* Nobody gets past the assumption; the access before it needs a second round to go wrong. */
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);

int never;

static void *use(void *cell)
{
    int read = *(int *)cell;  // here
    __VERIFIER_assume(never);
    return NULL;
}

static void *release(void *cell)
{
    free(cell);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    int *cell = malloc(sizeof *cell);
    *cell = 1;
    pthread_create(&first, NULL, use, cell);
    pthread_create(&second, NULL, release, cell);
    pthread_exit(NULL);
}
