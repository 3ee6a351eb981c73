// verdict: null-pointer, read-only
/* A pointer through shared memory leads to a function: its code is not to be written. */
#include <pthread.h>

void greet(void) { }

static char *volatile target;

void *scribble(void *argument)
{
    char *here = target;

    *here = 1; // here
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, scribble, NULL);
    target = (char *)greet;
    pthread_join(thread, NULL);
    return 0;
}
