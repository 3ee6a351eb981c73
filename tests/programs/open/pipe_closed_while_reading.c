// verdict: deadlock
// except: cseq large
// except: once slow
/* Closing a descriptor does not wake up who reads from it: that thread keeps the pipe, and waits for ever. */
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reader(void *argument)
{
    char byte;

    read(ends[0], &byte, 1); // here
    return argument;
}

int main(void)
{
    pthread_t thread;

    pipe(ends);
    pthread_create(&thread, NULL, reader, NULL);
    close(ends[0]);
    pthread_join(thread, NULL); // here
    return 0;
}
