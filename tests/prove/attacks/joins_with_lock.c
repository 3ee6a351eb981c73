// deadlock
// Main has what the threads need that it waits for.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *p)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return p;
}
int main(void)
{
    pthread_t t[100];
    for (int i = 0; i < 100; i++)
        pthread_create(&t[i], 0, worker, 0);
    pthread_mutex_lock(&m); // unsafe
    for (int i = 0; i < 100; i++)
        pthread_join(t[i], 0);
    pthread_mutex_lock(&m); // safe
    pthread_mutex_unlock(&m);
    return 0;
}
