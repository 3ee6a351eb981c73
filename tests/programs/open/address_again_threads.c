// verdict: assertion
/* A thread finds in the cache what another one left there about a block that it has freed. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct conn { int id; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct conn *cached;
static int cached_id;

static int id_of(struct conn *c)
{
    int id;

    pthread_mutex_lock(&lock);
    if (cached != c) {
        cached = c;
        cached_id = c->id;
    }
    id = cached_id;
    pthread_mutex_unlock(&lock);
    return id;
}

static void end(struct conn *c)
{
    free(c);
}

static void *serve(void *id)
{
    struct conn *c = malloc(sizeof *c);

    c->id = id == NULL;
    assert(id_of(c) == (id == NULL)); // here
    end(c);
    return NULL;
}

int main(void)
{
    pthread_t first;

    pthread_create(&first, NULL, serve, NULL);
    serve(&first);
    pthread_join(first, NULL);
    return 0;
}
