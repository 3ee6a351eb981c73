// verdict: safe
// except: cseq large
/* Who waits until the handler of an alarm ends the process does not wait for ever; what is held makes no difference. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void stop(int number)
{
    (void)number;
    _exit(0);
}

static void *second(void *unused)
{
    pthread_mutex_lock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;

    signal(SIGALRM, stop);
    alarm(2);
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, NULL, second, NULL);
    pthread_join(thread, NULL);
    return 0;
}
