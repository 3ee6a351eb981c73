// verdict: assertion
/* Lamport's bakery, in which nobody says that he is choosing his number. */
#include <assert.h>
#include <pthread.h>

volatile int number[2];
int inside;

void *customer(void *argument) {
    int me = (int)(long)argument, other = 1 - me;
    number[me] = 1 + number[other];
    if (number[other] == 0 || number[other] > number[me] || (number[other] == number[me] && me < other)) {
        inside++;
        assert(inside == 1);  // here
        inside--;
    }
    number[me] = 0;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, customer, (void *)1);
    customer((void *)0);
    pthread_join(thread, 0);
    return 0;
}
