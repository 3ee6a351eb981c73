// verdict: memory-leak
// The destructor frees the thread's buffer when the thread ends; the process may end before that.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *worker(void *unused)
{
    pthread_setspecific(key, malloc(4)); // here
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, free);
    pthread_create(&thread, NULL, worker, NULL);
    return 0;
}
