// verdict: safe
// except: cseq large
/* Who reads from a counter waits until another thread has added something: what that one wrote before is there. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int counter, data;

static void *writer(void *unused)
{
    uint64_t two = 2;

    data = 1;
    assert(write(counter, &two, sizeof two) == sizeof two);
    return unused;
}

int main(void)
{
    pthread_t thread;
    uint64_t value;
    int other = eventfd(1, EFD_NONBLOCK);

    counter = eventfd(0, 0);
    pthread_create(&thread, NULL, writer, NULL);
    assert(read(counter, &value, sizeof value) == sizeof value && value == 2 && data == 1);
    assert(read(other, &value, sizeof value) == sizeof value && value == 1);
    assert(read(other, &value, sizeof value) == -1 && errno == EAGAIN);
    pthread_join(thread, NULL);
    close(other);
    return 0;
}
