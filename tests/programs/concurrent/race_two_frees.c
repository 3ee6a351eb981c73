// verdict: data-race, double-free
/* Nobody looks at what two threads free, perhaps at once. */
#include <pthread.h>
#include <stdlib.h>

int *held;

static void *release(void *unused)
{
    free(held);  // here
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    held = malloc(sizeof *held);
    pthread_create(&first, NULL, release, NULL);
    pthread_create(&second, NULL, release, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
