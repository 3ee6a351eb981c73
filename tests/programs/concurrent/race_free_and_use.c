// verdict: data-race, use-after-free
/* One thread frees what another one changes. */
#include <pthread.h>
#include <stdlib.h>

int *held;

static void *use(void *unused)
{
    (*held)--;  // here
    return NULL;
}

static void *release(void *unused)
{
    free(held);  // here
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    held = malloc(sizeof *held);
    *held = 2;
    pthread_create(&first, NULL, use, NULL);
    pthread_create(&second, NULL, release, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
