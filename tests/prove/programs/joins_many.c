// proved: reach,memory,division,locks,deadlock
/* As many threads as an argument says: all are joined, and all have counted. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int total;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    total++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t *threads;
    int n, i;

    if (argc < 2)
        return 1;
    n = atoi(argv[1]);
    if (n < 1 || n > 10000)
        return 1;
    threads = malloc(n * sizeof *threads);
    if (threads == NULL)
        return 1;
    for (i = 0; i < n; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    assert(total == n);
    pthread_mutex_destroy(&m);
    free(threads);
    return 0;
}
