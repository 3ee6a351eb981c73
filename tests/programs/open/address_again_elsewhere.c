// verdict: safe
/* The same with a cache that forgets what is freed. The block lies where another one was, and all is well. */
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
    pthread_mutex_lock(&lock);
    if (cached == c)
        cached = NULL;
    pthread_mutex_unlock(&lock);
    free(c);
}

static void *serve(void *id)
{
    struct conn *c = malloc(sizeof *c);

    c->id = id == NULL;
    assert(id_of(c) == (id == NULL));
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
