// verdict: read-only
/* Where a constant is defined, nobody can write, not even through a pointer to something that is none. */
#include <pthread.h>

const int limit = 3;
static const int limits[2] = {1, 2};
int value;
int *place = &value;

void *chooser(void *unused) {
    place = (int *)&limit;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, chooser, 0);
    *place = limits[0];  // here
    pthread_join(thread, 0);
    return 0;
}
