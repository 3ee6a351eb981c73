/* The same with a semaphore: it is posted when the book is out. */
#include <pthread.h>
#include <semaphore.h>

int book = 42;
int *published;
sem_t out;

void *writer(void *unused)
{
    published = &book;
    sem_post(&out);
    return unused;
}

void *reader(void *unused)
{
    sem_wait(&out);
    int read = *published;
    (void)read;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    sem_init(&out, 0, 0);
    pthread_create(&one, NULL, writer, NULL);
    pthread_create(&two, NULL, reader, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
