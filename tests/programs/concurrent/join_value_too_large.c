// verdict: out-of-bounds
/* pthread_join writes a pointer where there is room for an int only. */
#include <pthread.h>

void *worker(void *unused) {
    return (void *)3;
}

int main(void) {
    pthread_t thread;
    int result;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, (void **)&result);  // here
    return 0;
}
