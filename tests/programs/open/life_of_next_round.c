// verdict: assertion
/* A local of a loop's body has no value at the beginning of each round, whatever it held in the round before. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *reads(void *argument)
{
    const char *number = argument;

    pthread_mutex_lock(&lock);
    assert(*number == 1); // here
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t thread;

    for (int round = 1; round <= 2; round++) {
        char number;
        if (round == 2)
            pthread_mutex_unlock(&lock);
        number = 1;
        if (round == 1) {
            pthread_create(&thread, NULL, reads, &number);
            pthread_mutex_lock(&lock);
        } else {
            pthread_join(thread, NULL);
        }
    }
    return 0;
}
