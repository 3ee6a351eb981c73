// verdict: out-of-bounds, use-after-free, double-free
// except: once unsupported
/* Which object is moved, and how large it is, depends on who comes first; two may free the same one. */
#include <pthread.h>
#include <stdlib.h>

char *held;

static void *shrink(void *unused)
{
    held = realloc(held, 1);  // here
    return NULL;
}

int main(void)
{
    pthread_t other;
    held = malloc(2);
    held[0] = 7;
    held[1] = 8;
    pthread_create(&other, NULL, shrink, NULL);
    held = realloc(held, 3);  // here
    pthread_join(other, NULL);
    held[2] = 1;  // here
    return 0;
}
