/* A server whose SIGTERM handler stops it. BUG: the handler takes the lock that the main loop may hold. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#define REQUESTS 4
#define WORKERS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waiting, served, accepted;
static int closed;
static volatile sig_atomic_t stop;

static void on_terminate(int signo)
{
    (void)signo;
#ifdef BUG
    pthread_mutex_lock(&lock);
    stop = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
#else
    stop = 1;
#endif
}

static void *worker(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (waiting == 0 && !closed)
            pthread_cond_wait(&changed, &lock);
        if (waiting == 0)
            break;
        waiting--;
        served++;
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void accept_request(void)
{
    pthread_mutex_lock(&lock);
    waiting++;
    accepted++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    pthread_t workers[WORKERS];
    sigset_t terminate;

    sigemptyset(&terminate);
    sigaddset(&terminate, SIGTERM);
    if (pthread_sigmask(SIG_BLOCK, &terminate, NULL) != 0 || signal(SIGTERM, on_terminate) == SIG_ERR) {
        perror("signal");
        return EXIT_FAILURE;
    }
    for (int i = 0; i < WORKERS; i++) {
        if (pthread_create(&workers[i], NULL, worker, NULL) != 0) {
            perror("pthread_create");
            return EXIT_FAILURE;
        }
    }
    pthread_sigmask(SIG_UNBLOCK, &terminate, NULL);
    for (int i = 0; i < REQUESTS && !stop; i++)
        accept_request();
    pthread_mutex_lock(&lock);
    closed = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    printf("%d requests, %d served\n", accepted, served);
    assert(served == accepted && waiting == 0);
    return EXIT_SUCCESS;
}
