// verdict: assertion
// Who looks at a semaphore through a pointer to another structure does not wait for its post.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

struct words {
    int first, second;
};

sem_t posted;

void *posts(void *arg)
{
    sem_post(&posted);
    return arg;
}

int main(void)
{
    pthread_t thread;
    const struct words *words = (const struct words *)&posted;
    sem_init(&posted, 0, 0);
    pthread_create(&thread, 0, posts, 0);
    assert(words->first == 1); // here
    pthread_join(thread, 0);
    return 0;
}
