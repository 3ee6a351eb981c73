// litmus: sc=safe tso=safe pso=safe rc11=safe
/* Double-checked initialisation. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define LOAD(place) atomic_load_explicit(&(place), memory_order_relaxed)
#define PUBLISH(place, value) atomic_store_explicit(&(place), value, memory_order_release)

struct config {
    int size;
};

static struct config storage;
static _Atomic(struct config *) config;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct config *get(void)
{
    struct config *found = atomic_load_explicit(&config, memory_order_acquire);
    if (!found) {
        pthread_mutex_lock(&lock);
        found = LOAD(config);
        if (!found) {
            storage.size = 7;
            found = &storage;
            PUBLISH(config, found);
        }
        pthread_mutex_unlock(&lock);
    }
    return found;
}

static void *worker(void *unused)
{
    assert(get()->size == 7); // here
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
