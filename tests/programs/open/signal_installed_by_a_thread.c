// verdict: safe  bounds: races=1
/* A thread installs a handler while another one works: to look whether there is a handler is no race of the program. */
#include <pthread.h>
#include <signal.h>
#include <string.h>

static volatile sig_atomic_t waits;
static int count;

static void on_usr1(int number)
{
    (void)number;
}

static void *install(void *unused)
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_handler = on_usr1;
    sigaction(SIGUSR1, &action, NULL);
    return unused;
}

int main(void)
{
    pthread_t other;

    pthread_create(&other, NULL, install, NULL);
    count++;
    waits = 1;
    count++;
    pthread_join(other, NULL);
    return count - 2;
}
