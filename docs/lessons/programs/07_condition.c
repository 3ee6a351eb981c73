/* A thread waits until there is work. Sometimes the news comes too early. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t news = PTHREAD_COND_INITIALIZER;
int work;

void *worker(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&news, &mutex);
    work--;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t one;
    pthread_create(&one, NULL, worker, NULL);
    pthread_mutex_lock(&mutex);
    work++;
    pthread_cond_signal(&news);
    pthread_mutex_unlock(&mutex);
    pthread_join(one, NULL);
    return 0;
}
