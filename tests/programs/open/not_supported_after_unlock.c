// verdict: unsupported
// What the others see of a thread up to where it stops is right, but nobody knows how it goes on.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static jmp_buf start;
static int step;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *works(void *unused)
{
    pthread_mutex_lock(&lock);
    step = 1;
    pthread_mutex_unlock(&lock);
    longjmp(start, 1); // here
    return unused;
}

static void *looks(void *unused)
{
    pthread_mutex_lock(&lock);
    assert(step == 0 || step == 1);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, works, NULL);
    pthread_create(&second, NULL, looks, NULL);
    pthread_join(second, NULL);
    return 0;
}
