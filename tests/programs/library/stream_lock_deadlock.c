// verdict: deadlock
/* Who prints takes the lock of the stream: here two locks are taken in both orders. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *locks_stream(void *unused)
{
    flockfile(stdout);
    pthread_mutex_lock(&mutex); // here
    puts("one");
    pthread_mutex_unlock(&mutex);
    funlockfile(stdout);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, locks_stream, NULL);
    pthread_mutex_lock(&mutex);
    puts("two"); // here
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
}
