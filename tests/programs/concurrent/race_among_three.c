// verdict: data-race
/* Whenever the reader races with the first writer, the second one, which has not begun, does so as well. */
#include <pthread.h>
#include <stddef.h>

int x = 1, begun;

static void *write(void *unused)
{
    x = x;  // here
    return NULL;
}

static void *read(void *unused)
{
    begun = 1;  // here
    int seen = x;  // here
    return NULL;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, NULL, write, NULL);
    pthread_create(&second, NULL, write, NULL);
    pthread_create(&third, NULL, read, NULL);
    pthread_join(first, NULL);
    return begun;  // here
}
