// verdict: assertion
// Who looks at the bytes of a semaphore does not wait for its post.
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
    assert(bytes[0] == 1); // here
    pthread_join(thread, 0);
    return 0;
}
