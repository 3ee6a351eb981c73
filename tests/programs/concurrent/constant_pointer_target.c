// verdict: safe
/* What a pointer must not change through itself may well be changed by others. */
#include <assert.h>
#include <pthread.h>

int value = 1;
const int *const seen = &value;
volatile const int *watched = &value;

void *writer(void *unused) {
    value = 2;
    *(int *)seen = 3;
    return 0;
}

int main(void) {
    pthread_t thread;
    static const struct { int low, high; } range = {1, 3};
    pthread_create(&thread, 0, writer, 0);
    assert(*seen >= range.low && *watched <= range.high);
    pthread_join(thread, 0);
    assert(*seen == 3);
    return 0;
}
