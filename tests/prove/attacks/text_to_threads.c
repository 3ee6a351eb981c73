// memory
// A thread for each argument.
#include <pthread.h>
#include <stdio.h>

void *work(void *argument)
{
    const char *name = argument;

    for (;;)
        putchar(name[0]); // safe
        putchar(name[1]); // unsafe
    return 0;
}

int main(int argc, char **argv)
{
    int i;

    for (i = 1; i < argc; i++) {
        pthread_t thread;

        pthread_create(&thread, 0, work, argv[i]);
        pthread_detach(thread);
    }
    return 0;
}
