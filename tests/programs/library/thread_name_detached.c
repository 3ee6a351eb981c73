// verdict: assertion
// except: cseq slow
/* The owner of a lock by hand is a name. A detached thread that ends without giving it back may come again as another one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic pthread_t owner;
static pthread_attr_t detached;

static void *forgets(void *argument)
{
    owner = pthread_self();
    return argument;
}

static void *asks(void *argument)
{
    assert(owner != pthread_self()); // here
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &detached, forgets, NULL);
    pthread_create(&thread, NULL, asks, NULL);
    pthread_join(thread, NULL);
    return 0;
}
