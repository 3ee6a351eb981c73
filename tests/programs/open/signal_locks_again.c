// verdict: deadlock
// except: cseq slow
/* A handler that locks what its own thread holds. */
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void handler(int number)
{
    (void)number;
    pthread_mutex_lock(&mutex); // here
    pthread_mutex_unlock(&mutex);
}

int main(void)
{
    signal(SIGINT, handler);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}
