// verdict: safe
// After the end of the thread that posts, the bytes say so.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t posted;

void *posts(void *arg)
{
    sem_post(&posted);
    return arg;
}

int main(void)
{
    pthread_t thread;
    const unsigned char *bytes = (const unsigned char *)&posted;
    sem_init(&posted, 0, 0);
    pthread_create(&thread, 0, posts, 0);
    pthread_join(thread, 0);
    assert(bytes[0] == 1);
    return 0;
}
