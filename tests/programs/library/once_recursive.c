// verdict: deadlock
/* A once-routine that calls pthread_once with the same control waits for itself. */
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;

static void again(void)
{
    pthread_once(&once, again);  // here
}

int main(void)
{
    pthread_once(&once, again);
}
