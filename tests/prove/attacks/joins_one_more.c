// reach
// There is one more thread than main waits for.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned total;
void *worker(void *p)
{
    pthread_mutex_lock(&m);
    total++;
    pthread_mutex_unlock(&m);
    return p;
}
int main(void)
{
    pthread_t t[100], more;
    for (int i = 0; i < 100; i++)
        pthread_create(&t[i], 0, worker, 0);
    pthread_create(&more, 0, worker, 0); // unsafe
    for (int i = 0; i < 100; i++)
        pthread_join(t[i], 0);
    assert(total == 100);
    return 0;
}
