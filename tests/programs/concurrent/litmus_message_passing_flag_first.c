// verdict: assertion
/* MP with the flag written first. */
#include <assert.h>
#include <pthread.h>

volatile int data, flag;

void *sender(void *unused) {
    flag = 1;
    data = 1;
    return 0;
}

void *receiver(void *unused) {
    if (flag)
        assert(data == 1);  // here
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, sender, 0);
    pthread_create(&b, 0, receiver, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
