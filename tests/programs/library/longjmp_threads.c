// verdict: safe
/* Each thread jumps to its own setjmp; 0 becomes 1. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static _Thread_local jmp_buf back;
int caught;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void fail(void)
{
    siglongjmp(back, 0);
}

void *work(void *unused)
{
    if (sigsetjmp(back, 0) == 0) {
        fail();
    } else {
        pthread_mutex_lock(&lock);
        caught++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t one;

    pthread_create(&one, NULL, work, NULL);
    work(NULL);
    pthread_join(one, NULL);
    assert(caught == 2);
    return 0;
}
