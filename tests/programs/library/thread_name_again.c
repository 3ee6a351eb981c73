// verdict: assertion
// except: cseq slow
/* Who has done its part is kept by name. The next thread may be called like one that was joined, and is taken for it. */
#include <assert.h>
#include <pthread.h>

static pthread_t done;
static int has_done, work;

static void *worker(void *argument)
{
    if (has_done && pthread_equal(done, pthread_self()))
        return argument;
    work++;
    done = pthread_self();
    has_done = 1;
    return argument;
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        pthread_t thread;

        pthread_create(&thread, NULL, worker, NULL);
        pthread_join(thread, NULL);
    }
    assert(work == 2); // here
    return 0;
}
