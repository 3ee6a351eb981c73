// verdict: safe
// except: cseq large
// except: once slow
/* What one thread writes to a pipe another one reads, in its order; then there is the end. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *unused)
{
    short number = 258;

    (void)unused;
    assert(write(ends[1], &number, sizeof number) == 2);
    close(ends[1]);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    char first, rest[4];

    assert(pipe(ends) == 0 && ends[0] != ends[1]);
    pthread_create(&thread, NULL, writer, NULL);
    assert(read(ends[0], &first, 1) == 1);
    assert(read(ends[0], rest, sizeof rest) == 1);
    assert(first == 2 && rest[0] == 1);
    assert(read(ends[0], rest, sizeof rest) == 0);
    pthread_join(thread, NULL);
}
