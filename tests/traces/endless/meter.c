/* Readings come in for ever, and now and then a signal; the display shows a sum that is not one of the readings shown. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t reset;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, count;

static void on_signal(int number) { reset = number; }

static void *display(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        assert(count || !sum); // here
        pthread_mutex_unlock(&lock);
        sleep(1);
    }
    return unused;
}

int main(void)
{
    pthread_t shown;
    signal(SIGUSR1, on_signal);
    pthread_create(&shown, NULL, display, NULL);
    for (;;) {
        char reading;
        if (read(0, &reading, 1) != 1)
            continue;
        pthread_mutex_lock(&lock);
        if (reset) {
            count = 0;
            pthread_mutex_unlock(&lock);
            reset = 0;
            pthread_mutex_lock(&lock);
            sum = 0;
        }
        sum += reading;
        count++;
        pthread_mutex_unlock(&lock);
    }
}
