// verdict: assertion
/* fclose closes the descriptor, too: closing it again takes away the file of another thread, which has the same number by
   then. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *copy(void *argument)
{
    int descriptor = open("/dev/null", O_RDWR);

    if (descriptor < 0)
        return argument;
    assert(fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF); // here
    close(descriptor);
    return argument;
}

int main(void)
{
    pthread_t thread;
    int descriptor = open("/dev/null", O_RDWR);
    FILE *stream = descriptor < 0 ? NULL : fdopen(descriptor, "w");

    if (stream == NULL)
        return 1;
    pthread_create(&thread, NULL, copy, NULL);
    fclose(stream);
    close(descriptor);
    pthread_join(thread, NULL);
    return 0;
}
