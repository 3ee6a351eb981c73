// verdict: out-of-bounds
// except: cseq unsupported
/* The bound of the loop is read again after the array has got its size. */
#include <pthread.h>

int count = 2;

void *filler(void *unused) {
    int numbers[count];
    for (int i = 0; i < count; i++)
        numbers[i] = i;  // here
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, filler, 0);
    count = 3;
    pthread_join(thread, 0);
    return 0;
}
