// verdict: assertion
/* Two atomic objects in one expression may be read in either order. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int begun, done;

static void *work(void *unused)
{
    begun++;
    done++;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, work, NULL);
    assert(done <= begun); // here
    pthread_join(thread, NULL);
}
