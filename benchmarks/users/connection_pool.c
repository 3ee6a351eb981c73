/* A pool of connections behind a semaphore. BUG: a query that fails does not give its connection back. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

#define CONNECTIONS 2
#define CLIENTS 4
#define QUERIES 3

struct connection {
    int id;
    int in_use;
    int queries;
};

static struct connection pool[CONNECTIONS];
static sem_t available;
static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;

static struct connection *acquire(void)
{
    struct connection *c = NULL;

    while (sem_wait(&available) != 0)
        if (errno != EINTR)
            return NULL;
    pthread_mutex_lock(&pool_lock);
    for (int i = 0; i < CONNECTIONS; i++) {
        if (!pool[i].in_use) {
            c = &pool[i];
            c->in_use = 1;
            break;
        }
    }
    pthread_mutex_unlock(&pool_lock);
    assert(c != NULL);
    return c;
}

static void release(struct connection *c)
{
    pthread_mutex_lock(&pool_lock);
    c->in_use = 0;
    pthread_mutex_unlock(&pool_lock);
    sem_post(&available);
}

static int execute(struct connection *c, int client, int query)
{
    c->queries++;
    return (client + query) % 4 == 3 ? -1 : query;
}

static int run_query(int client, int query)
{
    struct connection *c = acquire();
    int result;

    if (!c)
        return -1;
    result = execute(c, client, query);
    if (result < 0) {
        fprintf(stderr, "client %d: query %d failed on connection %d\n", client, query, c->id);
#ifndef BUG
        release(c);
#endif
        return -1;
    }
    release(c);
    return result;
}

static void *client(void *arg)
{
    int id = *(int *)arg;
    long failures = 0;

    for (int q = 0; q < QUERIES; q++)
        if (run_query(id, q) < 0)
            failures++;
    return (void *)failures;
}

int main(void)
{
    pthread_t threads[CLIENTS];
    int ids[CLIENTS], queries = 0;
    long failures = 0;

    for (int i = 0; i < CONNECTIONS; i++)
        pool[i].id = i + 1;
    if (sem_init(&available, 0, CONNECTIONS) != 0) {
        perror("sem_init");
        return EXIT_FAILURE;
    }
    for (int i = 0; i < CLIENTS; i++) {
        ids[i] = i;
        if (pthread_create(&threads[i], NULL, client, &ids[i]) != 0) {
            perror("pthread_create");
            return EXIT_FAILURE;
        }
    }
    for (int i = 0; i < CLIENTS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        failures += (long)result;
    }
    for (int i = 0; i < CONNECTIONS; i++) {
        assert(!pool[i].in_use);
        queries += pool[i].queries;
    }
    printf("%d queries, %ld failures\n", queries, failures);
    assert(queries == CLIENTS * QUERIES);
    assert(failures == 3);
    sem_destroy(&available);
    return EXIT_SUCCESS;
}
