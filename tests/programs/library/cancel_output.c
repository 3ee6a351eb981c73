// verdict: deadlock
/* Writing is a cancellation point, and printing may be one (with glibc it is one where it writes): a thread that is
   cancelled there keeps its lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *prints(void *unused)
{
    pthread_mutex_lock(&mutex);
    printf("working\n");
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, prints, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    pthread_mutex_lock(&mutex); // here
    pthread_mutex_unlock(&mutex);
}
