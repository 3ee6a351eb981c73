// verdict: assertion
/* A jump through a table, to the entry that another thread chooses. */
#include <assert.h>
#include <pthread.h>

int choice, result;

void *jumper(void *unused) {
    static void *const labels[] = {&&zero, &&one, &&two};
    goto *labels[choice];
zero:
    result = 10;
    return 0;
one:
    result = 11;
    return 0;
two:
    result = 12;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, jumper, 0);
    choice = 1;
    choice = 2;
    pthread_join(thread, 0);
    assert(result != 11);  // here
    return 0;
}
