// verdict: assertion
/* Sleeping and yielding order nothing. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

int data;

void *producer(void *unused) {
    data = 3;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    sleep(1);
    sched_yield();
    assert(data == 3);  // here
    pthread_join(t, 0);
    return 0;
}
