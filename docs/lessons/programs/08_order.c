/* The reader expects that somebody has published the book. */
#include <pthread.h>
#include <stddef.h>

int book = 42;
int *published;

void *writer(void *unused)
{
    published = &book;
    return unused;
}

void *reader(void *unused)
{
    int read = *published;
    (void)read;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, writer, NULL);
    pthread_create(&two, NULL, reader, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
