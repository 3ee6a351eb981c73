/* A daemon that reloads and stops on signals. BUG: a request that arrives during a reload is forgotten. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TICKS 3

static volatile sig_atomic_t reload_requested;
static volatile sig_atomic_t stop_requested;
static volatile sig_atomic_t wanted_version = 1;
static int loaded_version = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int heartbeats;

static void on_hangup(int signo)
{
    (void)signo;
    wanted_version = wanted_version + 1;
    reload_requested = 1;
}

static void on_terminate(int signo)
{
    (void)signo;
    stop_requested = 1;
}

static int install(int signo, void (*handler)(int))
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    return sigaction(signo, &action, NULL);
}

static void load_configuration(void)
{
    loaded_version = wanted_version;
    printf("configuration %d loaded\n", loaded_version);
}

static void *heartbeat(void *unused)
{
    (void)unused;
    for (int i = 0; i < TICKS; i++) {
        pthread_mutex_lock(&lock);
        heartbeats++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void handle_reload(void)
{
    if (!reload_requested)
        return;
#ifdef BUG
    load_configuration();
    reload_requested = 0;
#else
    reload_requested = 0;
    load_configuration();
#endif
}

int main(void)
{
    pthread_t thread;
    sigset_t handled;
    int ticks = 0;

    /* Signals are for this thread only: the others start with the mask that blocks them. */
    sigemptyset(&handled);
    sigaddset(&handled, SIGHUP);
    sigaddset(&handled, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &handled, NULL);
    if (install(SIGHUP, on_hangup) != 0 || install(SIGTERM, on_terminate) != 0) {
        perror("sigaction");
        return EXIT_FAILURE;
    }
    if (pthread_create(&thread, NULL, heartbeat, NULL) != 0) {
        perror("pthread_create");
        return EXIT_FAILURE;
    }
    pthread_sigmask(SIG_UNBLOCK, &handled, NULL);
    while (!stop_requested && ticks < TICKS) {
        handle_reload();
        ticks++;
    }
    pthread_sigmask(SIG_BLOCK, &handled, NULL);
    handle_reload();
    pthread_join(thread, NULL);
    printf("%d ticks, %d heartbeats, configuration %d\n", ticks, heartbeats, loaded_version);
    assert(heartbeats == TICKS);
    assert(loaded_version == wanted_version);
    return EXIT_SUCCESS;
}
