// reach
/* In which order two threads are created is not known, so neither are their numbers. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

pid_t gettid(void);
int first, second;

void *of_thread(void *unused)
{
    first = gettid() - getpid();
    return unused;
}

void *of_main(void *unused)
{
    second = gettid() - getpid();
    return unused;
}

void *creator(void *unused)
{
    pthread_t thread;

    pthread_create(&thread, NULL, of_thread, NULL);
    return unused;
}

int main(void)
{
    pthread_t one, two;

    assert(gettid() == getpid());
    pthread_create(&one, NULL, creator, NULL);
    pthread_create(&two, NULL, of_main, NULL);
    for (;;) {
        assert(first != 2);  // unsafe
        assert(second != 3); // unsafe
    }
}
