// verdict: assertion
/* Nobody asks whether the file could be opened; then nothing is read. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static char first = 'x';

static void *reads(void *unused)
{
    int descriptor = open("settings", O_RDONLY);

    if (descriptor < 0)
        assert(read(descriptor, &first, 1) == 1); // here
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, reads, 0);
    pthread_join(thread, 0);
    return 0;
}
