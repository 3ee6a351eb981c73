// verdict: assertion
/* Two threads increment one heap object. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
    int number, balance;
};

void *deposit(void *argument) {
    struct account *account = argument;
    account->balance += 10;
    return 0;
}

int main(void) {
    struct account *account = malloc(sizeof *account);
    account->balance = 0;
    pthread_t a, b;
    pthread_create(&a, 0, deposit, account);
    pthread_create(&b, 0, deposit, account);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(account->balance == 20);  // here
    free(account);
    return 0;
}
