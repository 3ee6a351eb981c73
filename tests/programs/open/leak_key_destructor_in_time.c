// verdict: safe  bounds: leaks=1
// The destructor frees the thread's buffer before main can end the process.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *worker(void *unused)
{
    pthread_setspecific(key, malloc(4));
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, free);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
